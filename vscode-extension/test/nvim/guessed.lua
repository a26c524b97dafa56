-- A guessed format in Neovim: it is written down by a code action, and loosened by another; run by ../nvim.sh in a folder
-- whose samples show a tree.
local session = dofile(vim.env.TESTS .. '/session.lua')
local await = session.await

session.run(function()
  local program = session.open('count.py')
  await('the lens says that the format is guessed', function() return session.lens_has(program, '(format guessed)') end)
  session.act('write the guessed format into input.schema')
  await('input.schema is written', function() return vim.fn.filereadable('input.schema') == 1 end)
  await('the problem is checked with it', function()
    return session.lens_has(program, 'α') and not session.lens_has(program, 'guessed')
  end)

  local schema = session.open('input.schema')
  await('the schema has its lens', function() return session.lens_has(schema, 'example') end)
  local line = vim.fn.search('is a tree on')
  session.act('loosen to: (u, v) is a simple graph on 1..N')
  await('the tree is loosened', function()
    return vim.api.nvim_buf_get_lines(schema, line - 1, line, false)[1]:find('(u, v) is a simple graph on 1..N', 1, true)
  end)
end)

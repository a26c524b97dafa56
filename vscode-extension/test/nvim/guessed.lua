-- A guessed format in Neovim: it is written down by a code action, and loosened by another; run by ../nvim.sh in a folder
-- whose samples show a tree.
local WAIT = 240000 -- milliseconds, for a slow machine

local function say(message) io.stderr:write(message .. '\n') end

local function await(what, condition)
  if not vim.wait(WAIT, condition, 50) then error(what, 0) end
  say('ok   ' .. what)
end

local function lens(buffer)
  local first = vim.lsp.codelens.get(buffer)[1]
  return first and first.command and first.command.title or ''
end

-- Takes the first action that is offered and has this text.
local function act(text)
  vim.ui.select = function(items, _, choose)
    for _, item in ipairs(items) do
      if item[2].title:find(text, 1, true) then return choose(item) end
    end
    error('no code action ' .. text, 0)
  end
  vim.lsp.buf.code_action()
end

local function test()
  vim.cmd('silent edit count.py')
  local program = vim.api.nvim_get_current_buf()
  await('the lens says that the format is guessed', function() return lens(program):find('(format guessed)', 1, true) end)
  act('write the guessed format into input.schema')
  await('input.schema is written', function() return vim.fn.filereadable('input.schema') == 1 end)
  await('the problem is checked with it', function()
    return lens(program):find('α', 1, true) and not lens(program):find('guessed', 1, true)
  end)

  vim.cmd('silent edit input.schema')
  local schema = vim.api.nvim_get_current_buf()
  await('the schema has its lens', function() return lens(schema):find('example', 1, true) end)
  local line = vim.fn.search('is a tree on')
  act('loosen to: (u, v) is a simple graph on 1..N')
  await('the tree is loosened', function()
    return vim.api.nvim_buf_get_lines(schema, line - 1, line, false)[1]:find('(u, v) is a simple graph on 1..N', 1, true)
  end)
end

local passed, message = pcall(test)
if not passed then say('FAIL ' .. tostring(message)) end
vim.cmd(passed and 'qall!' or 'cquit 1')

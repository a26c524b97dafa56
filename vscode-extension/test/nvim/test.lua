-- What a user of Neovim sees and does; run by ../nvim.sh, which sets RIGHT and WRONG to files of the current folder.
local session = dofile(vim.env.TESTS .. '/session.lua')
local await, open, lens_has = session.await, session.open, session.lens_has

-- The warning is there, once, in the line of the mistake or where the lens is.
local function warned(buffer)
  local found, lens = session.diagnostics(buffer, 'execre'), session.lenses(buffer)[1]
  if #found ~= 1 or not lens then return false end
  local line = vim.api.nvim_buf_get_lines(buffer, found[1].lnum, found[1].lnum + 1, true)[1]
  return found[1].message:find(vim.env.COUNTEREXAMPLE, 1, true)
    and (found[1].lnum == lens.range.start.line or line:find('> 25', 1, true))
end

session.run(function()
  -- One of those that agree is the trusted reference, and the lenses of the others name it.
  local right = open(vim.env.RIGHT)
  await(vim.env.RIGHT .. ' has a lens', function() return lens_has(right, 'agrees with', 'trusted reference') end)
  local trusted = open(session.lens(right):match('agrees with (%S+)') or vim.env.RIGHT)
  await('the trusted reference has its lens', function() return lens_has(trusted, 'trusted reference') end)

  local wrong = open(vim.env.WRONG)
  await(vim.env.WRONG .. ' has one warning, with its counterexample', function() return warned(wrong) end)
  await(vim.env.WRONG .. ' has the lens "differs on"', function() return lens_has(wrong, 'differs on') end)
  assert(#session.lenses(wrong) == 1, 'one lens for one program')

  -- A click on the lens shows the input: as a document, or where a Neovim cannot do that, as a message.
  vim.api.nvim_win_set_cursor(0, { session.lenses(wrong)[1].range.start.line + 1, 0 })
  vim.lsp.codelens.run()
  await('the lens shows the counterexample when it is run', function()
    local shown = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    local said = table.concat(session.messages, '\n')
    return vim.api.nvim_get_current_buf() ~= wrong and shown == vim.env.COUNTEREXAMPLE
      or said:find(vim.env.WRONG, 1, true) and said:find(vim.env.COUNTEREXAMPLE, 1, true)
  end)

  open(vim.env.WRONG)
  assert(warned(wrong), 'the warning is still there, once')
  vim.cmd('silent %substitute/> 25/>= 25/')
  vim.cmd('silent write')
  await('the warning goes after the correction is saved', function() return #vim.diagnostic.get(wrong) == 0 end)
  await('the lens agrees', function() return lens_has(wrong, 'agrees with', 'trusted reference') end)
  vim.cmd('silent %substitute/>= 25/> 25/')
  vim.cmd('silent write')
  await('it comes again with the mistake, once', function() return warned(wrong) and lens_has(wrong, 'differs on') end)
  assert(#session.clients() == 1, 'one server for one problem, not ' .. #session.clients())
end)

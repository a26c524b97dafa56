-- What a user of Neovim sees and does; run by ../nvim.sh, which sets RIGHT and WRONG to files of the current folder.
local WAIT = 240000 -- milliseconds, for a slow machine; the waits below end as soon as what they wait for is there

local function say(message) io.stderr:write(message .. '\n') end

local function lenses(buffer)
  local titles = vim.tbl_map(function(lens) return lens.command and lens.command.title or '' end, vim.lsp.codelens.get(buffer))
  return table.concat(titles, ' | ')
end

local function warnings(buffer)
  local messages = vim.tbl_map(function(d) return ('%s: %s'):format(d.source, d.message) end, vim.diagnostic.get(buffer))
  return table.concat(messages, ' | ')
end

local function await(what, buffer, condition)
  if vim.wait(WAIT, condition, 50) then
    say('ok   ' .. what)
    return
  end
  say('FAIL ' .. what)
  say('     lenses: ' .. lenses(buffer))
  say('     diagnostics: ' .. warnings(buffer))
  error(what, 0)
end

local function open(file)
  vim.cmd('silent edit ' .. vim.fn.fnameescape(file))
  return vim.api.nvim_get_current_buf()
end

local function lens_has(buffer, ...)
  for _, text in ipairs({ ... }) do
    if lenses(buffer):find(text, 1, true) then return true end
  end
  return false
end

local function test()
  -- One of those that agree is the trusted reference, and the lenses of the others name it.
  local right = open(vim.env.RIGHT)
  await(vim.env.RIGHT .. ' has a lens', right, function() return lens_has(right, 'agrees with', 'trusted reference') end)
  local trusted = open(lenses(right):match('agrees with (%S+)') or vim.env.RIGHT)
  await('the trusted reference has its lens', trusted, function() return lens_has(trusted, 'trusted reference') end)

  local wrong = open(vim.env.WRONG)
  await(vim.env.WRONG .. ' has a warning with its counterexample', wrong, function()
    return warnings(wrong):find('execre: ', 1, true) and warnings(wrong):find(vim.env.COUNTEREXAMPLE, 1, true)
  end)
  await(vim.env.WRONG .. ' has the lens "differs on"', wrong, function() return lens_has(wrong, 'differs on') end)

  vim.cmd('silent %substitute/> 25/>= 25/')
  vim.cmd('silent write')
  await('the warning goes after the correction is saved', wrong, function() return #vim.diagnostic.get(wrong) == 0 end)
  await('the lens agrees', wrong, function() return lens_has(wrong, 'agrees with', 'trusted reference') end)

  local clients = vim.lsp.get_active_clients()
  assert(#clients == 1, 'one server for one problem, not ' .. #clients)
  clients[1].stop()
  await('the server ends when it is told to', wrong, function() return #vim.lsp.get_active_clients() == 0 end)
end

local passed, message = pcall(test)
if not passed then say(tostring(message)) end
vim.cmd(passed and 'qall!' or 'cquit 1')

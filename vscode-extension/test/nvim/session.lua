-- What the tests in this folder share, over the versions of Neovim from 0.7 on. ../nvim.sh runs them.
local session = {}

local WAIT = 120000 -- milliseconds, for a slow machine; a wait ends as soon as what it waits for is there

function session.say(message) io.stderr:write(message .. '\n') end

-- What a person is told while the tests go on: warnings, errors, and questions that nobody here answers.
local told = {}

for _, name in ipairs({ 'notify', 'notify_once' }) do
  vim[name] = function(message, level)
    if (level or vim.log.levels.INFO) >= vim.log.levels.WARN then table.insert(told, tostring(message)) end
  end
end

-- What to do when a choice is to be made: function(items, choose).
session.choose = nil
vim.ui.select = function(items, options, choose)
  if session.choose then return session.choose(items, choose) end
  table.insert(told, 'a question: ' .. (options and options.prompt or ''))
end

-- The messages of servers: window/showMessage.
session.messages = {}
vim.lsp.handlers['window/showMessage'] = function(_, result)
  table.insert(session.messages, result.message)
  return result
end

-- Diagnostics come by more than one way in the protocol, and each must be there once. While it goes from one way to the
-- other it may be there twice for a moment.
local MOMENT = 3000 -- milliseconds

local function doubled(buffer)
  local seen = {}
  for _, d in ipairs(vim.api.nvim_buf_is_valid(buffer) and vim.diagnostic.get(buffer) or {}) do
    local what = ('%s %s:%d: %s'):format(d.source, vim.api.nvim_buf_get_name(buffer), d.lnum + 1, d.message)
    if seen[what] then return what end
    seen[what] = true
  end
end

vim.api.nvim_create_autocmd('DiagnosticChanged', {
  callback = function(event)
    if not doubled(event.buf) then return end
    vim.defer_fn(function()
      local still = doubled(event.buf)
      if still then table.insert(told, 'twice: ' .. still) end
    end, MOMENT)
  end,
})

function session.open(file)
  vim.cmd('silent edit ' .. vim.fn.fnameescape(file))
  return vim.api.nvim_get_current_buf()
end

function session.clients() return (vim.lsp.get_clients or vim.lsp.get_active_clients)() end

function session.client(name)
  return vim.tbl_filter(function(client) return client.name == name end, session.clients())[1]
end

function session.stop(client)
  if vim.fn.has('nvim-0.11') == 1 then client:stop() else client.stop() end
end

function session.lenses(buffer)
  if vim.fn.has('nvim-0.12') == 0 then return vim.lsp.codelens.get(buffer) end
  return vim.tbl_map(function(found) return found.lens end, vim.lsp.codelens.get({ bufnr = buffer }))
end

-- The texts of the lenses, in one.
function session.lens(buffer)
  local titles = vim.tbl_map(function(lens) return lens.command and lens.command.title or '' end, session.lenses(buffer))
  return table.concat(titles, ' | ')
end

function session.lens_has(buffer, ...)
  for _, text in ipairs({ ... }) do
    if session.lens(buffer):find(text, 1, true) then return true end
  end
  return false
end

-- The diagnostics of one server in a buffer.
function session.diagnostics(buffer, source)
  return vim.tbl_filter(function(d) return d.source == source end, vim.diagnostic.get(buffer))
end

function session.await(what, condition)
  local done = vim.wait(WAIT, function() return #told > 0 or condition() end, 20)
  if #told > 0 then error(what .. ', but there came:\n' .. table.concat(told, '\n'), 0) end
  if done then
    session.say('ok   ' .. what)
    return
  end
  session.say('     lenses: ' .. session.lens(0))
  for _, d in ipairs(vim.diagnostic.get(0)) do session.say(('     %s: %s'):format(d.source, d.message)) end
  error(what, 0)
end

-- Takes a code action that is offered at the cursor, by a part of its text.
function session.act(text)
  session.choose = function(items, choose)
    session.choose = nil
    local titles = {}
    for _, item in ipairs(items) do
      local title = (item.action or item[2]).title
      if title:find(text, 1, true) then return choose(item) end
      table.insert(titles, title)
    end
    session.say(('     no code action "%s", only: %s'):format(text, table.concat(titles, ' | ')))
  end
  vim.lsp.buf.code_action()
end

-- Ends the servers and Neovim, with the status that says whether the test passed. Nobody may have been warned meanwhile.
function session.run(test)
  local passed, message = xpcall(test, function(m) return type(m) == 'string' and m or debug.traceback(vim.inspect(m)) end)
  if passed then
    for _, client in ipairs(session.clients()) do session.stop(client) end
    passed, message = pcall(session.await, 'the servers end when they are told to', function() return #session.clients() == 0 end)
  end
  if not passed then session.say('FAIL ' .. tostring(message)) end
  vim.cmd(passed and 'qall!' or 'cquit 1')
end

return session

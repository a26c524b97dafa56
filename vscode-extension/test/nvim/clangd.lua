-- clangd beside ExeCRE, in one C++ file: what clangd does comes from clangd alone, and what both show is there once. Run by
-- ../nvim.sh in a folder with beside.cpp.
local session = dofile(vim.env.TESTS .. '/session.lua')
local await = session.await
local modern = vim.fn.has('nvim-0.10') == 1 -- it knows capabilities of some files only: our hover on the lens's line

-- What a server for a language does, and ExeCRE must leave to it: of all files, or of some, where a program is not one
-- of them.
local PROVIDERS = {
  'callHierarchyProvider', 'completionProvider', 'declarationProvider', 'definitionProvider', 'documentFormattingProvider',
  'documentHighlightProvider', 'documentLinkProvider', 'documentOnTypeFormattingProvider', 'documentRangeFormattingProvider',
  'documentSymbolProvider', 'foldingRangeProvider', 'hoverProvider', 'implementationProvider', 'referencesProvider',
  'renameProvider', 'selectionRangeProvider', 'semanticTokensProvider', 'signatureHelpProvider', 'typeDefinitionProvider',
  'workspaceSymbolProvider',
}
local METHODS = {
  'textDocument/completion', 'textDocument/definition', 'textDocument/documentHighlight', 'textDocument/documentSymbol',
  'textDocument/formatting', 'textDocument/rangeFormatting', 'textDocument/references', 'textDocument/rename',
  'textDocument/semanticTokens/full', 'textDocument/signatureHelp',
}

local function offers(client, method, buffer)
  if vim.fn.has('nvim-0.11') == 1 then return client:supports_method(method, buffer) end
  return client.supports_method(method, { bufnr = buffer })
end

-- The places of a word: lines from 1, columns from 0.
local function places(word)
  local found = {}
  for i, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(word, 1, true)
    if column then table.insert(found, { i, column - 1 }) end
  end
  return found
end

-- The text of the floating window, if there is one.
local function float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    end
  end
  return ''
end

-- Asks all servers that would be asked, and gives the results by the servers' names.
local function ask(method, params)
  local answers = {}
  local got = nil
  vim.lsp.buf_request_all(0, method, params, function(results) got = results end)
  await(method .. ' is answered', function() return got end)
  for id, answer in pairs(got) do
    local result = answer.result
    if result ~= nil and result ~= vim.NIL and next(result) ~= nil then
      answers[vim.lsp.get_client_by_id(id).name] = result
    end
  end
  return answers
end

local function only_clangd(answers, what)
  assert(answers.clangd, 'clangd gives ' .. what)
  assert(not answers.execre, 'ExeCRE keeps away from ' .. what)
end

local function position(place)
  return { textDocument = vim.lsp.util.make_text_document_params(), position = { line = place[1] - 1, character = place[2] } }
end

session.run(function()
  local buffer = session.open('beside.cpp')
  local clangd = { name = 'clangd', cmd = { 'clangd', '--background-index=false' }, root_dir = vim.fn.getcwd() }
  if vim.lsp.start then
    vim.lsp.start(clangd)
  else
    vim.lsp.buf_attach_client(buffer, vim.lsp.start_client(clangd))
  end
  await('both servers are there', function()
    for _, name in ipairs({ 'clangd', 'execre' }) do
      local client = session.client(name)
      if not client or not client.server_capabilities or not vim.lsp.buf_is_attached(buffer, client.id) then return false end
    end
    return true
  end)
  local execre = session.client('execre')

  await('both show what they found, once', function()
    local ours = session.diagnostics(buffer, 'execre')
    return #ours == 1 and ours[1].message:find(vim.env.COUNTEREXAMPLE, 1, true) and #session.diagnostics(buffer, 'clang') == 1
  end)
  local theirs = session.diagnostics(buffer, 'clang')[1]
  assert(theirs.message:find("'&&' within '||'", 1, true), 'clangd has its own warning, not: ' .. theirs.message)
  assert(theirs.lnum == places('return bill')[1][1] - 1, 'it is in its line')
  await('the lens of ExeCRE is there', function() return session.lens_has(buffer, 'differs on') end)
  assert(#session.lenses(buffer) == 1, 'one lens, for this clangd has none')

  for _, provider in ipairs(PROVIDERS) do
    assert(not execre.server_capabilities[provider], 'ExeCRE has no ' .. provider)
  end
  for _, method in ipairs(modern and METHODS or {}) do
    assert(not offers(execre, method, buffer), 'ExeCRE offers no ' .. method .. ' for a program')
  end
  session.say('ok   ExeCRE offers nothing that is the business of clangd')

  local declared, called = unpack(places('served'))
  vim.api.nvim_win_set_cursor(0, called)
  vim.lsp.buf.definition()
  await('the definition is found by clangd', function()
    local cursor = vim.api.nvim_win_get_cursor(0)
    return cursor[1] == declared[1] and cursor[2] == declared[2]
  end)

  vim.api.nvim_win_set_cursor(0, called)
  vim.lsp.buf.hover()
  await('the hover is that of clangd', function() return float():find('served', 1, true) end)
  only_clangd(ask('textDocument/hover', position(called)), 'hovers where no lens is')
  if modern then
    local answers = ask('textDocument/hover', position(places('main')[1]))
    assert(answers.clangd and answers.execre, 'on the line of the lens both have something to say')
  end

  local half = vim.deepcopy(called)
  half[2] = half[2] + #'ser'
  only_clangd(ask('textDocument/completion', position(half)), 'completion')
  local references = vim.tbl_extend('force', position(called), { context = { includeDeclaration = true } })
  only_clangd(ask('textDocument/references', references), 'references')
  only_clangd(ask('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params() }), 'symbols')

  -- Both may offer actions; the one of clangd is among them, and does its work.
  vim.api.nvim_win_set_cursor(0, { theirs.lnum + 1, theirs.col })
  session.act('place parentheses')
  await('the fix of clangd is made', function() return #places('return (bill >= 25 && items > 3)') == 1 end)

  vim.api.nvim_win_set_cursor(0, places('served')[1])
  vim.lsp.buf.rename('granted')
  await('clangd renames', function() return #places('served') == 0 and #places('granted') == 2 end)

  local line = places('return (bill')[1][1]
  vim.api.nvim_buf_set_lines(0, line - 1, line, false, { '    return (bill    >=25   &&   items>3)||bill<0 ;' })
  if vim.lsp.buf.format then vim.lsp.buf.format({ async = false }) else vim.lsp.buf.formatting_sync(nil, 60000) end
  await('clangd formats', function() return #places('  return (bill >= 25 && items > 3) || bill < 0;') == 1 end)

  vim.cmd('silent write')
  await('after the save each shows what is still there', function()
    return #session.diagnostics(buffer, 'execre') == 1 and #session.diagnostics(buffer, 'clang') == 0
      and session.lens_has(buffer, 'differs on') and not session.lens_has(buffer, 'before your edit')
  end)
end)

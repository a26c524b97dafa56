-- ExeCRE in Neovim 0.11 and later: put this into init.lua, with `execre` on the PATH.
vim.lsp.config('execre', {
  cmd = { 'execre', 'serve' },
  filetypes = { 'cpp', 'python' },
  root_markers = { 'input.schema', 'execre.toml' },
  workspace_required = true,
  capabilities = { workspace = { codeLens = { refreshSupport = true } } },
  handlers = {
    ['workspace/codeLens/refresh'] = function()
      vim.lsp.codelens.refresh()
      return vim.NIL
    end,
  },
})
vim.lsp.enable('execre')
vim.api.nvim_create_autocmd({ 'LspAttach', 'BufEnter' }, {
  pattern = { '*.c', '*.cc', '*.cpp', '*.cxx', '*.go', '*.java', '*.js', '*.mjs', '*.py', '*.rs', '*.schema', '*.ts' },
  callback = function() vim.lsp.codelens.refresh() end,
})

-- ExeCRE in Neovim 0.12 and later: put this into init.lua, with `execre` on the PATH.
vim.filetype.add({ extension = { schema = 'execre' } })
vim.lsp.config('execre', {
  cmd = { 'execre', 'serve' },
  filetypes = { 'c', 'cpp', 'execre', 'go', 'java', 'javascript', 'python', 'rust', 'typescript' },
  root_markers = { { 'input.schema', 'execre.toml' } },
  workspace_required = true,
})
vim.lsp.enable('execre')
vim.lsp.codelens.enable()

-- The language server. `require('understudy').setup()` enables it and adds the settings.
return {
  cmd = { 'understudy', 'lsp' },
  root_markers = { '.git', '.hg', 'pyproject.toml', 'package.json', 'go.mod', 'Cargo.toml' },
}

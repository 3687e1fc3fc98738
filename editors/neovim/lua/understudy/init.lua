-- Next edits in Neovim: settings, keys and the command :Understudy.
--
-- `suggestion` asks the server and applies what it answers, `drawing` shows it. Who wants other keys sets `keys` to
-- false and calls `accept_or_jump` and `reject`.

local drawing = require('understudy.drawing')
local suggestion = require('understudy.suggestion')

local M = {}

---@class understudy.Options
local defaults = {
  --- The command of the server; nil for the one of `lsp/understudy.lua`.
  cmd = nil, ---@type string[]?
  --- Settings of the server: enabled, completion, engine, eagerness, remember.
  settings = {},
  --- Keys, or false for none.
  keys = { accept = '<Tab>', reject = '<Esc>' },
  --- Whether completions at the cursor are shown, by Neovim's own inline completion.
  inline_completion = true,
  --- Whether the sign column stays where it would come and go with the sign, and move the text.
  keep_sign_column = true,
  --- Milliseconds without a change before the server is asked. It waits itself until a word is finished.
  debounce_ms = 120,
}

M.options = vim.deepcopy(defaults)

local function accept_completion()
  if M.options.inline_completion and vim.fn.mode():match('^i') and vim.lsp.inline_completion.get() then
    suggestion.forget()
    return true
  end
  return false
end

--- Accept the next edit if the cursor is at it, otherwise go to it.
---@return boolean handled false if there is no next edit, and the key should do something else
function M.accept_or_jump()
  return accept_completion() or suggestion.accept_or_jump()
end

--- Reject the next edit that is shown.
---@return boolean handled
function M.reject()
  return suggestion.reject()
end

--- The next edit in a few characters, for a status line; empty if there is none.
---@return string
function M.status()
  return drawing.describe_place(suggestion.current) or ''
end

local function map(modes, key, action, description)
  vim.keymap.set(modes, key, function()
    if not action() then
      vim.api.nvim_feedkeys(vim.keycode(key), 'n', false)
    end
  end, { desc = description })
end

--- Who types on an empty line wants an indentation, not to leave, unless the next edit is there.
local function is_indenting()
  local current = suggestion.current
  return vim.trim(vim.api.nvim_get_current_line()) == '' and not (current and drawing.is_at_cursor(current))
end

local function set_keys(keys)
  if keys.accept then
    vim.keymap.set('i', keys.accept, function()
      -- An open menu, and a snippet with places left, come first.
      local is_menu = vim.fn.pumvisible() == 1
      if not is_menu and vim.snippet.active({ direction = 1 }) then
        vim.snippet.jump(1)
      elseif is_menu or not (accept_completion() or not is_indenting() and suggestion.accept_or_jump()) then
        vim.api.nvim_feedkeys(vim.keycode(keys.accept), 'n', false)
      end
    end, { desc = 'Understudy: accept the next edit, or go to it' })
    map('n', keys.accept, M.accept_or_jump, 'Understudy: accept the next edit, or go to it')
  end
  if keys.reject then
    map('n', keys.reject, M.reject, 'Understudy: reject the next edit')
  end
end

local commands = {
  accept = suggestion.accept,
  explain = suggestion.explain,
  next = suggestion.jump_or_ask,
  reject = suggestion.reject,
  enable = function()
    vim.lsp.enable('understudy', true)
  end,
  disable = function()
    suggestion.forget()
    vim.lsp.enable('understudy', false)
  end,
}

local function create_command()
  vim.api.nvim_create_user_command('Understudy', function(given)
    local command = commands[given.fargs[1]]
    if command then
      command()
    else
      vim.notify('Understudy has: ' .. table.concat(vim.fn.sort(vim.tbl_keys(commands)), ', '), vim.log.levels.ERROR)
    end
  end, {
    nargs = 1,
    complete = function(typed)
      return vim.tbl_filter(function(name)
        return vim.startswith(name, typed)
      end, vim.tbl_keys(commands))
    end,
    desc = 'Next edits: accept, reject, next, explain, enable, disable',
  })
end

---@param options understudy.Options?
function M.setup(options)
  M.options = vim.tbl_deep_extend('force', vim.deepcopy(defaults), options or {})
  vim.lsp.config('understudy', {
    cmd = M.options.cmd,
    init_options = vim.tbl_extend('keep', { otherDocuments = true }, M.options.settings),
  })
  drawing.define_highlights()
  create_command()
  set_keys(M.options.keys)
  local group = vim.api.nvim_create_augroup('understudy', {})
  vim.api.nvim_create_autocmd('LspAttach', {
    group = group,
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == 'understudy' then
        suggestion.attach(client, event.buf, M.options, group)
        if M.options.inline_completion then
          vim.lsp.inline_completion.enable(true, { client_id = client.id })
        end
      end
    end,
  })
  vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = drawing.define_highlights })
  vim.lsp.enable('understudy')
end

return M

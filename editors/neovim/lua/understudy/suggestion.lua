-- The next edit: asks the server when the text has changed, and applies or rejects its answer.

local drawing = require('understudy.drawing')

local M = {}

---@class understudy.Suggestion
---@field id string
---@field uri string
---@field client_id integer
---@field edits table[] text edits, in the encoding of the client
---@field is_jump boolean whether only a place is suggested
---@field version integer? the version of the document; nil if it is not open
---@field encoding string
---@field sentence string

M.current = nil ---@type understudy.Suggestion?

local timer = assert(vim.uv.new_timer())
local pending = {} -- the request in progress: client and id
local options = {}

local function find_client(buffer)
  return vim.lsp.get_clients({ name = 'understudy', bufnr = buffer })[1]
end

local function is_watched(buffer)
  return vim.bo[buffer].buftype == '' and find_client(buffer) ~= nil
end

local function cancel_request()
  if pending.client then
    pending.client:cancel_request(pending.id)
    pending = {}
  end
end

--- Whether the suggestion is for the text as it is now.
local function is_up_to_date(suggestion)
  local buffer = vim.fn.bufnr(vim.uri_to_fname(suggestion.uri))
  if buffer < 0 or not vim.api.nvim_buf_is_loaded(buffer) then
    return suggestion.version == nil
  end
  return suggestion.version == vim.lsp.util.buf_versions[buffer]
end

local function to_suggestion(client, result)
  local edits = result.edits or {}
  local first = edits[1] or result.jump
  if not first then
    return nil
  end
  return {
    id = first.command.arguments[1],
    uri = first.textDocument.uri,
    client_id = client.id,
    edits = vim.tbl_map(function(edit)
      return { range = edit.range, newText = edit.text }
    end, #edits > 0 and edits or { result.jump }),
    is_jump = #edits == 0,
    version = type(first.textDocument.version) == 'number' and first.textDocument.version or nil,
    encoding = client.offset_encoding,
    sentence = result.sentence or '',
  }
end

--- Forget the suggestion without telling the server.
function M.forget()
  M.current = nil
  drawing.clear()
end

--- Draw for the cursor's new place. After a change, what is drawn moves with the text until the answer comes.
function M.redraw()
  if not M.current or is_up_to_date(M.current) then
    drawing.draw(M.current, options)
  end
end

--- Ask the server now.
---@param kind integer? 1 if the user asks, 2 otherwise
---@param done fun()? called when the answer is drawn
function M.request(kind, done)
  local buffer = vim.api.nvim_get_current_buf()
  local client = find_client(buffer)
  if not client or not is_watched(buffer) then
    return
  end
  cancel_request()
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local version = vim.lsp.util.buf_versions[buffer]
  params.textDocument.version = version
  params.context = { triggerKind = kind or 2 }
  local sent, id
  sent, id = client:request('textDocument/copilotInlineEdit', params, function(failure, result)
    if pending.id ~= id then
      return
    end
    pending = {}
    local found = not failure and result and to_suggestion(client, result) or nil
    if found and not is_up_to_date(found) then
      found = nil
    end
    M.current = found
    M.redraw()
    if found then
      client:notify('textDocument/didShowInlineEdit', {
        item = { command = { title = '', command = 'understudy.accept', arguments = { found.id } } },
      })
    end
    if done then
      done()
    end
  end, buffer)
  if sent then
    pending = { client = client, id = id }
  end
end

--- Whether the server has not answered yet.
function M.is_waiting()
  return pending.id ~= nil
end

local function request_soon()
  timer:stop()
  timer:start(options.debounce_ms, 0, vim.schedule_wrap(function()
    M.request()
  end))
end

--- A change of the text at the suggestion makes it wrong at once; elsewhere it stays until the answer comes.
local function on_change(buffer)
  local current = M.current
  if current and vim.uri_from_bufnr(buffer) == current.uri then
    local line = vim.api.nvim_win_get_cursor(0)[1] - 1
    local first, last = drawing.get_lines(current)
    if line >= first and line <= last then
      M.forget()
    end
  end
  request_soon()
end

local function focus(client, buffer)
  client:notify('textDocument/didFocus', { textDocument = { uri = vim.uri_from_bufnr(buffer) } })
end

local attached = {}

function M.attach(client, buffer, given, group)
  options = given
  if attached[buffer] then
    return
  end
  attached[buffer] = true
  local function on(events, action)
    vim.api.nvim_create_autocmd(events, { group = group, buffer = buffer, callback = action })
  end
  on({ 'TextChanged', 'TextChangedI', 'TextChangedP' }, function()
    on_change(buffer)
  end)
  on({ 'InsertLeave' }, request_soon)
  on({ 'BufWinEnter' }, function()
    drawing.keep_sign_column(buffer, options)
  end)
  on({ 'CursorMoved', 'CursorMovedI', 'InsertEnter' }, M.redraw)
  on({ 'BufEnter' }, function()
    local now = find_client(buffer)
    if now then
      focus(now, buffer)
      request_soon()
    end
  end)
  on({ 'BufDelete' }, function()
    attached[buffer] = nil
  end)
  drawing.keep_sign_column(buffer, options)
  if buffer == vim.api.nvim_get_current_buf() then
    focus(client, buffer)
    request_soon() -- the user may have come here for the next edit
  end
end

local function execute(client, command, arguments, handler)
  client:request('workspace/executeCommand', { command = command, arguments = arguments }, handler or function() end)
end

--- Put the cursor at the end of the text that an edit has inserted.
local function move_behind(edit, buffer, encoding)
  local lines = vim.split(edit.newText, '\n')
  local start = edit.range.start
  local row = math.min(start.line + #lines - 1, vim.api.nvim_buf_line_count(buffer) - 1)
  local text = vim.api.nvim_buf_get_lines(buffer, row, row + 1, true)[1]
  local column = #lines == 1 and drawing.to_column(buffer, start, encoding) + #lines[1] or #lines[#lines]
  vim.api.nvim_win_set_cursor(0, { row + 1, math.min(column, #text) })
end

--- Apply the suggestion and tell the server.
---@return boolean handled
function M.accept()
  local current = M.current
  local client = current and vim.lsp.get_client_by_id(current.client_id)
  if not current or not client or current.is_jump then
    return false
  end
  local buffer = vim.fn.bufnr(vim.uri_to_fname(current.uri))
  if buffer < 0 or not is_up_to_date(current) then
    M.forget()
    M.request(1)
    return true
  end
  vim.lsp.util.apply_text_edits(vim.deepcopy(current.edits), buffer, current.encoding)
  if buffer == vim.api.nvim_get_current_buf() then
    move_behind(current.edits[#current.edits], buffer, current.encoding)
  end
  M.forget()
  execute(client, 'understudy.accept', { current.id })
  request_soon()
  return true
end

--- Go to the suggestion, in its own file if need be.
---@return boolean handled
function M.jump()
  local current = M.current
  if not current then
    return false
  end
  local place = { uri = current.uri, range = vim.deepcopy(current.edits[1].range) }
  place.range.start.line = drawing.get_lines(current)
  place.range['end'] = place.range.start
  local is_here = vim.uri_from_bufnr(0) == current.uri
  if current.is_jump then
    local client = vim.lsp.get_client_by_id(current.client_id)
    if client then
      execute(client, 'understudy.accept', { current.id })
    end
  end
  if current.is_jump or not is_here then
    M.forget() -- in its own file it comes with the next answer, for the text as it is there
  end
  vim.lsp.util.show_document(place, current.encoding, { focus = true, reuse_win = true })
  M.redraw()
  if not is_here then
    request_soon()
  end
  return true
end

--- Go to the suggestion. If there is none, ask for one, and say why there still is none.
function M.jump_or_ask()
  if not M.jump() then
    M.request(1, function()
      if not M.jump() then
        M.explain()
      end
    end)
  end
end

---@return boolean handled
function M.accept_or_jump()
  local current = M.current
  if not current then
    return false
  end
  if not current.is_jump and drawing.is_at_cursor(current) then
    return M.accept()
  end
  return M.jump()
end

---@return boolean handled
function M.reject()
  local current = M.current
  local client = current and vim.lsp.get_client_by_id(current.client_id)
  if not current or not client then
    return false
  end
  -- The answer to an earlier request would have it again.
  timer:stop()
  cancel_request()
  execute(client, 'understudy.reject', { current.id })
  M.forget()
  return true
end

--- Say why there is a next edit, or none.
function M.explain()
  local client = find_client(0)
  if not client then
    vim.notify('Understudy is not running in this buffer.', vim.log.levels.WARN)
    return
  end
  execute(client, 'understudy.explain', { { show = false } }, function(_, result)
    local said = type(result) == 'table' and result.sentence or 'No next edit was asked for yet.'
    vim.notify('Understudy: ' .. said)
  end)
end

return M

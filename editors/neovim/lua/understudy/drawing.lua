-- Draws the next edit without moving any text: the old text is marked, the new one stands behind the line. A place
-- that is not on the screen is named behind the cursor's line. New lines are shown below only when the cursor is there.

local M = {}

local namespace = vim.api.nvim_create_namespace('understudy')
local max_text = 60
local first_mark = nil -- of the drawn suggestion: its buffer, its id, and the line of the suggestion

function M.define_highlights()
  local links = {
    UnderstudyOld = 'DiffText',
    UnderstudyNew = 'DiffAdd',
    UnderstudyHint = 'Comment',
    UnderstudySign = 'DiagnosticSignHint',
  }
  for name, link in pairs(links) do
    vim.api.nvim_set_hl(0, name, { link = link, default = true })
  end
end

function M.clear()
  first_mark = nil
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
    end
  end
end

--- Keep the sign column open where it would open with the sign: the text would move with each suggestion.
function M.keep_sign_column(buffer, options)
  for _, window in ipairs(options.keep_sign_column and vim.fn.win_findbuf(buffer) or {}) do
    local column = vim.wo[window][0]
    if column.signcolumn == 'auto' then
      column.signcolumn = 'yes'
    end
  end
end

--- The byte column of a position.
function M.to_column(buffer, position, encoding)
  local line = vim.api.nvim_buf_get_lines(buffer, position.line, position.line + 1, false)[1] or ''
  return vim.str_byteindex(line, encoding, position.character, false)
end

local function find_buffer(suggestion)
  local buffer = vim.fn.bufnr(vim.uri_to_fname(suggestion.uri))
  return buffer >= 0 and vim.api.nvim_buf_is_loaded(buffer) and buffer or nil
end

local function is_here(suggestion)
  return find_buffer(suggestion) == vim.api.nvim_get_current_buf()
end

--- How many lines the drawing has moved down since the suggestion came: lines were inserted or deleted above it.
local function count_moved_lines()
  local mark = first_mark and vim.api.nvim_buf_is_loaded(first_mark.buffer)
    and vim.api.nvim_buf_get_extmark_by_id(first_mark.buffer, namespace, first_mark.id, {})
  return mark and mark[1] and mark[1] - first_mark.row or 0
end

--- The first and the last line of the suggestion as the text is now, from 0.
function M.get_lines(suggestion)
  local moved = count_moved_lines()
  local first, last = suggestion.edits[1].range.start.line, suggestion.edits[#suggestion.edits].range['end'].line
  return first + moved, math.max(first, last) + moved
end

--- Whether the cursor is on a line of the suggestion.
function M.is_at_cursor(suggestion)
  if not is_here(suggestion) then
    return false
  end
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local first, last = M.get_lines(suggestion)
  return line >= first and line <= last
end

local function is_on_screen(suggestion)
  local line = M.get_lines(suggestion) + 1
  return is_here(suggestion) and line >= vim.fn.line('w0') and line <= vim.fn.line('w$')
end

--- Where the suggestion is, in a few characters.
function M.describe_place(suggestion)
  if not suggestion then
    return nil
  end
  local line = M.get_lines(suggestion) + 1
  if is_here(suggestion) then
    return ('» line %d'):format(line)
  end
  return ('» %s:%d'):format(vim.fs.basename(vim.uri_to_fname(suggestion.uri)), line)
end

local function shorten(text)
  text = vim.trim(text:gsub('%s+', ' '))
  return #text <= max_text and text or vim.fn.strcharpart(text, 0, max_text - 1) .. '…'
end

--- Neovim's inline completion shows what changes nothing before the cursor, in insert mode.
local function is_inline_completion(edit, buffer, encoding, options)
  if not options.inline_completion or not vim.fn.mode():match('^i') then
    return false
  end
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local start, stop = edit.range.start, edit.range['end']
  if start.line ~= row - 1 or stop.line ~= start.line or buffer ~= vim.api.nvim_get_current_buf() then
    return false
  end
  local first, last = M.to_column(buffer, start, encoding), M.to_column(buffer, stop, encoding)
  local line = vim.api.nvim_get_current_line()
  return first >= column or (last >= column and vim.startswith(edit.newText, line:sub(first + 1, column)))
end

local function draw_edit(edit, buffer, suggestion, options)
  local encoding, start, stop = suggestion.encoding, edit.range.start, edit.range['end']
  local count = vim.api.nvim_buf_line_count(buffer)
  if start.line > count or is_inline_completion(edit, buffer, encoding, options) then
    return
  end
  local row = math.min(start.line, count - 1)
  local mark = { sign_text = '»', sign_hl_group = 'UnderstudySign', priority = 200, hl_mode = 'combine' }
  local new = vim.split((edit.newText:gsub('\r', '')), '\n')
  local is_old = start.line ~= stop.line or start.character ~= stop.character
  if is_old then
    mark.end_row = math.min(stop.line, count)
    mark.end_col = stop.line < count and M.to_column(buffer, stop, encoding) or 0
    mark.hl_group = 'UnderstudyOld'
  end
  if suggestion.is_jump then
    mark.virt_text = { { '  » next edit', 'UnderstudyHint' } }
  elseif edit.newText == '' then
    mark.virt_text = { { '  » delete', 'UnderstudyHint' } }
  elseif #new == 1 then
    mark.virt_text = { { is_old and '  → ' or '  + ', 'UnderstudyHint' }, { shorten(new[1]), 'UnderstudyNew' } }
  elseif M.is_at_cursor(suggestion) then
    -- Added lines end with a line break, or begin with one behind the line above.
    local lines = new[#new] == '' and vim.list_slice(new, 1, #new - 1) or new[1] == '' and vim.list_slice(new, 2) or new
    mark.virt_lines = vim.tbl_map(function(line)
      return { { line, 'UnderstudyNew' } }
    end, lines)
    mark.virt_lines_above = not is_old and new[#new] == ''
  else
    mark.virt_text = { { ('  + %d lines: '):format(#new - 1), 'UnderstudyHint' }, { shorten(edit.newText), 'UnderstudyNew' } }
  end
  local column = start.line < count and M.to_column(buffer, start, encoding) or 0
  local id = vim.api.nvim_buf_set_extmark(buffer, namespace, row, column, mark)
  first_mark = first_mark or { buffer = buffer, id = id, row = row }
end

--- Draw the suggestion in place of the one before; nothing for nil.
---@param suggestion understudy.Suggestion?
function M.draw(suggestion, options)
  M.clear()
  if not suggestion then
    return
  end
  local buffer = find_buffer(suggestion)
  if buffer then
    for _, edit in ipairs(suggestion.edits) do
      draw_edit(edit, buffer, suggestion, options)
    end
  end
  if not is_on_screen(suggestion) then
    local row = vim.api.nvim_win_get_cursor(0)[1] - 1
    vim.api.nvim_buf_set_extmark(0, namespace, row, 0, {
      virt_text = { { '  ' .. M.describe_place(suggestion), 'UnderstudyHint' } },
      hl_mode = 'combine',
    })
  end
end

return M

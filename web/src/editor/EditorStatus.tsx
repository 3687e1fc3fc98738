// Line, column, language and encoding of the shown document.

export function EditorStatus() {
  return null;
}

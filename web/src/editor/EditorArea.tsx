// Tabs and the editor below them.

export function EditorArea() {
  return null;
}

// The chat beside the editor.

export function ChatPanel() {
  return null;
}

// The quiet word about next edits in the status bar.

export function NesStatus() {
  return null;
}

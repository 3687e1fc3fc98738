// The tree of files.

export function FilesPanel() {
  return null;
}

// Search in the files of all roots.

export function SearchPanel() {
  return null;
}

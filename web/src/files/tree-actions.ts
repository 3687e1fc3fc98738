// What the tree offers for a file or a folder, for its menu and its keys.

import { isMac, keyLabel } from "../shell/commands";
import { notify } from "../shell/notices";
import { palette } from "../shell/palette";
import type { MenuItem } from "../ui/Menu";
import type { Documents } from "../workspace/documents";
import { baseName, folderOf, join, relativeName, rootOf, toAbsolute } from "../workspace/paths";
import type { EntryChanges } from "./entry-changes";
import { newFile, newFolder } from "./new-file";
import type { Node } from "./tree-nodes";

export class TreeActions {
  constructor(
    private readonly documents: Documents,
    private readonly changes: EntryChanges,
  ) {}

  items(node: Node): MenuItem[] {
    const folder = node.isFolder ? node.path : folderOf(node.path);
    const items: MenuItem[] = [];
    if (!node.isFolder) {
      items.push(
        { label: "Open", keys: "Enter", run: () => void this.documents.reveal(node.path) },
        { label: "Open to the side", run: () => void this.documents.revealBeside(node.path) },
      );
      if (/\.svg$/i.test(node.path))
        items.push({ label: "Open as an image", run: () => this.documents.view(node.path) });
    }
    items.push(
      { label: "New file…", run: () => newFile(this.documents, folder) },
      { label: "New folder…", run: () => newFolder(this.documents, folder) },
      { label: "Copy path", run: () => void copy(node.path) },
    );
    if (node.parent) {
      items.push(
        { label: "Rename or move…", keys: "F2", run: () => this.rename(node) },
        { label: "Delete", keys: "Delete", danger: true, run: () => void this.changes.remove(node.path) },
      );
    }
    const undo = this.changes.undoLabel();
    if (undo) items.push({ label: `Undo ${undo}`, keys: keyLabel("mod+z"), run: () => void this.changes.undo() });
    return items;
  }

  /** Returns true if the key was one of the tree's. */
  handleKey(event: KeyboardEvent, node: Node): boolean {
    const mod = isMac ? event.metaKey : event.ctrlKey;
    if (mod && event.key.toLowerCase() === "z" && !event.shiftKey) void this.changes.undo();
    else if (event.ctrlKey || event.metaKey || event.altKey || !node.parent) return false;
    else if (event.key === "F2") this.rename(node);
    else if (event.key === "Delete" || (isMac && event.key === "Backspace")) void this.changes.remove(node.path);
    else return false;
    return true;
  }

  /** Ask for the new path: another name renames it, another folder moves it. */
  rename(node: Node): void {
    const { roots } = this.documents.config;
    const root = rootOf(node.path, roots) ?? roots[0]!;
    const current = relativeName(node.path, root);
    palette.open({
      title: "Rename or move",
      placeholder: `New path of ${current}`,
      initial: current,
      find: (typed) => {
        const name = typed.trim().replace(/^\/+|\/+$/g, "");
        if (name === "" || name === current) return [];
        const to = toAbsolute(join(root.path, name), roots);
        const isRename = folderOf(to) === folderOf(node.path);
        const label = isRename ? `Rename to ${baseName(to)}` : `Move to ${name}`;
        return [{ id: to, label, detail: to, run: () => void this.changes.move(node.path, to) }];
      },
    });
  }

  /** Move an entry into a folder, as after a drop. */
  async moveInto(path: string, folder: string): Promise<void> {
    const to = join(folder, baseName(path));
    if (to !== path) await this.changes.move(path, to);
  }
}

async function copy(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(path);
    notify("The path is copied.");
  } catch {
    notify("The browser does not allow copying.", "warning");
  }
}

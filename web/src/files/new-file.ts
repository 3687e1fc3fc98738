// Creates files and folders. A folder is created with its first file, because no tool creates an empty one.

import { notify } from "../shell/notices";
import { palette, type PaletteItem } from "../shell/palette";
import { errorText } from "../tools/tools";
import type { Documents } from "../workspace/documents";
import { folderOf, join, relativeName, rootOf } from "../workspace/paths";

/** Ask for a name in `folder` (default: the folder of the shown file), create the file and open it. */
export function newFile(documents: Documents, folder?: string): void {
  const base = baseOf(documents, folder);
  palette.open({
    title: "New file",
    placeholder: `Name of the new file in ${shownName(documents, base)}`,
    find: (typed) => createItems(documents, base, typed),
  });
}

/** Ask for the name of a folder, then for the name of its first file. */
export function newFolder(documents: Documents, folder?: string): void {
  const base = baseOf(documents, folder);
  palette.open({
    title: "New folder",
    placeholder: `Name of the new folder in ${shownName(documents, base)}`,
    find: (typed) => {
      const name = typed.trim().replace(/^\/+|\/+$/g, "");
      if (name === "") return [];
      const path = join(base, name);
      const detail = "then name its first file";
      return [{ id: path, label: `Create ${name}/`, detail, run: () => newFile(documents, path) }];
    },
  });
}

function baseOf(documents: Documents, folder?: string): string {
  if (folder) return folder;
  const active = documents.active.value;
  return active ? folderOf(active.path) : documents.config.roots[0]!.path;
}

function shownName(documents: Documents, folder: string): string {
  const root = rootOf(folder, documents.config.roots) ?? documents.config.roots[0]!;
  return folder === root.path ? root.name : `${root.name}/${relativeName(folder, root)}`;
}

function createItems(documents: Documents, base: string, typed: string): PaletteItem[] {
  const name = typed.trim().replace(/^\/+/, "");
  if (name === "" || name.endsWith("/")) return [];
  const path = join(base, name);
  return [
    {
      id: path,
      label: `Create ${name}`,
      detail: path,
      run: () => {
        documents.create(path).catch((error: unknown) => notify(errorText(error), "error"));
      },
    },
  ];
}

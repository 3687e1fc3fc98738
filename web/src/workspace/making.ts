// New files and folders. A folder is made with the first file in it: no tool makes an empty one.

import { notify } from "../shell/notices";
import { palette, type Pick } from "../shell/palette";
import { wordsOf, type Documents } from "./documents";
import { folderOf, join, nameIn, rootOf } from "./paths";

/** Ask for a name below `folder` (or beside the shown file), make the file and open it. */
export function newFile(documents: Documents, folder?: string): void {
  const { roots } = documents.config;
  const active = documents.active.value;
  const base = folder ?? (active ? folderOf(active.path) : roots[0]!.path);
  const root = rootOf(base, roots) ?? roots[0]!;
  const shown = base === root.path ? root.name : `${root.name}/${nameIn(base, root)}`;
  palette.open({
    title: "New file",
    placeholder: `Name of the new file in ${shown}, such as notes.md or folder/notes.md`,
    find: (typed) => picks(documents, base, typed),
  });
}

function picks(documents: Documents, base: string, typed: string): Pick[] {
  const name = typed.trim().replace(/^\/+/, "");
  if (name === "" || name.endsWith("/")) return [];
  const path = join(base, name);
  return [
    {
      id: path,
      label: `Create ${name}`,
      detail: path,
      run: () => {
        documents.create(path).catch((error: unknown) => notify(wordsOf(error), "error"));
      },
    },
  ];
}

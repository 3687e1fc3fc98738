// Opens a file location in the editor; notifies the user if that fails.

import { notify } from "../shell/notices";
import type { Documents } from "../workspace/documents";
import type { FileLocation } from "./markdown/links";

export async function openLocation(documents: Documents, { path, line }: FileLocation): Promise<void> {
  const at =
    line === null || line < 1
      ? null
      : { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 };
  try {
    await documents.open(path, at ? { selection: at } : {});
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    notify(`${path} could not be opened: ${message}`, "warning");
  }
}

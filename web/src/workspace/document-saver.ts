// Saves documents. Never overwrites a file that changed since it was read: the user chooses instead.

import { announce, notify } from "../shell/notices";
import { ToolError, errorText } from "../tools/tools";
import { isMissing, isOutdated, isUtf8, type Disk } from "./disk";
import type { TextDocument } from "./document";
import type { Diff } from "./tabs";

export class DocumentSaver {
  constructor(
    private readonly disk: Disk,
    private readonly onSaved: (document: TextDocument) => void,
  ) {}

  /** Returns false if the document was not saved, after notifying the user. */
  async save(document: TextDocument): Promise<boolean> {
    if (document.readOnly) return false;
    return await document.serialized(() => this.#save(document));
  }

  /** Replace the buffer with the file's text. */
  async revertToDisk(document: TextDocument): Promise<void> {
    const revert = async () => {
      document.reload(await this.disk.read(document.path));
      this.onSaved(document);
      announce(`${document.name} was reverted to the file's text.`);
    };
    await document.serialized(() => notifyOnError(revert));
  }

  /** Keep the buffer; the next save overwrites the file's current content, also a save that is requested now. */
  async keepBuffer(document: TextDocument): Promise<void> {
    const keep = async () => {
      const hash = await this.disk.hash(document.path);
      document.hash = hash ?? "";
      document.setConflict(hash === null ? "deleted" : null);
      announce(`Your text of ${document.name} is kept. Saving it overwrites the file.`);
    };
    await document.serialized(() => notifyOnError(keep));
  }

  /** A diff of file and buffer; null if the file cannot be read. */
  async comparison(document: TextDocument): Promise<Diff | null> {
    const disk = await notifyOnError(() => this.disk.read(document.path));
    if (!disk) return null;
    return {
      title: `${document.name}: file and editor`,
      path: document.path,
      original: disk.text,
      modified: document.model.getValue(),
    };
  }

  async #save(document: TextDocument): Promise<boolean> {
    const conflict = document.conflict.value;
    if (conflict === "changed") {
      notify(`${document.name} changed on disk. Choose above the editor which text to keep.`, "warning");
      return false;
    }
    if (!document.dirty.value && conflict === null) return true;
    const { text, version, path, encoding } = document;
    try {
      const expected = conflict === "deleted" ? null : document.hash;
      const hash = await this.disk.write({ path, text, encoding, expected });
      document.markSaved(text, hash, version);
      this.onSaved(document);
      announce(`${document.name} is saved.`);
      return true;
    } catch (error) {
      this.#reportFailure(document, error);
      return false;
    }
  }

  #reportFailure(document: TextDocument, error: unknown): void {
    const { name, encoding } = document;
    if (isOutdated(error)) {
      const currentHash = (error as ToolError).details.currentHash;
      document.setConflict(currentHash === null ? "deleted" : "changed");
      notify(`${name} was not saved: its file changed meanwhile.`, "warning");
    } else if (isMissing(error)) {
      document.setConflict("deleted");
      notify(`${name} was not saved: its file was deleted meanwhile.`, "warning");
    } else if (error instanceof ToolError && error.reason === "not_encodable" && !isUtf8(encoding)) {
      const message = `${name} was not saved: ${encoding} lacks some of its characters.`;
      notify(message, "error", [{ label: "Save as UTF-8", run: () => void this.#saveAsUtf8(document) }]);
    } else {
      notify(`${name} was not saved: ${errorText(error)}`, "error");
    }
  }

  async #saveAsUtf8(document: TextDocument): Promise<void> {
    document.encoding = "utf-8";
    await this.save(document);
  }
}

/** Run `work`, or notify the user why it failed. */
async function notifyOnError<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    notify(errorText(error), "error");
    return null;
  }
}

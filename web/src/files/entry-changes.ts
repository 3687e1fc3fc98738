// Renames, moves and deletes files and folders, and takes that back. Open documents follow. A deleted entry is in the
// trash of the desktop.

import { signal, type ReadonlySignal } from "@preact/signals";
import { ask, notify } from "../shell/notices";
import { askUserConsent } from "../tools/consent";
import { errorText, ToolError } from "../tools/tools";
import { baseName, isInside } from "../workspace/paths";
import { MAX_ENTRY_UNDOS } from "./limits";

/** Sends one change to the server; the answer is its result. Rejects with a ToolError. */
export type SendChange = (change: object) => Promise<{ path?: string; id?: string }>;

/** What is needed of the open documents. */
export interface FollowingDocuments {
  readonly all: ReadonlySignal<readonly { readonly path: string; readonly dirty: ReadonlySignal<boolean> }[]>;
  /** Paths of the open files below a path, in the order of their tabs. */
  openBelow(path: string): string[];
  moved(from: string, to: string): Promise<void>;
  /** Close the tabs of files that are gone. */
  removed(path: string): Promise<void>;
  open(path: string, options: { show: boolean }): Promise<unknown>;
}

type Undo = { readonly label: string; run(): Promise<void> };

export class EntryChanges {
  readonly #undos = signal<readonly Undo[]>([]);
  /** What the next undo takes back; null if there is nothing. */
  readonly undoLabel = () => this.#undos.value.at(-1)?.label ?? null;

  constructor(
    private readonly documents: FollowingDocuments,
    /** Called after each change, so that the tree shows it. */
    private readonly refresh: () => Promise<void>,
    private readonly send: SendChange = postChange,
    private readonly consent: (question: string) => Promise<boolean> = askUserConsent,
  ) {}

  /** Returns false, after notifying the user, if it was not moved. */
  async move(from: string, to: string): Promise<boolean> {
    if (from === to) return false;
    const isDone = await this.#attempt(() => this.#move(from, to));
    if (isDone) this.#remember(`${baseName(from)} → ${baseName(to)}`, () => this.#move(to, from));
    return isDone;
  }

  async remove(path: string): Promise<boolean> {
    const name = baseName(path);
    const dirty = this.documents.all.peek().filter((one) => isInside(one.path, path) && one.dirty.peek());
    if (dirty.length > 0) {
      const text = dirty.length === 1 ? `${baseName(dirty[0]!.path)} has` : `${dirty.length} files have`;
      const choice = await ask(`Delete ${name}?`, `${text} changes that are not saved. They would be lost.`, [
        { id: "keep", label: "Keep it" },
        { id: "delete", label: "Delete", danger: true },
      ]);
      if (choice !== "delete") return false;
    }
    let trashed = "";
    const open = this.documents.openBelow(path);
    const isDone = await this.#attempt(async () => {
      trashed = (await this.#request({ action: "delete", path })).id ?? "";
      await this.documents.removed(path);
    });
    if (!isDone) return false;
    this.#remember(`deletion of ${name}`, async () => {
      await this.#request({ action: "restore", id: trashed });
      for (const one of open) await this.documents.open(one, { show: one === open.at(-1) });
    });
    notify(`${name} is in the trash.`, "info", [{ label: "Undo", run: () => void this.undo() }]);
    return true;
  }

  /** Take the latest change back. */
  async undo(): Promise<boolean> {
    const last = this.#undos.value.at(-1);
    if (!last) return false;
    this.#undos.value = this.#undos.value.slice(0, -1);
    return await this.#attempt(() => last.run());
  }

  async #move(from: string, to: string): Promise<void> {
    await this.#request({ action: "move", from, to });
    await this.documents.moved(from, to);
  }

  /** A place that other programs execute or trust needs the user's consent. */
  async #request(change: object): Promise<{ path?: string; id?: string }> {
    try {
      return await this.send(change);
    } catch (error) {
      if (!(error instanceof ToolError) || error.reason !== "needs_approval") throw error;
      if (!(await this.consent(error.userMessage))) throw error;
      return await this.send({ ...change, approved: true });
    }
  }

  #remember(label: string, run: () => Promise<void>): void {
    this.#undos.value = [...this.#undos.value, { label, run }].slice(-MAX_ENTRY_UNDOS);
  }

  async #attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      notify(errorText(error), "error");
      return false;
    } finally {
      await this.refresh();
    }
  }
}

async function postChange(change: object): Promise<{ path?: string; id?: string }> {
  let response: Response;
  try {
    response = await fetch("/file", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(change),
    });
  } catch {
    throw new ToolError("The server of the workbench cannot be reached. Is it still running?", "GONE");
  }
  const body = (await response.json().catch(() => ({}))) as Record<string, string>;
  if (response.ok) return body;
  throw new ToolError(body.error ?? `The server answered ${response.status}.`, body.code ?? "HTTP", {
    reason: body.reason ?? "",
  });
}

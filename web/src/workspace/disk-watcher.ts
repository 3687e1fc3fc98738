// Looks every few seconds whether the open files are still what was read of them. A text without unsaved
// changes follows its file; one with them gets the question above the editor. Nothing is overwritten here.

import type { Agent } from "../agent/agent";
import type { SessionNotification } from "../protocol/acp";
import type { Tapped } from "../rpc/peer";
import { announce } from "../shell/notices";
import type { TextDocument } from "./document";
import type { Documents } from "./documents";

const EVERY = 2000;
/** Files looked at in one round beside the shown one; the others have their turn in the next. */
const A_ROUND = 10;
const AT_ONCE = 4;
/** After a tool of the agent: several end together. */
const SETTLE = 150;

export class Watching {
  /** The file's hash that a conflict was found with: it is not read again and again. */
  readonly #known = new WeakMap<TextDocument, string>();
  readonly #told: (() => void)[] = [];
  #turn = 0;
  #running: Promise<void> | null = null;
  #soon = 0;

  constructor(
    private readonly documents: Documents,
    agent: Agent,
  ) {
    agent.tap((tapped) => {
      if (endsToolCall(tapped)) this.lookSoon();
    });
  }

  afterAgent(told: () => void): void {
    this.#told.push(told);
  }

  start(): void {
    setInterval(() => {
      if (document.visibilityState === "visible") void this.look(false);
    }, EVERY);
    window.addEventListener("focus", () => void this.look());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.look();
    });
  }

  /** Look at all, or at this round's. One look at a time. */
  async look(all = true): Promise<void> {
    if (this.#running && !all) return;
    await this.#running;
    this.#running = this.#round(all).finally(() => (this.#running = null));
    await this.#running;
  }

  /** The agent may have changed files. */
  lookSoon(): void {
    clearTimeout(this.#soon);
    this.#soon = window.setTimeout(() => {
      void this.look();
      for (const told of this.#told) told();
    }, SETTLE);
  }

  async #round(all: boolean): Promise<void> {
    const waiting = all ? [...this.documents.owned] : this.#due();
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const one = next;
        // In turn with saving: a save that is under way is not somebody else's change.
        const turn = one.saving.then(() => this.#lookAt(one));
        one.saving = turn.catch(() => {});
        await turn.catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  #due(): TextDocument[] {
    // To hash a very large file every few seconds costs more than it is worth.
    const open = this.documents.owned.filter((one) => one.whole);
    const shown = this.documents.active.value as TextDocument | null;
    const others = open.filter((one) => one !== shown);
    const due = others.length <= A_ROUND ? others : [];
    while (due.length < Math.min(A_ROUND, others.length)) {
      due.push(others[this.#turn++ % others.length]!);
    }
    return shown?.whole ? [shown, ...due] : due;
  }

  async #lookAt(one: TextDocument): Promise<void> {
    const hash = await this.documents.disk.hash(one.path);
    if (one.model.isDisposed()) return;
    if (hash === one.hash) {
      one.conflicting(null);
    } else if (hash === null) {
      if (one.conflict.value !== "deleted") announce(`${one.name} was deleted on disk.`);
      one.conflicting("deleted");
    } else if (one.conflict.value !== "changed" || this.#known.get(one) !== hash) {
      await this.#changed(one);
    }
  }

  async #changed(one: TextDocument): Promise<void> {
    const disk = await this.documents.disk.read(one.path);
    if (one.model.isDisposed()) return;
    // What somebody else wrote may be just what stands here.
    if (!one.dirty.value || disk.text === one.text) {
      const changed = disk.text !== one.text;
      this.documents.reload(one, disk);
      if (changed) announce(`${one.name} changed on disk and was read again.`);
      return;
    }
    this.#known.set(one, disk.hash);
    one.conflicting("changed");
    announce(`${one.name} changed on disk. Your unsaved text was kept.`);
  }
}

/** Whether a message says that a tool of the agent has ended. */
export function endsToolCall({ direction, message }: Tapped): boolean {
  if (direction !== "received" || message.method !== "session/update") return false;
  const update = (message.params as Partial<SessionNotification> | undefined)?.update;
  if (update?.sessionUpdate !== "tool_call_update" && update?.sessionUpdate !== "tool_call") return false;
  return update.status === "completed" || update.status === "failed";
}

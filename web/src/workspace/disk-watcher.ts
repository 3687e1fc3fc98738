// Polls whether open files changed on disk. A document without unsaved changes is reloaded; one with unsaved
// changes gets a conflict banner. Writes nothing.

import type { Agent } from "../agent/agent";
import type { SessionNotification } from "../protocol/acp";
import type { TappedMessage } from "../rpc/peer";
import { announce } from "../shell/notices";
import type { TextDocument } from "./document";
import type { Documents } from "./documents";
import { AGENT_SETTLE_MS, MAX_FILES_PER_POLL, MAX_PARALLEL_READS, POLL_INTERVAL_MS } from "./limits";

export class DiskWatcher {
  /**
   * The hash on disk when the conflict was found, so that the file is not read again for the same conflict.
   */
  readonly #conflictHashes = new WeakMap<TextDocument, string>();
  readonly #agentListeners = new Set<() => void>();
  #nextIndex = 0;
  #running: Promise<void> | null = null;
  #following: Promise<void> | null = null;
  #timer = 0;

  constructor(
    private readonly documents: Documents,
    agent: Agent,
  ) {
    agent.tap((tapped) => {
      if (endsToolCall(tapped)) this.checkSoon();
    });
  }

  onAgentToolEnd(listener: () => void): () => void {
    this.#agentListeners.add(listener);
    return () => this.#agentListeners.delete(listener);
  }

  start(): void {
    setInterval(() => {
      if (document.visibilityState === "visible") void this.check(false);
    }, POLL_INTERVAL_MS);
    window.addEventListener("focus", () => void this.check());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.check();
    });
  }

  /** Check all files, or those due in this poll. Checks do not overlap. */
  async check(all = true): Promise<void> {
    if (this.#running && !all) return;
    // However many ask while a check runs, one more check follows it.
    if (this.#running) return await (this.#following ??= this.#running.then(() => this.#start(true)));
    await this.#start(all);
  }

  #start(all: boolean): Promise<void> {
    this.#following = null;
    const running = this.#checkFiles(all).finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }

  /** Called when the agent may have changed files. */
  checkSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      void this.check();
      for (const listener of this.#agentListeners) listener();
    }, AGENT_SETTLE_MS);
  }

  async #checkFiles(all: boolean): Promise<void> {
    const waiting = all ? [...this.documents.textDocuments] : this.#filesDue();
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const one = next;
        // Serialized with saving: a save in progress must not be taken for an external change.
        await one.serialized(() => this.#checkFile(one)).catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL_READS }, worker));
  }

  #filesDue(): TextDocument[] {
    // Skip very large files: hashing them every few seconds is too expensive.
    const open = this.documents.textDocuments.filter((one) => one.isComplete);
    const shown = this.documents.active.value as TextDocument | null;
    const others = open.filter((one) => one !== shown);
    const due = others.length <= MAX_FILES_PER_POLL ? others : [];
    while (due.length < Math.min(MAX_FILES_PER_POLL, others.length)) {
      due.push(others[this.#nextIndex++ % others.length]!);
    }
    return shown?.isComplete ? [shown, ...due] : due;
  }

  async #checkFile(one: TextDocument): Promise<void> {
    const hash = await this.documents.disk.hash(one.path);
    if (one.model.isDisposed()) return;
    if (hash === one.hash) {
      one.setConflict(null);
    } else if (hash === null) {
      if (one.conflict.value !== "deleted") announce(`${one.name} was deleted on disk.`);
      one.setConflict("deleted");
    } else if (one.conflict.value !== "changed" || this.#conflictHashes.get(one) !== hash) {
      await this.#handleChange(one);
    }
  }

  async #handleChange(one: TextDocument): Promise<void> {
    const disk = await this.documents.disk.read(one.path);
    if (one.model.isDisposed()) return;
    // The new content may equal the buffer.
    if (!one.dirty.value || disk.text === one.text) {
      const changed = disk.text !== one.text;
      this.documents.reload(one, disk);
      if (changed) announce(`${one.name} changed on disk and was read again.`);
      return;
    }
    this.#conflictHashes.set(one, disk.hash);
    one.setConflict("changed");
    announce(`${one.name} changed on disk. Your unsaved text was kept.`);
  }
}

/** Whether a message reports the end of a tool call of the agent. */
export function endsToolCall({ direction, message }: TappedMessage): boolean {
  if (direction !== "received" || message.method !== "session/update") return false;
  const update = (message.params as Partial<SessionNotification> | undefined)?.update;
  if (update?.sessionUpdate !== "tool_call_update" && update?.sessionUpdate !== "tool_call") return false;
  return update.status === "completed" || update.status === "failed";
}

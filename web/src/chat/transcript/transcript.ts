// The transcript of one session: applies updates as they arrive, and publishes them once per frame. Entries
// are grouped in slices, so that a new entry updates only the last slice, and only some slices are rendered. Knows no connection; unknown
// updates are ignored.

import { batch, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { CompactionUpdate, ContentChunk, SessionUpdate, ToolCallUpdate } from "../../protocol/acp";
import { Call, Plan, Remark, Message, type Entry } from "./entries";
import { applyCallUpdate } from "./entries";
import { Subagents } from "./subagents";
import { plainText } from "../labels";
import { MAX_SLICES, MAX_SUMMARY_CHARS, SLICE_ENTRIES } from "../limits";

export interface Slice {
  readonly id: number;
  readonly entries: ReadonlySignal<readonly Entry[]>;
}

interface MutableSlice extends Slice {
  readonly entries: Signal<readonly Entry[]>;
  readonly items: Entry[];
}

const COMPACTION_LABELS: Readonly<Record<string, string>> = {
  in_progress: "The conversation is being summarised…",
  completed: "The conversation was summarised: the agent goes on from the summary.",
  failed: "The conversation could not be summarised.",
  cancelled: "The conversation was not summarised: it was stopped.",
};

/** Blocks of unknown types are ignored. */
const KNOWN_BLOCK_TYPES = new Set(["text", "image", "audio", "resource_link", "resource"]);

/** Schedules a flush for the next frame. */
export type Schedule = (flush: () => void) => void;

export class Transcript {
  readonly #schedule: Schedule;
  readonly #slices: MutableSlice[] = [];
  readonly #shown = signal<readonly Slice[]>([]);
  readonly #dirty = new Set<Entry>();
  readonly #changedSlices = new Set<MutableSlice>();
  readonly #calls = new Map<string, Call>();
  #openMessage: Message | null = null;
  #plans = new Map<string | null, Plan>();
  readonly #compactions = new Map<string, Remark>();
  #subagents = new Subagents();
  #promptEcho: string | null = null;
  #isFlushScheduled = false;
  #count = 0;
  #nextSlice = 0;

  readonly slices: ReadonlySignal<readonly Slice[]> = this.#shown;
  /** Incremented in each frame in which something changed. */
  readonly changes = signal(0);
  /** Whether older entries were dropped. */
  readonly dropped = signal(false);
  /** Whether there is no entry yet. */
  readonly empty = signal(true);

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  get length(): number {
    return this.#count;
  }

  /** All entries, for tests and searches; not reactive. */
  all(): Entry[] {
    return this.#slices.flatMap((slice) => slice.items);
  }

  add<E extends Entry>(entry: E): E {
    if (!(entry instanceof Message) || entry !== this.#openMessage) this.closeMessage();
    let slice = this.#slices.at(-1);
    if (!slice || slice.items.length >= SLICE_ENTRIES) {
      slice = { id: ++this.#nextSlice, entries: signal([]), items: [] };
      this.#slices.push(slice);
      if (this.#slices.length > MAX_SLICES) this.#dropOldestSlice();
    }
    slice.items.push(entry);
    this.#count++;
    this.#changedSlices.add(slice);
    this.#scheduleFlush();
    return entry;
  }

  remark(text: string, level: Remark["level"] = "info", more = ""): Remark {
    return this.add(new Remark(text, level, more));
  }

  /** Add the user's prompt; an agent that echoes it does not show it twice. */
  addPrompt(entry: Message): void {
    this.closeMessage();
    this.#startTurn();
    entry.open = false;
    this.#promptEcho = entry.text;
    this.add(entry);
  }

  apply(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case "user_message_chunk":
        if (this.#promptEcho !== null && this.#promptEcho.includes(plainText(update.content))) return;
        return this.#appendChunk("user", update);
      case "agent_message_chunk":
        return this.#appendChunk("agent", update);
      case "agent_thought_chunk":
        return this.#appendChunk("thought", update);
      case "tool_call":
      case "tool_call_update":
        this.applyCall(update);
        return;
      case "plan":
        return this.#updatePlan(null, (plan) => (plan.entries = update.entries ?? []));
      case "plan_update": {
        const planUpdate = update.plan;
        return this.#updatePlan(planUpdate.planId, (plan) => {
          if (planUpdate.type === "items") plan.entries = planUpdate.entries;
          if (planUpdate.type === "markdown") plan.markdown = planUpdate.content;
          if (planUpdate.type === "file") plan.uri = planUpdate.uri;
        });
      }
      case "plan_removed":
        return this.#updatePlan(update.planId, (plan) => (plan.removed = true));
      case "notice":
        this.remark(update.title, level(update.severity), update.description ?? "");
        return;
      case "subagent_update": {
        const call = this.#subagents.update(update);
        if (call) this.applyCall(call);
        return;
      }
      case "compaction_update":
        return this.#updateCompaction(update);
      case "compaction_summary_chunk":
        return this.#updateRemark(update.compactionId, (remark) => {
          remark.body = (remark.body + plainText(update.content)).slice(0, MAX_SUMMARY_CHARS);
        });
      default:
        return;
    }
  }

  /** Apply an update of a sub-agent's session. False if the session is no sub-agent's. */
  applyToSubagent(sessionId: string, update: SessionUpdate): boolean {
    const call = this.#subagents.apply(sessionId, update);
    if (call) this.applyCall(call);
    return call !== undefined;
  }

  /** Apply an update to a call. Omitted fields stay; an unknown id creates a call. */
  applyCall(update: ToolCallUpdate): Call {
    let call = this.#calls.get(update.toolCallId);
    if (!call) {
      call = new Call(update.toolCallId);
      this.#calls.set(update.toolCallId, call);
      applyCallUpdate(call, update);
      return this.add(call);
    }
    applyCallUpdate(call, update);
    this.changed(call);
    return call;
  }

  /** Mark an entry as mutated. */
  changed(entry: Entry): void {
    this.#dirty.add(entry);
    this.#scheduleFlush();
  }

  /** Complete the open message: the next chunk starts a new one. */
  closeMessage(): void {
    if (!this.#openMessage) return;
    this.#openMessage.open = false;
    this.changed(this.#openMessage);
    this.#openMessage = null;
  }

  /** The user stops the turn: calls that are running now are stopped, not failed. */
  markStopped(): void {
    for (const call of this.#calls.values()) if (!call.ended) call.isStopped = true;
  }

  /** The turn ended: mark unfinished calls as interrupted. */
  endTurn(): void {
    this.closeMessage();
    this.#promptEcho = null;
    this.#plans.clear();
    for (const call of this.#calls.values()) {
      if (call.ended) continue;
      call.interrupted = true;
      this.changed(call);
    }
  }

  clear(): void {
    this.#slices.length = 0;
    this.#calls.clear();
    this.#plans.clear();
    this.#compactions.clear();
    this.#subagents = new Subagents();
    this.#changedSlices.clear();
    this.#dirty.clear();
    this.#openMessage = null;
    this.#promptEcho = null;
    this.#count = 0;
    batch(() => {
      this.dropped.value = false;
      this.empty.value = true;
      this.#shown.value = [];
      this.changes.value++;
    });
  }

  flush(): void {
    this.#isFlushScheduled = false;
    batch(() => {
      for (const entry of this.#dirty) entry.touch();
      // Only the slices that are rendered cost more than this copy.
      for (const slice of this.#changedSlices) slice.entries.value = [...slice.items];
      this.#changedSlices.clear();
      const first = this.#shown.value[0];
      if (this.#shown.value.length !== this.#slices.length || first !== this.#slices[0]) {
        this.#shown.value = [...this.#slices];
      }
      this.empty.value = this.#count === 0;
      this.changes.value++;
    });
    this.#dirty.clear();
  }

  #appendChunk(speaker: Message["speaker"], chunk: ContentChunk): void {
    if (!KNOWN_BLOCK_TYPES.has(chunk.content?.type)) return;
    const id = chunk.messageId ?? null;
    const other = id && this.#openMessage?.messageId && id !== this.#openMessage.messageId;
    if (!this.#openMessage || this.#openMessage.speaker !== speaker || other) {
      this.closeMessage();
      this.#openMessage = new Message(speaker);
      if (speaker === "user") this.#startTurn();
      this.add(this.#openMessage);
    }
    this.#openMessage.messageId ??= id;
    this.#openMessage.add(chunk.content);
    this.changed(this.#openMessage);
  }

  /** A compaction is one remark, with the summary folded in it. */
  #updateCompaction({ compactionId, status, summary, error }: CompactionUpdate): void {
    this.#updateRemark(compactionId, (remark) => {
      remark.text = COMPACTION_LABELS[status] ?? `The agent compacts the conversation: ${status}.`;
      remark.level = error || status === "failed" ? "warning" : "info";
      remark.detail = error ?? "";
      if (Array.isArray(summary)) remark.body = summary.map(plainText).join("\n\n").slice(0, MAX_SUMMARY_CHARS);
    });
  }

  #updateRemark(id: string, write: (remark: Remark) => void): void {
    const known = this.#compactions.get(id);
    const remark = known ?? new Remark(COMPACTION_LABELS.in_progress ?? "");
    write(remark);
    if (known) return this.changed(known);
    this.#compactions.set(id, remark);
    this.add(remark);
  }

  /** Agents may reuse ids of calls and plans in each turn. */
  #startTurn(): void {
    this.#plans.clear();
    this.#calls.clear();
  }

  /** One plan for each id and turn. */
  #updatePlan(id: string | null, write: (plan: Plan) => void): void {
    let plan = this.#plans.get(id);
    if (!plan) {
      plan = new Plan(id);
      this.#plans.set(id, plan);
      write(plan);
      this.add(plan);
      return;
    }
    write(plan);
    this.changed(plan);
  }

  #dropOldestSlice(): void {
    const oldest = this.#slices.shift();
    if (!oldest) return;
    this.#count -= oldest.items.length;
    this.#changedSlices.delete(oldest);
    for (const entry of oldest.items) {
      this.#dirty.delete(entry);
      if (entry instanceof Call && this.#calls.get(entry.callId) === entry) this.#calls.delete(entry.callId);
    }
    this.dropped.value = true;
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    this.#schedule(() => this.#isFlushScheduled && this.flush());
  }
}

function level(severity: string): Remark["level"] {
  return severity === "error" || severity === "warning" ? severity : "info";
}

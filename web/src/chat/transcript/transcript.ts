// The transcript of one session: takes updates as they come and shows them once for each frame. Entries stand
// in slices, so that a new one touches only the last slice. Knows no connection; unknown updates are passed
// over.

import { batch, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { ContentChunk, SessionUpdate, ToolCallUpdate } from "../../protocol/acp";
import { Call, Plan, Remark, Speech, type Entry } from "./entries";
import { noteCall } from "./calls";
import { plainText } from "../labels";

export interface Slice {
  readonly id: number;
  readonly entries: ReadonlySignal<readonly Entry[]>;
}

interface Filling extends Slice {
  readonly entries: Signal<readonly Entry[]>;
  readonly held: Entry[];
}

/** Blocks of tomorrow have nothing to show. */
const KNOWN = new Set(["text", "image", "audio", "resource_link", "resource"]);
const SLICE = 40;
/** Beyond that the oldest go. */
const MOST_SLICES = 500;

/** Called with what is to be done before the next frame. */
export type Schedule = (flush: () => void) => void;

export class Transcript {
  readonly #schedule: Schedule;
  readonly #slices: Filling[] = [];
  readonly #shown = signal<readonly Slice[]>([]);
  readonly #dirty = new Set<Entry>();
  readonly #grown = new Set<Filling>();
  readonly #calls = new Map<string, Call>();
  #speech: Speech | null = null;
  #plans = new Map<string | null, Plan>();
  #echo: string | null = null;
  #waiting = false;
  #count = 0;
  #nextSlice = 0;

  readonly slices: ReadonlySignal<readonly Slice[]> = this.#shown;
  /** Rises with each frame in which something changed. */
  readonly changes = signal(0);
  /** Whether older entries were dropped. */
  readonly dropped = signal(false);
  /** Whether nothing was said yet. */
  readonly empty = signal(true);

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  get length(): number {
    return this.#count;
  }

  /** All entries, for tests and searches; not reactive. */
  all(): Entry[] {
    return this.#slices.flatMap((slice) => slice.held);
  }

  add<E extends Entry>(entry: E): E {
    if (!(entry instanceof Speech) || entry !== this.#speech) this.closeSpeech();
    let slice = this.#slices.at(-1);
    if (!slice || slice.held.length >= SLICE) {
      slice = { id: ++this.#nextSlice, entries: signal([]), held: [] };
      this.#slices.push(slice);
      if (this.#slices.length > MOST_SLICES) this.#drop();
    }
    slice.held.push(entry);
    this.#count++;
    this.#grown.add(slice);
    this.#soon();
    return entry;
  }

  remark(text: string, level: Remark["level"] = "info", more = ""): Remark {
    return this.add(new Remark(text, level, more));
  }

  /** The user's own prompt; an agent that repeats it is not shown twice. */
  prompted(entry: Speech): void {
    this.closeSpeech();
    this.#nextTurn();
    entry.open = false;
    this.#echo = entry.text;
    this.add(entry);
  }

  apply(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case "user_message_chunk":
        if (this.#echo !== null && this.#echo.includes(plainText(update.content))) return;
        return this.#say("user", update);
      case "agent_message_chunk":
        return this.#say("agent", update);
      case "agent_thought_chunk":
        return this.#say("thought", update);
      case "tool_call":
      case "tool_call_update":
        this.call(update);
        return;
      case "plan":
        return this.#plan(null, (plan) => (plan.entries = update.entries ?? []));
      case "plan_update": {
        const told = update.plan;
        return this.#plan(told.planId, (plan) => {
          if (told.type === "items") plan.entries = told.entries;
          if (told.type === "markdown") plan.markdown = told.content;
          if (told.type === "file") plan.uri = told.uri;
        });
      }
      case "plan_removed":
        return this.#plan(update.planId, (plan) => (plan.removed = true));
      case "notice":
        this.remark(update.title, level(update.severity), update.description ?? "");
        return;
      case "compaction_update": {
        const words = `The agent shortened the conversation: ${update.status.replaceAll("_", " ")}.`;
        this.remark(words, update.error ? "warning" : "info", update.error ?? "");
        return;
      }
      default:
        return;
    }
  }

  /** Note what is told of a call. What is not in an update stays; an unknown call begins with it. */
  call(update: ToolCallUpdate): Call {
    let call = this.#calls.get(update.toolCallId);
    if (!call) {
      call = new Call(update.toolCallId);
      this.#calls.set(update.toolCallId, call);
      noteCall(call, update);
      return this.add(call);
    }
    noteCall(call, update);
    this.changed(call);
    return call;
  }

  /** An entry changed in place. */
  changed(entry: Entry): void {
    this.#dirty.add(entry);
    this.#soon();
  }

  /** What was said so far is complete: the next chunk is another message. */
  closeSpeech(): void {
    if (!this.#speech) return;
    this.#speech.open = false;
    this.changed(this.#speech);
    this.#speech = null;
  }

  /** The turn is over: what was under way stays as it is. */
  endTurn(): void {
    this.closeSpeech();
    this.#echo = null;
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
    this.#grown.clear();
    this.#dirty.clear();
    this.#speech = null;
    this.#echo = null;
    this.#count = 0;
    batch(() => {
      this.dropped.value = false;
      this.empty.value = true;
      this.#shown.value = [];
      this.changes.value++;
    });
  }

  flush(): void {
    this.#waiting = false;
    batch(() => {
      for (const entry of this.#dirty) entry.touch();
      // A long history is painted piece by piece, so that the page answers meanwhile.
      const [slice] = this.#grown;
      if (slice) slice.entries.value = [...slice.held];
      if (slice) this.#grown.delete(slice);
      const first = this.#shown.value[0];
      if (this.#shown.value.length !== this.#slices.length || first !== this.#slices[0]) {
        this.#shown.value = [...this.#slices];
      }
      this.empty.value = this.#count === 0;
      this.changes.value++;
    });
    this.#dirty.clear();
    if (this.#grown.size > 0) this.#soon();
  }

  #say(speaker: Speech["speaker"], chunk: ContentChunk): void {
    if (!KNOWN.has(chunk.content?.type)) return;
    const id = chunk.messageId ?? null;
    const other = id && this.#speech?.messageId && id !== this.#speech.messageId;
    if (!this.#speech || this.#speech.speaker !== speaker || other) {
      this.closeSpeech();
      this.#speech = new Speech(speaker);
      if (speaker === "user") this.#nextTurn();
      this.add(this.#speech);
    }
    this.#speech.messageId ??= id;
    this.#speech.add(chunk.content);
    this.changed(this.#speech);
  }

  /** Agents count their calls and plans anew for each turn. */
  #nextTurn(): void {
    this.#plans.clear();
    this.#calls.clear();
  }

  /** One live plan for each id and turn. */
  #plan(id: string | null, write: (plan: Plan) => void): void {
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

  #drop(): void {
    const gone = this.#slices.shift();
    if (!gone) return;
    this.#count -= gone.held.length;
    this.dropped.value = true;
  }

  #soon(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#schedule(() => this.#waiting && this.flush());
  }
}

function level(severity: string): Remark["level"] {
  return severity === "error" || severity === "warning" ? severity : "info";
}

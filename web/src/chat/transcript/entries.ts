// The entries of a transcript. An entry is mutated in place and signals it with `version`, so that a chunk of
// text renders one entry and not the whole transcript. Knows no connection and no components.

import { signal, type Signal } from "@preact/signals";
import type {
  AuthMethod,
  ContentBlock,
  PermissionOption,
  PlanEntry,
  ToolCallContent,
  ToolCallLocation,
  ToolCallStatus,
  ToolKind,
  Usage,
  ToolCallUpdate,
} from "../../protocol/acp";
import type { Checkpoint } from "../session/checkpoints";
import type { Elicitation } from "../questions/elicitation";
import { MAX_MESSAGE_CHARS } from "../limits";

const ENDING_META_KEY = "understudy.dev/ending";

let next = 0;

abstract class Base {
  readonly id = ++next;
  readonly version: Signal<number> = signal(0);

  /** Render this entry again. */
  touch(): void {
    this.version.value++;
  }
}

/** A message of the user or the agent, or a thought of the agent. */
export class Message extends Base {
  readonly type = "speech";
  text = "";
  /** Content other than text: images, links, resources. */
  readonly blocks: ContentBlock[] = [];
  /** Whether further chunks may follow. */
  open = true;
  messageId: string | null = null;
  /** Whether text beyond the limit was dropped. */
  isTruncated = false;
  /** Of a user's prompt: what its turn changed. */
  checkpoint: Checkpoint | null = null;

  constructor(readonly speaker: "user" | "agent" | "thought") {
    super();
  }

  add(block: ContentBlock): void {
    if (block.type !== "text") {
      if (this.blocks.length < 1000) this.blocks.push(block);
      return;
    }
    const charsLeft = MAX_MESSAGE_CHARS - this.text.length;
    this.isTruncated ||= block.text.length > charsLeft;
    this.text += charsLeft >= block.text.length ? block.text : block.text.slice(0, Math.max(0, charsLeft));
  }
}

export interface Permission {
  readonly options: readonly PermissionOption[];
  /** The chosen option; undefined while the question is open, null if it was cancelled. */
  readonly chosen: Signal<PermissionOption | null | undefined>;
  answer(option: PermissionOption | null): void;
}

/** A tool call with all updates applied so far. */
export class Call extends Base {
  readonly type = "call";
  title = "";
  name: string | null = null;
  kind: ToolKind = "other";
  status: ToolCallStatus = "pending";
  content: readonly ToolCallContent[] = [];
  locations: readonly ToolCallLocation[] = [];
  /** The content shown with a permission question, before the call produced any. */
  proposed: readonly ToolCallContent[] | null = null;
  rawInput: unknown;
  rawOutput: unknown;
  /** The turn ended before the call did. */
  interrupted = false;
  /** The user stopped the turn while the call was running. */
  isStopped = false;
  /** What our agent says about a failed call that is no failure. */
  ending: "stopped" | "rejected" | null = null;
  readonly permissions: Permission[] = [];
  /** Set by the user; by default, calls with relevant content are expanded. */
  readonly unfolded: Signal<boolean | null> = signal(null);

  constructor(readonly callId: string) {
    super();
  }

  get ended(): boolean {
    return this.status === "completed" || this.status === "failed" || this.interrupted;
  }

  /** Whether the user rejected it. */
  get isRejected(): boolean {
    return this.permissions.some((one) => one.chosen.value?.kind?.startsWith("reject"));
  }
}

export class Plan extends Base {
  readonly type = "plan";
  entries: readonly PlanEntry[] = [];
  /** A plan as prose, or the URI of a file. */
  markdown = "";
  uri = "";
  removed = false;

  constructor(readonly planId: string | null) {
    super();
  }
}

/** A remark of the page, not of the user or the agent. */
export class Remark extends Base {
  readonly type = "remark";
  constructor(
    public text: string,
    public level: "info" | "warning" | "error" = "info",
    /** A second, longer text. */
    public detail = "",
    /** Markdown that is folded at first. */
    public body = "",
  ) {
    super();
  }
}

/** How a turn ended. */
export class TurnEnd extends Base {
  readonly type = "end";
  usage: Usage | null = null;
  checkpoint: Checkpoint | null = null;
  seconds = 0;
  /** Send the same prompt again; null when that is no longer possible. */
  readonly retry: Signal<(() => void) | null> = signal(null);

  constructor(
    /** A stop reason of the protocol, known or not; "error"; or "broken" when the connection was lost. */
    readonly reason: string,
    readonly message = "",
  ) {
    super();
  }
}

/** The agent requires a login. */
export class Login extends Base {
  readonly type = "login";
  /** "over" when a newer login card replaces this one. */
  readonly state: Signal<"open" | "busy" | "done" | "over"> = signal("open");
  readonly problem: Signal<string> = signal("");

  constructor(
    readonly message: string,
    readonly methods: readonly AuthMethod[],
    /** Null retries after a login outside of this page. */
    readonly choose: (method: AuthMethod | null) => void,
  ) {
    super();
  }
}

/** A form to fill in, or a page to open. */
export class ElicitationEntry extends Base {
  readonly type = "asked";
  constructor(readonly elicitation: Elicitation) {
    super();
  }
}

export type Entry = Message | Call | Plan | Remark | TurnEnd | Login | ElicitationEntry;

/** Whether it is a prompt of the user with text. */
export function isPrompt(entry: Entry): entry is Message {
  return entry instanceof Message && entry.speaker === "user" && entry.text !== "";
}

export function applyCallUpdate(call: Call, update: ToolCallUpdate): void {
  call.title = withoutCodeQuotes(update.title ?? "") || call.title || update.name || "a tool";
  call.name = update.name ?? call.name;
  call.kind = update.kind ?? call.kind;
  call.status = update.status ?? call.status;
  call.interrupted = false;
  if (Array.isArray(update.content)) call.content = update.content;
  if (Array.isArray(update.locations)) call.locations = update.locations;
  if (update.rawInput !== undefined) call.rawInput = update.rawInput;
  if (update.rawOutput !== undefined) call.rawOutput = update.rawOutput;
  const ending = update._meta?.[ENDING_META_KEY];
  if (ending === "stopped" || ending === "rejected") call.ending = ending;
}

/** Some agents quote a command as inline code. */
function withoutCodeQuotes(title: string): string {
  const inner = title.replace(/^`{1,2}|`{1,2}$/g, "");
  const fences = title.length - inner.length;
  return inner.trim() && (fences === 2 || fences === 4) && !inner.includes("`") ? inner : title;
}

/** Commands show the end of their output. */
export function isCommand(call: Call): boolean {
  return call.kind === "execute";
}

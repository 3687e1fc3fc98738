// What a transcript consists of. Entries change in place and tell by `version` that they did, so that a chunk
// of text repaints one entry and not the transcript. Knows no protocol messages and no components.

import { signal, type Signal } from "@preact/signals";
import type { AuthMethod, ContentBlock, PermissionOption, PlanEntry, ToolCallContent, ToolCallLocation, ToolCallStatus, ToolKind, Usage, ToolCallUpdate } from "../../protocol/acp";
import type { Elicitation } from "../questions/elicitation";
import { MAX_MESSAGE_CHARS } from "../limits";

let next = 0;

abstract class Base {
  readonly id = ++next;
  readonly version: Signal<number> = signal(0);

  /** Repaint. */
  touch(): void {
    this.version.value++;
  }
}

/** What the user, the agent, or the agent's thinking said. */
export class Message extends Base {
  readonly type = "speech";
  text = "";
  /** What is no text: images, links, resources. */
  readonly blocks: ContentBlock[] = [];
  /** Whether more may come. */
  open = true;
  messageId: string | null = null;
  /** Why the text is cut, if it is. */
  isTruncated = false;

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
  /** What was chosen; undefined while it is open, null if it was called off. */
  readonly chosen: Signal<PermissionOption | null | undefined>;
  answer(option: PermissionOption | null): void;
}

/** One call of a tool, as it stands after every update so far. */
export class Call extends Base {
  readonly type = "call";
  title = "";
  name: string | null = null;
  kind: ToolKind = "other";
  status: ToolCallStatus = "pending";
  content: readonly ToolCallContent[] = [];
  locations: readonly ToolCallLocation[] = [];
  /** What a question for permission showed: not yet what came of it. */
  proposed: readonly ToolCallContent[] | null = null;
  rawInput: unknown;
  rawOutput: unknown;
  /** The turn ended before the call did. */
  interrupted = false;
  readonly permissions: Permission[] = [];
  /** Set by the user; until then what is worth seeing is unfolded. */
  readonly unfolded: Signal<boolean | null> = signal(null);

  constructor(readonly callId: string) {
    super();
  }

  get ended(): boolean {
    return this.status === "completed" || this.status === "failed" || this.interrupted;
  }

  /** Whether the user said no to it. */
  get isRejected(): boolean {
    return this.permissions.some((one) => one.chosen.value?.kind?.startsWith("reject"));
  }
}

export class Plan extends Base {
  readonly type = "plan";
  entries: readonly PlanEntry[] = [];
  /** A plan in prose, or a file's address. */
  markdown = "";
  uri = "";
  removed = false;

  constructor(readonly planId: string | null) {
    super();
  }
}

/** A line that nobody said. */
export class Remark extends Base {
  readonly type = "remark";
  constructor(
    public text: string,
    public level: "info" | "warning" | "error" = "info",
    /** A second, longer part that folds. */
    public detail = "",
  ) {
    super();
  }
}

/** How a turn ended. */
export class TurnEnd extends Base {
  readonly type = "end";
  usage: Usage | null = null;
  seconds = 0;
  /** Send the same prompt again; null when that makes no sense any more. */
  readonly retry: Signal<(() => void) | null> = signal(null);

  constructor(
    /** A stop reason of the protocol or of tomorrow; "error", or "broken" when the connection went. */
    readonly reason: string,
    readonly message = "",
  ) {
    super();
  }
}

/** The agent wants to know who is asking. */
export class Login extends Base {
  readonly type = "login";
  /** "over" when the agent asked again. */
  readonly state: Signal<"open" | "busy" | "done" | "over"> = signal("open");
  readonly problem: Signal<string> = signal("");

  constructor(
    readonly why: string,
    readonly methods: readonly AuthMethod[],
    /** Without a method: what was done elsewhere is tried. */
    readonly choose: (method: AuthMethod | null) => void,
  ) {
    super();
  }
}

/** A form to fill in, or a page to go to. */
export class ElicitationEntry extends Base {
  readonly type = "asked";
  constructor(readonly elicitation: Elicitation) {
    super();
  }
}

export type Entry = Message | Call | Plan | Remark | TurnEnd | Login | ElicitationEntry;

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
}

/** Agents write a command as code. */
function withoutCodeQuotes(title: string): string {
  const inner = title.replace(/^`{1,2}|`{1,2}$/g, "");
  const fences = title.length - inner.length;
  return inner.trim() && (fences === 2 || fences === 4) && !inner.includes("`") ? inner : title;
}

/** Of a command the end of the output counts. */
export function isCommand(call: Call): boolean {
  return call.kind === "execute";
}

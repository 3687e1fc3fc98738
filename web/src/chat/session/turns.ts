// One prompt at a time: sent, stopped, ended. What is sent while one runs waits in a queue, which goes on by
// itself only after a turn that ended well. The runtime context is taken when a prompt really goes, and kept
// nowhere.

import { signal, type ReadonlySignal } from "@preact/signals";
import type { ContentBlock, PromptRequest, PromptResponse, RuntimeContextItem } from "../../protocol/acp";
import { LinkGone, RpcError } from "../../rpc/peer";
import { End, Speech } from "../transcript/entries";
import type { Questions } from "../questions/questions";
import type { Caller } from "./session-requests";
import type { Transcript } from "../transcript/transcript";
import { stopWords, wordsOf } from "../labels";

export interface Prompt {
  readonly text: string;
  /** Files that it names. */
  readonly links: readonly { readonly name: string; readonly uri: string }[];
}

export interface Running {
  /** Milliseconds on the page's clock. */
  readonly since: number;
  readonly stopping: boolean;
}

/** What the turns need of the chat around them. */
export interface Around {
  readonly agent: Caller;
  readonly transcript: Transcript;
  readonly questions: Questions;
  /** The session's id; opens one if there is none. Rejects with the reason why not. */
  session(): Promise<string>;
  /** Fresh for this prompt; empty if the agent takes none. */
  context(): readonly RuntimeContextItem[];
  /** Whether the agent first wants to know who is asking; then `again` is called after that. */
  login(error: unknown, again: () => void): boolean;
  say(words: string): void;
}

const REQUEST_CANCELLED = -32800;
/** How long an agent may take to end a turn that was stopped. */
const LEAVING = 30_000;
const MOST_QUEUED = 20;

export class Turns {
  readonly #running = signal<Running | null>(null);
  readonly #queue = signal<readonly Prompt[]>([]);
  #turn = 0;
  #lastEnd: End | null = null;

  readonly running: ReadonlySignal<Running | null> = this.#running;
  readonly queue: ReadonlySignal<readonly Prompt[]> = this.#queue;

  constructor(private readonly around: Around) {}

  send(prompt: Prompt): void {
    if (!this.#running.value) return void this.#run(prompt);
    if (this.#queue.value.length < MOST_QUEUED) this.#queue.value = [...this.#queue.value, prompt];
    this.around.say("The prompt waits for the end of this turn.");
  }

  /** Take a prompt out of the queue. */
  unqueue(prompt: Prompt): void {
    this.#queue.value = this.#queue.value.filter((one) => one !== prompt);
  }

  /** Send the first of a queue that was held up. */
  next(): void {
    const [first, ...rest] = this.#queue.value;
    if (!first || this.#running.value) return;
    this.#queue.value = rest;
    void this.#run(first);
  }

  stop(sessionId: string | null): void {
    const running = this.#running.value;
    if (!running || running.stopping || sessionId === null) return;
    this.#running.value = { ...running, stopping: true };
    this.around.agent.notify("session/cancel", { sessionId });
    this.around.questions.callOff();
    this.around.say("Stopping.");
    const turn = this.#turn;
    setTimeout(() => {
      if (this.#turn !== turn || !this.#running.value) return;
      this.#over(new End("error", "The agent did not end the turn that was stopped."));
    }, LEAVING);
  }

  /** Another session is shown: what was under way belongs to the one before. */
  forget(): void {
    this.#turn++;
    this.#running.value = null;
    this.#queue.value = [];
    this.#lastEnd = null;
  }

  /** The end of a turn from before the session was opened again. */
  adopt(end: End): void {
    this.#lastEnd = end;
    this.around.transcript.add(end);
  }

  /** `shown` if the prompt stands in the transcript already. */
  async #run(prompt: Prompt, shown = false): Promise<void> {
    const { agent, transcript, questions } = this.around;
    const turn = ++this.#turn;
    if (this.#lastEnd) this.#lastEnd.again.value = null;
    this.#running.value = { since: performance.now(), stopping: false };
    if (!shown) transcript.prompted(spoken(prompt));
    questions.begun();
    this.around.say("The agent is working.");
    try {
      const sessionId = await this.around.session();
      if (this.#turn !== turn) return;
      const answer = await agent.request("session/prompt", this.#request(sessionId, prompt));
      if (this.#turn === turn) this.#ended(answer);
    } catch (error) {
      if (this.#turn === turn) this.#failed(error, prompt);
    }
  }

  #request(sessionId: string, prompt: Prompt): PromptRequest {
    const runtimeContext = [...this.around.context()];
    const request = { sessionId, prompt: blocksOf(prompt) };
    return runtimeContext.length > 0 ? { ...request, runtimeContext } : request;
  }

  #ended(answer: PromptResponse): void {
    const end = new End(answer.stopReason);
    end.usage = answer.usage ?? null;
    this.#over(end);
    if (answer.stopReason === "end_turn") this.next();
  }

  #failed(error: unknown, prompt: Prompt): void {
    const again = (shown = false) => {
      if (!this.#running.value) void this.#run(prompt, shown);
    };
    const stopping = this.#running.value?.stopping ?? false;
    // Agents are to answer a stopped turn with its stop reason; some answer with this.
    if (stopping && error instanceof RpcError && error.code === REQUEST_CANCELLED) {
      return this.#over(new End("cancelled"));
    }
    if (this.around.login(error, () => again(true))) return this.#over(null);
    const broken = error instanceof LinkGone;
    const end = new End(broken ? "broken" : "error", broken ? "" : wordsOf(error));
    end.again.value = () => again();
    this.#over(end);
  }

  #over(end: End | null): void {
    const { transcript, questions } = this.around;
    const seconds = (performance.now() - (this.#running.value?.since ?? 0)) / 1000;
    this.#turn++;
    this.#running.value = null;
    questions.withdraw();
    transcript.endTurn();
    this.#lastEnd = end;
    if (!end) return;
    end.seconds = seconds;
    transcript.add(end);
    this.around.say(end.message || stopWords(end.reason) || "The agent is done.");
  }
}

function spoken(prompt: Prompt): Speech {
  const entry = new Speech("user");
  for (const block of blocksOf(prompt)) entry.add(block);
  return entry;
}

export function blocksOf(prompt: Prompt): ContentBlock[] {
  const links = prompt.links.map(({ name, uri }): ContentBlock => ({ type: "resource_link", name, uri }));
  return [{ type: "text", text: prompt.text }, ...links];
}

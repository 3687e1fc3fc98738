// Runs one prompt at a time: sends, stops and ends it. Prompts sent meanwhile are queued; the queue continues
// by itself only after a turn that ended normally. The runtime context is read when a prompt is actually
// sent, and not stored.

import { signal, type ReadonlySignal } from "@preact/signals";
import type { ContentBlock, PromptRequest, PromptResponse, RuntimeContextItem } from "../../protocol/acp";
import { ConnectionClosed, RpcError } from "../../rpc/peer";
import { isAgentEnd } from "../../agent/agent";
import { TurnEnd, Message } from "../transcript/entries";
import type { Checkpoint } from "./checkpoints";
import type { Questions } from "../questions/questions";
import type { AgentRequests } from "./session-requests";
import type { Transcript } from "../transcript/transcript";
import { imageBlock, type AttachedImage } from "../composer/images";
import { stopLabel, errorText } from "../labels";
import { MAX_QUEUED_PROMPTS, STOP_TIMEOUT_MS } from "../limits";

export interface PromptLink {
  readonly name: string;
  readonly uri: string;
}

export interface Prompt {
  readonly text: string;
  /** Files that the prompt mentions. */
  readonly links: readonly PromptLink[];
  readonly images?: readonly AttachedImage[];
}

export interface Running {
  /** Milliseconds, from performance.now(). */
  readonly since: number;
  readonly stopping: boolean;
}

/** What the turns need from the chat. */
export interface TurnDependencies {
  readonly agent: AgentRequests;
  readonly transcript: Transcript;
  readonly questions: Questions;
  /** The session's id; opens a session if there is none. Rejects with the reason if that fails. */
  session(): Promise<string>;
  /** The current context; empty if the agent accepts none. */
  context(): readonly RuntimeContextItem[];
  /** Whether the error requires a login; `retry` is called after it. */
  login(error: unknown, retry: () => void): boolean;
  announce(text: string): void;
  /** The agent answered a prompt; what its turn changed. */
  answered(answer: PromptResponse): Checkpoint | null;
}

const REQUEST_CANCELLED = -32800;

export class Turns {
  readonly #running = signal<Running | null>(null);
  readonly #queue = signal<readonly Prompt[]>([]);
  #turn = 0;
  #lastEnd: TurnEnd | null = null;
  /** The prompt of the current or last turn. */
  #entry: Message | null = null;

  readonly running: ReadonlySignal<Running | null> = this.#running;
  readonly queue: ReadonlySignal<readonly Prompt[]> = this.#queue;

  constructor(private readonly dependencies: TurnDependencies) {}

  send(prompt: Prompt): void {
    if (!this.#running.value) return void this.#run(prompt);
    if (this.#queue.value.length < MAX_QUEUED_PROMPTS) this.#queue.value = [...this.#queue.value, prompt];
    this.dependencies.announce("The prompt is queued until this turn ends.");
  }

  /** Remove a prompt from the queue. */
  unqueue(prompt: Prompt): void {
    this.#queue.value = this.#queue.value.filter((one) => one !== prompt);
  }

  /** Send the first prompt of a paused queue. */
  sendNext(): void {
    const [first, ...rest] = this.#queue.value;
    if (!first || this.#running.value) return;
    this.#queue.value = rest;
    void this.#run(first);
  }

  stop(sessionId: string | null): void {
    const running = this.#running.value;
    if (!running || running.stopping || sessionId === null) return;
    this.#running.value = { ...running, stopping: true };
    this.dependencies.agent.notify("session/cancel", { sessionId });
    this.dependencies.transcript.markStopped();
    this.dependencies.questions.cancelTurn();
    this.dependencies.announce("Stopping.");
    const turn = this.#turn;
    setTimeout(() => {
      if (this.#turn !== turn || !this.#running.value) return;
      this.#finish(new TurnEnd("error", "The agent did not end the turn that was stopped."));
    }, STOP_TIMEOUT_MS);
  }

  /** Another session is shown: forget the running turn and the queue. */
  reset(): void {
    this.#turn++;
    this.#running.value = null;
    this.#queue.value = [];
    this.#lastEnd = null;
  }

  /** Add the end of a turn that ran before the session was reopened. */
  restoreEnd(end: TurnEnd): void {
    this.#lastEnd = end;
    this.dependencies.transcript.add(end);
  }

  /** `shown` if the prompt is in the transcript already. */
  async #run(prompt: Prompt, shown = false): Promise<void> {
    const { agent, transcript, questions } = this.dependencies;
    const turn = ++this.#turn;
    if (this.#lastEnd) this.#lastEnd.retry.value = null;
    this.#running.value = { since: performance.now(), stopping: false };
    this.#entry = shown ? this.#entry : userMessage(prompt);
    if (!shown && this.#entry) transcript.addPrompt(this.#entry);
    questions.turnStarted();
    this.dependencies.announce("The agent is working.");
    try {
      const sessionId = await this.dependencies.session();
      if (this.#turn !== turn) return;
      const answer = await agent.request("session/prompt", this.#request(sessionId, prompt));
      if (this.#turn === turn) this.#ended(answer);
    } catch (error) {
      if (this.#turn === turn) this.#failed(error, prompt);
    }
  }

  #request(sessionId: string, prompt: Prompt): PromptRequest {
    const runtimeContext = [...this.dependencies.context()];
    const request = { sessionId, prompt: blocksOf(prompt) };
    return runtimeContext.length > 0 ? { ...request, runtimeContext } : request;
  }

  #ended(answer: PromptResponse): void {
    const end = new TurnEnd(answer.stopReason);
    end.usage = answer.usage ?? null;
    end.checkpoint = this.dependencies.answered(answer);
    if (this.#entry && end.checkpoint) {
      this.#entry.checkpoint = end.checkpoint;
      this.dependencies.transcript.changed(this.#entry);
    }
    this.#finish(end);
    if (answer.stopReason === "end_turn") this.sendNext();
  }

  #failed(error: unknown, prompt: Prompt): void {
    const retry = (shown = false) => {
      if (!this.#running.value) void this.#run(prompt, shown);
    };
    const stopping = this.#running.value?.stopping ?? false;
    // Agents should end a stopped turn with a stop reason; some respond with this error.
    if (stopping && error instanceof RpcError && error.code === REQUEST_CANCELLED) {
      return this.#finish(new TurnEnd("cancelled"));
    }
    if (this.dependencies.login(error, () => retry(true))) return this.#finish(null);
    const broken = error instanceof ConnectionClosed;
    const end = broken
      ? new TurnEnd("broken", isAgentEnd(error.end) ? error.end.reason : "")
      : new TurnEnd("error", errorText(error));
    end.retry.value = () => retry();
    this.#finish(end);
  }

  #finish(end: TurnEnd | null): void {
    const { transcript, questions } = this.dependencies;
    const seconds = (performance.now() - (this.#running.value?.since ?? 0)) / 1000;
    this.#turn++;
    this.#running.value = null;
    questions.cancelAll();
    transcript.endTurn();
    this.#lastEnd = end;
    if (!end) return;
    end.seconds = seconds;
    transcript.add(end);
    this.dependencies.announce(end.message || stopLabel(end.reason) || "The agent is done.");
  }
}

function userMessage(prompt: Prompt): Message {
  const entry = new Message("user");
  for (const block of blocksOf(prompt)) entry.add(block);
  return entry;
}

export function blocksOf(prompt: Prompt): ContentBlock[] {
  const links = prompt.links.map(({ name, uri }): ContentBlock => ({ type: "resource_link", name, uri }));
  const images = (prompt.images ?? []).map(imageBlock);
  // A prompt may be an image alone.
  const text: ContentBlock[] = prompt.text || images.length === 0 ? [{ type: "text", text: prompt.text }] : [];
  return [...text, ...images, ...links];
}

// A fake agent for the chat's tests: responds as the test says, and records what it was sent.

import { signal } from "@preact/signals";
import type { ChatAgent } from "../../src/chat/chat";
import type { Config } from "../../src/config";
import type {
  AgentCapabilities,
  AgentMethods,
  InitializeResponse,
  SessionUpdate,
} from "../../src/protocol/acp";
import type { Documents } from "../../src/workspace/documents";

type Answer = (params: never) => unknown;

export class FakeAgent {
  readonly received: { method: string; params: unknown }[] = [];
  readonly capabilities = signal<AgentCapabilities>({});
  readonly info = signal<InitializeResponse | null>(null);
  readonly ready = signal(true);
  readonly #handlers = new Map<string, (params: never, signal: AbortSignal) => unknown>();
  #hook: (again: boolean) => void | Promise<void> = () => {};

  constructor(readonly answers: Record<string, Answer> = {}) {
    this.answers["session/new"] ??= () => ({ sessionId: "s1" });
  }

  /** In the type that the chat's constructor takes. */
  get agent(): ChatAgent {
    return this as unknown as ChatAgent;
  }

  on(method: string, handler: (params: never, signal: AbortSignal) => unknown): void {
    this.#handlers.set(method, handler);
  }

  onReady(hook: (again: boolean) => void | Promise<void>): void {
    this.#hook = hook;
  }

  async request<M extends keyof AgentMethods>(
    method: M,
    params: AgentMethods[M]["params"],
  ): Promise<unknown> {
    this.received.push({ method, params });
    const answer = this.answers[method];
    if (!answer) throw new Error(`the test has no answer to ${method}`);
    return await answer(params as never);
  }

  notify(method: string, params: unknown): void {
    this.received.push({ method, params });
  }

  async connected(again = false): Promise<void> {
    await this.#hook(again);
    await promisesSettled();
  }

  update(update: SessionUpdate, sessionId = "s1"): void {
    this.#handlers.get("session/update")?.({ sessionId, update } as never, new AbortController().signal);
  }

  call(method: string, params: unknown, signal = new AbortController().signal): unknown {
    return this.#handlers.get(method)?.(params as never, signal);
  }

  methods(): string[] {
    return this.received.map((one) => one.method);
  }

  paramsOf(method: string): Record<string, unknown> {
    return this.received.findLast((one) => one.method === method)?.params as Record<string, unknown>;
  }
}

export const CONFIG: Config = {
  version: "0",
  roots: [
    { path: "/project/app", name: "app", uri: "file:///project/app" },
    { path: "/project/lib", name: "lib", uri: "file:///project/lib" },
  ],
  agent: { title: "fake", own: false },
  command: "understudy",
  demo: false,
};

export function noDocuments(): Documents {
  return {
    active: signal(null),
    editor: signal(null),
    all: signal([]),
    checkDisk: async () => {},
  } as unknown as Documents;
}

/** Resolves when everything that waits only for promises is done. */
export function promisesSettled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** A promise with its resolve and reject functions. */
export function deferred<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void } {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

export const chunk = (text: string, messageId?: string): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
  ...(messageId ? { messageId } : {}),
});

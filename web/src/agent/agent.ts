// The connection to the agent: opened, initialized, and opened again when it breaks. What it can do is asked
// here before anything is sent. Sessions, documents and suggestions are their own modules' business.

import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { AgentCapabilities, AgentMethods, ClientMethods, InitializeResponse } from "../protocol/acp";
import { Peer, type Handler, type LinkEnd, type Tapped } from "../rpc/peer";
import { openSocket } from "../rpc/socket";
import { announced } from "./capabilities";

export type AgentState =
  | { readonly kind: "connecting"; readonly attempt: number }
  | { readonly kind: "ready" }
  /** It broke and is tried again; `why` is a sentence. */
  | { readonly kind: "waiting"; readonly why: string; readonly attempt: number }
  /** Nothing is tried any more until the user asks for it. */
  | { readonly kind: "failed"; readonly why: string; readonly final: boolean };

/** After so many attempts in a row the user has to ask. */
const MOST_ATTEMPTS = 6;
/** A connection that held so long was a good one: attempts are counted anew. */
const HELD = 10_000;
/** Some agents are fetched from the net when they are started first. */
const INITIALIZE_LIMIT = 120_000;
const VERSION = 1;
/** Codes with which trying again by itself makes no sense: no agent to start, too many tabs, a bad token. */
const FINAL = new Set([4001, 4003, 4401]);

/** There is an agent, and no way to talk to it. */
class Foreign extends Error {}

type Hook = (again: boolean) => void | Promise<void>;

export class Agent {
  readonly #state = signal<AgentState>({ kind: "connecting", attempt: 0 });
  readonly #info = signal<InitializeResponse | null>(null);
  readonly #handlers = new Map<string, Handler>();
  readonly #taps = new Set<(tapped: Tapped) => void>();
  readonly #hooks: Hook[] = [];
  readonly #url: string;
  #peer: Peer | null = null;
  #been = false;
  #stopped = false;
  #attempt = 0;
  #since = 0;
  #busy = false;

  readonly state: ReadonlySignal<AgentState> = this.#state;
  /** The agent's answer to `initialize`; null before the first. */
  readonly info: ReadonlySignal<InitializeResponse | null> = this.#info;
  readonly ready: ReadonlySignal<boolean> = computed(() => this.#state.value.kind === "ready");
  readonly capabilities: ReadonlySignal<AgentCapabilities> = computed(
    () => this.#info.value?.agentCapabilities ?? {},
  );

  /** `refusal` asks the server why it lets nobody in: a sentence, or nothing if it would. */
  constructor(
    url: string,
    private readonly refusal: () => Promise<string>,
  ) {
    this.#url = url;
  }

  /** Answer a request or take a notification of the agent. One handler for each method. */
  on<M extends keyof ClientMethods>(
    method: M,
    handler: (
      params: ClientMethods[M]["params"],
      signal: AbortSignal,
    ) => ClientMethods[M]["result"] | Promise<ClientMethods[M]["result"]> | void,
  ): void {
    this.#handlers.set(method, handler as Handler);
  }

  /** Told in order, each awaited, once the agent is initialized; `again` if it was before. */
  onReady(hook: Hook): void {
    this.#hooks.push(hook);
  }

  /** Sees every message both ways. */
  tap(listener: (tapped: Tapped) => void): () => void {
    this.#taps.add(listener);
    return () => this.#taps.delete(listener);
  }

  async request<M extends keyof AgentMethods>(
    method: M,
    params: AgentMethods[M]["params"],
    signal?: AbortSignal,
  ): Promise<AgentMethods[M]["result"]> {
    if (!this.#peer) throw new Error("The agent is not connected.");
    return (await this.#peer.request(method, params, signal)) as AgentMethods[M]["result"];
  }

  notify<M extends keyof AgentMethods>(method: M, params: AgentMethods[M]["params"]): void {
    this.#peer?.notify(method, params);
  }

  /** Connect, or connect again after it failed. Never rejects: the state says what happened. */
  async connect(): Promise<void> {
    this.#attempt = 0;
    await this.#try();
  }

  async #try(): Promise<void> {
    const { kind } = this.#state.value;
    if (this.#stopped || this.#busy || kind === "ready") return;
    this.#busy = true;
    this.#state.value = { kind: "connecting", attempt: this.#attempt };
    let peer: Peer | null = null;
    try {
      const link = await openSocket(this.#url);
      peer = new Peer(link, this.#handlers, (tapped) => this.#taps.forEach((tap) => tap(tapped)));
      const opened = peer;
      this.#info.value = await introduced(opened);
      this.#peer = opened;
      opened.onEnd = (end) => this.#ended(opened, end);
      const again = this.#been;
      this.#been = true;
      for (const hook of this.#hooks) await hook(again);
      if (this.#peer !== opened) return;
      this.#since = performance.now();
      this.#state.value = { kind: "ready" };
    } catch (error) {
      const code = (error as { end?: LinkEnd }).end?.code ?? 0;
      const final = FINAL.has(code) || error instanceof Foreign;
      const told = this.#state.value.kind === "connecting";
      if (this.#peer === peer) this.#peer = null;
      peer?.close();
      if (!told) return;
      // A browser does not tell why a socket was refused; the server does.
      const refused = peer === null ? await this.refusal() : "";
      this.#broke(refused || (error instanceof Error ? error.message : String(error)), !!refused || final);
    } finally {
      this.#busy = false;
    }
  }

  /** The user is back: what was given up is worth another look. */
  retry(): void {
    const state = this.#state.value;
    if (state.kind === "waiting" || (state.kind === "failed" && !state.final)) void this.connect();
  }

  /** The tab is going. */
  stop(): void {
    this.#stopped = true;
    this.#peer?.close();
  }

  #ended(peer: Peer, end: LinkEnd): void {
    if (this.#peer !== peer) return;
    this.#peer = null;
    // An agent that ends again and again is not started for ever.
    if (this.#state.value.kind === "ready" && performance.now() - this.#since > HELD) this.#attempt = 0;
    this.#broke(end.reason || "The connection to the server was lost.", FINAL.has(end.code));
  }

  #broke(why: string, final: boolean): void {
    if (this.#stopped) return;
    if (final || this.#attempt >= MOST_ATTEMPTS) {
      this.#state.value = { kind: "failed", why, final };
      return;
    }
    const pause = Math.min(250 * 2 ** this.#attempt, 5000);
    this.#attempt += 1;
    this.#state.value = { kind: "waiting", why, attempt: this.#attempt };
    setTimeout(() => {
      if (this.#state.value.kind === "waiting") void this.#try();
    }, pause);
  }
}

/** What the agent says of itself; rejects if it says nothing in time, or speaks another language. */
async function introduced(peer: Peer): Promise<InitializeResponse> {
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    peer.close();
  }, INITIALIZE_LIMIT);
  try {
    const info = (await peer.request("initialize", announced())) as InitializeResponse | null;
    const version = info?.protocolVersion ?? VERSION;
    if (version === VERSION) return info ?? { protocolVersion: VERSION };
    throw new Foreign(`It speaks version ${version} of ACP, and this page speaks version ${VERSION}.`);
  } catch (error) {
    if (isLate) throw new Error(`It did not answer within ${INITIALIZE_LIMIT / 1000} seconds.`);
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

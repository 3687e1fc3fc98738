// The connection to the agent: opens it, initializes it, and reconnects when it breaks. Callers check
// `capabilities` before they send. Sessions, documents and suggestions are not handled here.

import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type {
  AgentCapabilities,
  AgentMethods,
  ClientMethods,
  InitializeResponse,
  InitializeRequest,
} from "../protocol/acp";
import { Peer, type Handler, type TransportClose, type TappedMessage } from "../rpc/peer";
import { openSocket } from "../rpc/socket";
import { withoutSecrets } from "./redaction";
import { INITIALIZE_TIMEOUT_MS, MAX_CONNECT_ATTEMPTS, STABLE_CONNECTION_MS } from "./limits";

export type AgentState =
  | { readonly kind: "connecting"; readonly attempt: number }
  | { readonly kind: "ready" }
  /** The connection broke and a retry is scheduled; `message` is a sentence. */
  | { readonly kind: "waiting"; readonly message: string; readonly attempt: number }
  /** No retry is scheduled until the user asks for one. */
  | { readonly kind: "failed"; readonly message: string; readonly final: boolean };

export interface AgentCrash {
  /** What happened, as sentences, with the last line of the log. */
  readonly message: string;
}

const PROTOCOL_VERSION = 1;
/** Close codes after which an automatic retry is pointless: no agent to start, too many tabs, a bad token. */
const FINAL_CLOSE_CODES = new Set([4001, 4003, 4401]);

/** The agent's process ended. */
const AGENT_ENDED_CODE = 4002;

/** The agent answered with a protocol version that this page does not support. */
class UnsupportedProtocol extends Error {}

type ReadyHook = (isReconnect: boolean) => void | Promise<void>;

export class Agent {
  readonly #state = signal<AgentState>({ kind: "connecting", attempt: 0 });
  readonly #info = signal<InitializeResponse | null>(null);
  readonly #crash = signal<AgentCrash | null>(null);
  /** The last end of the agent's process that nobody asked for. */
  readonly crash: ReadonlySignal<AgentCrash | null> = this.#crash;
  readonly #hasLog = signal(false);
  /** Whether the server has the log of an agent of this tab that ended. */
  readonly hasLog: ReadonlySignal<boolean> = this.#hasLog;
  readonly #handlers = new Map<string, Handler>();
  readonly #taps = new Set<(tapped: TappedMessage) => void>();
  readonly #hooks: ReadyHook[] = [];
  readonly #url: string;
  #peer: Peer | null = null;
  #wasReady = false;
  #stopped = false;
  #attempt = 0;
  #readySince = 0;
  #isConnecting = false;

  readonly state: ReadonlySignal<AgentState> = this.#state;
  /** The agent's response to `initialize`; null before the first one. */
  readonly info: ReadonlySignal<InitializeResponse | null> = this.#info;
  readonly ready: ReadonlySignal<boolean> = computed(() => this.#state.value.kind === "ready");
  readonly capabilities: ReadonlySignal<AgentCapabilities> = computed(
    () => this.#info.value?.agentCapabilities ?? {},
  );

  /**
   * `rejectionReason` asks the server why it rejects this page: a sentence, or an empty string if it does
   * not.
   */
  constructor(
    url: string,
    private readonly rejectionReason: () => Promise<string>,
  ) {
    this.#url = url;
  }

  /** Register the handler of a request or notification from the agent. One handler per method. */
  on<M extends keyof ClientMethods>(
    method: M,
    handler: (
      params: ClientMethods[M]["params"],
      signal: AbortSignal,
    ) => ClientMethods[M]["result"] | Promise<ClientMethods[M]["result"]> | void,
  ): void {
    this.#handlers.set(method, handler as Handler);
  }

  /**
   * Hooks run in order, each awaited, once the agent is initialized. `isReconnect` is true after the first
   * time.
   */
  onReady(hook: ReadyHook): void {
    this.#hooks.push(hook);
  }

  /** Observe every message in both directions. */
  tap(listener: (tapped: TappedMessage) => void): () => void {
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

  /** Send a request of an extension, which the protocol does not describe. Its name begins with an underscore. */
  async requestExtension(method: string, params: object): Promise<unknown> {
    if (!this.#peer) throw new Error("The agent is not connected.");
    return await this.#peer.request(method, params);
  }

  notify<M extends keyof AgentMethods>(method: M, params: AgentMethods[M]["params"]): void {
    this.#peer?.notify(method, params);
  }

  /** Connect, or reconnect after a failure. Never rejects: the outcome is in `state`. */
  async connect(): Promise<void> {
    this.#attempt = 0;
    await this.#try();
  }

  async #try(): Promise<void> {
    const { kind } = this.#state.value;
    if (this.#stopped || this.#isConnecting || kind === "ready") return;
    this.#isConnecting = true;
    this.#state.value = { kind: "connecting", attempt: this.#attempt };
    let peer: Peer | null = null;
    try {
      const link = await openSocket(this.#url);
      peer = new Peer(link, this.#handlers, (tapped) => {
        const shown = withoutSecrets(tapped);
        this.#taps.forEach((tap) => tap(shown));
      });
      const opened = peer;
      this.#info.value = await initialize(opened);
      this.#peer = opened;
      opened.onClose = (end) => this.#disconnected(opened, end);
      const isReconnect = this.#wasReady;
      this.#wasReady = true;
      for (const hook of this.#hooks) await hook(isReconnect);
      if (this.#peer !== opened) return;
      this.#readySince = performance.now();
      this.#state.value = { kind: "ready" };
    } catch (error) {
      const code = (error as { end?: TransportClose }).end?.code ?? 0;
      if (code === AGENT_ENDED_CODE) this.#hasLog.value = true;
      const final = FINAL_CLOSE_CODES.has(code) || error instanceof UnsupportedProtocol;
      const isConnecting = this.#state.value.kind === "connecting";
      if (this.#peer === peer) this.#peer = null;
      peer?.close();
      if (!isConnecting) return;
      // A browser does not expose why a WebSocket was rejected, so the server is asked over HTTP.
      const rejection = peer === null ? await this.rejectionReason() : "";
      this.#scheduleRetry(rejection || (error instanceof Error ? error.message : String(error)), !!rejection || final);
    } finally {
      this.#isConnecting = false;
    }
  }

  /** Called when the window gets the focus: try again after a failure that is not final. */
  retry(): void {
    const state = this.#state.value;
    if (state.kind === "waiting" || (state.kind === "failed" && !state.final)) void this.connect();
  }

  /** Called when the tab is closed. */
  stop(): void {
    this.#stopped = true;
    this.#peer?.close();
  }

  #disconnected(peer: Peer, end: TransportClose): void {
    if (this.#peer !== peer) return;
    this.#peer = null;
    if (isAgentEnd(end) && !this.#stopped) {
      this.#hasLog.value = true;
      this.#crash.value = { message: end.reason };
    }
    // Reset the attempt counter only after a stable connection, so that an agent that keeps exiting is not
    // restarted for ever.
    if (this.#state.value.kind === "ready" && performance.now() - this.#readySince > STABLE_CONNECTION_MS)
      this.#attempt = 0;
    this.#scheduleRetry(end.reason || "The connection to the server was lost.", FINAL_CLOSE_CODES.has(end.code));
  }

  #scheduleRetry(message: string, final: boolean): void {
    if (this.#stopped) return;
    if (final || this.#attempt >= MAX_CONNECT_ATTEMPTS) {
      this.#state.value = { kind: "failed", message, final };
      return;
    }
    const delayMs = Math.min(250 * 2 ** this.#attempt, 5000);
    this.#attempt += 1;
    this.#state.value = { kind: "waiting", message, attempt: this.#attempt };
    setTimeout(() => {
      if (this.#state.value.kind === "waiting") void this.#try();
    }, delayMs);
  }
}

/** Whether the connection closed because the agent's process ended. */
export function isAgentEnd(end: TransportClose): boolean {
  return end.code === AGENT_ENDED_CODE;
}

/** Send `initialize`. Rejects on a timeout, or if the protocol version is not supported. */
async function initialize(peer: Peer): Promise<InitializeResponse> {
  let hasTimedOut = false;
  const timer = setTimeout(() => {
    hasTimedOut = true;
    peer.close();
  }, INITIALIZE_TIMEOUT_MS);
  try {
    const info = (await peer.request("initialize", initializeRequest())) as InitializeResponse | null;
    const version = info?.protocolVersion ?? PROTOCOL_VERSION;
    if (version === PROTOCOL_VERSION) return info ?? { protocolVersion: PROTOCOL_VERSION };
    throw new UnsupportedProtocol(
      `It speaks version ${version} of ACP, and this page speaks version ${PROTOCOL_VERSION}.`,
    );
  } catch (error) {
    if (hasTimedOut) throw new Error(`It did not answer within ${INITIALIZE_TIMEOUT_MS / 1000} seconds.`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

export function initializeRequest(): InitializeRequest {
  return {
    protocolVersion: 1,
    clientInfo: { name: "understudy-workbench", title: "Understudy workbench", version: "0.1.0" },
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      terminal: false,
      // The page has no terminal, but it shows which command to run in one.
      auth: { terminal: true },
      nes: { jump: {}, rename: {}, searchAndReplace: {} },
      positionEncodings: ["utf-16"],
      elicitation: { form: {}, url: {} },
      plan: {},
      subagents: {},
      session: { compaction: {}, configOptions: { boolean: {} }, notices: {} },
    },
  };
}

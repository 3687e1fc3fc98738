// A JSON-RPC 2.0 peer over a transport that carries whole messages as text. Handlers are called in the order
// of the messages. Every message, in both directions, is passed to the tap. Knows neither ACP nor WebSockets.

export interface Transport {
  /** Returns false once the transport is closed. */
  send(text: string): boolean;
  listen(onText: (text: string) => void, onEnd: (end: TransportClose) => void): void;
  close(): void;
}

export interface TransportClose {
  readonly code: number;
  readonly reason: string;
}

export type Id = number | string | null;

export interface Message {
  jsonrpc: "2.0";
  id?: Id;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

export interface TappedMessage {
  readonly direction: "sent" | "received";
  readonly message: Message;
  /** The text as sent or received; receivers may modify the parsed message. */
  readonly text: string;
  /** Milliseconds, from performance.now(). */
  readonly at: number;
  /** Length of the text in characters. */
  readonly size: number;
}

export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
    this.name = "RpcError";
  }
}

/** The transport closed before the response arrived. */
export class ConnectionClosed extends Error {
  constructor(readonly end: TransportClose) {
    super(end.reason || "The connection to the agent ended.");
    this.name = "LinkGone";
  }
}

export const METHOD_NOT_FOUND = -32601;
export const INTERNAL_ERROR = -32603;
export const INVALID_REQUEST = -32600;
/** Maximum number of requests from the other side that are handled at the same time. */
export const MAX_CONCURRENT_REQUESTS = 256;

/** `signal` is aborted when the other side cancels its request, or when the transport closes. */
export type Handler = (params: never, signal: AbortSignal) => unknown;

interface PendingRequest {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Peer {
  readonly #transport: Transport;
  readonly #handlers: Map<string, Handler>;
  readonly #tap: (tapped: TappedMessage) => void;
  readonly #pending = new Map<Id, PendingRequest>();
  readonly #inFlight = new Map<Id, AbortController>();
  #lastId = 0;
  #close: TransportClose | null = null;
  #onClose: (end: TransportClose) => void = () => {};

  constructor(transport: Transport, handlers: Map<string, Handler>, tap: (tapped: TappedMessage) => void) {
    this.#transport = transport;
    this.#handlers = handlers;
    this.#tap = tap;
    transport.listen(
      (text) => this.#receive(text),
      (end) => this.#closed(end),
    );
  }

  set onClose(listener: (end: TransportClose) => void) {
    this.#onClose = listener;
    if (this.#close) listener(this.#close);
  }

  /** Aborting the signal sends $/cancel_request; the response is still awaited. */
  request(method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    if (this.#close) return Promise.reject(new ConnectionClosed(this.#close));
    const id = ++this.#lastId;
    const response = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    this.#send({ jsonrpc: "2.0", id, method, params });
    const cancel = () => this.notify("$/cancel_request", { requestId: id });
    signal?.addEventListener("abort", cancel, { once: true });
    return response.finally(() => signal?.removeEventListener("abort", cancel));
  }

  notify(method: string, params: unknown): void {
    if (!this.#close) this.#send({ jsonrpc: "2.0", method, params });
  }

  close(): void {
    this.#transport.close();
  }

  #send(message: Message): void {
    const text = JSON.stringify(message);
    this.#tap({ direction: "sent", message, text, at: performance.now(), size: text.length });
    this.#transport.send(text);
  }

  #receive(text: string): void {
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch {
      message = unreadableMessage(text);
    }
    // A number, a list or null is not a message, and neither is an object with an invalid id.
    if (!isMessage(message)) message = unreadableMessage(text);
    this.#tap({ direction: "received", message, text, at: performance.now(), size: text.length });
    if (message.method === UNREADABLE) return;
    if (typeof message.method === "string") this.#dispatch(message);
    else this.#settle(message);
  }

  #settle(message: Message): void {
    const pending = this.#pending.get(message.id ?? null);
    if (!pending) return;
    this.#pending.delete(message.id ?? null);
    const { error } = message;
    if (error) pending.reject(new RpcError(error.code, error.message, error.data));
    else pending.resolve(message.result);
  }

  #dispatch(message: Message): void {
    const { method = "", params, id } = message;
    if (method === "$/cancel_request") {
      const requestId = (params as { requestId?: Id } | undefined)?.requestId ?? null;
      this.#inFlight.get(requestId)?.abort();
      return;
    }
    const handler = this.#handlers.get(method);
    const controller = new AbortController();
    if (id === undefined) {
      if (handler) this.#runNotification(() => handler(params as never, controller.signal), method);
      return;
    }
    if (!handler) {
      this.#send({ jsonrpc: "2.0", id, error: { code: METHOD_NOT_FOUND, message: `No method ${method}` } });
      return;
    }
    if (this.#inFlight.size >= MAX_CONCURRENT_REQUESTS || this.#inFlight.has(id)) {
      const reason = this.#inFlight.has(id) ? "This id is in use." : "Too many requests at a time.";
      this.#send({ jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message: reason } });
      return;
    }
    this.#inFlight.set(id, controller);
    // The handler is called synchronously to preserve the order; its result is sent when it is available.
    let outcome: unknown;
    try {
      outcome = handler(params as never, controller.signal);
    } catch (error) {
      outcome = Promise.reject(error);
    }
    Promise.resolve(outcome)
      .then(
        (result) => this.#respond({ jsonrpc: "2.0", id, result: result ?? null }),
        (error: unknown) => this.#respond({ jsonrpc: "2.0", id, error: errorObject(error) }),
      )
      .finally(() => this.#inFlight.delete(id));
  }

  #respond(message: Message): void {
    if (!this.#close) this.#send(message);
  }

  #runNotification(call: () => unknown, method: string): void {
    const logFailure = (error: unknown) => console.error(`The handler of ${method} failed`, error);
    try {
      Promise.resolve(call()).catch(logFailure);
    } catch (error) {
      logFailure(error);
    }
  }

  #closed(end: TransportClose): void {
    if (this.#close) return;
    this.#close = end;
    for (const pending of this.#pending.values()) pending.reject(new ConnectionClosed(end));
    this.#pending.clear();
    for (const controller of this.#inFlight.values()) controller.abort();
    this.#onClose(end);
  }
}

const UNREADABLE = "(unreadable)";

function unreadableMessage(text: string): Message {
  return { jsonrpc: "2.0", method: UNREADABLE, params: text.slice(0, 2000) };
}

function isMessage(value: unknown): value is Message {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  const { id } = value as { id?: unknown };
  return id === undefined || id === null || typeof id === "string" || typeof id === "number";
}

function errorObject(error: unknown): { code: number; message: string; data?: unknown } {
  if (error instanceof RpcError) return { code: error.code, message: error.message, data: error.data };
  return { code: INTERNAL_ERROR, message: error instanceof Error ? error.message : String(error) };
}

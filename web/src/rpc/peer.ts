// One JSON-RPC 2.0 peer over a link that carries whole texts. Order is kept: handlers are called in the order
// of messages. Every message, both ways, is shown to the taps. Knows no ACP and no WebSocket.

export interface Link {
  /** False once the link is gone. */
  send(text: string): boolean;
  listen(onText: (text: string) => void, onEnd: (why: LinkEnd) => void): void;
  close(): void;
}

export interface LinkEnd {
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

export interface Tapped {
  readonly direction: "sent" | "received";
  readonly message: Message;
  /** As it travelled: the message may be changed by those who get it. */
  readonly text: string;
  /** Milliseconds on the page's clock (performance.now). */
  readonly at: number;
  /** Characters of the text as it travelled. */
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

/** The link ended before the answer came. */
export class LinkGone extends Error {
  constructor(readonly end: LinkEnd) {
    super(end.reason || "The connection to the agent ended.");
    this.name = "LinkGone";
  }
}

export const METHOD_NOT_FOUND = -32601;
export const INTERNAL_ERROR = -32603;
export const INVALID_REQUEST = -32600;
/** Requests of the other side that are worked on at a time. */
export const MOST_SERVED = 256;

/** `signal` is aborted when the other side takes its request back, or the link ends. */
export type Handler = (params: never, signal: AbortSignal) => unknown;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Peer {
  readonly #link: Link;
  readonly #handlers: Map<string, Handler>;
  readonly #taps: (tapped: Tapped) => void;
  readonly #waiting = new Map<Id, Waiting>();
  readonly #serving = new Map<Id, AbortController>();
  #next = 0;
  #end: LinkEnd | null = null;
  #onEnd: (end: LinkEnd) => void = () => {};

  constructor(link: Link, handlers: Map<string, Handler>, tap: (tapped: Tapped) => void) {
    this.#link = link;
    this.#handlers = handlers;
    this.#taps = tap;
    link.listen(
      (text) => this.#take(text),
      (end) => this.#ended(end),
    );
  }

  set onEnd(told: (end: LinkEnd) => void) {
    this.#onEnd = told;
    if (this.#end) told(this.#end);
  }

  /** Aborting the signal takes the request back ($/cancel_request); its answer is still waited for. */
  request(method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    if (this.#end) return Promise.reject(new LinkGone(this.#end));
    const id = ++this.#next;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send({ jsonrpc: "2.0", id, method, params });
    const takeBack = () => this.notify("$/cancel_request", { requestId: id });
    signal?.addEventListener("abort", takeBack, { once: true });
    return answer.finally(() => signal?.removeEventListener("abort", takeBack));
  }

  notify(method: string, params: unknown): void {
    if (!this.#end) this.#send({ jsonrpc: "2.0", method, params });
  }

  close(): void {
    this.#link.close();
  }

  #send(message: Message): void {
    const text = JSON.stringify(message);
    this.#taps({ direction: "sent", message, text, at: performance.now(), size: text.length });
    this.#link.send(text);
  }

  #take(text: string): void {
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch {
      message = unreadable(text);
    }
    // A number, a list or null is no message, and neither is what nobody could answer.
    if (!isMessage(message)) message = unreadable(text);
    this.#taps({ direction: "received", message, text, at: performance.now(), size: text.length });
    if (message.method === UNREADABLE) return;
    if (typeof message.method === "string") this.#serve(message);
    else this.#answered(message);
  }

  #answered(message: Message): void {
    const waiting = this.#waiting.get(message.id ?? null);
    if (!waiting) return;
    this.#waiting.delete(message.id ?? null);
    const { error } = message;
    if (error) waiting.reject(new RpcError(error.code, error.message, error.data));
    else waiting.resolve(message.result);
  }

  #serve(message: Message): void {
    const { method = "", params, id } = message;
    if (method === "$/cancel_request") {
      const asked = (params as { requestId?: Id } | undefined)?.requestId ?? null;
      this.#serving.get(asked)?.abort();
      return;
    }
    const handler = this.#handlers.get(method);
    const control = new AbortController();
    if (id === undefined) {
      if (handler) this.#quietly(() => handler(params as never, control.signal), method);
      return;
    }
    if (!handler) {
      this.#send({ jsonrpc: "2.0", id, error: { code: METHOD_NOT_FOUND, message: `No method ${method}` } });
      return;
    }
    if (this.#serving.size >= MOST_SERVED || this.#serving.has(id)) {
      const words = this.#serving.has(id) ? "This id is in use." : "Too many requests at a time.";
      this.#send({ jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message: words } });
      return;
    }
    this.#serving.set(id, control);
    // Called now, so that order holds; whatever it returns is the answer when it is there.
    let outcome: unknown;
    try {
      outcome = handler(params as never, control.signal);
    } catch (error) {
      outcome = Promise.reject(error);
    }
    Promise.resolve(outcome)
      .then(
        (result) => this.#reply({ jsonrpc: "2.0", id, result: result ?? null }),
        (error: unknown) => this.#reply({ jsonrpc: "2.0", id, error: described(error) }),
      )
      .finally(() => this.#serving.delete(id));
  }

  #reply(message: Message): void {
    if (!this.#end) this.#send(message);
  }

  #quietly(call: () => unknown, method: string): void {
    const complain = (error: unknown) => console.error(`The handler of ${method} failed`, error);
    try {
      Promise.resolve(call()).catch(complain);
    } catch (error) {
      complain(error);
    }
  }

  #ended(end: LinkEnd): void {
    if (this.#end) return;
    this.#end = end;
    for (const waiting of this.#waiting.values()) waiting.reject(new LinkGone(end));
    this.#waiting.clear();
    for (const control of this.#serving.values()) control.abort();
    this.#onEnd(end);
  }
}

const UNREADABLE = "(unreadable)";

function unreadable(text: string): Message {
  return { jsonrpc: "2.0", method: UNREADABLE, params: text.slice(0, 2000) };
}

function isMessage(value: unknown): value is Message {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  const { id } = value as { id?: unknown };
  return id === undefined || id === null || typeof id === "string" || typeof id === "number";
}

function described(error: unknown): { code: number; message: string; data?: unknown } {
  if (error instanceof RpcError) return { code: error.code, message: error.message, data: error.data };
  return { code: INTERNAL_ERROR, message: error instanceof Error ? error.message : String(error) };
}

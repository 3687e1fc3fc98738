// Reads one JSON-RPC response from an HTTP response: as JSON, or as the server-sent event with our id. Knows
// no tool.

import { MAX_EVENT_CHARS } from "./limits";

export interface RpcResponse {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string; readonly data?: unknown };
}

/** Null if the body contains no response to `id`. */
export async function readResponse(response: Response, id: number): Promise<RpcResponse | null> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream")) return await readEventStream(response, id);
  if (!type.startsWith("application/json")) return null;
  try {
    return toResponse(await response.json());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function readEventStream(response: Response, id: number): Promise<RpcResponse | null> {
  if (!response.body) return null;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return null;
      for (const data of events.feed(value)) {
        const answer = parseResponse(data);
        // Progress notifications on the stream are ignored.
        if (answer && answer.id === id) return answer;
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** Parses the data of server-sent events from chunks. */
export class EventParser {
  #rest = "";
  #data: string[] = [];

  feed(piece: string): string[] {
    const complete: string[] = [];
    const lines = (this.#rest + piece).split("\n");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > MAX_EVENT_CHARS) throw new Error("The server's answer is too large.");
    for (const raw of lines) {
      const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
      if (line === "") {
        if (this.#data.length > 0) complete.push(this.#data.join("\n"));
        this.#data = [];
      } else if (line.startsWith("data:")) {
        this.#data.push(line.slice(line[5] === " " ? 6 : 5));
      }
    }
    return complete;
  }
}

function parseResponse(text: string): RpcResponse | null {
  try {
    return toResponse(JSON.parse(text));
  } catch {
    return null;
  }
}

function toResponse(value: unknown): RpcResponse | null {
  return value !== null && typeof value === "object" ? (value as RpcResponse) : null;
}

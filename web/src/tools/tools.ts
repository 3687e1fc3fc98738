// The seven workspace tools, over MCP: one POST for each call, without a session (protocol 2026-07-28).
// What a tool refuses becomes a ToolError with its stable code. Knows no editor.

const PROTOCOL = "2026-07-28";

export class ToolError extends Error {
  constructor(
    message: string,
    /** The tool's code, such as NOT_FOUND, or HTTP if the server did not answer as it should. */
    readonly code: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = "ToolError";
  }
}

/** A question of a tool that needs a person's consent. True allows it, this once. */
export type Consent = (question: string) => Promise<boolean>;

export interface Entry {
  /** Can be passed straight back: relative to the first root, absolute in another. */
  path: string;
  isDirectory: boolean;
  metadata?: { path: string; size: number; isDirectory: boolean; lastModified: string };
}

export interface Match {
  file: string;
  line: number;
  column?: number;
  content?: string;
  lineText?: string;
}

export interface ToolShapes {
  exploreFiles: {
    args: {
      path: string;
      recursive?: boolean;
      excludePatterns?: string[];
      includePatterns?: string[];
      maxDepth?: number;
      returnMetadata?: boolean;
      respectGitignore?: boolean;
      cursor?: string;
    };
    result: { files: Entry[]; isTruncated: boolean; totalFound: number; nextCursor?: string };
  };
  readFile: {
    args: { path: string; startLine?: number; endLine?: number; cursor?: string };
    result: {
      content: string;
      metadata: { path: string; size: number; isDirectory: boolean; lastModified: string };
      isTruncated: boolean;
      totalLines: number;
      returnedLines: number;
      hash: string;
      encoding: string;
      nextCursor?: string;
    };
  };
}

export class Tools {
  #next = 0;

  constructor(
    private readonly token: string,
    private readonly consent: Consent = () => Promise.resolve(false),
  ) {}

  /** Call a tool by name; the result is its structured content. */
  async call<T = unknown>(name: string, args: object, signal?: AbortSignal): Promise<T> {
    void this.consent;
    const id = ++this.#next;
    const limit = AbortSignal.timeout(60_000);
    const answer = await fetch("/mcp", {
      method: "POST",
      headers: {
        authorization: `Bearer ${this.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": PROTOCOL,
        "mcp-method": "tools/call",
        "mcp-name": name,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: {
          name,
          arguments: args,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": PROTOCOL,
            "io.modelcontextprotocol/clientInfo": { name: "understudy-workbench", version: "0.1.0" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const reply = (await answer.json()) as {
      result?: { structuredContent?: unknown; isError?: boolean; content?: { text?: string }[] };
      error?: { message: string; data?: { error?: string; code?: string } };
    };
    if (reply.error) {
      throw new ToolError(reply.error.data?.error ?? reply.error.message, reply.error.data?.code ?? "HTTP");
    }
    const result = reply.result;
    if (!result) throw new ToolError(`The server answered ${answer.status}.`, "HTTP");
    if (result.isError) {
      const said = (result.structuredContent ?? {}) as { error?: string; code?: string; details?: object };
      throw new ToolError(
        said.error ?? result.content?.[0]?.text ?? "The tool failed.",
        said.code ?? "HTTP",
        { ...said.details },
      );
    }
    return result.structuredContent as T;
  }
}

// The workspace tools over MCP: one POST per call, without a session (protocol 2026-07-28). A call that needs
// consent returns a question, and is repeated with the answer. A tool's failure is raised as a ToolError with
// its stable code. Knows no editor.

import { readResponse, type RpcResponse } from "./responses";
import type { ToolTypes } from "./tool-types";
import { CALL_TIMEOUT_MS, MAX_CONSENT_ROUNDS } from "./limits";

export type { FileChange, FileEntry, FileMetadata, Match, ToolTypes } from "./tool-types";

const PROTOCOL_VERSION = "2026-07-28";
/** In the `_meta` of a failed call's result: the error as a person reads it. */
const ERROR_META_KEY = "understudy.dev/error";
const META_PREFIX = "io.modelcontextprotocol/";

export class ToolError extends Error {
  constructor(
    message: string,
    /**
     * The tool's code, such as FILE_NOT_FOUND. GONE if the server cannot be reached, TIMEOUT if it does not
     * answer in time, HTTP if the response is not a valid one.
     */
    readonly code: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    /** The message without the advice to a model, which names tools that the user cannot call. */
    readonly userMessage = message,
  ) {
    super(message);
    this.name = "ToolError";
  }

  /** The tool's more specific reason, such as changed_since_read. */
  get reason(): string {
    return typeof this.details.reason === "string" ? this.details.reason : "";
  }
}

/** A failure as text for the user. */
export function errorText(error: unknown): string {
  if (error instanceof ToolError) return error.userMessage;
  return error instanceof Error ? error.message : String(error);
}

/** Asks the user for consent. True allows this one call. */
export type Consent = (question: string, signal?: AbortSignal) => Promise<boolean>;

interface Result {
  readonly resultType?: string;
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly inputRequests?: Readonly<Record<string, { method?: string; params?: { message?: string } }>>;
  readonly requestState?: string;
  readonly _meta?: { readonly [ERROR_META_KEY]?: { readonly userMessage?: string } };
}

export class Tools {
  #next = 0;

  constructor(
    private readonly consent: Consent = () => Promise.resolve(false),
    private readonly address = "/mcp",
  ) {}

  /** The same tools with another consent function. */
  withConsent(consent: Consent): Tools {
    return new Tools(consent, this.address);
  }

  /** Call a tool by name; the result is its structured content. Rejects with a ToolError, or AbortError. */
  call<N extends keyof ToolTypes>(
    name: N,
    args: ToolTypes[N]["args"],
    signal?: AbortSignal,
  ): Promise<ToolTypes[N]["result"]>;
  call<T = unknown>(name: string, args: object, signal?: AbortSignal): Promise<T>;
  async call(name: string, args: object, signal?: AbortSignal): Promise<unknown> {
    let consentParams: object = {};
    for (let round = 0; round < MAX_CONSENT_ROUNDS; round += 1) {
      const result = resultOf(await this.#post(name, { name, arguments: args, ...consentParams }, signal));
      if (result.resultType !== "input_required") return structuredContent(result);
      await this.#requireConsent(result, args, signal);
      const yes = { action: "accept", content: { allow: true } };
      consentParams = {
        inputResponses: Object.fromEntries(Object.keys(result.inputRequests ?? {}).map((key) => [key, yes])),
        ...(result.requestState === undefined ? {} : { requestState: result.requestState }),
      };
    }
    throw new ToolError(`${name} asked too many questions.`, "HTTP");
  }

  /** Ask for the required consent. A question of an unknown kind counts as rejected. */
  async #requireConsent(result: Result, args: object, signal?: AbortSignal): Promise<void> {
    for (const request of Object.values(result.inputRequests ?? {})) {
      const message = request.params?.message ?? "";
      const known = request.method === "elicitation/create" && message !== "";
      const yes = known && (await this.consent(message, signal));
      signal?.throwIfAborted();
      if (yes) continue;
      const { path } = args as { path?: string };
      throw new ToolError(
        `${path ?? "The file"} was not changed: it is sensitive, and nobody agreed to the change.`,
        "PERMISSION_DENIED",
        { reason: "needs_approval", ...(path === undefined ? {} : { path }) },
      );
    }
  }

  async #post(name: string, params: object, signal?: AbortSignal): Promise<RpcResponse> {
    const id = ++this.#next;
    const limit = AbortSignal.timeout(CALL_TIMEOUT_MS);
    try {
      const response = await fetch(this.address, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": PROTOCOL_VERSION,
          "mcp-method": "tools/call",
          "mcp-name": name,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id,
          method: "tools/call",
          params: {
            ...params,
            _meta: {
              [`${META_PREFIX}protocolVersion`]: PROTOCOL_VERSION,
              [`${META_PREFIX}clientInfo`]: { name: "understudy-workbench", version: "0.1.0" },
              [`${META_PREFIX}clientCapabilities`]: { elicitation: { form: {} } },
            },
          },
        }),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      return (await readResponse(response, id)) ?? throwHttpError(response.status);
    } catch (error) {
      if (error instanceof ToolError || signal?.aborted) throw error;
      if (limit.aborted) throw new ToolError(`${name} did not answer within a minute.`, "TIMEOUT");
      throw new ToolError("The server of the workbench cannot be reached. Is it still running?", "GONE");
    }
  }
}

function throwHttpError(status: number): never {
  if (status === 401 || status === 403) {
    throw new ToolError(
      "This page is no longer valid. Open the address that the workbench printed when it was started last.",
      "GONE",
    );
  }
  throw new ToolError(`The server answered ${status} and no result.`, "HTTP");
}

interface ErrorBody {
  error?: string;
  code?: string;
  details?: Record<string, unknown>;
}

function resultOf(answer: RpcResponse): Result {
  if (answer.error) {
    const body = (answer.error.data ?? {}) as ErrorBody;
    throw new ToolError(
      body.error ?? answer.error.message ?? "The tool failed.",
      body.code ?? "HTTP",
      body.details,
    );
  }
  if (!answer.result || typeof answer.result !== "object") {
    throw new ToolError("The server answered without a result.", "HTTP");
  }
  return answer.result as Result;
}

function structuredContent(result: Result): unknown {
  if (!result.isError) return result.structuredContent;
  // A failure is text only: WAP's {error, code, details} as JSON.
  const text = result.content?.[0]?.text ?? "";
  let body = (result.structuredContent ?? {}) as ErrorBody;
  try {
    body = { ...(JSON.parse(text) as ErrorBody), ...body };
  } catch {
    body = { error: text, ...body };
  }
  const { userMessage } = result._meta?.[ERROR_META_KEY] ?? {};
  throw new ToolError(body.error || "The tool failed.", body.code ?? "HTTP", body.details, userMessage);
}

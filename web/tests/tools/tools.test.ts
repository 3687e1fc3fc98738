import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { EventParser } from "../../src/tools/responses";
import { ToolError, Tools, errorText, type Consent } from "../../src/tools/tools";

interface ToolRequest {
  id: number;
  params: { inputResponses?: Record<string, unknown>; requestState?: string };
}

type Respond = (call: ToolRequest, response: ServerResponse, request: IncomingMessage) => void;

let server: Server | null = null;

async function serve(answer: Respond, consent?: Consent): Promise<Tools> {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part.toString()));
    request.on("end", () => answer(JSON.parse(body) as ToolRequest, response, request));
  });
  await new Promise<void>((ready) => server!.listen(0, "127.0.0.1", ready));
  const { port } = server.address();
  return new Tools(consent, `http://127.0.0.1:${port}/mcp`);
}

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", ...body }));
}

async function failure(call: Promise<unknown>): Promise<ToolError> {
  const error: unknown = await call.then(
    () => null,
    (raised: unknown) => raised,
  );
  expect(error).toBeInstanceOf(ToolError);
  return error as ToolError;
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((done) => (server ? server.close(() => done()) : done()));
  server = null;
});

describe("a call", () => {
  test("is one POST with the protocol version and without a secret of the page, and returns the structured content", async () => {
    let headers: IncomingMessage["headers"] = {};
    const tools = await serve((call, response, request) => {
      headers = request.headers;
      json(response, { id: call.id, result: { structuredContent: { files: [] }, isError: false } });
    });
    expect(await tools.call("exploreFiles", { path: "." })).toEqual({ files: [] });
    expect(headers.authorization).toBeUndefined();
    expect(headers["mcp-protocol-version"]).toBe("2026-07-28");
    expect(headers["mcp-name"]).toBe("exploreFiles");
  });

  test("may be answered by a stream, whose other events are ignored", async () => {
    const tools = await serve((call, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": ping\r\n\r\n");
      response.write('event: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\r\n\r\n');
      const answer = { jsonrpc: "2.0", id: call.id, result: { structuredContent: 7 } };
      const text = `event: message\r\ndata: ${JSON.stringify(answer)}\r\n\r\n`;
      response.write(text.slice(0, 30));
      setTimeout(() => response.end(text.slice(30)), 5);
    });
    expect(await tools.call("anything", {})).toBe(7);
  });

  test("keeps the tool's code and message when it fails", async () => {
    const said = { error: "'x' is missing.", code: "FILE_NOT_FOUND", details: { reason: "missing" } };
    const tools = await serve((call, response) =>
      json(response, {
        id: call.id,
        result: { isError: true, content: [{ type: "text", text: JSON.stringify(said) }] },
      }),
    );
    const error = await failure(tools.call("readFile", { path: "x" }));
    expect([error.message, error.code, error.reason]).toEqual(["'x' is missing.", "FILE_NOT_FOUND", "missing"]);
  });

  test("keeps the message of a protocol error", async () => {
    const data = { error: "There is no tool.", code: "INVALID_ARGUMENT" };
    const tools = await serve((call, response) =>
      json(response, { id: call.id, error: { code: -32602, message: "Unknown tool: no", data } }, 400),
    );
    const error = await failure(tools.call("no", {}));
    expect([error.message, error.code]).toEqual(["There is no tool.", "INVALID_ARGUMENT"]);
  });

  test("reports that the server is gone", async () => {
    const tools = await serve(() => {});
    server!.closeAllConnections();
    await new Promise<void>((done) => server!.close(() => done()));
    server = null;
    expect((await failure(tools.call("readFile", { path: "x" }))).code).toBe("GONE");
  });

  test("reports that the address is no longer valid", async () => {
    const tools = await serve((_, response) => {
      response.writeHead(401, { "content-type": "text/plain" }).end("no");
    });
    const error = await failure(tools.call("readFile", { path: "x" }));
    expect(error.code).toBe("GONE");
    expect(error.message).toContain("no longer valid");
  });

  test("that is aborted rejects with an AbortError", async () => {
    const tools = await serve(() => {});
    const control = new AbortController();
    const call = tools.call("searchFiles", { paths: ["."], query: "x", type: "literal" }, control.signal);
    setTimeout(() => control.abort(), 10);
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("consent", () => {
  const requireConsent: Respond = (call, response) => {
    const answer = call.params.inputResponses?.["consent-1"];
    if (!answer) {
      const params = { mode: "form", message: "The agent wants to write .git/config." };
      json(response, {
        id: call.id,
        result: {
          resultType: "input_required",
          inputRequests: { "consent-1": { method: "elicitation/create", params } },
          requestState: "kept",
        },
      });
      return;
    }
    const { requestState: state } = call.params;
    json(response, { id: call.id, result: { structuredContent: { answer, state } } });
  };

  test("is requested with the tool's question, and the call is repeated with the answer", async () => {
    const questions: string[] = [];
    const tools = await serve(requireConsent, (question) => {
      questions.push(question);
      return Promise.resolve(true);
    });
    expect(await tools.call("writeFile", { path: ".git/config", content: "" })).toEqual({
      answer: { action: "accept", content: { allow: true } },
      state: "kept",
    });
    expect(questions).toEqual(["The agent wants to write .git/config."]);
  });

  test("that is rejected is reported as a failure", async () => {
    const tools = await serve(requireConsent, () => Promise.resolve(false));
    const error = await failure(tools.call("writeFile", { path: ".git/config", content: "" }));
    expect([error.code, error.reason]).toEqual(["PERMISSION_DENIED", "needs_approval"]);
  });

  test("is not requested without limit", async () => {
    const tools = await serve(
      (call, response) =>
        json(response, {
          id: call.id,
          result: {
            resultType: "input_required",
            inputRequests: { again: { method: "elicitation/create", params: { message: "And now?" } } },
          },
        }),
      () => Promise.resolve(true),
    );
    expect((await failure(tools.call("writeFile", { path: "x", content: "" }))).code).toBe("HTTP");
  });
});

describe("events", () => {
  test("are parsed from any chunks", () => {
    const events = new EventParser();
    const text = "data: one\r\ndata: two\r\n\r\n: comment\n\ndata:three\n\n";
    expect([...text].flatMap((piece) => events.feed(piece))).toEqual(["one\ntwo", "three"]);
  });
});

test("advice for models is not shown to users", async () => {
  const said = { error: "It is a folder. Use exploreFiles to list it.", code: "INVALID_ARGUMENT", details: {} };
  const tools = await serve((call, response) =>
    json(response, {
      id: call.id,
      result: {
        isError: true,
        content: [{ type: "text", text: JSON.stringify(said) }],
        _meta: { "understudy.dev/error": { userMessage: "It is a folder." } },
      },
    }),
  );
  const error = await failure(tools.call("readFile", { path: "x" }));
  expect(error.message).toBe(said.error);
  expect(errorText(error)).toBe("It is a folder.");
});

test("a failure without a message for users shows its whole message", () => {
  expect(errorText(new ToolError("It is missing.", "FILE_NOT_FOUND"))).toBe("It is missing.");
  expect(errorText(new Error("broken"))).toBe("broken");
});

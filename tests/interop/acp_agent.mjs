// An agent on the official TypeScript SDK, its next edit part included, for our client. Its words stand in
// tests/client/agents/foreign.py.
//
//     node acp_agent.mjs SDK_FOLDER [--anonymous] [--record FILE]
//
// SDK_FOLDER is where @agentclientprotocol/sdk is installed.

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const [sdk, ...options] = process.argv.slice(2);
const locate = createRequire(`${sdk}/package.json`).resolve;
const acp = await import(pathToFileURL(locate("@agentclientprotocol/sdk/experimental/nes")).href);
const { agent: AGENT, client: CLIENT } = acp.methods;
const record = options.includes("--record") ? options[options.indexOf("--record") + 1] : undefined;

let known = !options.includes("--anonymous");
const sessions = new Map();
const cancelled = new Map();
const loud = (currentValue) => [{ id: "loud", name: "Loud", type: "boolean", currentValue }];

// Sessions.

let forms = false;
const introduction = {
  protocolVersion: acp.PROTOCOL_VERSION,
  agentCapabilities: {
    loadSession: true,
    sessionCapabilities: { list: {}, delete: {}, additionalDirectories: {}, fork: {}, resume: {}, close: {} },
    positionEncoding: "utf-16",
    nes: {
      events: {
        document: { didOpen: {}, didChange: { syncKind: "incremental" }, didClose: {}, didSave: {}, didFocus: {} },
      },
      context: {
        recentFiles: { maxCount: 2 },
        relatedSnippets: {},
        editHistory: { maxCount: 3 },
        userActions: {},
        openFiles: {},
      },
    },
  },
  authMethods: [{ id: "key", name: "Key" }],
  agentInfo: { name: "sdk-agent", version: "1" },
};

function initialize({ params }) {
  forms = Boolean(params.clientCapabilities?.elicitation?.form);
  return introduction;
}

function open({ params }) {
  if (!known) throw acp.RequestError.authRequired();
  const sessionId = `session-${sessions.size}`;
  const { cwd, additionalDirectories = [] } = params;
  sessions.set(sessionId, { sessionId, cwd, additionalDirectories });
  const availableModes = [{ id: "ask", name: "Ask" }, { id: "code", name: "Code" }];
  return { sessionId, modes: { currentModeId: "ask", availableModes }, configOptions: loud(false) };
}

async function load({ params: { sessionId }, client }) {
  if (!sessions.has(sessionId)) throw acp.RequestError.sessionNotFound(sessionId);
  const content = { type: "text", text: "say it" };
  await update(client, sessionId, { sessionUpdate: "user_message_chunk", content });
  await say(client, sessionId, "as I said");
  return {};
}

/** A page has one session. */
function list({ params }) {
  const at = Number(params.cursor ?? 0);
  const nextCursor = at + 1 < sessions.size ? String(at + 1) : undefined;
  return { sessions: [...sessions.values()].slice(at, at + 1), nextCursor };
}

// Turns.

const update = (client, sessionId, body) => client.notify(CLIENT.session.update, { sessionId, update: body });
const say = (client, sessionId, text) =>
  update(client, sessionId, { sessionUpdate: "agent_message_chunk", content: { type: "text", text } });

async function prompt({ params: { sessionId, prompt: [block] }, client }) {
  const [word, ...rest] = block.text.split(" ");
  switch (word) {
    case "read": {
      const { content } = await client.request(CLIENT.fs.readTextFile, { sessionId, path: rest[0] });
      await say(client, sessionId, content);
      break;
    }
    case "write":
      await client.request(CLIENT.fs.writeTextFile, { sessionId, path: rest[0], content: rest[1] });
      break;
    case "run":
    case "kill":
      await say(client, sessionId, await run(client, sessionId, rest, word === "kill"));
      break;
    case "ask": {
      const answer = await ask(client, sessionId);
      await say(client, sessionId, answer);
      if (answer === "cancelled") return { stopReason: "cancelled" };
      break;
    }
    case "wait": {
      const asked = new Promise((resolve) => cancelled.set(sessionId, resolve));
      await say(client, sessionId, "waiting");
      await asked;
      return { stopReason: "cancelled" };
    }
    case "fill":
      await say(client, sessionId, await fill(client, sessionId));
      break;
    case "work":
      return work(client, sessionId);
    default:
      await say(client, sessionId, "what?");
  }
  return { stopReason: "end_turn" };
}

async function run(client, sessionId, [command, ...args], kill) {
  const terminal = await client.createTerminal({ sessionId, command, args });
  if (kill) await terminal.kill();
  const { exitCode, signal } = await terminal.waitForExit();
  const { output } = await terminal.currentOutput();
  await terminal.release();
  return kill ? signal : `${exitCode}: ${output}`;
}

async function ask(client, sessionId) {
  const { outcome } = await client.request(CLIENT.session.requestPermission, {
    sessionId,
    toolCall: { toolCallId: "c1", title: "Try", kind: "execute" },
    options: [
      { optionId: "y", name: "Yes", kind: "allow_once" },
      { optionId: "n", name: "No", kind: "reject_once" },
    ],
  });
  return outcome.outcome === "selected" ? `selected ${outcome.optionId}` : outcome.outcome;
}

async function fill(client, sessionId) {
  if (!forms) return "no forms";
  const { action, content } = await client.request(CLIENT.elicitation.create, {
    sessionId,
    mode: "form",
    message: "Who?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  });
  return action === "accept" ? `accept ${content.name}` : action;
}

async function work(client, sessionId) {
  const path = `${sessions.get(sessionId).cwd}/a.txt`;
  const updates = [
    { sessionUpdate: "available_commands_update", availableCommands: [{ name: "tidy", description: "Tidy up" }] },
    { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "Hm." } },
    { sessionUpdate: "plan", entries: [{ content: "Edit it", priority: "medium", status: "pending" }] },
    { sessionUpdate: "tool_call", toolCallId: "c1", title: "Edit", kind: "edit", status: "pending",
      locations: [{ path, line: 3 }] },
    { sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed",
      content: [{ type: "diff", path, oldText: "a", newText: "b" }] },
    { sessionUpdate: "current_mode_update", currentModeId: "code" },
  ];
  for (const body of updates) await update(client, sessionId, body);
  for (let number = 0; number < 50; number += 1) await say(client, sessionId, `${number} `);
  return { stopReason: "max_tokens", usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 } };
}

// Next edits. JavaScript's strings count in UTF-16 as the positions do.

const texts = new Map();
let offered = 0;

const offset = (text, { line, character }) =>
  text.split("\n").slice(0, line).reduce((sum, before) => sum + before.length + 1, character);
const place = (text, at) => {
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length - 1, character: lines.at(-1).length };
};

function change({ params: { uri, contentChanges } }) {
  for (const { range, text } of contentChanges) {
    const before = texts.get(uri);
    texts.set(uri, before.slice(0, offset(before, range.start)) + text + before.slice(offset(before, range.end)));
  }
}

function suggest({ params: { uri } }) {
  offered += 1;
  const id = String(offered);
  const text = texts.get(uri);
  const at = text.indexOf("old");
  if (at >= 0) {
    const range = { start: place(text, at), end: place(text, at + 3) };
    return { suggestions: [{ kind: "edit", id, uri, edits: [{ range, newText: "new" }] }] };
  }
  const has = (word) => [...texts].find(([, its]) => its.includes(word));
  if (has("old")) {
    const [other, its] = has("old");
    return { suggestions: [{ kind: "jump", id, uri: other, position: place(its, its.indexOf("old")) }] };
  }
  if (text.includes("naem")) {
    const position = place(text, text.indexOf("naem"));
    return { suggestions: [{ kind: "rename", id, uri, position, newName: "name" }] };
  }
  if (has("1")) {
    const [other] = has("1");
    return { suggestions: [{ kind: "searchAndReplace", id, uri: other, search: "1", replace: "2", isRegex: false }] };
  }
  return { suggestions: [] };
}

/** Note what came, and hold what the SDK understood of it against that: nothing may be dropped or mended. */
const raw = new Map();
function noting(method, handle) {
  return (context) => {
    const sent = raw.get(method).shift();
    const line = { method, params: sent };
    const without = structuredClone(sent);
    // What a user's action has besides, for agents of an earlier text.
    for (const action of without.context?.userActions ?? []) { delete action.line; delete action.offset; }
    const understood = JSON.parse(JSON.stringify(context.params));
    if (!isDeepStrictEqual(understood, without)) line.wrong = understood;
    if (record) appendFileSync(record, `${JSON.stringify(line)}\n`);
    return handle(context);
  };
}

/** The messages as they came, kept for `noting`. */
function listening(stream) {
  const tap = new TransformStream({
    transform(message, controller) {
      if (!raw.has(message.method)) raw.set(message.method, []);
      raw.get(message.method).push(message.params);
      controller.enqueue(message);
    },
  });
  return { writable: stream.writable, readable: stream.readable.pipeThrough(tap) };
}

const app = acp.agent({ name: "sdk-agent" })
  .onRequest(AGENT.initialize, initialize)
  .onRequest(AGENT.authenticate, ({ params }) => { known = params.methodId === "key"; return {}; })
  .onRequest(AGENT.session.new, open)
  .onRequest(AGENT.session.load, load)
  .onRequest(AGENT.session.resume, () => ({}))
  .onRequest(AGENT.session.fork, open)
  .onRequest(AGENT.session.list, list)
  .onRequest(AGENT.session.close, ({ params }) => { assert.ok(sessions.delete(params.sessionId)); return {}; })
  .onRequest(AGENT.session.delete, ({ params }) => { assert.ok(sessions.delete(params.sessionId)); return {}; })
  .onRequest(AGENT.session.setMode, () => ({}))
  .onRequest(AGENT.session.setConfigOption, ({ params }) => ({ configOptions: loud(params.value) }))
  .onRequest(AGENT.session.prompt, prompt)
  .onNotification(AGENT.session.cancel, ({ params }) => cancelled.get(params.sessionId)?.());
for (const [method, handle] of [
  [AGENT.nes.start, () => ({ sessionId: "nes-1" })],
  [AGENT.nes.suggest, suggest],
  [AGENT.nes.close, () => ({})],
]) app.onRequest(method, noting(method, handle));
for (const [method, handle] of [
  [AGENT.document.didOpen, ({ params }) => void texts.set(params.uri, params.text)],
  [AGENT.document.didChange, change],
  [AGENT.document.didClose, ({ params }) => void texts.delete(params.uri)],
  [AGENT.document.didSave, () => {}],
  [AGENT.document.didFocus, () => {}],
  [AGENT.nes.accept, () => {}],
  [AGENT.nes.reject, () => {}],
]) app.onNotification(method, noting(method, handle));

const stream = acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin));
app.connect(listening(stream));

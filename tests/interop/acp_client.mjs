// An editor made of the official TypeScript SDK. Drives one agent through everything and fails on the first surprise.
//
//     node acp_client.mjs SDK_FOLDER ROOT SECOND COMMAND [ARGUMENT…]
//
// SDK_FOLDER is where @agentclientprotocol/sdk is installed. Prints one line a step.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

const [sdk, root, second, command, ...rest] = process.argv.slice(2);
const locate = createRequire(`${sdk}/package.json`).resolve;
const acp = await import(pathToFileURL(locate("@agentclientprotocol/sdk/unstable")).href);
const { agent: AGENT, client: CLIENT } = acp.methods;
const LIMIT = 60_000;

const text = (words) => [{ type: "text", text: words }];
const step = (words) => console.log(`  ${words}`);

class Editor {
  updates = [];
  questions = [];
  answer = "allow";
  waiting = [];

  take(notification) {
    this.updates.push(notification);
    this.waiting = this.waiting.filter((wanted) => !wanted(notification));
  }

  /** Resolves when such an update comes. */
  next(session, kind) {
    return new Promise((resolve) => {
      this.waiting.push((seen) => {
        const found = seen.sessionId === session && seen.update.sessionUpdate === kind;
        if (found) resolve(seen.update);
        return found;
      });
    });
  }

  of(session, kind) {
    return this.updates
      .filter((seen) => seen.sessionId === session && seen.update.sessionUpdate === kind)
      .map((seen) => seen.update);
  }

  said(session) {
    return this.of(session, "agent_message_chunk").map((update) => update.content.text).join("");
  }
}

/** Start an agent, let `scene` use it, and see it end well. */
async function withAgent(scene) {
  const child = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const editor = new Editor();
  const app = acp
    .client({ name: "interop" })
    .onNotification(CLIENT.session.update, ({ params }) => editor.take(params))
    .onRequest(CLIENT.session.requestPermission, ({ params }) => {
      editor.questions.push(params);
      return { outcome: { outcome: "selected", optionId: editor.answer } };
    });
  const stream = acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
  await app.connectWith(stream, async (agent) => {
    const told = await agent.request(AGENT.initialize, {
      protocolVersion: acp.PROTOCOL_VERSION,
      clientCapabilities: {},
      clientInfo: { name: "interop", version: "1" },
    });
    assert.equal(told.protocolVersion, acp.PROTOCOL_VERSION);
    assert.equal(told.agentInfo.name, "understudy");
    assert.deepEqual(told.agentCapabilities.sessionCapabilities.additionalDirectories, {});
    await scene(agent, editor);
  });
  child.stdin.end();
  const [code] = await ended;
  assert.equal(code, 0, "the agent's exit status");
}

const ids = (listed) => listed.sessions.map((entry) => entry.sessionId).sort();
const refusedWith = (code) => (error) => {
  assert.equal(error.code, code, error.message);
  assert.ok(error.message.length > 10, "an error says something");
  return true;
};

let session;
let forked;
setTimeout(() => { console.error("the time is over"); process.exit(3); }, LIMIT).unref();

await withAgent(async (agent, editor) => {
  await assert.rejects(
    agent.request(AGENT.session.new, { cwd: root, additionalDirectories: ["relative"], mcpServers: [] }),
    refusedWith(-32602),
  );
  const opened = await agent.request(AGENT.session.new, {
    cwd: root,
    additionalDirectories: [second],
    mcpServers: [],
  });
  session = opened.sessionId;
  assert.equal(opened.modes.currentModeId, "ask");
  step("initialize, session/new with another root");

  const answer = await agent.request(AGENT.session.prompt, { sessionId: session, prompt: text(`write ${second}/written.txt`) });
  assert.equal(answer.stopReason, "end_turn");
  assert.equal(editor.questions.length, 1);
  assert.deepEqual(editor.questions[0].options.map((option) => option.optionId), ["allow", "always", "always_folder", "reject"]);
  assert.equal(await readFile(`${second}/written.txt`, "utf8"), "written\n");
  assert.equal(editor.said(session), "Done.");
  assert.equal(editor.of(session, "tool_call_update").at(-1).status, "completed");
  assert.ok(editor.of(session, "available_commands_update").length, "slash commands were told");
  step("session/prompt with a tool call and a permission");

  editor.answer = "reject";
  await agent.request(AGENT.session.prompt, { sessionId: session, prompt: text(`write ${second}/written.txt`) });
  assert.equal(editor.of(session, "tool_call_update").at(-1).status, "failed");
  step("a permission that is refused");

  const streaming = editor.next(session, "agent_message_chunk");
  const turn = agent.request(AGENT.session.prompt, { sessionId: session, prompt: text("hold on") });
  await streaming;
  await assert.rejects(
    agent.request(AGENT.session.prompt, { sessionId: session, prompt: text("and this?") }),
    refusedWith(-32600),
  );
  await agent.notify(AGENT.session.cancel, { sessionId: session });
  assert.equal((await turn).stopReason, "cancelled");
  step("session/cancel");

  await agent.request(AGENT.session.setMode, { sessionId: session, modeId: "edit" });
  const { configOptions } = await agent.request(AGENT.session.setConfigOption, {
    sessionId: session,
    configId: "mode",
    value: "read-only",
  });
  assert.equal(configOptions.find((option) => option.id === "mode").currentValue, "read-only");
  await assert.rejects(
    agent.request(AGENT.session.setMode, { sessionId: session, modeId: "no such mode" }),
    refusedWith(-32602),
  );
  step("session/set_mode, session/set_config_option");
});

await withAgent(async (agent, editor) => {
  await agent.request(AGENT.session.load, { sessionId: session, cwd: root, mcpServers: [] });
  assert.deepEqual(
    editor.of(session, "user_message_chunk").map((update) => update.content.text),
    [`write ${second}/written.txt`, `write ${second}/written.txt`, "hold on"],
  );
  assert.ok(editor.said(session).startsWith("Done."));
  assert.equal(editor.of(session, "tool_call").length, 2);
  step("session/load in another process");

  const listed = await agent.request(AGENT.session.list, { cwd: root });
  assert.deepEqual(listed.sessions.map((entry) => entry.additionalDirectories), [[]]);
  await agent.request(AGENT.session.resume, {
    sessionId: session,
    cwd: root,
    additionalDirectories: [second],
    mcpServers: [],
  });
  step("session/resume with its roots");

  const fork = await agent.request(AGENT.session.fork, { sessionId: session, cwd: root, mcpServers: [] });
  forked = fork.sessionId;
  assert.notEqual(forked, session);
  step("session/fork");

  assert.deepEqual(ids(await agent.request(AGENT.session.list, {})), [session, forked].sort());
  assert.deepEqual(ids(await agent.request(AGENT.session.list, { additionalDirectories: [] })), [forked]);
  assert.deepEqual(ids(await agent.request(AGENT.session.list, { additionalDirectories: [second] })), [session]);
  assert.deepEqual(ids(await agent.request(AGENT.session.list, { cwd: second })), []);
  await assert.rejects(agent.request(AGENT.session.list, { cursor: "nonsense" }), refusedWith(-32602));
  step("session/list with filters");

  const named = await agent.request(AGENT.session.setTitle, { sessionId: forked, title: " A new\tname " });
  assert.deepEqual(named, { title: "A new name" });
  assert.deepEqual(await agent.request(AGENT.session.status, { sessionId: forked }), { status: "open" });
  await agent.request(AGENT.session.archive, { sessionId: forked });
  assert.deepEqual(await agent.request(AGENT.session.status, { sessionId: forked }), { status: "saved" });
  assert.deepEqual(ids(await agent.request(AGENT.session.list, {})), [session]);
  const [archived] = (await agent.request(AGENT.session.list, { archived: "only" })).sessions;
  assert.deepEqual([archived.sessionId, archived.title, archived.archived], [forked, "A new name", true]);
  await agent.request(AGENT.session.unarchive, { sessionId: forked });
  await assert.rejects(agent.request(AGENT.session.status, { sessionId: "none" }), refusedWith(-32002));
  const { state } = await agent.request(AGENT.auth.status, {});
  assert.ok(["authenticated", "not_required"].includes(state), state);
  step("session/set_title, status, archive, unarchive; auth/status");

  await agent.request(AGENT.session.close, { sessionId: session });
  await assert.rejects(
    agent.request(AGENT.session.prompt, { sessionId: session, prompt: text("hello?") }),
    refusedWith(-32002),
  );
  await agent.request(AGENT.session.delete, { sessionId: session });
  await agent.request(AGENT.session.delete, { sessionId: session });
  assert.deepEqual(ids(await agent.request(AGENT.session.list, {})), [forked]);
  await assert.rejects(agent.request("session/dance", {}), refusedWith(-32601));
  step("session/close, session/delete");
});

// An editor made of the official TypeScript SDK. Drives one agent through everything and fails on the first surprise.
//
//     node acp_client.mjs SDK_FOLDER ROOT SECOND COMMAND [ARGUMENT…]
//
// SDK_FOLDER is where @agentclientprotocol/sdk is installed. Prints one line a step.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
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
async function withAgent(scene, clientCapabilities = {}) {
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
      clientCapabilities,
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

// Long work: checkpoints and compaction, as the SDK's schema knows them.
const LONG_WORK = { session: { compaction: {} } };
const CHECKPOINT = "understudy.dev/checkpoint";
const UNDO = "understudy.dev/undo";
const file = `${root}/kept.txt`;
let summary;

/** The updates of one compaction: its states, and its summary as it was streamed and as it is in the end. */
function compaction(editor) {
  const states = editor.of(session, "compaction_update");
  assert.equal(new Set(states.map((update) => update.compactionId)).size, 1, "one compaction");
  return {
    states: states.map((update) => update.status),
    streamed: editor.of(session, "compaction_summary_chunk").map((update) => update.content.text).join(""),
    summary: states.at(-1).summary.map((block) => block.text).join(""),
  };
}

await withAgent(async (agent, editor) => {
  await writeFile(file, "before\n");
  session = (await agent.request(AGENT.session.new, { cwd: root, mcpServers: [] })).sessionId;
  const say = (words) => agent.request(AGENT.session.prompt, { sessionId: session, prompt: text(words) });
  const changed = await say(`write ${file}`);
  assert.equal(await readFile(file, "utf8"), "written\n");
  assert.deepEqual(changed._meta[CHECKPOINT].files, [file]);
  const shown = editor.of(session, "tool_call_update").flatMap((update) => update.content ?? []);
  assert.deepEqual(shown.at(-1), { type: "diff", path: file, oldText: "before\n", newText: "written\n" });
  const undone = await say("/undo");
  assert.deepEqual([undone.stopReason, undone._meta[UNDO].files], ["end_turn", ["kept.txt"]]);
  assert.equal(await readFile(file, "utf8"), "before\n");
  step("a turn that is taken back");

  await say(`write ${file}`);
  assert.equal((await say("/compact")).stopReason, "end_turn");
  const seen = compaction(editor);
  assert.deepEqual(seen.states, ["in_progress", "completed"]);
  assert.equal(seen.streamed, seen.summary);
  assert.ok(seen.summary.startsWith("Answer number"), seen.summary);
  summary = seen.summary;
  const words = editor.said(session);
  await say("and now?");
  assert.equal(editor.said(session).slice(words.length), "Answer number 2.", "the model begins from the summary");
  step("a compaction, and a turn after it");
}, LONG_WORK);

await withAgent(async (agent, editor) => {
  await agent.request(AGENT.session.load, { sessionId: session, cwd: root, mcpServers: [] });
  assert.deepEqual([compaction(editor).states, compaction(editor).summary], [["completed"], summary]);
  assert.equal(editor.of(session, "tool_call").length, 3, "two changes and an undo: the whole history stays");
  const prompt = (words) => agent.request(AGENT.session.prompt, { sessionId: session, prompt: text(words) });
  await prompt("/undo");
  assert.equal(await readFile(file, "utf8"), "before\n");
  step("both after a restart of the agent");
}, LONG_WORK);

await withAgent(async (agent, editor) => {
  await agent.request(AGENT.session.load, { sessionId: session, cwd: root, mcpServers: [] });
  assert.equal(editor.of(session, "compaction_update").length, 0);
  const thoughts = editor.of(session, "agent_thought_chunk").map((update) => update.content.text);
  assert.ok(thoughts.some((words) => words.includes(summary)), "a client without the update reads the summary");
  step("a compaction for a client that does not know it");
});

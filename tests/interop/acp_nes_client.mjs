// An editor made of the official TypeScript SDK's next edit part. One journey; fails on the first surprise.
//
//     node acp_nes_client.mjs SDK_FOLDER ROOT COMMAND [ARGUMENT…]
//
// SDK_FOLDER is where @agentclientprotocol/sdk is installed. Prints one line a step.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

const [sdk, root, command, ...rest] = process.argv.slice(2);
const locate = createRequire(`${sdk}/package.json`).resolve;
const acp = await import(pathToFileURL(locate("@agentclientprotocol/sdk/experimental/nes")).href);
const { agent: AGENT } = acp.methods;
const LIMIT = 60_000;
const step = (words) => console.log(`  ${words}`);
setTimeout(() => { console.error("the time is over"); process.exit(3); }, LIMIT).unref();

/** A text as the editor has it. Applies edits as a client must: all ranges are of the text before. */
class Draft {
  constructor(text) { this.lines = text.split("\n"); this.version = 1; }

  replace({ start, end }, text) {
    assert.ok(start.line < this.lines.length && end.line < this.lines.length, "a place inside the text");
    const head = this.lines[start.line].slice(0, start.character);
    const tail = this.lines[end.line].slice(end.character);
    this.lines.splice(start.line, end.line - start.line + 1, ...(head + text + tail).split("\n"));
  }

  apply(edits) {
    const backwards = [...edits].sort((one, other) =>
      other.range.start.line - one.range.start.line || other.range.start.character - one.range.start.character);
    for (const edit of backwards) this.replace(edit.range, edit.newText);
    this.version += 1;
    return backwards.map((edit) => ({ range: edit.range, text: edit.newText }));
  }

  get text() { return this.lines.join("\n"); }
}

const child = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });
const ended = once(child, "exit");
const uri = `${pathToFileURL(root).href}/orders.ts`;
const buffer = new Draft([
  "export function priceOf(order: Order): number {",
  "  let sum = 0;",
  "  for (const line of order.lines) {",
  "    sum = addUp(sum, line.price);",
  "  }",
  "  for (const fee of order.fees) {",
  "    sum = addUp(sum, fee.price);",
  "  }",
  "  return addUp(sum, order.shipping.price);",
  "}",
  "",
].join("\n"));
const expected = buffer.text.replaceAll("addUp", "combine");

const stream = acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
await acp.client({ name: "interop" }).connectWith(stream, async (agent) => {
  const told = await agent.request(AGENT.initialize, {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientCapabilities: { nes: {}, positionEncodings: ["utf-16"] },
    clientInfo: { name: "interop", version: "1" },
  });
  assert.equal(told.agentCapabilities.positionEncoding, "utf-16");
  assert.equal(told.agentCapabilities.nes.events.document.didChange.syncKind, "incremental");
  assert.ok(told.agentCapabilities.nes.context.editHistory);

  const { sessionId } = await agent.request(AGENT.nes.start, {
    workspaceUri: pathToFileURL(root).href,
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: "root" }],
  });
  step("initialize, nes/start");

  await agent.notify(AGENT.document.didOpen, {
    sessionId, uri, languageId: "typescript", version: buffer.version, text: buffer.text,
  });
  const focus = { line: 0, character: 0 };
  await agent.notify(AGENT.document.didFocus, {
    sessionId, uri, version: buffer.version, position: focus, visibleRange: { start: focus, end: { line: 10, character: 0 } },
  });
  const rename = { range: { start: { line: 3, character: 10 }, end: { line: 3, character: 15 } }, newText: "combine" };
  let contentChanges = buffer.apply([rename]);
  await agent.notify(AGENT.document.didChange, { sessionId, uri, version: buffer.version, contentChanges });
  step("document/didOpen, didFocus, didChange");

  let position = { line: 3, character: 17 };
  for (let round = 0; buffer.text !== expected; round += 1) {
    assert.ok(round < 3, `after ${round} suggestions the text is:\n${buffer.text}`);
    let suggestions = [];
    for (let asked = 0; asked < 50 && !suggestions.length; asked += 1) {
      // On a busy machine the engine's few milliseconds may pass: then it is silent, and is asked again.
      ({ suggestions } = await agent.request(AGENT.nes.suggest, {
        sessionId, uri, version: buffer.version, position, triggerKind: "automatic",
      }));
    }
    assert.equal(suggestions.length, 1, "the next place of the rename");
    const [suggestion] = suggestions;
    assert.equal(suggestion.kind, "edit");
    assert.equal(suggestion.uri, uri);
    await agent.notify(AGENT.nes.accept, { sessionId, id: suggestion.id });
    contentChanges = buffer.apply(suggestion.edits);
    await agent.notify(AGENT.document.didChange, { sessionId, uri, version: buffer.version, contentChanges });
    position = suggestion.cursorPosition ?? suggestion.edits[0].range.start;
    step(`nes/suggest, nes/accept: ${suggestion.edits.length} edit(s)`);
  }

  await agent.notify(AGENT.document.didSave, { sessionId, uri });
  await agent.notify(AGENT.nes.reject, { sessionId, id: "nobody", reason: "ignored" });
  await agent.notify(AGENT.document.didClose, { sessionId, uri });
  await agent.request(AGENT.nes.close, { sessionId });
  await assert.rejects(
    agent.request(AGENT.nes.suggest, { sessionId, uri, version: 1, position, triggerKind: "manual" }),
    (error) => error.code === -32002,
  );
  step("document/didSave, didClose, nes/close");
});
child.stdin.end();
const [code] = await ended;
assert.equal(code, 0, "the agent's exit status");

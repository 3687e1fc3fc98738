// Turns that changed files, and compactions.

import { beforeEach, describe, expect, it } from "vitest";
import { Chat } from "../../src/chat/chat";
import { TurnEnd, Remark, type Message } from "../../src/chat/transcript/entries";
import { CONFIG, FakeAgent, chunk, noDocuments, promisesSettled } from "./fake-agent";

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  const tabStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  };
  Object.assign(globalThis, { sessionStorage: tabStorage, localStorage: tabStorage });
});

function chatWith(fake: FakeAgent): Chat {
  return new Chat(CONFIG, fake.agent, noDocuments(), (flush) => flush());
}

const ALL = {
  loadSession: true,
  sessionCapabilities: {
    list: {},
    delete: {},
    fork: {},
    resume: {},
    close: {},
    additionalDirectories: {},
    runtimeContext: {},
  },
};

async function opened(fake = new FakeAgent(), capabilities: object = ALL): Promise<[Chat, FakeAgent]> {
  fake.capabilities.value = capabilities;
  const chat = chatWith(fake);
  await fake.connected();
  return [chat, fake];
}

const prompt = (text: string) => ({ text, links: [] });

describe("a turn that changed files", () => {
  const TURN = "0123456789abcdef";
  const changed = { turn: TURN, files: ["/project/app/a.py", "/project/app/b.py"] };

  async function changedFiles(...undone: object[]): Promise<[Chat, FakeAgent]> {
    const metas = [{ "understudy.dev/checkpoint": changed }, ...undone.map((one) => ({ "understudy.dev/undo": one }))];
    const fake = new FakeAgent({ "session/prompt": () => ({ stopReason: "end_turn", _meta: metas.shift() }) });
    const [chat] = await opened(fake);
    chat.send(prompt("change things"));
    await promisesSettled();
    return [chat, fake];
  }

  const checkpointOf = (chat: Chat) =>
    chat.transcript.all().find((entry): entry is TurnEnd => entry instanceof TurnEnd)!.checkpoint!;

  it("is taken back by its id", async () => {
    const [chat, fake] = await changedFiles({ turn: TURN, files: changed.files, conflicts: [] });
    const checkpoint = checkpointOf(chat);
    expect([checkpoint.files, checkpoint.state.value]).toEqual([changed.files, "changed"]);
    chat.undoTurn(checkpoint);
    await promisesSettled();
    expect(fake.paramsOf("session/prompt").prompt).toEqual([{ type: "text", text: "/undo 01234567" }]);
    expect(checkpoint.state.value).toBe("undone");
    expect(chat.history.all).toEqual(["change things"]);
  });

  it("shows the files that were changed since, and takes the others back on request", async () => {
    const conflicts = [{ path: "a.py", reason: "was changed since" }];
    const [chat, fake] = await changedFiles(
      { turn: TURN, files: [], conflicts },
      { turn: TURN, files: ["b.py"], conflicts },
    );
    const checkpoint = checkpointOf(chat);
    chat.undoTurn(checkpoint);
    await promisesSettled();
    expect([checkpoint.state.value, checkpoint.conflicts, checkpoint.hasOthers]).toEqual(["conflict", conflicts, true]);
    chat.undoTurn(checkpoint, true);
    await promisesSettled();
    expect(fake.paramsOf("session/prompt").prompt).toEqual([{ type: "text", text: "/undo 01234567 --partial" }]);
    expect([checkpoint.state.value, checkpoint.hasOthers]).toEqual(["conflict", false]);
  });

  it("can be taken back after a reload", async () => {
    await opened();
    const fake = new FakeAgent();
    fake.answers["session/load"] = () => {
      const content = { type: "text" as const, text: "change things" };
      fake.update({ sessionUpdate: "user_message_chunk", content, messageId: TURN });
      fake.update(chunk("Done."));
      return { _meta: { "understudy.dev/checkpoints": [changed, { turn: "../x", files: ["y"] }, null] } };
    };
    const [chat] = await opened(fake);
    const [message] = chat.transcript.all() as Message[];
    expect(message!.checkpoint).toMatchObject({ turn: TURN, isLoaded: true });
  });
});

describe("a compaction", () => {
  it("is one remark with its summary", async () => {
    const [chat, fake] = await opened();
    const compaction = { sessionUpdate: "compaction_update" as const, compactionId: "c1" };
    fake.update({ ...compaction, status: "in_progress" });
    fake.update({ ...compaction, status: "completed", summary: [{ type: "text", text: "We *built* it." }] });
    const remarks = chat.transcript.all().filter((entry): entry is Remark => entry instanceof Remark);
    expect(remarks.map(({ text, body }) => [text, body])).toEqual([
      ["The conversation was summarised: the agent goes on from the summary.", "We *built* it."],
    ]);
  });
});

describe("a prompt without a model", () => {
  const none = {
    id: "model",
    name: "Model",
    category: "model",
    type: "select",
    currentValue: "none",
    options: [{ value: "none", name: "No model" }],
  };

  async function withoutModel(): Promise<[Chat, FakeAgent]> {
    const fake = new FakeAgent({
      "session/new": () => ({ sessionId: "s1", configOptions: [none] }),
      "session/prompt": () => ({ stopReason: "end_turn" }),
    });
    fake.capabilities.value = ALL;
    const own = { ...CONFIG, agent: { title: "understudy acp", own: true } };
    const chat = new Chat(own, fake.agent, noDocuments(), (flush) => flush());
    await fake.connected();
    return [chat, fake];
  }

  it("waits for the user's choice, and is the draft again if there is none", async () => {
    const [chat, fake] = await withoutModel();
    chat.send(prompt("Hello?"));
    await promisesSettled();
    expect(fake.methods()).not.toContain("session/prompt");
    expect(chat.draft.text.value).toBe("Hello?");
    chat.chooseModel = async () => true;
    chat.send(prompt("Hello?"));
    await promisesSettled();
    expect(fake.methods()).toContain("session/prompt");
  });

  it("is sent at once if it is a command", async () => {
    const [chat, fake] = await withoutModel();
    chat.chooseModel = async () => expect.unreachable();
    chat.send(prompt("/help"));
    chat.send(prompt("!ls"));
    await promisesSettled();
    expect(fake.methods().filter((method) => method === "session/prompt")).toHaveLength(2);
  });
});

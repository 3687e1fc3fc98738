import { beforeEach, describe, expect, it } from "vitest";
import { Chat } from "../../src/chat/chat";
import { Call, TurnEnd, Login, Remark, Message } from "../../src/chat/transcript/entries";
import { ConnectionClosed, RpcError } from "../../src/rpc/peer";
import { CONFIG, FakeAgent, chunk, deferred, noDocuments, promisesSettled } from "./fake-agent";

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

const words = (chat: Chat, speaker: string): string[] =>
  chat.transcript
    .all()
    .filter((entry): entry is Message => entry instanceof Message && entry.speaker === speaker)
    .map((entry) => entry.text);

const prompt = (text: string) => ({ text, links: [] });

describe("a session", () => {
  it("is opened in the first root, with the other roots if the agent supports them", async () => {
    const [, fake] = await opened();
    expect(fake.paramsOf("session/new")).toEqual({
      cwd: "/project/app",
      additionalDirectories: ["/project/lib"],
      mcpServers: [],
    });
  });

  it("sends no additional roots to an agent that does not advertise them", async () => {
    const [, fake] = await opened(new FakeAgent(), {});
    expect(fake.paramsOf("session/new")).toEqual({ cwd: "/project/app", mcpServers: [] });
  });

  it("is loaded again after a reload of the tab, and its history is shown", async () => {
    await opened();
    const fake = new FakeAgent();
    fake.answers["session/load"] = () => {
      fake.update(chunk("as before"));
      return { modes: null };
    };
    const [chat] = await opened(fake);
    expect(fake.methods()).toEqual(["session/load"]);
    expect(words(chat, "agent")).toEqual(["as before"]);
    expect(chat.phase.value.kind).toBe("open");
  });

  it("is replaced by a new one if the stored session is unknown", async () => {
    await opened();
    const fake = new FakeAgent({
      "session/load": () => {
        throw new RpcError(-32002, "no such session");
      },
      "session/new": () => ({ sessionId: "s2" }),
    });
    const [chat] = await opened(fake);
    expect(chat.session.id.value).toBe("s2");
    expect(chat.phase.value.kind).toBe("open");
  });

  it("is resumed after the connection broke, and the transcript stays", async () => {
    const [chat, fake] = await opened();
    fake.answers["session/resume"] = () => ({});
    fake.update(chunk("said"));
    await fake.connected(true);
    expect(fake.methods()).toEqual(["session/new", "session/resume"]);
    expect(words(chat, "agent")).toEqual(["said"]);
  });

  it("is replaced with a remark if the agent can neither resume nor load it", async () => {
    const [chat, fake] = await opened(new FakeAgent(), {});
    fake.update(chunk("said"));
    fake.answers["session/new"] = () => ({ sessionId: "s2" });
    await fake.connected(true);
    expect(words(chat, "agent")).toEqual(["said"]);
    const last = chat.transcript.all().at(-1) as Remark;
    expect(last.text).toContain("an earlier session");
  });

  it("applies updates that arrive before its id is known, and none of other sessions", async () => {
    const fake = new FakeAgent();
    fake.answers["session/new"] = () => {
      fake.update({
        sessionUpdate: "available_commands_update",
        availableCommands: [{ name: "a", description: "" }],
      });
      return { sessionId: "s1" };
    };
    const [chat] = await opened(fake);
    fake.update(chunk("elsewhere"), "other");
    expect(chat.session.commands.value.map((one) => one.name)).toEqual(["a"]);
    expect(chat.transcript.length).toBe(0);
  });

  it("is forked and loaded under its new id, and the previous session is closed", async () => {
    const [chat, fake] = await opened();
    fake.answers["session/fork"] = () => ({ sessionId: "copy" });
    fake.answers["session/load"] = () => ({});
    fake.answers["session/close"] = () => ({});
    await chat.fork({ sessionId: "s1" });
    expect(chat.session.id.value).toBe("copy");
    expect(fake.paramsOf("session/load")).toMatchObject({ sessionId: "copy", cwd: "/project/app" });
    expect(fake.paramsOf("session/close")).toEqual({ sessionId: "s1" });
  });

  it("is listed over all pages, and a repeated cursor ends the list", async () => {
    const [chat, fake] = await opened();
    fake.answers["session/list"] = (params: { cursor?: string }) =>
      params.cursor
        ? { sessions: [{ sessionId: "b", cwd: "/" }], nextCursor: "again" }
        : { sessions: [{ sessionId: "a", cwd: "/" }], nextCursor: "again" };
    let found: readonly { sessionId: string }[] = [];
    await chat.sessions.list((sessions) => (found = sessions), new AbortController().signal);
    expect(found.map((one) => one.sessionId)).toEqual(["a", "b"]);
  });

  it("that required a login is opened after it", async () => {
    let isKnown = false;
    const fake = new FakeAgent({
      "session/new": () => {
        if (!isKnown) throw new RpcError(-32000, "Authentication required");
        return { sessionId: "s1" };
      },
      authenticate: () => {
        isKnown = true;
        return {};
      },
    });
    fake.info.value = { protocolVersion: 1, authMethods: [{ id: "key", name: "A key" }] };
    const [chat] = await opened(fake);
    const card = chat.transcript.all()[0] as Login;
    expect(card).toBeInstanceOf(Login);
    card.choose(card.methods[0]!);
    await promisesSettled();
    expect(chat.session.id.value).toBe("s1");
  });
});

describe("a turn", () => {
  it("shows the messages and how it ended", async () => {
    const answer = deferred<unknown>();
    const [chat, fake] = await opened(new FakeAgent({ "session/prompt": () => answer.promise }));
    chat.send(prompt("Hi"));
    await promisesSettled();
    fake.update(chunk("Hel"));
    fake.update(chunk("lo"));
    expect(chat.busy.value).toBe(true);
    answer.resolve({ stopReason: "max_tokens" });
    await promisesSettled();
    expect(words(chat, "user")).toEqual(["Hi"]);
    expect(words(chat, "agent")).toEqual(["Hello"]);
    expect((chat.transcript.all().at(-1) as TurnEnd).reason).toBe("max_tokens");
    expect(chat.busy.value).toBe(false);
  });

  it("queues the next prompt until it ended normally, and keeps it queued otherwise", async () => {
    const answers = [deferred<unknown>(), deferred<unknown>(), deferred<unknown>()];
    let requestCount = 0;
    const [chat] = await opened(new FakeAgent({ "session/prompt": () => answers[requestCount++]!.promise }));
    chat.send(prompt("one"));
    chat.send(prompt("two"));
    chat.send(prompt("three"));
    await promisesSettled();
    expect(requestCount).toBe(1);
    answers[0]!.resolve({ stopReason: "end_turn" });
    await promisesSettled();
    expect(requestCount).toBe(2);
    answers[1]!.resolve({ stopReason: "cancelled" });
    await promisesSettled();
    expect(requestCount).toBe(2);
    expect(chat.turns.queue.value.map((one) => one.text)).toEqual(["three"]);
  });

  it("that is stopped cancels its questions, and ends with the agent's response", async () => {
    const answer = deferred<unknown>();
    const [chat, fake] = await opened(new FakeAgent({ "session/prompt": () => answer.promise }));
    chat.send(prompt("Hi"));
    await promisesSettled();
    const ask = { sessionId: "s1", toolCall: { toolCallId: "c" }, options: [] };
    const outcome = fake.call("session/request_permission", ask);
    chat.stop();
    expect(fake.paramsOf("session/cancel")).toEqual({ sessionId: "s1" });
    expect(await outcome).toEqual({ outcome: { outcome: "cancelled" } });
    expect(await fake.call("session/request_permission", ask)).toEqual({ outcome: { outcome: "cancelled" } });
    expect(chat.turns.running.value?.stopping).toBe(true);
    answer.reject(new RpcError(-32800, "Request cancelled"));
    await promisesSettled();
    expect((chat.transcript.all().at(-1) as TurnEnd).reason).toBe("cancelled");
  });

  it("interrupted by a lost connection can be sent again", async () => {
    let requestCount = 0;
    const fake = new FakeAgent({
      "session/prompt": () => {
        if (++requestCount === 1) throw new ConnectionClosed({ code: 1006, reason: "" });
        return { stopReason: "end_turn" };
      },
    });
    const [chat] = await opened(fake);
    chat.send(prompt("Hi"));
    await promisesSettled();
    const end = chat.transcript.all().at(-1) as TurnEnd;
    expect(end.reason).toBe("broken");
    end.retry.value?.();
    await promisesSettled();
    expect(requestCount).toBe(2);
    expect(end.retry.value).toBeNull();
  });

  it("requested before the session is open starts then", async () => {
    const session = deferred<unknown>();
    const fake = new FakeAgent({
      "session/new": () => session.promise,
      "session/prompt": () => ({ stopReason: "end_turn" }),
    });
    const [chat] = await opened(fake);
    chat.send(prompt("early"));
    await promisesSettled();
    expect(fake.methods()).toEqual(["session/new"]);
    session.resolve({ sessionId: "s1" });
    await promisesSettled();
    expect(fake.methods()).toEqual(["session/new", "session/prompt"]);
    expect(words(chat, "user")).toEqual(["early"]);
  });

  it("that was interrupted can be sent again even if the session had to be loaded", async () => {
    const fake = new FakeAgent({
      "session/prompt": () => {
        throw new ConnectionClosed({ code: 1006, reason: "" });
      },
      "session/load": () => ({}),
    });
    const [chat] = await opened(fake, { loadSession: true });
    chat.send(prompt("Hi"));
    await promisesSettled();
    await fake.connected(true);
    const end = chat.transcript.all().at(-1) as TurnEnd;
    expect(end.reason).toBe("broken");
    fake.answers["session/prompt"] = () => ({ stopReason: "end_turn" });
    end.retry.value?.();
    await promisesSettled();
    expect((chat.transcript.all().at(-1) as TurnEnd).reason).toBe("end_turn");
  });

  it("is not left open by late updates", async () => {
    const [chat, fake] = await opened(
      new FakeAgent({ "session/prompt": () => ({ stopReason: "end_turn" }) }),
    );
    chat.send(prompt("Hi"));
    await promisesSettled();
    fake.update({ sessionUpdate: "tool_call", toolCallId: "c", title: "t", status: "in_progress" });
    fake.update({ sessionUpdate: "tool_call_update", toolCallId: "c", status: "completed" });
    const calls = chat.transcript.all().filter((entry) => entry instanceof Call);
    expect(calls.map((call) => call.status)).toEqual(["completed"]);
  });

  it("sends no runtime context to an agent that does not accept it", async () => {
    const [chat, fake] = await opened(
      new FakeAgent({ "session/prompt": () => ({ stopReason: "end_turn" }) }),
      {},
    );
    chat.editorContext.snapshot = () => {
      throw new Error("nobody may ask");
    };
    chat.send(prompt("Hi"));
    await promisesSettled();
    expect(fake.paramsOf("session/prompt")).toEqual({
      sessionId: "s1",
      prompt: [{ type: "text", text: "Hi" }],
    });
  });
});

describe("a permission question", () => {
  const options = [
    { optionId: "yes", name: "Allow", kind: "allow_once" as const },
    { optionId: "no", name: "Reject", kind: "reject_once" as const },
  ];

  it("is shown at its call and answered with an option", async () => {
    const [chat, fake] = await opened();
    fake.update({ sessionUpdate: "tool_call", toolCallId: "c", title: "`ls`", kind: "execute" });
    const outcome = fake.call("session/request_permission", {
      sessionId: "s1",
      toolCall: { toolCallId: "c" },
      options,
    });
    const call = chat.transcript.all()[0] as Call;
    expect(call.title).toBe("ls");
    expect(chat.questions.open.value).toHaveLength(1);
    call.permissions[0]!.answer(options[0]!);
    expect(await outcome).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(chat.questions.open.value).toHaveLength(0);
  });

  it("is cancelled when the agent cancels it or the connection closes", async () => {
    const [chat, fake] = await opened();
    const control = new AbortController();
    const ask = { sessionId: "s1", toolCall: { toolCallId: "c" }, options };
    const outcome = fake.call("session/request_permission", ask, control.signal);
    control.abort();
    expect(await outcome).toEqual({ outcome: { outcome: "cancelled" } });
    expect(chat.questions.open.value).toHaveLength(0);
  });
});

describe("a form", () => {
  it("is answered with the filled-in values", async () => {
    const [chat, fake] = await opened();
    const answer = fake.call("elicitation/create", {
      sessionId: "s1",
      mode: "form",
      message: "Who?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    });
    const [question] = chat.questions.open.value;
    const entry = question!.entry;
    if (!("elicitation" in entry)) throw new Error("not a form");
    entry.elicitation.accept({ name: "Ada" });
    expect(await answer).toEqual({ action: "accept", content: { name: "Ada" } });
  });

  it("of an unknown mode, or with an address that is not http(s), is rejected", async () => {
    const [, fake] = await opened();
    const ask = (more: object) => fake.call("elicitation/create", { sessionId: "s1", message: "?", ...more });
    await expect(ask({ mode: "telepathy" })).rejects.toThrow("cannot be shown");
    await expect(ask({ mode: "url", url: "javascript:alert(1)", elicitationId: "e" })).rejects.toThrow();
  });
});

describe("options", () => {
  it("are restored when the agent rejects a value", async () => {
    const fake = new FakeAgent({
      "session/new": () => ({
        sessionId: "s1",
        configOptions: [{ id: "model", name: "Model", type: "select", currentValue: "a", options: [] }],
      }),
      "session/set_config_option": () => {
        throw new RpcError(-32602, "not now");
      },
    });
    const [chat] = await opened(fake);
    const before = chat.session.options.value;
    await chat.settings.setOption("model", "b");
    expect(chat.session.options.value).toEqual(before);
    expect(chat.session.options.value).not.toBe(before);
  });
});

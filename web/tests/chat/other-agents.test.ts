// How the chat handles other agents: slow ones, ones that forget sessions, ones that require a login twice.

import { beforeEach, describe, expect, it } from "vitest";
import { Chat } from "../../src/chat/chat";
import { Draft } from "../../src/chat/composer/draft";
import { Login, Remark, Message } from "../../src/chat/transcript/entries";
import { looksLikePath } from "../../src/chat/markdown/links";
import { instructions } from "../../src/chat/questions/login";
import { RpcError } from "../../src/rpc/peer";
import { CONFIG, FakeAgent, deferred, noDocuments, promisesSettled } from "./fake-agent";

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

beforeEach(() => {
  stored.clear();
  Object.assign(globalThis, { sessionStorage: storage });
});

async function opened(fake: FakeAgent, capabilities: object): Promise<Chat> {
  fake.capabilities.value = capabilities;
  const chat = new Chat(CONFIG, fake.agent, noDocuments(), (flush) => flush());
  await fake.connected();
  return chat;
}

const prompt = (text: string) => ({ text, links: [] });
const remarks = (chat: Chat) => chat.transcript.all().filter((entry) => entry instanceof Remark);

describe("an agent that is slow to open a session", () => {
  it("has its waiting prompts shown, and cancelled ones are not sent", async () => {
    const answer = deferred<{ sessionId: string }>();
    const fake = new FakeAgent({
      "session/new": () => answer.promise,
      "session/prompt": () => ({ stopReason: "end_turn" }),
    });
    const chat = await opened(fake, {});
    const [first, second] = [prompt("one"), prompt("two")];
    chat.send(first);
    chat.send(second);
    expect(chat.waiting.value).toEqual([first, second]);
    chat.cancelWaiting(first);
    answer.resolve({ sessionId: "s1" });
    await promisesSettled();
    expect(chat.waiting.value).toEqual([]);
    expect(fake.methods().filter((method) => method === "session/prompt")).toHaveLength(1);
    expect(fake.paramsOf("session/prompt")).toMatchObject({ prompt: [{ type: "text", text: "two" }] });
  });
});

describe("a page reloaded in the middle of a turn", () => {
  it("shows that the turn was interrupted, and can send the prompt again", async () => {
    const never = new FakeAgent({ "session/prompt": () => new Promise(() => {}) });
    const before = await opened(never, { loadSession: true });
    before.send(prompt("tell me"));
    await promisesSettled();
    const fake = new FakeAgent({
      "session/load": () => {
        fake.update({ sessionUpdate: "user_message_chunk", content: { type: "text", text: "tell me" } });
        return {};
      },
      "session/prompt": () => ({ stopReason: "end_turn" }),
    });
    const chat = await opened(fake, { loadSession: true });
    const end = chat.transcript.all().at(-1);
    expect(end).toMatchObject({ type: "end", reason: "broken" });
    if (end?.type === "end") end.retry.value?.();
    await promisesSettled();
    expect(fake.paramsOf("session/prompt")).toMatchObject({ prompt: [{ text: "tell me" }] });
    const reloaded = await opened(new FakeAgent({ "session/load": () => ({}) }), { loadSession: true });
    expect(reloaded.transcript.all()).toEqual([]);
  });
});

describe("a path", () => {
  it("may contain any script, and a URL is not a path", () => {
    for (const text of ["src/a.py:12", "über/größe.md", "文档/说明.txt:3"]) {
      expect(looksLikePath(text)).toBe(true);
    }
    for (const text of ["localhost:8080", "http://a.b/c.py", "a.b", "src/a b.py"]) {
      expect(looksLikePath(text)).toBe(false);
    }
  });
});

describe("a listed session", () => {
  const lost = { sessionId: "lost", cwd: "/project/app", title: "Lost" };

  it("that cannot be loaded leaves the previous session open", async () => {
    const load = ({ sessionId }: { sessionId: string }) => {
      if (sessionId === "lost") throw new RpcError(-32002, "gone");
      return {};
    };
    const fake = new FakeAgent({ "session/load": load as never });
    const chat = await opened(fake, { loadSession: true });
    await chat.load(lost);
    expect(chat.session.id.value).toBe("s1");
    expect(chat.phase.value.kind).toBe("open");
    expect(remarks(chat)).toMatchObject([{ text: "“Lost” could not be loaded.", detail: "gone" }]);
  });

  it("can be selected again after neither it nor the previous one could be loaded", async () => {
    let works = false;
    const load = () => {
      if (!works) throw new RpcError(-32002, "gone");
      return {};
    };
    const chat = await opened(new FakeAgent({ "session/load": load }), { loadSession: true });
    await chat.load(lost);
    expect(chat.phase.value).toMatchObject({ kind: "failed", message: "gone" });
    works = true;
    await chat.load({ sessionId: "s1", cwd: "/project/app" });
    expect(chat.session.id.value).toBe("s1");
    expect(chat.phase.value.kind).toBe("open");
  });

  it("is resumed without its history if the agent cannot replay it", async () => {
    const fake = new FakeAgent({ "session/resume": () => ({}) });
    const chat = await opened(fake, { sessionCapabilities: { resume: {}, list: {} } });
    await chat.load({ sessionId: "other", cwd: "/project/app", title: "Other" });
    expect(chat.session.id.value).toBe("other");
    expect(chat.session.title.value).toBe("Other");
    expect(remarks(chat)).toHaveLength(1);
  });
});

describe("a login", () => {
  it("is offered by one card, which can be retried and then sends the prompt", async () => {
    let known = false;
    const fake = new FakeAgent({
      "session/new": () => {
        if (!known) throw new RpcError(-32000, "Authentication required");
        return { sessionId: "s1" };
      },
      "session/prompt": () => ({ stopReason: "end_turn" }),
    });
    const chat = await opened(fake, {});
    chat.send(prompt("hello"));
    await promisesSettled();
    const cards = chat.transcript.all().filter((entry) => entry instanceof Login);
    expect(cards.map((card) => card.state.value)).toEqual(["over", "open"]);
    expect(chat.phase.value).toMatchObject({ kind: "failed", login: true });
    known = true;
    cards[1]?.choose(null);
    await promisesSettled();
    expect(fake.methods()).not.toContain("authenticate");
    expect(fake.paramsOf("session/prompt")).toMatchObject({ prompt: [{ text: "hello" }] });
    const messages = chat.transcript.all().filter((entry) => entry instanceof Message);
    expect(messages.map((entry) => entry.text)).toEqual(["hello"]);
  });

  it("that is under way serves a prompt that is refused meanwhile", async () => {
    let known = false;
    const login = deferred<object>();
    const fake = new FakeAgent({
      "session/new": () => {
        if (!known) throw new RpcError(-32000, "Authentication required");
        return { sessionId: "s1" };
      },
      "session/prompt": () => ({ stopReason: "end_turn" }),
      authenticate: () => login.promise,
    });
    fake.info.value = { protocolVersion: 1, authMethods: [{ id: "key", name: "A key" }] };
    const chat = await opened(fake, {});
    const cards = () => chat.transcript.all().filter((entry) => entry instanceof Login);
    cards()[0]!.choose({ id: "key", name: "A key" });
    chat.send(prompt("hello"));
    await promisesSettled();
    expect(cards()).toHaveLength(1);
    known = true;
    login.resolve({});
    await promisesSettled();
    expect(fake.paramsOf("session/prompt")).toMatchObject({ prompt: [{ text: "hello" }] });
  });

  it("in a terminal shows the agent's command with the method's arguments", () => {
    const method = { type: "terminal" as const, id: "t", name: "Log in", args: ["--login"] };
    expect(instructions(method, "some-agent --acp")).toContain("some-agent --acp --login");
    expect(instructions(method, "x".repeat(80))).not.toContain("xx");
  });
});

describe("a draft", () => {
  it("survives a reload with the files it mentions, and is removed once it is sent", () => {
    const draft = new Draft(CONFIG.roots, storage);
    draft.text.value = "look at @a.py";
    draft.addFile({ name: "a.py", uri: "file:///project/app/a.py" });
    draft.save();
    const again = new Draft(CONFIG.roots, storage);
    expect(again.text.value).toBe("look at @a.py");
    expect(again.files).toEqual([{ name: "a.py", uri: "file:///project/app/a.py" }]);
    expect(new Draft([{ path: "/elsewhere" }], storage).text.value).toBe("");
    again.clear();
    expect(new Draft(CONFIG.roots, storage).text.value).toBe("");
  });

  it("is empty if the storage is invalid or unavailable", () => {
    const full = {
      ...storage,
      setItem: () => {
        throw new Error("full");
      },
    };
    stored.set(`understudy.draft ${JSON.stringify(CONFIG.roots.map((root) => root.path))}`, "[{");
    expect(new Draft(CONFIG.roots, storage).text.value).toBe("");
    for (const place of [full, null]) {
      const draft = new Draft(CONFIG.roots, place);
      draft.text.value = "words";
      expect(() => draft.save()).not.toThrow();
    }
  });
});

// What the composer sends: mentions, folded pastes, images, the user's own commands, and the history of prompts.

import { beforeEach, describe, expect, it } from "vitest";
import { Chat } from "../../src/chat/chat";
import { Draft } from "../../src/chat/composer/draft";
import { isImagePath, readImage, toBase64, type AttachedImage } from "../../src/chat/composer/images";
import { findMentions, spellMention } from "../../src/chat/composer/mentions";
import { foldPaste, unfoldPastes } from "../../src/chat/composer/pastes";
import { buildPrompt, ownCommand, type WorkspaceLookup } from "../../src/chat/composer/prompt-builder";
import { PromptHistory } from "../../src/chat/composer/prompt-history";
import { ToolLookup } from "../../src/chat/composer/workspace-lookup";
import { MAX_DRAFT_IMAGES, MAX_HISTORY_PROMPTS, MAX_IMAGE_BYTES, MAX_MENTIONS } from "../../src/chat/limits";
import { blocksOf } from "../../src/chat/session/turns";
import { Call } from "../../src/chat/transcript/entries";
import type { Tools } from "../../src/tools/tools";
import { CONFIG, FakeAgent, noDocuments, promisesSettled } from "./fake-agent";

class MemoryStorage {
  readonly stored = new Map<string, string>();
  getItem = (key: string) => this.stored.get(key) ?? null;
  setItem = (key: string, value: string) => void this.stored.set(key, value);
  removeItem = (key: string) => void this.stored.delete(key);
}

beforeEach(() => {
  Object.assign(globalThis, { sessionStorage: new MemoryStorage(), localStorage: new MemoryStorage() });
});

const PICTURE: AttachedImage = { name: "shot.png", mimeType: "image/png", data: "AAAA", uri: "file:///project/app/shot.png" };

/** Files of the workspace, by the names that a prompt may use. */
function lookup(files: Record<string, string>): WorkspaceLookup & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    find: async (name) => {
      asked.push(name);
      return files[name] ?? null;
    },
    image: async (path) => (path === "/project/app/shot.png" ? PICTURE : null),
  };
}

const draft = (text: string, more: object = {}) => ({ text, files: [], pastes: [], images: [], ...more });

describe("mentions", () => {
  const names = (text: string) =>
    findMentions(text).map(({ names }) => names.map(({ name, lines }) => spellMention(name, lines).slice(1)));

  it("are files, folders, ranges of lines and quoted paths", () => {
    expect(names("see @src/app.py and @src/")).toEqual([["src/app.py"], ["src/"]]);
    expect(names("@src/app.py:10-40")).toEqual([["src/app.py:10-40", "src/app.py:10-40"]]);
    expect(findMentions("@src/app.py:10-40")[0]!.names[1]).toEqual({ name: "src/app.py", lines: { start: 10, end: 40 } });
    expect(findMentions('@"my file.py":3')[0]!.names).toEqual([{ name: "my file.py", lines: { start: 3, end: 3 } }]);
  });

  it("end before the punctuation of a sentence", () => {
    expect(names("Look at @a.py.")).toEqual([["a.py.", "a.py"]]);
    expect(names("(see @a.py:3)")[0]).toContain("a.py:3");
  });

  it("do not begin inside a word, and are bounded in number", () => {
    expect(names("mail me@example.org")).toEqual([]);
    expect(names("@a.py ".repeat(100))).toHaveLength(MAX_MENTIONS);
  });

  it("become links with their lines, each once, if such a file exists", async () => {
    const files = lookup({ "src/app.py": "/project/app/src/app.py", src: "/project/app/src", "src/": "/project/app/src" });
    const prompt = await buildPrompt(
      draft("@src/app.py:10-40 @src/app.py:10-40 @src/ and @nobody"),
      files,
      true,
    );
    expect(prompt.links).toEqual([
      { name: "src/app.py:10-40", uri: "file:///project/app/src/app.py#L10-L40" },
      { name: "src/", uri: "file:///project/app/src" },
    ]);
  });

  it("that were completed are not looked up, and the prompt is ready at once", () => {
    const files = lookup({});
    const known = [{ name: "a b.py", uri: "file:///project/app/a%20b.py" }];
    const prompt = buildPrompt(draft('see @"a b.py":2', { files: known }), files, true);
    expect(prompt).toMatchObject({ links: [{ name: "a b.py:2-2", uri: "file:///project/app/a%20b.py#L2-L2" }] });
    expect(files.asked).toEqual([]);
  });

  it("of an image are sent as an image where the agent takes some, and else as a link", async () => {
    const files = lookup({ "shot.png": "/project/app/shot.png" });
    const sent = await buildPrompt(draft("what is @shot.png"), files, true);
    expect(blocksOf(sent)).toEqual([
      { type: "text", text: "what is @shot.png" },
      { type: "image", mimeType: "image/png", data: "AAAA", uri: PICTURE.uri },
    ]);
    expect((await buildPrompt(draft("what is @shot.png"), files, false)).links).toHaveLength(1);
    expect([isImagePath("a/b.JPG"), isImagePath("a.svg")]).toEqual([true, false]);
  });

  it("are looked up below all roots, by their names too, and nowhere else", async () => {
    const asked: string[] = [];
    const tools = {
      call: async (_: string, { path }: { path: string }) => {
        asked.push(path);
        return { files: path === "/project/lib" ? [{ path: "/project/lib/x.py", isDirectory: false }] : [] };
      },
    } as unknown as Tools;
    const found = new ToolLookup(tools, CONFIG);
    expect(await found.find("lib/x.py")).toBe("/project/lib/x.py");
    expect(await found.find("x.py")).toBe("/project/lib/x.py");
    asked.length = 0;
    expect(await found.find("../../etc/passwd")).toBeNull();
    expect(await found.find("/etc/passwd")).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe("long pastes", () => {
  const text = Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n");

  it("are folded to a mark, and sent whole", async () => {
    const paste = foldPaste(text.replaceAll("\n", "\r\n"), [])!;
    expect(paste.mark).toBe("[pasted 40 lines #1]");
    expect(foldPaste(text, [paste])!.mark).toBe("[pasted 40 lines #2]");
    const prompt = await buildPrompt(draft(`explain ${paste.mark}`, { pastes: [paste] }), lookup({}), true);
    expect(prompt.text).toBe(`explain ${text}`);
  });

  it("do not unfold inside each other, and short ones are not folded", () => {
    const outer = { mark: "[pasted 9 lines #1]", text: "a [pasted 9 lines #2] b" };
    const inner = { mark: "[pasted 9 lines #2]", text: "c" };
    expect(unfoldPastes(`${outer.mark} ${inner.mark}`, [outer, inner])).toBe("a [pasted 9 lines #2] b c");
    expect(foldPaste("two\nlines", [])).toBeNull();
    expect(foldPaste("x".repeat(2000), [])?.mark).toBe("[pasted 2000 characters #1]");
  });

  it("mention no files", async () => {
    const paste = { mark: "[pasted 9 lines #1]", text: "@secret.py\n".repeat(9) };
    const files = lookup({ "secret.py": "/project/app/secret.py" });
    await buildPrompt(draft(paste.mark, { pastes: [paste] }), files, true);
    expect(files.asked).toEqual([]);
  });

  it("survive a reload with their draft", () => {
    const storage = new MemoryStorage();
    const before = new Draft(CONFIG.roots, storage);
    const paste = foldPaste(text, [])!;
    before.addPaste(paste);
    before.text.value = `see ${paste.mark}`;
    before.save();
    expect(new Draft(CONFIG.roots, storage).take()).toMatchObject({ text: `see ${paste.mark}`, pastes: [paste] });
  });
});

describe("images", () => {
  it("are read as base64, and refused by type and size", async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    expect(atob(toBase64(bytes))).toHaveLength(100_000);
    const image = await readImage(new File([bytes], "a.png", { type: "image/png" }));
    expect(image).toMatchObject({ name: "a.png", mimeType: "image/png" });
    await expect(readImage(new File(["x"], "a.svg", { type: "image/svg+xml" }))).rejects.toThrow("no PNG");
    const large = { name: "b.png", type: "image/png", size: MAX_IMAGE_BYTES + 1 } as File;
    await expect(readImage(large)).rejects.toThrow("10 MiB");
  });

  it("of a draft are bounded, can be removed, and may be the whole prompt", () => {
    const one = new Draft(CONFIG.roots, null);
    for (let count = 0; count < MAX_DRAFT_IMAGES; count += 1) expect(one.addImage({ ...PICTURE })).toBe(true);
    expect(one.addImage(PICTURE)).toBe(false);
    one.removeImage(one.images.value[0]!);
    expect(one.addImage(PICTURE)).toBe(true);
    expect(blocksOf({ text: "", links: [], images: [PICTURE] }).map((block) => block.type)).toEqual(["image"]);
    expect(one.take().images).toHaveLength(MAX_DRAFT_IMAGES);
    expect(one.images.value).toEqual([]);
  });
});

describe("a command of the user's own", () => {
  async function chatWith(commands: string[]): Promise<[Chat, FakeAgent, string[]]> {
    const fake = new FakeAgent({ "session/prompt": () => ({ stopReason: "end_turn" }) });
    const chat = new Chat(CONFIG, fake.agent, noDocuments(), (flush) => flush());
    await fake.connected();
    const availableCommands = commands.map((name) => ({ name, description: "" }));
    fake.update({ sessionUpdate: "available_commands_update", availableCommands });
    const ran: string[] = [];
    chat.draft.text.value = "! ls -l";
    chat.submit(lookup({}), async (line) => {
      ran.push(line);
      return "total 0";
    });
    await promisesSettled();
    return [chat, fake, ran];
  }

  it("is run by the agent if it can, without a question", async () => {
    const [chat, fake, ran] = await chatWith(["run"]);
    expect(fake.paramsOf("session/prompt").prompt).toEqual([{ type: "text", text: "/run ls -l" }]);
    expect(ran).toEqual([]);
    expect(chat.history.all).toEqual(["! ls -l"]);
  });

  it("is else run by the page, and shown as a call", async () => {
    const [chat, fake, ran] = await chatWith([]);
    expect(fake.methods()).not.toContain("session/prompt");
    expect(ran).toEqual(["ls -l"]);
    const call = chat.transcript.all().find((entry) => entry instanceof Call)!;
    expect([call.title, call.status]).toEqual(["ls -l", "completed"]);
  });

  it("begins with an exclamation mark and has a command", () => {
    expect([ownCommand("!"), ownCommand("say !x"), ownCommand(" !make test ")]).toEqual([null, null, "make test"]);
  });
});

describe("prompts", () => {
  it("keep their order while mentions are looked up", async () => {
    const texts: string[] = [];
    const fake = new FakeAgent({
      "session/prompt": ({ prompt }: { prompt: { text: string }[] }) => {
        texts.push(prompt[0]!.text);
        return { stopReason: "end_turn" };
      },
    });
    const chat = new Chat(CONFIG, fake.agent, noDocuments(), (flush) => flush());
    await fake.connected();
    const noCommand = async () => "";
    chat.draft.text.value = "first @x.py";
    chat.submit(lookup({}), noCommand);
    chat.draft.text.value = "second";
    chat.submit(lookup({}), noCommand);
    for (let turn = 0; turn < 5; turn += 1) await promisesSettled();
    expect(texts).toEqual(["first @x.py", "second"]);
  });

  it("are found again by their words, the newest first, in another tab too", () => {
    const storage = new MemoryStorage();
    const history = new PromptHistory(CONFIG.roots, storage);
    for (const prompt of ["fix the bug", "write a test", "fix the test", "fix the test"]) history.add(prompt);
    history.addLoaded(["of a loaded session"]);
    expect(history.find("FIX the")).toEqual(["fix the test", "fix the bug"]);
    const other = new PromptHistory(CONFIG.roots, storage);
    expect(other.all).toEqual(["fix the bug", "write a test", "fix the test"]);
    other.add("from the other tab");
    history.add("from here");
    expect(new PromptHistory(CONFIG.roots, storage).all.slice(-2)).toEqual(["from the other tab", "from here"]);
    expect(new PromptHistory([{ path: "/elsewhere" }], storage).all).toEqual([]);
  });

  it("are kept in bounded number, whatever was stored", () => {
    const storage = new MemoryStorage();
    const history = new PromptHistory(CONFIG.roots, storage);
    for (let count = 0; count < MAX_HISTORY_PROMPTS + 20; count += 1) history.add(`prompt ${count}`);
    expect(history.all).toHaveLength(MAX_HISTORY_PROMPTS);
    for (const key of storage.stored.keys()) storage.stored.set(key, '{"not": "a list"}');
    expect(new PromptHistory(CONFIG.roots, storage).all).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { MarkdownBlocks, openFence, splitFinished } from "../../src/chat/markdown/blocks";
import {
  applyCompletion,
  completionAt,
  matchingCommands,
  joinLineRange,
} from "../../src/chat/composer/completion";
import { contextItems, type EditorSnapshot } from "../../src/chat/composer/runtime-context";
import { contentOf, fieldsOf, validationError } from "../../src/chat/questions/forms";
import { looksLikePath, resolveLocation, shortPath, resolveLink } from "../../src/chat/markdown/links";
import { instructions, isLoginNeeded } from "../../src/chat/questions/login";
import { renderHtml, setLinkRoots } from "../../src/chat/markdown/html";
import {
  truncateLines,
  plainOutput,
  withoutFences,
  withoutRepeatedCommand,
} from "../../src/chat/transcript/terminal-output";
import { Transcript } from "../../src/chat/transcript/transcript";
import { relativeTime, compactNumber, stopLabel } from "../../src/chat/labels";
import type { SessionUpdate } from "../../src/protocol/acp";
import { RpcError } from "../../src/rpc/peer";
import { chunk } from "./fake-agent";

const ROOTS = ["/project/app", "/project/lib"];

describe("streaming Markdown", () => {
  it("is finished up to the last block", () => {
    expect(splitFinished("# A\n\nfirst\n\nsecond")).toEqual([["# A\n\n"], "first\n\nsecond"]);
    expect(splitFinished("no line yet")).toEqual([[], "no line yet"]);
  });

  it("is complete, however it was chunked", () => {
    const text =
      "# Title\n\nA *b*.\n\n- one\n- two\n\n  more\n\n" +
      "```py\nx = 1\n\ny = 2\n```\n\n| a |\n|---|\n| 1 |\n\nEnd.";
    for (const size of [1, 3, 7, 50, 1000]) {
      const blocks = new MarkdownBlocks();
      for (let at = 0; at < text.length; at += size) blocks.update(text.slice(0, at + size), false);
      blocks.update(text, true);
      expect(blocks.finished.join("")).toBe(text);
      // No block is split in the middle of code.
      expect(blocks.finished.filter((one) => one.includes("```py\nx = 1\n\ny = 2\n```"))).toHaveLength(1);
    }
  });

  it("shows an open fence as code, and continues after splitting a very long one", () => {
    expect(openFence("```ts\nlet a")).toEqual({ info: "ts", code: "let a" });
    expect(openFence("```ts\nlet a\n```\n")).toBeNull();
    const blocks = new MarkdownBlocks();
    const text = `\`\`\`py\n${"line = 1\n".repeat(6000)}`;
    for (let at = 0; at < text.length; at += 500) blocks.update(text.slice(0, at + 500), false);
    expect(blocks.open.length).toBeLessThan(17_000);
    expect(blocks.finished.every((one) => one.startsWith("```py\n") && one.endsWith("```\n"))).toBe(true);
  });

  it("stays cheap for an endless list", () => {
    const blocks = new MarkdownBlocks();
    const text = "- an item of some length\n".repeat(4000);
    for (let at = 0; at < text.length; at += 2000) blocks.update(text.slice(0, at + 2000), false);
    expect(blocks.open.length).toBeLessThan(20_000);
  });
});

describe("Markdown as HTML", () => {
  setLinkRoots(ROOTS);

  it("has no raw HTML, and links only to the web and into the roots", () => {
    expect(renderHtml("<img src=x onerror=alert(1)>")).not.toContain("<img");
    expect(renderHtml("[a](javascript:alert(1))")).not.toContain("<a");
    expect(renderHtml("[a](file:///etc/passwd)")).not.toContain("href");
    expect(renderHtml("[a](https://b.c)")).toContain('rel="noopener noreferrer"');
    expect(renderHtml("see `src/a.py:3`")).toContain('data-path="/project/app/src/a.py" data-line="3"');
  });

  it("shows images from data URLs only", () => {
    expect(renderHtml("![p](data:image/png;base64,AAAA)")).toContain("<img");
    expect(renderHtml("![p](https://b.c/p.png)")).not.toContain("<img");
    expect(renderHtml("![p](data:image/svg+xml,<svg/>)")).not.toContain("<img");
  });

  it("escapes quotes in the language of a code block", () => {
    expect(renderHtml('```"><script>\nx\n```')).toContain('data-language=""');
  });
});

describe("links", () => {
  it("resolve to the web or into the roots, and to nothing else", () => {
    expect(resolveLink("https://a.b/c", ROOTS)).toEqual({ kind: "web", url: "https://a.b/c" });
    expect(resolveLink("src/a.py#L3", ROOTS)).toEqual({ kind: "file", path: "/project/app/src/a.py", line: 3 });
    expect(resolveLink("file:///project/lib/b%20c.py", ROOTS)).toEqual({
      kind: "file",
      path: "/project/lib/b c.py",
      line: null,
    });
    for (const bad of [
      "javascript:alert(1)",
      "data:text/html,x",
      "//evil/x",
      "#here",
      "file:///etc/passwd",
      "../../etc",
    ]) {
      expect(resolveLink(bad, ROOTS)).toBeNull();
    }
    expect(resolveLocation("/project/app-evil/x.py", ROOTS)).toBeNull();
  });

  it("are found in text that looks like a path", () => {
    for (const path of ["src/a.py", "a.py:12", "./x/y.test.ts:3:1"]) expect(looksLikePath(path)).toBe(true);
    for (const other of ["a.py", "foo()", "x/y", "https://a.b/c.py", "1.5"])
      expect(looksLikePath(other)).toBe(false);
  });

  it("are shortened below the roots", () => {
    const roots = ROOTS.map((path) => ({ path, name: path.slice("/project/".length) }));
    expect(shortPath("/project/app/src/a.py", roots)).toBe("src/a.py");
    expect(shortPath("/project/lib/a.py", roots)).toBe("lib/a.py");
    expect(shortPath("/etc/passwd", roots)).toBe("/etc/passwd");
  });
});

describe("output", () => {
  it("is shown without escape sequences, and progress in its last state", () => {
    expect(plainOutput("\x1b[31mred\x1b[0m\x1b]0;title\x07!")).toBe("red!");
    expect(plainOutput("10%\r50%\r100%\r\ndone\r\n")).toBe("100%\ndone\n");
  });

  it("loses its fences, and is truncated with the number of omitted lines", () => {
    expect(withoutFences("```\na\n```\n\nExit code 0")).toBe("a\n\nExit code 0");
    expect(truncateLines("1\n2\n3\n4", true, 2)).toEqual({ text: "3\n4", omittedLines: 2 });
    expect(truncateLines("1\n2\n3\n4", false, 2)).toEqual({ text: "1\n2", omittedLines: 2 });
    expect(truncateLines("a", true)).toEqual({ text: "a", omittedLines: 0 });
  });

  it("of a question does not repeat the command that the title shows, and keeps every other one", () => {
    const question = "```sh\nls -la\n```\n\nIn /project";
    expect(withoutRepeatedCommand(question, "ls -la")).toBe("In /project");
    expect(withoutRepeatedCommand(question, "ls")).toBe(question);
    expect(withoutRepeatedCommand("````\n```\n````", "```")).toBe("");
    expect(withoutRepeatedCommand("In /project", "ls")).toBe("In /project");
  });
});

describe("completion", () => {
  it("finds commands at the start and files after an @", () => {
    expect(completionAt("/re", 3)).toMatchObject({ kind: "command", typed: "re" });
    expect(completionAt("see @src/a", 10)).toMatchObject({ kind: "file", typed: "src/a", from: 4 });
    expect(completionAt("a /re", 5)).toBeNull();
    expect(completionAt("mail@host", 9)).toBeNull();
  });

  it("inserts the selected item", () => {
    const where = completionAt("see @ap", 7);
    expect(applyCompletion("see @ap", where!, "@src/app.py")).toEqual({ text: "see @src/app.py ", cursor: 16 });
    expect(applyCompletion("see @sr", completionAt("see @sr", 7)!, "@src/")).toEqual({ text: "see @src/", cursor: 9 });
    expect(completionAt('see @"my fi', 11)).toEqual({ kind: "file", typed: "my fi", from: 4, to: 11 });
  });

  it("lets a range of lines follow a completed file", () => {
    expect(joinLineRange("see @a.py :", 10)).toEqual({ text: "see @a.py:", cursor: 10 });
    expect(joinLineRange("see @a.py x", 10)).toBeNull();
    expect(joinLineRange("see @a.py :", null)).toBeNull();
  });

  it("lists prefix matches before other matches", () => {
    const commands = ["explore", "read", "reload"].map((name) => ({ name, description: "" }));
    expect(matchingCommands(commands, "re").map((one) => one.name)).toEqual(["read", "reload", "explore"]);
  });
});

describe("runtime context", () => {
  const situation: EditorSnapshot = {
    path: "/project/app/a.py",
    language: "python",
    unsaved: true,
    lines: 5000,
    cursor: { line: 1000, column: 3 },
    selection: { from: 3, to: 4, text: "x".repeat(30_000) },
    diagnostics: Array.from({ length: 80 }, (_, line) => ({
      line,
      severity: "error" as const,
      message: "bad",
    })),
    excerpt: (from, to) => `${from}..${to}`,
  };

  it("describes the editor's state within limits", () => {
    const items = contextItems(situation, { file: true, selection: true, diagnostics: true });
    expect(items.map((item) => item.title)).toEqual(["Selection", "Diagnostics", "Open file"]);
    expect(items[0]!.text.length).toBeLessThan(20_200);
    expect(items[1]!.text).toContain("(30 more)");
    expect(items[2]!.text).toContain("with unsaved changes");
    expect(items[2]!.text).toContain("900..1100");
  });

  it("omits disabled chips", () => {
    expect(contextItems(situation, { file: false, selection: false, diagnostics: false })).toEqual([]);
    expect(contextItems(null, { file: true, selection: true, diagnostics: true })).toEqual([]);
  });
});

describe("forms", () => {
  const fields = fieldsOf({
    properties: {
      name: { type: "string", minLength: 2 },
      age: { type: "integer", minimum: 18 },
      colour: { type: "string", oneOf: [{ const: "r", title: "Red" }] },
      tags: { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 1 },
      ok: { type: "boolean", default: true },
      odd: { type: "hologram" },
    },
    required: ["name"],
  });
  const wrong = (name: string, value: string | string[]) =>
    validationError(
      fields.find((field) => field.name === name)!,
      value,
    );

  it("are validated", () => {
    expect(wrong("name", "")).toContain("required");
    expect(wrong("name", "A")).toContain("2 characters");
    expect(wrong("age", "17.5")).toContain("whole");
    expect(wrong("age", "17")).toContain("18");
    expect(wrong("tags", ["a", "b"])).toContain("1 at most");
    expect(wrong("age", "")).toBe("");
  });

  it("are sent with their types, and without empty fields", () => {
    expect(contentOf(fields, { name: "Ada", age: "36", colour: "", tags: [] })).toEqual({
      name: "Ada",
      age: 36,
      ok: true,
    });
  });
});

describe("the transcript", () => {
  it("separates messages by id and by speaker", () => {
    const transcript = new Transcript((flush) => flush());
    transcript.apply(chunk("a", "1"));
    transcript.apply(chunk("b", "1"));
    transcript.apply(chunk("c", "2"));
    transcript.apply({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "d" } });
    expect(transcript.all().map((entry) => "text" in entry && entry.text)).toEqual(["ab", "c", "d"]);
  });

  it("has one plan per turn, and calls that are updated in place", () => {
    const transcript = new Transcript((flush) => flush());
    const plan = (status: "pending" | "completed"): SessionUpdate => ({
      sessionUpdate: "plan",
      entries: [{ content: "x", priority: "high", status }],
    });
    transcript.apply(plan("pending"));
    transcript.apply({ sessionUpdate: "tool_call", toolCallId: "c", title: "t" });
    transcript.apply(plan("completed"));
    transcript.apply({ sessionUpdate: "tool_call_update", toolCallId: "c", status: "completed" });
    expect(transcript.length).toBe(2);
    transcript.endTurn();
    transcript.apply(plan("pending"));
    expect(transcript.length).toBe(3);
  });

  it("ignores unknown updates, and truncates long messages", () => {
    const transcript = new Transcript((flush) => flush());
    transcript.apply({ sessionUpdate: "tomorrow" } as unknown as SessionUpdate);
    expect(transcript.length).toBe(0);
    for (let index = 0; index < 21_000; index++) transcript.remark(String(index));
    expect(transcript.length).toBeLessThanOrEqual(20_000);
    expect(transcript.dropped.value).toBe(true);
  });

  it("is published once for many chunks", () => {
    let flush = () => {};
    let times = 0;
    const transcript = new Transcript((soon) => {
      flush = soon;
      times++;
    });
    for (let index = 0; index < 100; index++) transcript.apply(chunk("x"));
    expect(times).toBe(1);
    flush();
    expect(transcript.changes.value).toBe(1);
  });
});

describe("a login", () => {
  it("is detected by its error code", () => {
    expect(isLoginNeeded(new RpcError(-32000, "x"))).toBe(true);
    expect(isLoginNeeded(new RpcError(-32001, "x", { reason: "auth_required" }))).toBe(true);
    expect(isLoginNeeded(new RpcError(-32000, "x", { reason: "busy" }))).toBe(false);
    expect(isLoginNeeded(new RpcError(-32603, "x"))).toBe(false);
  });

  it("shows instructions if a button cannot do it", () => {
    expect(instructions({ id: "a", name: "A" }, "agent")).toBe("");
    expect(instructions({ id: "a", name: "A", type: "terminal", args: ["login"] }, "agent")).toContain(
      "agent login",
    );
  });
});

describe("labels", () => {
  it("are short", () => {
    expect([compactNumber(999), compactNumber(12_345), compactNumber(128_000), compactNumber(2_000_000)]).toEqual([
      "999",
      "12.3k",
      "128k",
      "2M",
    ]);
    expect(relativeTime("2026-01-01T00:00:00Z", Date.parse("2026-01-01T03:00:00Z"))).toBe("3 hours ago");
    expect(stopLabel("end_turn")).toBe("");
    expect(stopLabel("ran_out_of_tea")).toContain("ran out of tea");
  });
});

import { describe, expect, test } from "vitest";
import { signal } from "@preact/signals";
import { ToolError } from "../../src/tools/tools";
import { Disk, isOutdated } from "../../src/workspace/disk";
import { snapshotTabs } from "../../src/workspace/tab-storage";
import { lineSlice } from "../../src/workspace/agent-files";
import { endsToolCall } from "../../src/workspace/disk-watcher";
import { Tabs } from "../../src/workspace/tabs";
import { splitLineNumber } from "../../src/files/fuzzy";
import { MAX_UNSAVED_CHARS } from "../../src/workspace/limits";

interface Called {
  name: string;
  args: Record<string, unknown>;
}

/** A disk over fake tools that return these results, in order. */
function over(...answers: object[]): { disk: Disk; called: Called[] } {
  const called: Called[] = [];
  const call = (name: string, args: object) => {
    called.push({ name, args: { ...args } });
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { disk: new Disk({ call: call as never }), called };
}

const metadata = { path: "/p/a", size: 3, isDirectory: false, lastModified: "" };

describe("files", () => {
  test("are read page by page", async () => {
    const page = { metadata, hash: "h", encoding: "utf-8" };
    const { disk, called } = over(
      { ...page, content: "one\n", nextCursor: "c" },
      { ...page, content: "two\n" },
    );
    const read = await disk.read("/p/a");
    expect(read).toMatchObject({ text: "one\ntwo\n", isComplete: true, hash: "h", lossy: false });
    expect(called[1]!.args).toEqual({ path: "/p/a", cursor: "c" });
  });

  test("with invalid bytes are detected by their hash", async () => {
    const own = { content: "\ufffd", metadata, encoding: "utf-8" };
    const honest = "83d544ccc223c057d2bf80d3f2a32982c32c3c0db8e2674820da5064783fb097";
    expect((await over({ ...own, hash: honest }).disk.read("/p/a")).lossy).toBe(false);
    expect((await over({ ...own, hash: "another" }).disk.read("/p/a")).lossy).toBe(true);
  });

  test("keep their byte order mark", async () => {
    const { disk, called } = over({ hash: "new" });
    await disk.write({ path: "/p/a", text: "x", encoding: "utf-8 with BOM", expected: "old" });
    expect(called[0]).toMatchObject({
      name: "writeFile",
      args: { content: "\ufeffx", expectedHash: "old", mode: "overwrite" },
    });
  });

  test("in another encoding are changed by the tool that preserves it, exactly", async () => {
    const { disk, called } = over({ hash: "new" });
    await disk.write({ path: "/p/a", text: "cost: $1 $& $$", encoding: "latin-1", expected: "old" });
    expect(called[0]!.name).toBe("modifyFile");
    const [operation] = called[0]!.args.operations as { pattern: string; replacement: string }[];
    expect("before".replace(new RegExp(operation!.pattern), operation!.replacement)).toBe("cost: $1 $& $$");
  });

  test("that must not exist are created with their folders", async () => {
    const { disk, called } = over({ hash: "new" });
    await disk.write({ path: "/p/n/a", text: "", encoding: "utf-8", expected: null });
    expect(called[0]!.args).toMatchObject({ mode: "create", createDirectories: true });
  });

  test("that do not exist have no hash", async () => {
    expect(await over(new ToolError("gone", "FILE_NOT_FOUND")).disk.hash("/p/a")).toBeNull();
    await expect(over(new ToolError("no", "PERMISSION_DENIED")).disk.hash("/p/a")).rejects.toThrow("no");
  });

  test("that changed meanwhile are distinguished from other failures", () => {
    expect(isOutdated(new ToolError("", "INVALID_ARGUMENT", { reason: "changed_since_read" }))).toBe(true);
    expect(isOutdated(new ToolError("", "INVALID_ARGUMENT", { reason: "bad_path" }))).toBe(false);
  });
});

describe("the agent's file access", () => {
  test.each([
    [undefined, undefined, "a\nb\nc\n"],
    [2, undefined, "b\nc\n"],
    [2, 1, "b\n"],
    [1, 99, "a\nb\nc\n"],
    [9, 1, ""],
    [1, 0, ""],
  ])("line %s, limit %s", (line, limit, text) => {
    expect(lineSlice("a\nb\nc\n", line, limit)).toBe(text);
  });

  test("the end of a tool call is detected", () => {
    const message = (status: string, kind = "tool_call_update") => ({
      direction: "received" as const,
      message: {
        jsonrpc: "2.0" as const,
        method: "session/update",
        params: { sessionId: "s", update: { sessionUpdate: kind, toolCallId: "t", status } },
      },
      at: 0,
      size: 0,
      text: "",
    });
    expect(endsToolCall(message("completed"))).toBe(true);
    expect(endsToolCall(message("in_progress"))).toBe(false);
    expect(endsToolCall(message("completed", "plan"))).toBe(false);
  });
});

describe("tab storage", () => {
  const open = (path: string, text: string, dirty: boolean) => ({
    path,
    hash: "h",
    encoding: "utf-8",
    dirty: signal(dirty),
    model: { getValue: () => text, getValueLength: () => text.length } as never,
  });

  test("stores every tab, and the unsaved texts", () => {
    const stored =
      snapshotTabs([open("/a", "saved", false), open("/b", "unsaved", true)], "/b", () => undefined);
    expect(stored).toEqual({
      tabs: [{ path: "/a" }, { path: "/b", unsaved: { text: "unsaved", hash: "h", encoding: "utf-8" } }],
      shown: "/b",
    });
  });

  test("has a limit, and stores small texts first", () => {
    const stored = snapshotTabs(
      [open("/large", "x".repeat(MAX_UNSAVED_CHARS), true), open("/small", "y", true)],
      null,
      () => undefined,
    );
    expect(stored.tabs.map((tab) => tab.unsaved !== undefined)).toEqual([false, true]);
  });
});

describe("tabs", () => {
  const document = (uri: string) => ({ uri }) as never;

  test("open right of the shown one, and closing shows the most recent one", () => {
    const tabs = new Tabs();
    const [a, b] = [tabs.add(document("a")), tabs.add(document("b"))];
    tabs.show(a);
    const c = tabs.add(document("c"));
    expect(tabs.all.value).toEqual([a, c, b]);
    tabs.show(b);
    tabs.show(c);
    tabs.remove(c);
    expect(tabs.shown.value).toBe(b);
    tabs.step(1);
    expect(tabs.shown.value).toBe(a);
  });

  test("show a diff once", () => {
    const tabs = new Tabs();
    const diff = { title: "t", path: "/a", original: "1", modified: "2" };
    tabs.show(tabs.addDiff(diff));
    tabs.show(tabs.addDiff({ ...diff, modified: "3" }));
    expect(tabs.all.value).toHaveLength(1);
    expect(tabs.active.value).toBeNull();
  });
});

describe("names with line numbers", () => {
  test.each([
    ["app.py", "app.py", null],
    ["app.py:12", "app.py", 12],
    ["app.py:", "app.py", null],
  ])("%s", (typed, name, line) => {
    expect(splitLineNumber(typed)).toEqual([name, line]);
  });
});

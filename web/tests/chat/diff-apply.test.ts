// An agent's change: shown as lines, undone and applied.

import { describe, expect, it } from "vitest";
import { apply, editOf, changeState, undo, type TextAccess } from "../../src/chat/transcript/diff-apply";
import { lineDiff } from "../../src/chat/transcript/line-diff";
import type { OpenDocument, TextEdit } from "../../src/workspace/documents";

describe("a line diff", () => {
  it("counts, shows context lines, and omits distant lines", () => {
    const before = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const after = before.with(3, "changed").toSpliced(25, 1);
    const diff = lineDiff(before.join("\n"), after.join("\n"));
    expect([diff.added, diff.removed]).toEqual([1, 2]);
    expect(diff.lines).toContain(null);
    expect(diff.lines.filter((line) => line?.marker === "+").map((line) => line?.text)).toEqual(["changed"]);
  });

  it("of very large and different texts is fast", () => {
    const big = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`).join("\n");
    expect(lineDiff(big("a"), big("b")).added).toBe(20_000);
  });

  it("of a new file consists of added lines", () => {
    expect(lineDiff("", "a\nb\n")).toMatchObject({ added: 2, removed: 0 });
  });
});

/** A single editable file. */
class OneText {
  saved = 0;
  dirty = false;
  constructor(public now: string | null) {}

  get texts(): TextAccess {
    return {
      text: () => (this.now === null ? Promise.reject(new Error("missing")) : Promise.resolve(this.now)),
      find: () => ({ dirty: { peek: () => this.dirty } }) as unknown as OpenDocument,
      edit: (_path, edits) => {
        this.now = edits.reduce(edited, this.now ?? "");
        return Promise.resolve({} as OpenDocument);
      },
      save: () => Promise.resolve(Boolean(++this.saved)),
      create: (_path, text = "") => {
        this.now = text;
        return Promise.resolve({} as OpenDocument);
      },
    };
  }
}

function edited(text: string, { range, text: put }: TextEdit): string {
  const lines = text.split("\n");
  const at = (line: number, column: number) =>
    lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const from = at(range.startLineNumber, range.startColumn);
  return text.slice(0, from) + put + text.slice(at(range.endLineNumber, range.endColumn));
}

describe("a change", () => {
  const change = { path: "/a", oldText: "one\ntwo\nthree\n", newText: "one\n2\nthree\n" };

  it("is undone and applied again, with the smallest edit, and saved", async () => {
    const file = new OneText(change.newText);
    expect(await undo(file.texts, change)).toMatchObject({ done: true });
    expect(file.now).toBe(change.oldText);
    expect(await apply(file.texts, change)).toMatchObject({ done: true });
    expect(file.now).toBe(change.newText);
    expect(file.saved).toBe(2);
    expect(editOf(change.newText, 0, change.newText, change.oldText)).toEqual({
      range: { startLineNumber: 2, startColumn: 1, endLineNumber: 2, endColumn: 2 },
      text: "two",
    });
  });

  it("of a part is located in its file, unless it occurs twice", async () => {
    const piece = { path: "/a", oldText: "two", newText: "2" };
    const file = new OneText("one\n2\nthree\n");
    expect(changeState(file.now ?? "", piece)).toBe("applied");
    expect(await undo(file.texts, piece)).toMatchObject({ done: true });
    expect(file.now).toBe("one\ntwo\nthree\n");
    const twice = new OneText("2\n2\n");
    expect(await undo(twice.texts, piece)).toMatchObject({ done: false });
    expect(twice.now).toBe("2\n2\n");
  });

  it("is not undone in a text that changed since; a new file is not deleted", async () => {
    const file = new OneText("something else");
    expect(await undo(file.texts, change)).toMatchObject({ done: false, current: "something else" });
    expect(await undo(file.texts, { ...change, oldText: null })).toMatchObject({ done: false });
    expect(file.now).toBe("something else");
  });

  it("is undone by its differing part and context lines if the text changed elsewhere", async () => {
    const lines = (seventh: string) => [...Array(20).keys()].map((at) => (at === 7 ? seventh : `line ${at}`));
    const whole = { path: "/a", oldText: lines("old").join("\n"), newText: lines("new").join("\n") };
    const file = new OneText(`mine\n${whole.newText}\nand mine`);
    expect(changeState(file.now ?? "", whole)).toBe("applied");
    expect(await undo(file.texts, whole)).toMatchObject({ done: true });
    expect(file.now).toBe(`mine\n${whole.oldText}\nand mine`);
    const near = new OneText(whole.newText.replace("line 8", "mine"));
    expect(await undo(near.texts, whole)).toMatchObject({ done: false });
    const twice = new OneText(`${whole.newText}\n${whole.newText}`);
    expect(await undo(twice.texts, whole)).toMatchObject({ done: false });
  });

  it("leaves other unsaved changes unsaved, and creates a missing file", async () => {
    const file = new OneText(change.newText);
    file.dirty = true;
    await undo(file.texts, change);
    expect(file.saved).toBe(0);
    const missing = new OneText(null);
    expect(await apply(missing.texts, { ...change, oldText: null })).toMatchObject({ done: true });
    expect(missing.now).toBe(change.newText);
  });

  it("ignores CRLF line endings when locating the text", async () => {
    const file = new OneText("one\r\n2\r\nthree\r\n");
    expect(changeState(file.now ?? "", change)).toBe("applied");
  });
});

// Renames, moves and deletions in the tree: what is sent, what follows, and what is taken back.

import { signal } from "@preact/signals";
import { beforeEach, describe, expect, it } from "vitest";
import { EntryChanges, type FollowingDocuments } from "../../src/files/entry-changes";
import { MAX_ENTRY_UNDOS } from "../../src/files/limits";
import { notices, questions } from "../../src/shell/notices";
import { ToolError } from "../../src/tools/tools";

class Followers implements FollowingDocuments {
  readonly log: string[] = [];
  readonly all = signal<{ path: string; dirty: ReturnType<typeof signal<boolean>> }[]>([]) as never;
  openPaths: string[] = [];
  openBelow = () => this.openPaths;
  moved = async (from: string, to: string) => void this.log.push(`moved ${from} ${to}`);
  removed = async (path: string) => void this.log.push(`removed ${path}`);
  open = async (path: string, { show }: { show: boolean }) => void this.log.push(`open ${path} ${show}`);
}

function changesWith(send: (change: Record<string, unknown>) => object, consent = true) {
  const documents = new Followers();
  const sent: Record<string, unknown>[] = [];
  let refreshed = 0;
  const changes = new EntryChanges(
    documents,
    async () => void (refreshed += 1),
    async (change) => {
      sent.push(change as Record<string, unknown>);
      return send(change as Record<string, unknown>);
    },
    async () => consent,
  );
  return { changes, documents, sent, refreshes: () => refreshed };
}

beforeEach(() => {
  notices.value = [];
  questions.value = [];
});

describe("a move", () => {
  it("is followed by the tabs and the tree, and is taken back", async () => {
    const { changes, documents, sent, refreshes } = changesWith(() => ({}));
    expect(await changes.move("/r/a.py", "/r/b.py")).toBe(true);
    expect(changes.undoLabel()).toBe("a.py → b.py");
    expect(await changes.undo()).toBe(true);
    expect(sent).toEqual([
      { action: "move", from: "/r/a.py", to: "/r/b.py" },
      { action: "move", from: "/r/b.py", to: "/r/a.py" },
    ]);
    expect(documents.log).toEqual(["moved /r/a.py /r/b.py", "moved /r/b.py /r/a.py"]);
    expect(refreshes()).toBe(2);
    expect([changes.undoLabel(), await changes.undo()]).toEqual([null, false]);
  });

  it("that fails is reported, and there is nothing to take back", async () => {
    const { changes, documents } = changesWith(() => {
      throw new ToolError("'b.py' exists already.", "INVALID_ARGUMENT", { reason: "already_exists" });
    });
    expect(await changes.move("/r/a.py", "/r/b.py")).toBe(false);
    expect(notices.value.map((notice) => notice.text)).toEqual(["'b.py' exists already."]);
    expect([documents.log, changes.undoLabel()]).toEqual([[], null]);
  });

  it("to a sensitive place is repeated with the user's consent, and not without", async () => {
    const refuse = (change: Record<string, unknown>) => {
      if (change.approved) return {};
      throw new ToolError("It is sensitive.", "PERMISSION_DENIED", { reason: "needs_approval" });
    };
    const agreed = changesWith(refuse);
    expect(await agreed.changes.move("/r/a", "/r/.vscode/tasks.json")).toBe(true);
    expect(agreed.sent.map((change) => change.approved)).toEqual([undefined, true]);
    const refused = changesWith(refuse, false);
    expect(await refused.changes.move("/r/a", "/r/.vscode/tasks.json")).toBe(false);
    expect(refused.sent).toHaveLength(1);
  });

  it("is remembered for a bounded number of undos", async () => {
    const { changes } = changesWith(() => ({}));
    for (let count = 0; count < MAX_ENTRY_UNDOS + 5; count += 1) await changes.move(`/r/${count}`, `/r/x${count}`);
    let undone = 0;
    while (await changes.undo()) undone += 1;
    expect(undone).toBe(MAX_ENTRY_UNDOS);
  });
});

describe("a deletion", () => {
  it("closes the tabs, and its undo opens them again", async () => {
    const { changes, documents, sent } = changesWith((change) => (change.action === "delete" ? { id: "src" } : {}));
    documents.openPaths = ["/r/src/a.py", "/r/src/b.py"];
    expect(await changes.remove("/r/src")).toBe(true);
    const [notice] = notices.value;
    expect([notice!.text, notice!.actions[0]!.label]).toEqual(["src is in the trash.", "Undo"]);
    await changes.undo();
    expect(sent.at(-1)).toEqual({ action: "restore", id: "src" });
    expect(documents.log).toEqual(["removed /r/src", "open /r/src/a.py false", "open /r/src/b.py true"]);
  });

  it("of unsaved text asks first", async () => {
    const { changes, documents, sent } = changesWith(() => ({ id: "a.py" }));
    Object.assign(documents, { all: signal([{ path: "/r/a.py", dirty: signal(true) }]) });
    const pending = changes.remove("/r/a.py");
    expect(questions.value[0]!.text).toContain("a.py has changes that are not saved");
    questions.value[0]!.answer("keep");
    expect([await pending, sent]).toEqual([false, []]);
    const again = changes.remove("/r/a.py");
    questions.value[0]!.answer("delete");
    expect([await again, sent.length]).toEqual([true, 1]);
  });
});

import { expect, test } from "vitest";
import type { Monaco } from "../../src/editor/monaco";
import { Disk } from "../../src/workspace/disk";
import { TextDocument } from "../../src/workspace/document";
import { DocumentSaver } from "../../src/workspace/document-saver";

/** Tool calls that are answered when the test says so. */
class HeldTools {
  readonly called: { name: string; args: Record<string, unknown>; answer: (result: object) => void }[] = [];

  call = (name: string, args: object): Promise<never> =>
    new Promise((resolve) => this.called.push({ name, args: { ...args }, answer: resolve as never }));
}

/** A document with unsaved text whose file another program changed. */
function conflictingDocument(): TextDocument {
  let version = 1;
  const model = {
    getValue: () => "mine",
    getEOL: () => "\n",
    getAlternativeVersionId: () => version,
    onDidChangeContent: (listener: () => void) => ((version = 2), queueMicrotask(listener)),
  };
  const monaco = { editor: { createModel: () => model }, Uri: { parse: (uri: string) => uri } };
  const file = { path: "/p/a", text: "old", hash: "h1", encoding: "utf-8", size: 3, isComplete: true, lossy: false };
  const document = new TextDocument(monaco as unknown as Monaco, file, { path: "/p", name: "p" } as never);
  document.setConflict("changed");
  return document;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a save right after `Keep mine` waits for that choice and overwrites the file", async () => {
  const tools = new HeldTools();
  const document = conflictingDocument();
  const saver = new DocumentSaver(new Disk({ call: tools.call as never }), () => {});
  const kept = saver.keepBuffer(document);
  const saved = saver.save(document);
  await settled();
  expect(tools.called.map((one) => one.name)).toEqual(["readFile"]);
  tools.called[0]!.answer({ hash: "h2" });
  await kept;
  await settled();
  expect(tools.called[1]).toMatchObject({ name: "writeFile", args: { content: "mine", expectedHash: "h2" } });
  tools.called[1]!.answer({ hash: "h3" });
  expect(await saved).toBe(true);
  expect(document.dirty.value).toBe(false);
});

test("a task that fails does not stop the next one of the same document", async () => {
  const document = conflictingDocument();
  const failed = document.serialized(() => Promise.reject(new Error("no")));
  await expect(failed).rejects.toThrow("no");
  expect(await document.serialized(() => Promise.resolve("next"))).toBe("next");
});

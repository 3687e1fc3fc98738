// The agent gets the events it asked for, with the sync kind it asked for, and nothing else.

import { expect, test } from "vitest";
import type { NesDocumentEventCapabilities } from "../../src/protocol/acp";
import { DocumentSync, type SyncedDocument } from "../../src/nes/session/document-sync";
import type { NesSession } from "../../src/nes/session/session";

interface Sent {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

function session(documentEvents: NesDocumentEventCapabilities, sent: Sent[]): NesSession {
  const notify = (method: string, params: Record<string, unknown>) => sent.push({ method, params });
  return { id: "s", documentEvents, notify } as unknown as NesSession;
}

function text(value: string, version = 1): SyncedDocument & { value: string; version: number } {
  const document = {
    uri: "file:///a.tsx",
    value,
    version,
    model: {
      getVersionId: () => document.version,
      getValue: () => document.value,
      getLanguageId: () => "typescript",
    },
  };
  return document;
}

const range = { startLineNumber: 1, startColumn: 2, endLineNumber: 1, endColumn: 2 };
const typed = (versionId: number) => ({
  versionId,
  changes: [{ range, rangeOffset: 1, rangeLength: 0, text: "x" }],
  isFlush: false,
  isEolChange: false,
});
const view = { position: { lineNumber: 2, column: 3 }, visible: range };
const place = { line: 0, character: 1 };
const ALL: NesDocumentEventCapabilities = {
  didOpen: {},
  didChange: { syncKind: "incremental" },
  didClose: {},
  didSave: {},
  didFocus: {},
};

test("all events, with incremental changes", () => {
  const sent: Sent[] = [];
  const sync = new DocumentSync();
  const document = text("ab");
  sync.start(session(ALL, sent), [document]);
  sync.changed(document, typed(2));
  sync.saved(document);
  sync.focused(document, view, false);
  sync.focused(document, view, false);
  sync.focused(document, view, true);
  sync.closed(document);
  expect(sent.map((one) => one.method)).toEqual([
    "document/didOpen",
    "document/didChange",
    "document/didSave",
    "document/didFocus",
    "document/didFocus",
    "document/didClose",
  ]);
  expect(sent[0]?.params).toMatchObject({ languageId: "typescriptreact", version: 1, text: "ab" });
  expect(sent[1]?.params).toMatchObject({
    version: 2,
    contentChanges: [{ range: { start: place, end: place }, text: "x" }],
  });
  expect(sent[3]?.params).toMatchObject({ position: { line: 1, character: 2 } });
});

test("nothing for an agent that asked for nothing, and nothing without a session", () => {
  const sent: Sent[] = [];
  const sync = new DocumentSync();
  const document = text("ab");
  sync.opened(document);
  sync.start(session({}, sent), [document]);
  sync.changed(document, typed(2));
  sync.saved(document);
  sync.focused(document, view, true);
  sync.flush();
  sync.closed(document);
  expect(sent).toEqual([]);
});

test("full texts are sent once for many keys, and before any event that depends on them", () => {
  const sent: Sent[] = [];
  const sync = new DocumentSync();
  const document = text("ab");
  sync.start(session({ ...ALL, didChange: { syncKind: "full" } }, sent), [document]);
  for (const version of [2, 3, 4]) sync.changed(document, typed(version));
  expect(sync.hasUnsent).toBe(true);
  document.value = "axxxb";
  document.version = 4;
  sync.saved(document);
  expect(sync.hasUnsent).toBe(false);
  const methods = sent.map((one) => one.method);
  expect(methods).toEqual(["document/didOpen", "document/didChange", "document/didSave"]);
  expect(sent[1]?.params).toMatchObject({ version: 4, contentChanges: [{ text: "axxxb" }] });
});

test("an agent that never got the text gets no ranges", () => {
  const sent: Sent[] = [];
  const sync = new DocumentSync();
  const document = text("axb", 2);
  sync.start(session({ didChange: { syncKind: "incremental" } }, sent), [document]);
  sync.changed(document, typed(2));
  sync.flush();
  sync.changed(document, typed(3));
  expect(sent.map((one) => one.params.contentChanges)).toMatchObject([[{ text: "axb" }], [{ range: {} }]]);
});

test("a new session gets all open documents again", () => {
  const sent: Sent[] = [];
  const sync = new DocumentSync();
  sync.start(session(ALL, sent), [text("a")]);
  sync.start(session(ALL, sent), [text("a", 7)]);
  expect(sent.map((one) => one.params.version)).toEqual([1, 7]);
});

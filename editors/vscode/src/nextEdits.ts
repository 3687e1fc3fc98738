// The next edit of the active editor: asks the server when the text changes, holds its answer, applies or rejects it.
// Whoever shows it (decorations, the status bar, native inline edits) listens to `onDidChange`.

import * as vscode from 'vscode';

import { toRange } from './drawing';
import type { Server } from './server';
import { DOCUMENTS } from './server';
import { isEnabled } from './settings';
import type { Silence } from './status';
import type { Suggestion } from './suggestion';
import { endOfEdit, firstEdit, isAtCursor, lastEdit, shiftSuggestion, toSuggestion } from './suggestion';

/** Without a change for so long, the server is asked. It waits itself until a word is finished. */
const DEBOUNCE_MS = 120;
/** Answers that another request or an unfinished word has cut short: asked again after this time. */
const UNFINISHED = ['in-progress', 'superseded', 'stale'];
const RETRY_MS = 1000;

export class NextEdits implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly listeners: vscode.Disposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private request: vscode.CancellationTokenSource | undefined;
  /** How often the user accepted or rejected: an answer to an earlier question may have what was rejected since. */
  private decisions = 0;
  private actions: Promise<void> = Promise.resolve();
  readonly onDidChange = this.changed.event;
  current: Suggestion | undefined;
  silence: Silence | undefined;

  constructor(private readonly server: Server) {
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument((event) => this.onChange(event)),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.toString() === this.current?.uri && this.current.version !== null) {
          this.forget();
        }
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.onFocus(editor)),
      server.onDidChangeState(() => {
        if (server.isRunning) {
          this.onFocus(vscode.window.activeTextEditor);
        } else {
          this.set(undefined, undefined); // what the next server says may be something else
        }
      }),
    ];
  }

  dispose(): void {
    this.cancel();
    this.listeners.forEach((one) => one.dispose());
    this.changed.dispose();
  }

  /** Ask soon, unless something else happens meanwhile. */
  askSoon(delay = DEBOUNCE_MS): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(2), delay);
  }

  /** Ask now; 1 if the user asks. */
  async ask(triggerKind: 1 | 2): Promise<void> {
    this.cancel();
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || !isWatched(editor.document) || !this.server.isRunning || !isEnabled()) {
      return;
    }
    const { document } = editor;
    const version = document.version;
    const source = new vscode.CancellationTokenSource();
    this.request = source;
    const answer = await this.server.askInlineEdit(document, editor.selection.active, triggerKind, source.token);
    if (this.request !== source) {
      return;
    }
    this.request = undefined;
    source.dispose();
    if (answer === undefined || document.version !== version) {
      return;
    }
    const found = toSuggestion(answer);
    if (found === undefined && UNFINISHED.includes(answer.reason ?? '')) {
      this.askSoon(RETRY_MS);
    }
    this.set(found === undefined ? undefined : normalize(found), {
      reason: answer.reason ?? '',
      sentence: answer.sentence ?? '',
    });
  }

  /** Ask on behalf of the editor's own drawing, which waits for the answer. */
  async askFor(document: vscode.TextDocument, position: vscode.Position, token: vscode.CancellationToken): Promise<void> {
    if (!this.server.isRunning || !isEnabled() || document !== vscode.window.activeTextEditor?.document) {
      return;
    }
    const version = document.version;
    const decisions = this.decisions;
    const answer = await this.server.askInlineEdit(document, position, 2, token);
    const found = answer === undefined || token.isCancellationRequested ? undefined : toSuggestion(answer);
    const isCurrent = document.version === version && decisions === this.decisions;
    if (found !== undefined && isCurrent && found.id !== this.current?.id) {
      this.set(normalize(found), undefined);
    }
  }

  forget(): void {
    if (this.current !== undefined) {
      this.set(undefined, undefined);
    }
  }

  /** Go to the next edit, in its own document if need be. Asks for one if there is none. */
  goToNext(): Promise<void> {
    return this.inOrder(() => this.jump());
  }

  /** Apply the next edit and tell the server. If it is elsewhere, go there. */
  accept(): Promise<void> {
    return this.inOrder(() => this.acceptOrJump());
  }

  /** A key that is pressed before the action of the one before has ended waits for it. */
  private inOrder(action: () => Promise<void>): Promise<void> {
    const done = this.actions.then(action);
    this.actions = done.catch(() => undefined); // whoever started it sees the error
    return done;
  }

  private async jump(): Promise<void> {
    if (this.current === undefined) {
      await this.ask(1);
    }
    const suggestion = this.current;
    if (suggestion === undefined) {
      const sentence = this.silence?.sentence || 'There is no next edit.';
      vscode.window.setStatusBarMessage(`Understudy: ${sentence}`, 5000);
      return;
    }
    const { start } = firstEdit(suggestion).range;
    const place = new vscode.Range(start.line, start.character, start.line, start.character);
    const active = vscode.window.activeTextEditor;
    const isHere = active?.document.uri.toString() === suggestion.uri;
    const editor = isHere
      ? active
      : await vscode.window.showTextDocument(vscode.Uri.parse(suggestion.uri), { preview: false });
    const { document } = editor;
    editor.selection = new vscode.Selection(place.start, place.end);
    editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    if (suggestion.isJump) {
      this.forget();
      await this.server.execute('understudy.accept', suggestion.id);
      this.askSoon();
    } else if (suggestion.version === null) {
      // The document has just been opened: until the server answers for it, the place is the one on the disk.
      if (this.current === suggestion) {
        this.set({ ...suggestion, version: document.version }, undefined);
      }
      this.askSoon();
    } else {
      this.changed.fire();
    }
  }

  private async acceptOrJump(): Promise<void> {
    let suggestion = this.current;
    const editor = vscode.window.activeTextEditor;
    if (suggestion === undefined || editor === undefined) {
      return;
    }
    const { document } = editor;
    const isHere = document.uri.toString() === suggestion.uri;
    if (suggestion.isJump || !isHere || !isAtCursor(suggestion, editor.selection.active)) {
      return this.jump();
    }
    if (document.version !== suggestion.version) {
      // It was found for another version, or before its document was opened. If it still is the next edit, the key
      // meant it.
      const { id } = suggestion;
      this.forget();
      await this.ask(1);
      suggestion = this.current;
      if (suggestion?.id !== id || suggestion.version !== document.version) {
        return;
      }
    }
    this.decisions += 1;
    this.cancel();
    this.set(undefined, undefined);
    // Told before, so that the server knows the change for an accepted suggestion.
    const told = this.server.execute('understudy.accept', suggestion.id);
    if (await this.apply(suggestion, editor)) {
      const { line, character } = endOfEdit(lastEdit(suggestion));
      const added = suggestion.edits
        .slice(0, -1)
        .reduce((sum, edit) => sum + edit.newText.split('\n').length - 1 - (edit.range.end.line - edit.range.start.line), 0);
      const end = document.validatePosition(new vscode.Position(line + added, character));
      editor.selection = new vscode.Selection(end, end);
      editor.revealRange(new vscode.Range(end, end));
    }
    await told;
    this.askSoon(0);
  }

  /** Whether the edits are in the text now. */
  private async apply(suggestion: Suggestion, editor: vscode.TextEditor): Promise<boolean> {
    const { document } = editor;
    const edits = suggestion.edits.map(
      ({ range, newText }) => new vscode.TextEdit(document.validateRange(toRange(range)), newText),
    );
    try {
      if (await editor.edit((builder) => edits.forEach(({ range, newText }) => builder.replace(range, newText)))) {
        return true;
      }
    } catch (error) {
      this.server.log(`The next edit is not applied through its editor: ${String(error)}`);
    }
    // An editor that has just been opened may not be ready for edits; its document is.
    if (document.version !== suggestion.version) {
      return false;
    }
    const changes = new vscode.WorkspaceEdit();
    changes.set(document.uri, edits);
    const isApplied = await vscode.workspace.applyEdit(changes);
    if (!isApplied) {
      this.server.log(`The editor did not apply the next edit in ${document.uri.toString()}.`);
    }
    return isApplied;
  }

  /** The change at all its places at once. */
  async acceptEverywhere(id?: string): Promise<void> {
    if (id === undefined && this.current === undefined) {
      await this.ask(1);
    }
    const wanted = id ?? this.current?.id;
    if (wanted === undefined) {
      void vscode.window.showInformationMessage(this.silence?.sentence || 'There is no next edit.');
      return;
    }
    this.forget();
    await this.server.applyEverywhere(wanted);
    this.askSoon();
  }

  reject(): void {
    const suggestion = this.current;
    if (suggestion !== undefined) {
      this.decisions += 1;
      this.cancel();
      this.set(undefined, { reason: 'rejected', sentence: 'You rejected the next edit.' });
      void this.server.execute('understudy.reject', suggestion.id);
    }
  }

  async explain(): Promise<void> {
    const found = await this.server.execute<{ sentence?: string } | null>('understudy.explain', { show: false });
    void vscode.window.showInformationMessage(`Understudy: ${found?.sentence || 'No next edit was asked for yet.'}`);
  }

  private set(suggestion: Suggestion | undefined, silence: Silence | undefined): void {
    const isNew = suggestion !== undefined && suggestion.id !== this.current?.id;
    this.current = suggestion;
    this.silence = suggestion === undefined ? silence : undefined;
    this.changed.fire();
    if (isNew) {
      const command = { title: '', command: 'understudy.accept', arguments: [suggestion.id] };
      this.server.notify('textDocument/didShowInlineEdit', { item: { command } });
    }
  }

  private cancel(): void {
    clearTimeout(this.timer);
    this.request?.cancel();
    this.request?.dispose();
    this.request = undefined;
  }

  /** A change at the suggestion makes it wrong at once; elsewhere it stays until the answer comes. */
  private onChange(event: vscode.TextDocumentChangeEvent): void {
    const { document, contentChanges } = event;
    if (contentChanges.length === 0 || !isWatched(document)) {
      return;
    }
    if (this.current !== undefined && document.uri.toString() === this.current.uri) {
      const shifted = shiftSuggestion(this.current, contentChanges, document.version);
      this.set(shifted, undefined);
    }
    if (document === vscode.window.activeTextEditor?.document) {
      this.askSoon();
    }
  }

  private onFocus(editor: vscode.TextEditor | undefined): void {
    if (editor !== undefined && isWatched(editor.document)) {
      this.server.notify('textDocument/didFocus', { textDocument: { uri: editor.document.uri.toString() } });
      this.askSoon();
    }
    this.changed.fire();
  }
}

export function isWatched(document: vscode.TextDocument): boolean {
  return vscode.languages.match(DOCUMENTS, document) > 0;
}

/** The URI as this editor writes it. */
function normalize(suggestion: Suggestion): Suggestion {
  return { ...suggestion, uri: vscode.Uri.parse(suggestion.uri).toString() };
}

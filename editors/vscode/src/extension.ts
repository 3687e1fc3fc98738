// The extension's parts and how they are connected: commands, context keys for the keys Tab and Esc, the status bar.

import * as vscode from 'vscode';

import { Drawing } from './drawing';
import { registerInlineProvider } from './inlineProvider';
import { isWatched, NextEdits } from './nextEdits';
import { Server } from './server';
import { hasCompletions, isEnabled, toggleEnabled } from './settings';
import type { TabMeaning } from './status';
import { describeStatus } from './status';
import type { Suggestion } from './suggestion';
import { doesTabIndent, isAtCursor, isInsertionAtCursor } from './suggestion';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = new Server();
  const nextEdits = new NextEdits(server);
  const drawing = new Drawing(context);
  const statusBar = vscode.window.createStatusBarItem('understudy', vscode.StatusBarAlignment.Right, 100);
  statusBar.name = 'Understudy';
  const { registration, isNative } = registerInlineProvider(server, nextEdits, context.extension);

  const show = (): void => {
    const editor = vscode.window.activeTextEditor;
    const suggestion = nextEdits.current;
    const isDrawn = editor !== undefined && suggestion !== undefined && isDrawnByUs(suggestion, editor, isNative);
    if (isDrawn) {
      drawing.draw(suggestion, editor);
    } else {
      drawing.clear();
    }
    const tab = isDrawn ? findTabMeaning(suggestion, editor) : undefined;
    setKeys(tab);
    showStatus(statusBar, server, nextEdits, editor, tab);
  };

  const command = (name: string, action: (...args: unknown[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`understudy.${name}`, action);

  context.subscriptions.push(
    server,
    nextEdits,
    drawing,
    statusBar,
    nextEdits.onDidChange(show),
    server.onDidChangeState(show),
    vscode.window.onDidChangeTextEditorSelection((event) => {
      if (event.textEditor === vscode.window.activeTextEditor && isWatched(event.textEditor.document)) {
        show();
        if (nextEdits.current === undefined && event.kind !== undefined) {
          nextEdits.askSoon();
        }
      }
    }),
    vscode.window.onDidChangeTextEditorVisibleRanges(show),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('understudy.command') || event.affectsConfiguration('understudy.arguments')) {
        void server.restart();
      } else if (event.affectsConfiguration('understudy')) {
        nextEdits.forget();
        nextEdits.askSoon();
        show();
      }
    }),
    registration,
    command('next', () => nextEdits.goToNext()),
    command('accept', (id, options) => accept(server, nextEdits, id, options)),
    command('acceptEverywhere', () => nextEdits.acceptEverywhere()),
    command('reject', (id) => {
      if (typeof id === 'string' && id !== nextEdits.current?.id) {
        return server.execute('understudy.reject', id);
      }
      return nextEdits.reject();
    }),
    command('explain', () => nextEdits.explain()),
    command('toggle', toggleEnabled),
    command('restart', () => server.restart()),
  );
  statusBar.show();
  await server.start();
  if (server.state.kind === 'failed') {
    void offerSettings(server.state.message);
  }
}

/** Without an id the next edit is applied here; with one, an editor or a code action has applied it already. */
function accept(server: Server, nextEdits: NextEdits, id: unknown, options: unknown): unknown {
  if (typeof id !== 'string') {
    return nextEdits.accept();
  }
  const wanted = (options ?? {}) as { apply?: boolean; everywhere?: boolean };
  if (wanted.apply === true && wanted.everywhere === true) {
    return nextEdits.acceptEverywhere(id);
  }
  nextEdits.forget();
  nextEdits.askSoon();
  return options === undefined ? server.execute('understudy.accept', id) : server.execute('understudy.accept', id, options);
}

/** The editor itself draws inline completions and, with the proposed API, what is in this document. */
function isDrawnByUs(suggestion: Suggestion, editor: vscode.TextEditor, isNative: boolean): boolean {
  const { document, selection } = editor;
  if (!isWatched(document)) {
    return false;
  }
  if (suggestion.uri !== document.uri.toString() || suggestion.isJump) {
    return true;
  }
  if (isNative) {
    return false;
  }
  const line = document.lineAt(selection.active.line).text;
  return !(
    hasCompletions(document) &&
    suggestion.edits.length === 1 &&
    isInsertionAtCursor(suggestion.edits[0]!, line, selection.active)
  );
}

function findTabMeaning(suggestion: Suggestion, { document, selection }: vscode.TextEditor): TabMeaning {
  const isHere = suggestion.uri === document.uri.toString() && !suggestion.isJump;
  if (isHere && isAtCursor(suggestion, selection.active)) {
    return 'accepts';
  }
  return doesTabIndent(document.lineAt(selection.active.line).text) ? 'indents' : 'goes';
}

function setKeys(tab: TabMeaning | undefined): void {
  const set = (name: string, value: boolean): unknown =>
    vscode.commands.executeCommand('setContext', `understudy.${name}`, value);
  set('suggestionVisible', tab !== undefined);
  set('suggestionAtCursor', tab === 'accepts');
  set('tabIndents', tab === 'indents');
}

function showStatus(
  item: vscode.StatusBarItem,
  server: Server,
  nextEdits: NextEdits,
  editor: vscode.TextEditor | undefined,
  tab: TabMeaning | undefined,
): void {
  const uri = editor?.document.uri.toString() ?? '';
  const status = describeStatus(server.state, isEnabled(), nextEdits.current, nextEdits.silence, uri, tab);
  item.text = status.text;
  item.tooltip = status.tooltip;
  item.command = status.command;
  item.backgroundColor = status.isError ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
}

async function offerSettings(message: string): Promise<void> {
  const chosen = await vscode.window.showErrorMessage(`Understudy: ${message}`, 'Open Settings', 'Try Again');
  if (chosen === 'Open Settings') {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'understudy.command');
  } else if (chosen === 'Try Again') {
    await vscode.commands.executeCommand('understudy.restart');
  }
}

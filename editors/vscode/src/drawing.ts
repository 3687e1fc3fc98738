// Draws the next edit without moving any text: the old text is marked, the new one stands behind the line, an arrow is
// in the margin. A place that is not on the screen is named behind the cursor's line.

import * as vscode from 'vscode';

import type { Suggestion } from './suggestion';
import { describePlace, diffEdit, firstEdit, isAtCursor, previewEdit } from './suggestion';

type Direction = 'right' | 'up' | 'down';

const LINKS: [string, string][] = [
  ['Accept', 'understudy.accept'],
  ['Everywhere…', 'understudy.acceptEverywhere'],
  ['Reject', 'understudy.reject'],
];

export class Drawing implements vscode.Disposable {
  private readonly old = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('diffEditor.removedTextBackground'),
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly text = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly arrows: Record<Direction, vscode.TextEditorDecorationType>;

  constructor(context: vscode.ExtensionContext) {
    const arrow = (direction: Direction): vscode.TextEditorDecorationType =>
      vscode.window.createTextEditorDecorationType({
        gutterIconPath: vscode.Uri.joinPath(context.extensionUri, 'images', `arrow-${direction}.svg`),
        gutterIconSize: 'contain',
        overviewRulerColor: new vscode.ThemeColor('editorInfo.foreground'),
        overviewRulerLane: vscode.OverviewRulerLane.Right,
      });
    this.arrows = { right: arrow('right'), up: arrow('up'), down: arrow('down') };
  }

  dispose(): void {
    for (const type of this.types()) {
      type.dispose();
    }
  }

  clear(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      for (const type of this.types()) {
        editor.setDecorations(type, []);
      }
    }
  }

  /** Draw in place of what was drawn before. */
  draw(suggestion: Suggestion, active: vscode.TextEditor): void {
    this.clear();
    let isOnScreen = false;
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === suggestion.uri) {
        this.drawEdits(suggestion, editor);
        isOnScreen ||= isVisible(suggestion, editor);
      }
    }
    if (!isOnScreen) {
      this.drawHint(suggestion, active);
    }
  }

  private types(): vscode.TextEditorDecorationType[] {
    return [this.old, this.text, ...Object.values(this.arrows)];
  }

  private drawEdits(suggestion: Suggestion, editor: vscode.TextEditor): void {
    const { document } = editor;
    const marked: vscode.DecorationOptions[] = [];
    const texts: vscode.DecorationOptions[] = [];
    const hover = buildHover(suggestion, document);
    for (const edit of suggestion.edits) {
      const range = document.validateRange(toRange(edit.range));
      if (!range.isEmpty) {
        marked.push({ range, hoverMessage: hover });
      }
      const isBelow = edit.newText.startsWith('\n') || !range.isEmpty;
      texts.push(
        behindLine(document, isBelow ? range.end.line : range.start.line, previewEdit(edit, suggestion.isJump), hover),
      );
    }
    editor.setDecorations(this.old, marked);
    editor.setDecorations(this.text, texts);
    const first = firstEdit(suggestion).range.start;
    const line = Math.min(first.line, document.lineCount - 1);
    editor.setDecorations(this.arrows.right, [new vscode.Range(line, 0, line, 0)]);
  }

  private drawHint(suggestion: Suggestion, editor: vscode.TextEditor): void {
    const { document } = editor;
    const uri = document.uri.toString();
    const cursor = editor.selection.active;
    const first = firstEdit(suggestion);
    const isHere = suggestion.uri === uri;
    const target = isHere ? document : undefined;
    const text = `» ${describePlace(suggestion, uri)}  ${previewEdit(first, suggestion.isJump)}`;
    editor.setDecorations(this.text, [behindLine(document, cursor.line, text, buildHover(suggestion, target), true)]);
    const direction = !isHere ? 'right' : first.range.start.line < cursor.line ? 'up' : 'down';
    const line = new vscode.Range(cursor.line, 0, cursor.line, 0);
    for (const [name, type] of Object.entries(this.arrows)) {
      if (name === direction) {
        editor.setDecorations(type, [line]);
      } else if (!isHere) {
        editor.setDecorations(type, []);
      }
    }
  }
}

function isVisible(suggestion: Suggestion, editor: vscode.TextEditor): boolean {
  const { line } = firstEdit(suggestion).range.start;
  return (
    isAtCursor(suggestion, editor.selection.active) ||
    editor.visibleRanges.some((range) => line >= range.start.line && line <= range.end.line)
  );
}

function behindLine(
  document: vscode.TextDocument,
  line: number,
  contentText: string,
  hoverMessage: vscode.MarkdownString,
  isHint = false,
): vscode.DecorationOptions {
  const { end } = document.lineAt(Math.min(line, document.lineCount - 1)).range;
  const after: vscode.ThemableDecorationAttachmentRenderOptions = isHint
    ? { contentText, margin: '0 0 0 2em', color: new vscode.ThemeColor('editorCodeLens.foreground') }
    : {
        contentText,
        margin: '0 0 0 2em',
        color: new vscode.ThemeColor('editor.foreground'),
        backgroundColor: new vscode.ThemeColor('diffEditor.insertedTextBackground'),
      };
  return { range: new vscode.Range(end, end), renderOptions: { after }, hoverMessage };
}

function buildHover(suggestion: Suggestion, document: vscode.TextDocument | undefined): vscode.MarkdownString {
  const hover = new vscode.MarkdownString();
  hover.isTrusted = { enabledCommands: LINKS.map(([, command]) => command) };
  if (suggestion.sentence) {
    hover.appendText(suggestion.sentence);
    hover.appendMarkdown('\n\n');
  }
  if (document !== undefined && !suggestion.isJump) {
    const readLine = (line: number): string => (line < document.lineCount ? document.lineAt(line).text : '');
    hover.appendCodeblock(suggestion.edits.map((edit) => diffEdit(edit, readLine)).join('\n'), 'diff');
  }
  return hover.appendMarkdown(LINKS.map(([title, command]) => `[${title}](command:${command})`).join(' · '));
}

export function toRange({ start, end }: Suggestion['edits'][number]['range']): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

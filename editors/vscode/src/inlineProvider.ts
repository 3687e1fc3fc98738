// Inline completions at the cursor; and, where the editor grants its proposed API, next edits that it draws itself.

import * as vscode from 'vscode';

import { toRange } from './drawing';
import type { NextEdits } from './nextEdits';
import type { Server } from './server';
import { DOCUMENTS } from './server';
import { hasCompletions, wantsNativeInlineEdits } from './settings';
import { isInsertionAtCursor, mergeEdits } from './suggestion';

/** The fields of `inlineCompletionsAdditions` that are used. */
interface NativeItem extends vscode.InlineCompletionItem {
  isInlineEdit?: boolean;
  showInlineEditMenu?: boolean;
  suggestionId?: string;
}

const REJECTED = 1;

type RegisterWithMetadata = (
  selector: vscode.DocumentSelector,
  provider: vscode.InlineCompletionItemProvider,
  metadata: { displayName: string },
) => vscode.Disposable;

const PROPOSAL = 'inlineCompletionsAdditions';

/** Whether the editor grants us the proposed API: it removes from our manifest what it does not grant. */
function isProposalGranted(extension: vscode.Extension<unknown>): boolean {
  const { enabledApiProposals } = extension.packageJSON as { enabledApiProposals?: string[] };
  return enabledApiProposals?.some((name) => name.split('@')[0] === PROPOSAL) ?? false;
}

/** Register the provider; also say whether the editor draws next edits itself. */
export function registerInlineProvider(
  server: Server,
  nextEdits: NextEdits,
  extension: vscode.Extension<unknown>,
): { registration: vscode.Disposable; isNative: boolean } {
  if (wantsNativeInlineEdits() && isProposalGranted(extension)) {
    try {
      // Metadata are part of the proposed API: an editor that does not grant it throws.
      const register = vscode.languages.registerInlineCompletionItemProvider as RegisterWithMetadata;
      const provider = new InlineProvider(server, nextEdits, true);
      return { registration: register(DOCUMENTS, provider, { displayName: 'Understudy' }), isNative: true };
    } catch (error) {
      server.log(`The editor does not draw next edits itself: ${String(error)}`);
    }
  }
  const provider = new InlineProvider(server, nextEdits, false);
  return {
    registration: vscode.languages.registerInlineCompletionItemProvider(DOCUMENTS, provider),
    isNative: false,
  };
}

class InlineProvider implements vscode.InlineCompletionItemProvider {
  /** Only with the proposed API: the editor asks again. */
  readonly onDidChange: vscode.Event<void> | undefined;

  constructor(
    private readonly server: Server,
    private readonly nextEdits: NextEdits,
    private readonly isNative: boolean,
  ) {
    this.onDidChange = isNative ? nextEdits.onDidChange : undefined;
  }

  async provideInlineCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    context: vscode.InlineCompletionContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.InlineCompletionItem[]> {
    if (this.isNative) {
      if (this.toNativeItem(document, position) === undefined) {
        await this.nextEdits.askFor(document, position, token);
      }
      const item = token.isCancellationRequested ? undefined : this.toNativeItem(document, position);
      if (item !== undefined) {
        return [item];
      }
    }
    if (!hasCompletions(document)) {
      return [];
    }
    const triggerKind = context.triggerKind === vscode.InlineCompletionTriggerKind.Invoke ? 1 : 2;
    const version = document.version;
    const items = await this.server.askCompletions(document, position, triggerKind, token);
    if (token.isCancellationRequested || document.version !== version) {
      return [];
    }
    const line = document.lineAt(position.line).text;
    return items
      .filter(({ range, insertText }) => isInsertionAtCursor({ range, newText: insertText }, line, position))
      .map(({ insertText, range, command }) => new vscode.InlineCompletionItem(insertText, toRange(range), command));
  }

  /** Only with the proposed API. */
  handleEndOfLifetime(item: NativeItem, reason: { kind: number }): void {
    if (reason.kind === REJECTED && item.suggestionId !== undefined && item.suggestionId === this.nextEdits.current?.id) {
      this.nextEdits.reject();
    }
  }

  private toNativeItem(document: vscode.TextDocument, position: vscode.Position): NativeItem | undefined {
    const suggestion = this.nextEdits.current;
    if (
      suggestion === undefined ||
      suggestion.isJump ||
      suggestion.uri !== document.uri.toString() ||
      suggestion.version !== document.version
    ) {
      return undefined;
    }
    const edit = mergeEdits(suggestion.edits, (range) => document.getText(toRange(range)));
    const command = { title: 'Accept the next edit', command: 'understudy.accept', arguments: [suggestion.id] };
    const item: NativeItem = new vscode.InlineCompletionItem(edit.newText, toRange(edit.range), command);
    const isCompletion =
      hasCompletions(document) && isInsertionAtCursor(edit, document.lineAt(position.line).text, position);
    item.isInlineEdit = !isCompletion;
    item.showInlineEditMenu = true;
    item.suggestionId = suggestion.id;
    return item;
  }
}

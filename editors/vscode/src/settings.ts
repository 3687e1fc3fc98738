// The settings of the extension, and those of them that the server gets.

import * as vscode from 'vscode';

const OPTIONAL = ['completion', 'engine', 'eagerness', 'remember'] as const;

/** Values that the user has not set are left out: the server has its own, from `config.toml`. */
export function readServerSettings(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration('understudy');
  const sent: Record<string, unknown> = { enabled: settings.get('enabled', true), otherDocuments: true };
  for (const name of OPTIONAL) {
    const found = settings.inspect(name);
    if (found?.globalValue !== undefined || found?.workspaceValue !== undefined) {
      sent[name] = settings.get(name);
    }
  }
  return sent;
}

export function isEnabled(): boolean {
  return vscode.workspace.getConfiguration('understudy').get('enabled', true);
}

/** Whether suggestions at the cursor are shown as inline completions. */
export function hasCompletions(document: vscode.TextDocument): boolean {
  return (
    vscode.workspace.getConfiguration('understudy').get('completion', true) &&
    vscode.workspace.getConfiguration('editor', document).get('inlineSuggest.enabled', true)
  );
}

/** Whether the user wants the editor's own drawing of next edits, where the editor grants it. */
export function wantsNativeInlineEdits(): boolean {
  return vscode.workspace.getConfiguration('understudy').get('nativeInlineEdits', true);
}

export async function toggleEnabled(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('understudy');
  const target =
    settings.inspect('enabled')?.workspaceValue === undefined
      ? vscode.ConfigurationTarget.Global
      : vscode.ConfigurationTarget.Workspace;
  await settings.update('enabled', !isEnabled(), target);
}

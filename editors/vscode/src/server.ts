// The connection to `understudy lsp`: starts and restarts it, passes the settings on, and sends our own requests.
// Commands and inline completions are registered by the extension itself, not by the client library.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as vscode from 'vscode';
import type {
  DynamicFeature,
  LanguageClientOptions,
  StaticFeature,
} from 'vscode-languageclient/node';
import { CloseAction, ErrorAction, LanguageClient } from 'vscode-languageclient/node';

import { findCommand } from './command';
import { choosePlaces } from './placePicker';
import { readServerSettings } from './settings';
import type { ServerState } from './status';
import type { InlineEditAnswer, Position, Range } from './suggestion';

export const DOCUMENTS = [{ scheme: 'file' }, { scheme: 'untitled' }];

const OWN_FEATURES = ['workspace/executeCommand', 'textDocument/inlineCompletion'];
const MAX_RESTARTS = 3;
const RESTART_PERIOD_MS = 180_000;

export interface CompletionItem {
  insertText: string;
  filterText?: string;
  range: Range;
  command: { title: string; command: string; arguments?: unknown[] };
}

class Client extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    const method = (feature as Partial<DynamicFeature<unknown>>).registrationType?.method;
    if (method === undefined || !OWN_FEATURES.includes(method)) {
      super.registerFeature(feature);
    }
  }
}

export class Server implements vscode.Disposable {
  private client: Client | undefined;
  private readonly output = vscode.window.createOutputChannel('Understudy', { log: true });
  private readonly changed = new vscode.EventEmitter<void>();
  private stops: number[] = [];
  private confirmed = false;
  readonly onDidChangeState = this.changed.event;
  state: ServerState = { kind: 'stopped' };

  async start(): Promise<void> {
    await this.stop();
    const settings = vscode.workspace.getConfiguration('understudy');
    const wanted = settings.get<string>('command', 'understudy');
    const command = findCommand(wanted, {
      env: process.env,
      home: os.homedir(),
      platform: process.platform,
      isFile: (path) => fs.statSync(path, { throwIfNoEntry: false })?.isFile() === true,
    });
    if (command === undefined) {
      this.fail(`There is no program ${wanted}. Install Understudy, or set understudy.command to its full path.`);
      return;
    }
    this.setState({ kind: 'starting' });
    const options = { command, args: ['lsp', ...settings.get<string[]>('arguments', [])] };
    const client = new Client('understudy', 'Understudy', options, this.clientOptions());
    this.client = client;
    try {
      await client.start();
      this.setState({ kind: 'running' });
    } catch (error) {
      this.fail(`${command} lsp did not start: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async restart(): Promise<void> {
    this.stops = [];
    await this.start();
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client !== undefined) {
      try {
        await client.dispose();
      } catch (error) {
        this.output.warn(`The server did not stop in order: ${String(error)}`);
      }
    }
    this.setState({ kind: 'stopped' });
  }

  dispose(): void {
    void this.stop();
    this.output.dispose();
    this.changed.dispose();
  }

  get isRunning(): boolean {
    return this.state.kind === 'running';
  }

  // Requests. Each gives undefined if the server does not answer, which is logged.

  askInlineEdit(
    document: vscode.TextDocument,
    position: Position,
    triggerKind: 1 | 2,
    token: vscode.CancellationToken,
  ): Promise<InlineEditAnswer | undefined> {
    const textDocument = { uri: document.uri.toString(), version: document.version };
    return this.send('textDocument/copilotInlineEdit', { textDocument, position, context: { triggerKind } }, token);
  }

  async askCompletions(
    document: vscode.TextDocument,
    position: Position,
    triggerKind: 1 | 2,
    token: vscode.CancellationToken,
  ): Promise<CompletionItem[]> {
    const textDocument = { uri: document.uri.toString(), version: document.version };
    const params = { textDocument, position, context: { triggerKind } };
    const answer = await this.send<{ items: CompletionItem[] }>('textDocument/inlineCompletion', params, token);
    return answer?.items ?? [];
  }

  execute<T>(command: string, ...args: unknown[]): Promise<T | undefined> {
    return this.send('workspace/executeCommand', { command, arguments: args });
  }

  /** Have the server apply the suggestion at all its places, after the user has seen them if so configured. */
  async applyEverywhere(id: string | null): Promise<void> {
    this.confirmed = vscode.workspace.getConfiguration('understudy').get('previewEverywhere', true);
    try {
      const params = { command: 'understudy.accept', arguments: [id, { apply: true, everywhere: true }] };
      await this.client?.sendRequest('workspace/executeCommand', params);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.output.warn(`understudy.accept: ${message}`);
      void vscode.window.showWarningMessage(`Understudy: ${message}`);
    } finally {
      this.confirmed = false;
    }
  }

  log(message: string): void {
    this.output.info(message);
  }

  notify(method: string, params: object): void {
    if (this.client !== undefined && this.isRunning) {
      void this.client.sendNotification(method, params).catch((error: unknown) => {
        this.output.warn(`${method}: ${String(error)}`);
      });
    }
  }

  private async send<T>(method: string, params: object, token?: vscode.CancellationToken): Promise<T | undefined> {
    if (this.client === undefined || !this.isRunning) {
      return undefined;
    }
    try {
      // A token that is undefined would be sent as one more parameter.
      return token === undefined
        ? await this.client.sendRequest<T>(method, params)
        : await this.client.sendRequest<T>(method, params, token);
    } catch (error) {
      if (token?.isCancellationRequested !== true) {
        this.output.warn(`${method}: ${error instanceof Error ? error.message : String(error)}`);
      }
      return undefined;
    }
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: DOCUMENTS,
      outputChannel: this.output,
      initializationOptions: readServerSettings,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.decideAfterStop(),
      },
      middleware: {
        workspace: {
          configuration: (params) =>
            params.items.map((item) => (item.section === 'understudy' ? readServerSettings() : null)),
          handleApplyEdit: async (params, next) => {
            const edit = this.confirmed ? await choosePlaces(params.edit) : params.edit;
            return edit === undefined
              ? { applied: false, failureReason: 'you closed the list' }
              : next({ ...params, edit }, new vscode.CancellationTokenSource().token);
          },
        },
      },
    };
  }

  /** A server that stops is started again, but not for ever. */
  private decideAfterStop(): { action: CloseAction; handled: boolean } {
    const now = Date.now();
    this.stops = [...this.stops.filter((time) => now - time < RESTART_PERIOD_MS), now];
    if (this.stops.length > MAX_RESTARTS) {
      this.fail('The server stopped several times. Its messages are in the output “Understudy”. Click to start it.');
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    return { action: CloseAction.Restart, handled: true };
  }

  private fail(message: string): void {
    this.output.error(message);
    this.setState({ kind: 'failed', message });
  }

  private setState(state: ServerState): void {
    this.state = state;
    void vscode.commands.executeCommand('setContext', 'understudy.running', state.kind === 'running');
    this.changed.fire();
  }
}

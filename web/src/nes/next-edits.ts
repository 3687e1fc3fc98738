// Next edits: reports the editor's state to the agent, requests suggestions at the right moments, and shows
// them. Composes the parts of this folder.

import { effect, untracked, type ReadonlySignal } from "@preact/signals";
import type * as monaco from "monaco-editor";
import type { Agent } from "../agent/agent";
import type { Config } from "../config";
import { loadMonaco } from "../editor/monaco";
import type { Insights } from "../insights/insights";
import type { NesSuggestion, NesTriggerKind, SessionConfigOption } from "../protocol/acp";
import { ConnectionClosed, RpcError } from "../rpc/peer";
import { registerCommands } from "../shell/commands";
import { announce } from "../shell/notices";
import type { Tools } from "../tools/tools";
import type { Documents, OpenDocument } from "../workspace/documents";
import type { ChangeEvent } from "./session/content-changes";
import { SuggestionRequester, type RequestResult, type Situation } from "./suggestion-requests";
import { needsFullText } from "./session/content-changes";
import { onNewDiagnostic } from "./editor-activity";
import { ENABLED_OPTION, isOffAtAgent } from "./session/options";
import { SessionConnection } from "./session/connection";
import { SuggestContext } from "./session/context";
import type { TabAction } from "./display/inline-completions";
import { Debounce } from "./debounce";
import {
  COMPLETION_FAMILY,
  type SuggestionDetails,
  type PreparedSuggestion,
} from "./suggestions/prepared-suggestion";
import { toWirePosition, toWireRange } from "./positions";
import { SuggestionPreparer } from "./suggestions/suggestion-preparer";
import type { SuggestionView } from "./display/suggestion-view";
import { NesSignals, type Counts, type NesState } from "./status";
import { DocumentSync } from "./session/document-sync";
import { SuggestionAcceptor, type AcceptorHost } from "./suggestions/suggestion-acceptor";
import { OutcomeReporter } from "./outcome-reports";
import { EditorActivity } from "./editor-activity";
import { announcementOf } from "./display/labels";
import { DIAGNOSTIC_DELAY_MS, FOCUS_REPORT_DELAY_MS, MOVE_DELAY_MS, TYPING_DELAY_MS } from "./limits";

export type { NesState } from "./status";

const REQUEST_CANCELLED = -32800;
const READ_ONLY_REASON = ["read-only", "This document is read only."] as const;

export class NextEdits {
  readonly #status = new NesSignals();
  readonly state: ReadonlySignal<NesState> = this.#status.state;
  /** The suggestion that is shown now. */
  readonly shown: ReadonlySignal<NesSuggestion | null> = this.#status.shown;
  /** What Tab does with it; null if it is hidden. */
  readonly tabAction: ReadonlySignal<TabAction | null> = this.#status.tabAction;
  /** The agent's details about the last suggestion. */
  readonly details: ReadonlySignal<SuggestionDetails> = this.#status.details;
  /** The agent's options for next edits. */
  readonly options: ReadonlySignal<readonly SessionConfigOption[]> = this.#status.options;
  /** Whether the user wants suggestions. */
  readonly enabled: ReadonlySignal<boolean> = this.#status.enabled;
  readonly counts: ReadonlySignal<Counts> = this.#status.counts;
  /** Whether the agent requires the user to sign in first. */
  readonly mustSignIn: ReadonlySignal<boolean> = this.#status.mustSignIn;

  readonly #sync = new DocumentSync();
  readonly #context = new SuggestContext();
  readonly #outcomes: OutcomeReporter;
  readonly #preparer: SuggestionPreparer;
  readonly #acceptor: SuggestionAcceptor;
  readonly #requester: SuggestionRequester;
  readonly #connection: SessionConnection;
  readonly #focusReport = new Debounce(() => this.#reportFocus(false));
  readonly #syncFlush = new Debounce(() => this.#sync.flush());
  #view: SuggestionView | null = null;
  #activity: EditorActivity | null = null;
  #diagnosticListener: monaco.IDisposable | null = null;
  /** The document whose focus was last reported. */
  #focusedDocument: OpenDocument | null = null;

  constructor(
    config: Config,
    agent: Agent,
    private readonly documents: Documents,
    private readonly insights: Insights,
    tools: Tools | null = null,
  ) {
    this.#outcomes = new OutcomeReporter({
      accepted: (id) => {
        this.#connection.session?.reportAccepted(id);
        this.insights.recordOutcome(id, "accepted");
        this.#status.increment("accepted");
      },
      rejected: (id, reason) => {
        this.#connection.session?.reportRejected(id, reason);
        if (reason && reason !== "cancelled") this.insights.recordOutcome(id, reason);
        if (reason === "rejected") this.#status.increment("rejected");
      },
    });
    this.#preparer = new SuggestionPreparer(config, documents, tools);
    this.#acceptor = new SuggestionAcceptor(this.#acceptorHost(), this.#preparer);
    this.#requester = new SuggestionRequester({
      situation: () => this.#situation(),
      prepare: (suggestion) => this.#preparer.prepare(suggestion),
      isDecided: (id) => this.#outcomes.isDecided(id),
      onRequest: () => {
        this.#status.increment("requested");
        if (this.#status.state.value.kind === "idle") this.#status.update({ kind: "asking" });
      },
      onResponse: (reason, latency, at) => this.insights.recordResponse({ at, latency, reason }),
      onResult: (result) => this.#showResult(result),
      onOutdated: (ids) => this.#outcomes.reportLate(ids),
      onInvalid: (ids, message) => {
        this.#outcomes.replaceAll(ids);
        for (const id of ids) this.#outcomes.reject(id, null);
        this.#hide("does not fit", message);
      },
      onError: (error) => this.#reportError(error),
    });
    this.#connection = new SessionConnection(config, agent, documents.restored, this.#status, {
      started: (session) => {
        this.#context.start(session.context, session.syncsDocuments, documents.all.value);
        this.#sync.start(session, documents.all.value);
        this.#reportFocus(true);
        this.#request(0);
      },
      ended: () => {
        this.#requester.stop();
        this.#outcomes.reset();
        this.#sync.end();
        this.#hide();
      },
    });
    documents.on({
      opened: (document) => {
        this.#sync.opened(document);
        this.#context.opened(document);
      },
      changed: (document, event) => this.#changed(document, event),
      saved: (document) => this.#sync.saved(document),
      closed: (document) => this.#closed(document),
    });
    effect(() => {
      const editor = documents.editor.value;
      untracked(() => void this.#attach(editor));
    });
    effect(() => {
      void documents.active.value;
      untracked(() => this.#documentSwitched());
    });
    registerCommands(
      { id: "nes.ask", title: "Suggest the next edit", keys: "alt+\\", run: () => this.requestNow() },
      { id: "nes.toggle", title: "Switch next edits on or off", run: () => this.toggle() },
    );
  }

  // Public API.

  /** What Tab does: accept the suggestion, or jump to it. */
  accept(): void {
    this.#view?.accept();
  }

  reject(): void {
    this.#view?.reject();
  }

  /** Request a suggestion now, on the user's demand. */
  requestNow(): void {
    this.#request(0, "manual");
  }

  toggle(): void {
    const isOn = this.#status.toggle();
    if (isOn && isOffAtAgent(this.options.peek())) void this.setOption(ENABLED_OPTION, true);
    else if (isOn) this.#request(0);
    else this.#clear("off", "Next edits are switched off in this page.");
  }

  /** Resolves when no request is running or scheduled. */
  whenIdle(): Promise<void> {
    return this.#requester.whenIdle();
  }

  async setOption(option: string, value: string | boolean): Promise<void> {
    if (await this.#connection.setOption(option, value)) this.#request(0);
  }

  /** Sign in with one of the agent's methods, and start. */
  signIn(method: string): Promise<void> {
    return this.#connection.signIn(method);
  }

  /** Start a new session. */
  start(): Promise<void> {
    return this.#connection.start();
  }

  #acceptorHost(): AcceptorHost {
    return {
      shownDocument: () => this.#editorDocument,
      editor: () => this.#activity?.editor ?? null,
      shownSuggestion: () => this.#view?.shown ?? null,
      show: (prepared) => this.#view?.show(prepared),
      hide: () => this.#hide(),
      accepted: (prepared) => this.#outcomes.accept(prepared.id),
      invalid: (prepared) => this.#reject(prepared, null),
      documentSwitched: () => this.#documentSwitched(),
      request: () => this.#request(0),
    };
  }

  // Editor events.

  async #attach(editor: monaco.editor.IStandaloneCodeEditor | null): Promise<void> {
    this.#view?.dispose();
    this.#activity?.dispose();
    this.#diagnosticListener?.dispose();
    this.#view = this.#activity = null;
    if (!editor) return;
    const [namespace, { SuggestionView }] = await Promise.all([
      loadMonaco(),
      import("./display/suggestion-view"),
    ]);
    if (this.documents.editor.value !== editor) return;
    this.#view = new SuggestionView(namespace, editor, {
      jumped: (prepared) => this.#acceptor.jumped(prepared),
      finished: (id) => this.#acceptor.finished(id),
      rejected: (prepared) => this.#rejectedByUser(prepared),
      navigate: (prepared) => this.#acceptor.navigate(prepared),
      apply: (prepared) => void this.#acceptor.apply(prepared),
      isBusy: () => this.#acceptor.isNavigating,
      tabActionChanged: (action) => (this.#status.tabAction.value = action),
    });
    this.#context.setMonaco(namespace);
    this.#activity = new EditorActivity(editor, {
      viewChanged: () => this.#focusReport.schedule(FOCUS_REPORT_DELAY_MS),
      cursorMoved: (toOtherLine) => {
        if (this.#acceptor.isNavigating) return;
        this.#view?.cursorMoved();
        if (toOtherLine) this.#request(MOVE_DELAY_MS);
      },
      documentSwitched: () => this.#documentSwitched(),
    });
    this.#diagnosticListener = onNewDiagnostic(namespace, editor, () => {
      if (this.#connection.session?.context?.diagnostics) this.#request(DIAGNOSTIC_DELAY_MS, "diagnostic");
    });
    this.#documentSwitched();
  }

  /** The active document, if the editor shows it. */
  get #editorDocument(): OpenDocument | null {
    const document = this.documents.active.value;
    return document && this.#activity?.editor.getModel() === document.model ? document : null;
  }

  #documentSwitched(): void {
    const document = this.#editorDocument;
    if (!document || document === this.#focusedDocument) return;
    this.#focusedDocument = document;
    this.#view?.documentSwitched();
    this.#reportFocus(true);
    if (!this.#acceptor.isNavigating) this.#request(0);
  }

  #reportFocus(force: boolean): void {
    const document = this.#editorDocument;
    const view = this.#activity?.view;
    if (!document || !view) return;
    this.#focusReport.cancel();
    this.#context.focused(document, view);
    this.#sync.focused(document, view, force);
  }

  #changed(document: OpenDocument, event: ChangeEvent & { readonly versionId: number }): void {
    this.#sync.changed(document, event);
    this.#context.changed(document, event);
    const prepared = this.#view?.shown ?? null;
    if (prepared?.bulkEdit) this.#hide(); // Its locations may have moved; the next response has the new ones.
    else if (prepared && prepared.model === document.model) {
      const result = needsFullText(event) ? "broken" : prepared.applyChanges(event.changes);
      if (result === "done") this.#acceptor.completed(prepared, document);
      else if (result === "broken") this.#reject(prepared, "ignored");
    }
    if (document === this.#editorDocument && this.#canRequest)
      this.#requester.scheduleAfterChange(TYPING_DELAY_MS);
    if (this.#sync.hasUnsent) this.#syncFlush.schedule(TYPING_DELAY_MS);
  }

  #closed(document: OpenDocument): void {
    const prepared = this.#view?.shown;
    if (prepared && prepared.model === document.model) this.#reject(prepared, "ignored");
    this.#sync.closed(document);
    this.#context.closed(document);
    if (this.#focusedDocument === document) this.#focusedDocument = null;
  }

  // Requests.

  #request(delay: number, trigger: NesTriggerKind = "automatic"): void {
    if (this.#canRequest) this.#requester.scheduleWithin(delay, trigger);
  }

  get #canRequest(): boolean {
    return this.#connection.session !== null && this.#status.enabled.value;
  }

  #situation(): Situation | null {
    const { session } = this.#connection;
    const document = this.#editorDocument;
    const activity = this.#activity;
    const view = activity?.view;
    if (!session || !document || !view) return null;
    const blocked = document.readOnly ? READ_ONLY_REASON : activity.blockedReason;
    if (blocked) {
      this.#clear(...blocked);
      return null;
    }
    this.#sync.flush();
    this.#focusReport.flush();
    const params = {
      uri: document.uri,
      version: document.model.getVersionId(),
      position: toWirePosition(view.position),
      ...(activity.selection ? { selection: toWireRange(activity.selection) } : {}),
      ...this.#context.build(document),
    };
    return { session, document, params };
  }

  #showResult({ ids, prepared, reason, sentence, latency, at }: RequestResult): void {
    this.#status.update({ latency });
    this.#outcomes.replaceAll(ids);
    if (prepared) this.#show(prepared, latency, at);
    else this.#hide(reason, sentence);
  }

  #reportError(error: unknown): void {
    if (error instanceof ConnectionClosed) return;
    if (error instanceof RpcError && error.code === REQUEST_CANCELLED) return;
    this.#hide("failed", error instanceof Error ? error.message : String(error));
  }

  // Display.

  #show(prepared: PreparedSuggestion, latency: number, at: number): void {
    const before = this.#view?.shown;
    if (before?.isSameAs(prepared)) {
      this.#status.update({ kind: "showing", message: "", reason: "" });
      return;
    }
    const isNew = before?.id !== prepared.id;
    this.#view?.show(prepared);
    this.#preparer.disposePreviewsExcept(prepared.model);
    this.#status.shown.value = prepared.suggestion;
    this.#status.details.value = prepared.details;
    this.#status.update({ kind: "showing", message: "", reason: "" });
    if (!isNew) return;
    const isHere = prepared.model === this.#editorDocument?.model;
    announce(announcementOf(prepared, isHere ? (this.#activity?.view?.position.lineNumber ?? null) : null));
    this.#status.increment("shown");
    const { id, suggestion, details } = prepared;
    const family = details.family ? { family: details.family } : {};
    const kind = details.family === COMPLETION_FAMILY ? "completion" : suggestion.kind;
    this.insights.recordShown({ id, kind, latency, at, ...family });
  }

  /** Hide the suggestion. Its outcome is not reported by this. */
  #hide(reason = "", message = ""): void {
    this.#view?.show(null);
    this.#status.shown.value = null;
    this.#preparer.disposePreviewsExcept(null);
    this.#status.update({ kind: this.#connection.session ? "idle" : "off", reason, message });
  }

  #clear(reason: string, message: string): void {
    this.#requester.stop();
    this.#outcomes.replaceAll([]);
    this.#hide(reason, message);
  }

  #reject(prepared: PreparedSuggestion, reason: "rejected" | "ignored" | null): void {
    this.#outcomes.reject(prepared.id, reason);
    if (this.#view?.shown === prepared) this.#hide();
  }

  #rejectedByUser(prepared: PreparedSuggestion): void {
    this.#reject(prepared, "rejected");
    this.#requester.repeatPending();
    this.#status.update({ reason: "rejected", message: "You rejected the last suggestion." });
  }
}

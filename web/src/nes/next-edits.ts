// Next edits: the agent is told what the editor does, asked at the right moments, and its answer is shown.

import { effect, untracked, type ReadonlySignal } from "@preact/signals";
import type * as monaco from "monaco-editor";
import type { Agent } from "../agent/agent";
import type { Config } from "../config";
import { loadMonaco } from "../editor/monaco";
import type { Insights } from "../insights/insights";
import type { NesSuggestion, NesTriggerKind, SessionConfigOption } from "../protocol/acp";
import { LinkGone, RpcError } from "../rpc/peer";
import { register } from "../shell/commands";
import { announce } from "../shell/notices";
import type { Tools } from "../tools/tools";
import type { Documents, OpenDocument } from "../workspace/documents";
import type { ChangeEvent } from "./session/content-changes";
import { Asker, type Answer, type Situation } from "./suggestion-requests";
import { isWhole } from "./session/content-changes";
import { onComplaint } from "./complaints";
import { Connection } from "./session/connection";
import { Context } from "./session/context";
import type { Tab } from "./display/inline-completions";
import { Later } from "./debounce";
import type { Account, Offer } from "./suggestions/prepared-suggestion";
import { toWire, toWireRange } from "./positions";
import { Preparing } from "./suggestions/suggestion-preparer";
import type { Stage } from "./display/suggestion-view";
import { Status, type Counts, type NesState } from "./status";
import { Sync } from "./session/document-sync";
import { Taking, type Taker } from "./suggestions/suggestion-acceptor";
import { Verdicts } from "./outcome-reports";
import { Watch } from "./editor-activity";
import { spoken } from "./display/labels";

export type { NesState } from "./status";

const AFTER_TYPING = 75;
const AFTER_MOVING = 150;
const AFTER_LOOKING = 100;
const AFTER_COMPLAINT = 300;
const CANCELLED = -32800;
const READ_ONLY = ["read-only", "This text cannot be edited."] as const;

export class NextEdits {
  readonly #status = new Status();
  readonly state: ReadonlySignal<NesState> = this.#status.state;
  /** What is on the screen now. */
  readonly showing: ReadonlySignal<NesSuggestion | null> = this.#status.showing;
  /** What Tab does with it; null if it is hidden. */
  readonly tab: ReadonlySignal<Tab | null> = this.#status.tab;
  /** What the agent said of the last suggestion. */
  readonly account: ReadonlySignal<Account> = this.#status.account;
  /** The agent's settings for next edits. */
  readonly options: ReadonlySignal<readonly SessionConfigOption[]> = this.#status.options;
  /** Whether the user wants suggestions. */
  readonly on: ReadonlySignal<boolean> = this.#status.on;
  readonly counts: ReadonlySignal<Counts> = this.#status.counts;
  /** Whether the agent wants its user to sign in first. */
  readonly mustSignIn: ReadonlySignal<boolean> = this.#status.mustSignIn;

  readonly #sync = new Sync();
  readonly #context = new Context();
  readonly #verdicts: Verdicts;
  readonly #preparing: Preparing;
  readonly #taking: Taking;
  readonly #asker: Asker;
  readonly #connection: Connection;
  readonly #looking = new Later(() => this.#tellFocus(false));
  readonly #sending = new Later(() => this.#sync.flush());
  #stage: Stage | null = null;
  #watch: Watch | null = null;
  #complaints: monaco.IDisposable | null = null;
  /** The document whose tab was last told of. */
  #shownDocument: OpenDocument | null = null;

  constructor(
    config: Config,
    agent: Agent,
    private readonly documents: Documents,
    private readonly insights: Insights,
    tools: Tools | null = null,
  ) {
    this.#verdicts = new Verdicts({
      accepted: (id) => {
        this.#connection.session?.accepted(id);
        this.insights.judged(id, "accepted");
        this.#status.count("accepted");
      },
      rejected: (id, reason) => {
        this.#connection.session?.rejected(id, reason);
        if (reason && reason !== "cancelled") this.insights.judged(id, reason);
        if (reason === "rejected") this.#status.count("rejected");
      },
    });
    this.#preparing = new Preparing(config, documents, tools);
    this.#taking = new Taking(this.#taker(), this.#preparing);
    this.#asker = new Asker({
      situation: () => this.#situation(),
      prepare: (suggestion) => this.#preparing.prepare(suggestion),
      isSettled: (id) => this.#verdicts.isSettled(id),
      asked: () => {
        this.#status.count("asked");
        if (this.#status.state.value.kind === "idle") this.#status.patch({ kind: "asking" });
      },
      heard: (reason, latency, at) => this.insights.answered({ at, latency, reason }),
      answered: (answer) => this.#answered(answer),
      dropped: (ids) => this.#verdicts.drop(ids),
      unfit: (ids, why) => {
        this.#verdicts.show(ids);
        for (const id of ids) this.#verdicts.reject(id, null);
        this.#hide("does not fit", why);
      },
      failed: (error) => this.#failed(error),
    });
    this.#connection = new Connection(config, agent, this.#status, {
      begun: (session) => {
        this.#context.begin(session.context, session.follows, documents.all.value);
        this.#sync.begin(session, documents.all.value);
        this.#tellFocus(true);
        this.#ask(0);
      },
      ended: () => {
        this.#asker.stop();
        this.#verdicts.forget();
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
      untracked(() => this.#switched());
    });
    register(
      { id: "nes.ask", title: "Suggest the next edit", keys: "alt+\\", run: () => this.ask() },
      { id: "nes.toggle", title: "Switch next edits on or off", run: () => this.toggle() },
    );
  }

  // For others.

  /** What Tab does: take it, or go there. */
  accept(): void {
    this.#stage?.take();
  }

  reject(): void {
    this.#stage?.dismiss();
  }

  /** Ask now, for the user wants it. */
  ask(): void {
    this.#ask(0, "manual");
  }

  toggle(): void {
    if (this.#status.toggle()) this.#ask(0);
    else this.#withdraw("off", "Next edits are switched off in this page.");
  }

  /** When no question is on its way and none is about to be. */
  settled(): Promise<void> {
    return this.#asker.settled();
  }

  async set(option: string, value: string | boolean): Promise<void> {
    if (await this.#connection.set(option, value)) this.#ask(0);
  }

  /** Sign in as the agent wants it, and begin. */
  signIn(method: string): Promise<void> {
    return this.#connection.signIn(method);
  }

  /** Begin anew. */
  start(): Promise<void> {
    return this.#connection.start();
  }

  #taker(): Taker {
    return {
      here: () => this.#here,
      editor: () => this.#watch?.editor ?? null,
      offer: () => this.#stage?.offer ?? null,
      show: (offer) => this.#stage?.show(offer),
      hide: () => this.#hide(),
      accepted: (offer) => this.#verdicts.accept(offer.id),
      unfit: (offer) => this.#judge(offer, null),
      switched: () => this.#switched(),
      ask: () => this.#ask(0),
    };
  }

  // The editor.

  async #attach(editor: monaco.editor.IStandaloneCodeEditor | null): Promise<void> {
    this.#stage?.dispose();
    this.#watch?.dispose();
    this.#complaints?.dispose();
    this.#stage = this.#watch = null;
    if (!editor) return;
    const [namespace, { Stage }] = await Promise.all([loadMonaco(), import("./display/suggestion-view")]);
    if (this.documents.editor.value !== editor) return;
    this.#stage = new Stage(namespace, editor, {
      jumped: (offer) => this.#taking.jumped(offer),
      finished: (id) => this.#taking.finished(id),
      dismissed: (offer) => this.#dismissed(offer),
      go: (offer) => this.#taking.go(offer),
      apply: (offer) => void this.#taking.apply(offer),
      isBusy: () => this.#taking.isLeading,
      tab: (does) => (this.#status.tab.value = does),
    });
    this.#context.use(namespace);
    this.#watch = new Watch(editor, {
      looked: () => this.#looking.in(AFTER_LOOKING),
      moved: (toOtherLine) => {
        if (this.#taking.isLeading) return;
        this.#stage?.moved();
        if (toOtherLine) this.#ask(AFTER_MOVING);
      },
      switched: () => this.#switched(),
    });
    this.#complaints = onComplaint(namespace, editor, () => {
      if (this.#connection.session?.context?.diagnostics) this.#ask(AFTER_COMPLAINT, "diagnostic");
    });
    this.#switched();
  }

  /** The document that is shown and that can be edited, with its editor. */
  get #here(): OpenDocument | null {
    const document = this.documents.active.value;
    return document && this.#watch?.editor.getModel() === document.model ? document : null;
  }

  #switched(): void {
    const document = this.#here;
    if (!document || document === this.#shownDocument) return;
    this.#shownDocument = document;
    this.#stage?.switched();
    this.#tellFocus(true);
    if (!this.#taking.isLeading) this.#ask(0);
  }

  #tellFocus(again: boolean): void {
    const document = this.#here;
    const view = this.#watch?.view;
    if (!document || !view) return;
    this.#looking.cancel();
    this.#context.focused(document, view);
    this.#sync.focused(document, view, again);
  }

  #changed(document: OpenDocument, event: ChangeEvent & { readonly versionId: number }): void {
    this.#sync.changed(document, event);
    this.#context.changed(document, event);
    const offer = this.#stage?.offer ?? null;
    if (offer?.plan) this.#hide(); // its places may have moved; the next answer tells
    else if (offer && offer.model === document.model) {
      const fate = isWhole(event) ? "broken" : offer.follow(event.changes);
      if (fate === "done") this.#taking.fulfilled(offer, document);
      else if (fate === "broken") this.#judge(offer, "ignored");
    }
    if (document === this.#here && this.#isAsking) this.#asker.afterChange(AFTER_TYPING);
    if (this.#sync.isBehind) this.#sending.in(AFTER_TYPING);
  }

  #closed(document: OpenDocument): void {
    const offer = this.#stage?.offer;
    if (offer && offer.model === document.model) this.#judge(offer, "ignored");
    this.#sync.closed(document);
    this.#context.closed(document);
    if (this.#shownDocument === document) this.#shownDocument = null;
  }

  // Asking.

  #ask(delay: number, trigger: NesTriggerKind = "automatic"): void {
    if (this.#isAsking) this.#asker.within(delay, trigger);
  }

  get #isAsking(): boolean {
    return this.#connection.session !== null && this.#status.on.value;
  }

  #situation(): Situation | null {
    const { session } = this.#connection;
    const document = this.#here;
    const watch = this.#watch;
    const view = watch?.view;
    if (!session || !document || !view) return null;
    const hindrance = document.readOnly ? READ_ONLY : watch.hindrance;
    if (hindrance) {
      this.#withdraw(...hindrance);
      return null;
    }
    this.#sync.flush();
    this.#looking.hurry();
    const question = {
      uri: document.uri,
      version: document.model.getVersionId(),
      position: toWire(view.position),
      ...(watch.selection ? { selection: toWireRange(watch.selection) } : {}),
      ...this.#context.assembled(document),
    };
    return { session, document, question };
  }

  #answered({ ids, offer, reason, sentence, latency, at }: Answer): void {
    this.#status.patch({ latency });
    this.#verdicts.show(ids);
    if (offer) this.#show(offer, latency, at);
    else this.#hide(reason, sentence);
  }

  #failed(error: unknown): void {
    if (error instanceof LinkGone) return;
    if (error instanceof RpcError && error.code === CANCELLED) return;
    this.#hide("failed", error instanceof Error ? error.message : String(error));
  }

  // Showing.

  #show(offer: Offer, latency: number, at: number): void {
    const before = this.#stage?.offer;
    if (before?.isSame(offer)) {
      this.#status.patch({ kind: "showing", why: "", reason: "" });
      return;
    }
    const isNew = before?.id !== offer.id;
    this.#stage?.show(offer);
    this.#preparing.keep(offer.model);
    this.#status.showing.value = offer.suggestion;
    this.#status.account.value = offer.account;
    this.#status.patch({ kind: "showing", why: "", reason: "" });
    if (!isNew) return;
    const isHere = offer.model === this.#here?.model;
    announce(spoken(offer, isHere ? (this.#watch?.view?.position.lineNumber ?? null) : null));
    this.#status.count("shown");
    const { id, suggestion, account } = offer;
    const family = account.family ? { family: account.family } : {};
    this.insights.shown({ id, kind: suggestion.kind, latency, at, ...family });
  }

  /** Nothing is shown any more; whatever was shown is still to be judged. */
  #hide(reason = "", why = ""): void {
    this.#stage?.show(null);
    this.#status.showing.value = null;
    this.#preparing.keep(null);
    this.#status.patch({ kind: this.#connection.session ? "idle" : "off", reason, why });
  }

  #withdraw(reason: string, why: string): void {
    this.#asker.stop();
    this.#verdicts.show([]);
    this.#hide(reason, why);
  }

  #judge(offer: Offer, reason: "rejected" | "ignored" | null): void {
    this.#verdicts.reject(offer.id, reason);
    if (this.#stage?.offer === offer) this.#hide();
  }

  #dismissed(offer: Offer): void {
    this.#judge(offer, "rejected");
    this.#status.patch({ reason: "dismissed", why: "You dismissed the last suggestion." });
  }
}

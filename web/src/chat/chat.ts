// The chat: which session is open, its transcript, turns and questions, and the editor context of prompts.
// Composes the parts of this folder.

import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Agent } from "../agent/agent";
import type { Config } from "../config";
import type { SessionInfo, SessionUpdate } from "../protocol/acp";
import { announce, ask, notify } from "../shell/notices";
import type { Documents } from "../workspace/documents";
import { contextItems, type ChipName, type EnabledChips } from "./composer/runtime-context";
import { Draft, tabDraftStorage } from "./composer/draft";
import { interruptedEnd, isCommandText, PromptOrder, showCheckpoints, showOwnCommand } from "./composer/submission";
import { unfoldPastes } from "./composer/pastes";
import { buildPrompt, ownCommand, type WorkspaceLookup } from "./composer/prompt-builder";
import { browserStorage, PromptHistory } from "./composer/prompt-history";
import { TurnEnd, isPrompt } from "./transcript/entries";
import { isLoginNeeded, Logins } from "./questions/login";
import { Questions, type OpenQuestion } from "./questions/questions";
import { Checkpoints, type Checkpoint } from "./session/checkpoints";
import { SessionState, tabSessionMemory, type SessionMemory } from "./session/session-state";
import { SessionRequests } from "./session/session-requests";
import { SessionSettings } from "./session/session-settings";
import { frameSchedule } from "./transcript/frame-schedule";
import { Transcript, type Schedule } from "./transcript/transcript";
import { Turns, type Prompt } from "./session/turns";
import { EditorContext } from "./composer/editor-context";
import { errorText } from "./labels";
import { MAX_EARLY_UPDATES, MAX_WAITING_PROMPTS } from "./limits";

export type Phase =
  | { readonly kind: "none" }
  | { readonly kind: "opening"; readonly label: string }
  | { readonly kind: "open" }
  | { readonly kind: "failed"; readonly message: string; readonly login: boolean };

export type ChatAgent = Pick<
  Agent,
  "request" | "notify" | "on" | "onReady" | "capabilities" | "info" | "ready"
>;

/** The value of the agent's option for no model. */
const NO_MODEL = "none";
const NO_HISTORY_REMARK = "The session is resumed. This agent does not replay its history.";

export class Chat {
  readonly transcript: Transcript;
  readonly session = new SessionState();
  readonly sessions: SessionRequests;
  readonly questions: Questions;
  readonly turns: Turns;
  readonly settings: SessionSettings;
  readonly checkpoints = new Checkpoints();
  readonly editorContext: EditorContext;
  readonly phase = signal<Phase>({ kind: "none" });
  readonly draft: Draft;
  readonly enabledChips = signal<EnabledChips>({ file: true, selection: true, diagnostics: true });
  readonly acceptsContext: ReadonlySignal<boolean>;
  /** Whether prompts may contain images. */
  readonly takesImages: ReadonlySignal<boolean>;
  readonly busy: ReadonlySignal<boolean>;
  /** Whether our own agent has no model to answer with. */
  readonly lacksModel: ReadonlySignal<boolean>;
  /** Lets the user choose a model; resolves to whether they did. */
  chooseModel: () => Promise<boolean> = async () => false;
  onQuestion: (question: OpenQuestion) => void = ({ title }) => announce(`The agent asks: ${title}`);
  readonly #waiting = signal<readonly Prompt[]>([]);
  /** Prompts sent before a session was open. */
  readonly waiting: ReadonlySignal<readonly Prompt[]> = this.#waiting;
  readonly history: PromptHistory;
  readonly #sessionMemory: SessionMemory;
  readonly #logins: Logins;
  #pendingOpen: Promise<void> | null = null;
  readonly #order = new PromptOrder((prompt) => void this.#send(prompt));
  #generation = 0;
  #earlyUpdates: { sessionId: string; update: SessionUpdate }[] = [];
  #hasReportedRoots = false;

  constructor(
    private readonly config: Config,
    private readonly agent: ChatAgent,
    private readonly documents: Documents,
    schedule: Schedule = frameSchedule(),
  ) {
    this.#sessionMemory = tabSessionMemory(config.roots, config.agent.title);
    this.draft = new Draft(config.roots, tabDraftStorage());
    this.history = new PromptHistory(config.roots, browserStorage());
    this.takesImages = computed(() => agent.capabilities.value.promptCapabilities?.image === true);
    this.transcript = new Transcript(schedule);
    this.sessions = new SessionRequests(agent, config.roots);
    this.questions = new Questions(this.transcript, (id) => id === this.session.id.peek());
    this.settings = new SessionSettings(agent, this.session);
    this.#logins = new Logins(agent, this.transcript);
    this.editorContext = new EditorContext(documents);
    this.acceptsContext = computed(() => Boolean(agent.capabilities.value.sessionCapabilities?.runtimeContext));
    this.lacksModel = computed(() => config.agent.own && this.session.model.value === NO_MODEL);
    this.turns = new Turns({
      agent,
      transcript: this.transcript,
      questions: this.questions,
      session: () => this.#ensureSession(),
      context: () =>
        this.acceptsContext.peek() ? contextItems(this.editorContext.snapshot(), this.enabledChips.peek()) : [],
      login: (error, again) => this.#logins.offerLogin(error, again),
      announce,
      answered: (answer) => this.checkpoints.ended(answer._meta),
    });
    this.questions.onQuestion = (question) => this.onQuestion(question);
    this.busy = computed(() => this.turns.running.value !== null);
    this.busy.subscribe(() => this.#remember());
    agent.on("session/update", ({ sessionId, update }) => this.#applyUpdate(sessionId, update));
    agent.on("session/request_permission", (request, signal) => this.questions.permission(request, signal));
    agent.on("elicitation/create", (request, signal) => this.questions.elicitation(request, signal));
    agent.on("elicitation/complete", ({ elicitationId }) => this.questions.completed(elicitationId));
    // Not awaited: an agent that is slow to open a session must not delay the other hooks.
    agent.onReady((isReconnect) => void this.#start(isReconnect));
  }

  /** Send the draft. Its mentions may have to be looked up first; prompts keep their order. */
  submit(lookup: WorkspaceLookup, runCommand: (line: string) => Promise<string>): void {
    const draft = this.draft.take();
    this.history.add(draft.text.trim());
    const line = ownCommand(unfoldPastes(draft.text, draft.pastes));
    if (line === null) return this.#order.add(buildPrompt(draft, lookup, this.takesImages.peek()));
    // The agent runs it if it can, so that the model knows of it; our own can, also before it announced its commands.
    const isKnown = this.config.agent.own || this.session.commands.peek().some(({ name }) => name === "run");
    if (isKnown) return this.#order.add({ text: `/run ${line}`, links: [] });
    void showOwnCommand(this.transcript, line, runCommand).then(() => this.documents.checkDisk());
  }

  /** Take the file changes of a turn back, like `/undo`; `partial` leaves out files that were changed since. */
  undoTurn(checkpoint: Checkpoint, partial = false): void {
    if (this.busy.peek()) return;
    this.#order.add({ text: `/undo ${checkpoint.turn.slice(0, 8)}${partial ? " --partial" : ""}`, links: [] });
  }

  send(prompt: Prompt): void {
    this.history.add(prompt.text);
    this.#order.add(prompt);
  }

  /** A prompt written before its session is open waits only for that session. */
  async #send(prompt: Prompt): Promise<void> {
    if (this.#pendingOpen) {
      if (this.#waiting.value.length >= MAX_WAITING_PROMPTS) return;
      this.#waiting.value = [...this.#waiting.value, prompt];
      while (this.#pendingOpen) await this.#pendingOpen;
      if (!this.#waiting.value.includes(prompt)) return;
      this.cancelWaiting(prompt);
    }
    if (this.lacksModel.peek() && !isCommandText(prompt.text) && !(await this.chooseModel())) {
      if (!this.draft.text.peek()) this.draft.text.value = prompt.text;
      return;
    }
    this.turns.send(prompt);
  }

  /** Cancel a prompt that waits for its session. */
  cancelWaiting(prompt: Prompt): void {
    this.#waiting.value = this.#waiting.value.filter((one) => one !== prompt);
  }

  stop(): void {
    this.turns.stop(this.session.id.peek());
  }

  toggle(chip: ChipName): void {
    this.enabledChips.value = { ...this.enabledChips.value, [chip]: !this.enabledChips.value[chip] };
  }

  async startNew(): Promise<void> {
    if (!(await this.#confirmStop())) return;
    await this.#open("Opening a session…", () => this.#new());
  }

  async load(info: SessionInfo): Promise<void> {
    if (info.sessionId === this.session.id.peek() || !(await this.#confirmStop())) return;
    const before = { id: this.session.id.peek(), title: this.session.title.peek() };
    await this.#open("Loading the session…", async () => {
      try {
        await this.#openListed(info);
      } catch (error) {
        if (before.id === null || !this.sessions.can.load || isLoginNeeded(error)) throw error;
        // Return to the session that was open before.
        await this.#load(before.id, before.title).catch(() => Promise.reject(error));
        const title = info.title || "That session";
        this.transcript.remark(`“${title}” could not be loaded.`, "warning", errorText(error));
      }
    });
  }

  /** Load the session with its history, or resume it without if the agent cannot load. */
  async #openListed({ sessionId, title }: SessionInfo): Promise<void> {
    if (this.sessions.can.load) return await this.#load(sessionId, title ?? "");
    const answer = await this.sessions.resume(sessionId);
    this.#switchTo(sessionId, title ?? "", true);
    this.session.opened(answer ?? {});
    this.transcript.remark(NO_HISTORY_REMARK);
  }

  /** Fork a session into a copy. */
  async fork(info: { sessionId: string; title?: string | null }): Promise<void> {
    if (!(await this.#confirmStop())) return;
    await this.#open("Forking the session…", async () => {
      const { sessionId } = await this.sessions.fork(info.sessionId);
      // Loading replays the history; without it the source's transcript is used, if it is the shown one.
      if (this.sessions.can.load) await this.#load(sessionId, info.title ?? "");
      else this.#switchTo(sessionId, info.title ?? "", info.sessionId !== this.session.id.peek());
      this.transcript.remark("This is a fork: the original session is unchanged.");
    });
  }

  /** Returns true if the session was deleted. Asks the user first. */
  async remove(info: { sessionId: string; title?: string | null }): Promise<boolean> {
    const title = info.title || "Untitled session";
    const choice = await ask("Delete this session?", `“${title}” is deleted permanently.`, [
      { id: "keep", label: "Keep it" },
      { id: "delete", label: "Delete", danger: true },
    ]);
    if (choice !== "delete") return false;
    const isShown = info.sessionId === this.session.id.peek();
    if (isShown && !(await this.#confirmStop())) return false;
    try {
      await this.sessions.delete(info.sessionId);
    } catch (error) {
      notify(`The session was not deleted: ${errorText(error)}`, "error");
      return false;
    }
    announce("The session is deleted.");
    if (isShown) {
      this.session.id.value = null;
      await this.#open("Opening a session…", () => this.#new());
    }
    return true;
  }

  /** Whether another session may be shown now. Stops a running turn if the user agrees. */
  async #confirmStop(): Promise<boolean> {
    if (!this.busy.peek()) return true;
    const choice = await ask("Stop what the agent is doing?", "A turn is running in this session.", [
      { id: "stop", label: "Stop it" },
      { id: "stay", label: "Stay here" },
    ]);
    if (choice !== "stop") return false;
    this.stop();
    return true;
  }

  #applyUpdate(sessionId: string, update: SessionUpdate): void {
    if (!update || typeof update !== "object") return;
    if (sessionId !== this.session.id.peek()) {
      if (this.transcript.applyToSubagent(sessionId, update)) return;
      if (this.phase.peek().kind === "opening" && this.#earlyUpdates.length < MAX_EARLY_UPDATES)
        this.#earlyUpdates.push({ sessionId, update });
      return;
    }
    this.session.applyUpdate(update);
    if (update.sessionUpdate === "session_info_update") this.#remember();
    this.transcript.apply(update);
    const isDone = update.sessionUpdate === "tool_call_update" && update.status === "completed";
    // The tool may have changed files that are open.
    if (isDone) void this.documents.checkDisk();
  }

  async #start(isReconnect: boolean): Promise<void> {
    this.#reportUnsupportedRoots();
    const shown = isReconnect ? this.session.id.peek() : null;
    const stored = this.#sessionMemory.get();
    const known = shown ?? stored?.id ?? null;
    const title = this.session.title.peek() || (stored?.title ?? "");
    await this.#open(known ? "Opening the session again…" : "Opening a session…", async () => {
      if (known === null) return this.#new();
      const can = this.sessions.can;
      try {
        if (shown !== null && can.resume) return await this.#resume(shown);
        if (can.load) return await this.#reload(known, title, shown === null && stored?.busy === true);
        if (can.resume) {
          await this.#resume(known);
          this.transcript.remark(NO_HISTORY_REMARK);
          return;
        }
      } catch (error) {
        if (isLoginNeeded(error)) throw error;
        // A session without a prompt was not stored: a new one is as good.
        if (shown !== null && this.transcript.length > 0) {
          this.transcript.remark("The session could not be opened again.", "warning", errorText(error));
        }
      }
      const before = this.transcript.length > 0;
      await this.#new(before);
      if (before)
        this.transcript.remark("The messages above are from an earlier session: the agent does not know them.", "warning");
    });
  }

  async #new(keep = false): Promise<void> {
    const answer = await this.sessions.new();
    this.#switchTo(answer.sessionId, "", !keep);
    this.session.opened(answer);
  }

  async #resume(sessionId: string): Promise<void> {
    const answer = await this.sessions.resume(sessionId);
    if (this.session.id.peek() !== sessionId) this.#switchTo(sessionId, "", false);
    this.session.opened(answer ?? {});
  }

  async #load(sessionId: string, title: string): Promise<void> {
    // The agent replays the history before it responds, so the session is shown from here on.
    this.#switchTo(sessionId, title, true);
    try {
      const answer = await this.sessions.load(sessionId);
      this.session.opened(answer ?? {});
      this.transcript.endTurn();
      const prompts = this.transcript.all().flatMap((entry) => (isPrompt(entry) ? [entry.text] : []));
      this.history.addLoaded(prompts);
      showCheckpoints(this.transcript, this.checkpoints.loaded(answer?._meta));
    } catch (error) {
      // The previous session is closed by now; it can be loaded again from the list.
      if (this.session.id.peek() === sessionId) this.session.id.value = null;
      throw error;
    }
  }

  /**
   * Load the session again. An interrupted turn is not part of the replayed history, so its end is added
   * again with a retry.
   */
  async #reload(sessionId: string, title: string, wasBusy: boolean): Promise<void> {
    const last = this.transcript.all().at(-1);
    await this.#load(sessionId, title);
    if (last instanceof TurnEnd && last.reason === "broken") this.turns.restoreEnd(last);
    else if (wasBusy) this.turns.restoreEnd(interruptedEnd(this.transcript, (prompt) => this.send(prompt)));
  }

  #switchTo(sessionId: string, title: string, clear: boolean): void {
    const before = this.session.id.peek();
    if (before !== null && before !== sessionId && this.agent.ready.peek()) this.sessions.close(before);
    this.turns.reset();
    this.questions.cancelAll();
    this.questions.turnStarted();
    if (clear) this.transcript.clear();
    this.session.begin(sessionId, title);
    this.#remember();
    const early = this.#earlyUpdates.filter((one) => one.sessionId === sessionId);
    this.#earlyUpdates = [];
    for (const one of early) this.#applyUpdate(sessionId, one.update);
  }

  #remember(): void {
    const id = this.session.id.peek();
    if (id !== null)
      this.#sessionMemory.set({ id, title: this.session.title.peek(), busy: this.busy.peek() });
  }

  /** Open a session. A newer call supersedes an older one. Never rejects: the outcome is in `phase`. */
  #open(label: string, open: () => Promise<void>): Promise<void> {
    const generation = ++this.#generation;
    this.phase.value = { kind: "opening", label };
    const opening = (async () => {
      try {
        await open();
        if (this.#generation === generation) this.phase.value = { kind: "open" };
      } catch (error) {
        if (this.#generation !== generation) return;
        const login = this.#logins.offerLogin(error, () => void this.#open(label, open));
        this.phase.value = { kind: "failed", message: errorText(error), login };
      } finally {
        if (this.#generation === generation) this.#pendingOpen = null;
      }
    })();
    this.#pendingOpen = opening;
    return opening;
  }

  /** Try again after a failure. */
  async retry(): Promise<void> {
    await this.#open("Opening a session…", () => this.#new(true));
  }

  async #ensureSession(): Promise<string> {
    if (this.#pendingOpen) await this.#pendingOpen;
    if (this.session.id.peek() === null || this.phase.peek().kind === "failed") {
      const answer = await this.sessions.new();
      this.session.begin(answer.sessionId);
      this.#remember();
      this.session.opened(answer);
      this.phase.value = { kind: "open" };
    }
    return this.session.id.peek() ?? "";
  }

  #reportUnsupportedRoots(): void {
    if (this.#hasReportedRoots || this.config.roots.length < 2 || this.sessions.can.roots) return;
    this.#hasReportedRoots = true;
    this.settings.report(`This agent works in one folder only: it sees ${this.config.roots[0]?.name}.`);
  }
}

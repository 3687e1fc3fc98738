// The chat's sessions and what was said in the one that is shown. Puts the parts together: which session is
// open, its turns, its questions, and what the editor adds to a prompt.

import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Agent } from "../agent/agent";
import type { Config } from "../config";
import type { SessionInfo, SessionUpdate } from "../protocol/acp";
import { announce, ask, notify } from "../shell/notices";
import type { Documents } from "../workspace/documents";
import { contextItems, type ChipName, type Chosen } from "./composer/runtime-context";
import { Draft, tabShelf } from "./composer/draft";
import { End, Speech } from "./transcript/entries";
import { isLoginNeeded, Logins } from "./questions/login";
import { Questions, type OpenQuestion } from "./questions/questions";
import { SessionState, tabMemory, type Memory } from "./session/session-state";
import { Sessions } from "./session/session-requests";
import { Settings } from "./session/session-settings";
import { Transcript, type Schedule } from "./transcript/transcript";
import { Turns, type Prompt } from "./session/turns";
import { EditorWatch } from "./composer/editor-context";
import { wordsOf } from "./labels";

export type Phase =
  | { readonly kind: "none" }
  | { readonly kind: "opening"; readonly words: string }
  | { readonly kind: "open" }
  | { readonly kind: "failed"; readonly why: string; readonly login: boolean };

export type ChatAgent = Pick<
  Agent,
  "request" | "notify" | "on" | "onReady" | "capabilities" | "info" | "ready"
>;

/** Updates of a session whose id is not known yet. */
const MOST_EARLY = 500;
/** Prompts that wait for a session. */
const MOST_WAITING = 20;
const SILENT = "The session goes on. This agent does not say again what was said before.";

export class Chat {
  readonly transcript: Transcript;
  readonly session = new SessionState();
  readonly sessions: Sessions;
  readonly questions: Questions;
  readonly turns: Turns;
  readonly settings: Settings;
  readonly watch: EditorWatch;
  readonly phase = signal<Phase>({ kind: "none" });
  readonly draft: Draft;
  /** Which parts of the runtime context the user wants to send. */
  readonly chosen = signal<Chosen>({ file: true, selection: true, diagnostics: true });
  readonly takesContext: ReadonlySignal<boolean>;
  readonly busy: ReadonlySignal<boolean>;
  /** Told when the agent asks something. */
  onAsked: (question: OpenQuestion) => void = ({ title }) => announce(`The agent asks: ${title}`);
  readonly #waiting = signal<readonly Prompt[]>([]);
  /** Prompts that were sent before there was a session. */
  readonly waiting: ReadonlySignal<readonly Prompt[]> = this.#waiting;
  /** What the user sent, the last one last. */
  readonly sent: string[] = [];
  readonly #memory: Memory;
  readonly #logins: Logins;
  #opening: Promise<void> | null = null;
  #generation = 0;
  #early: { sessionId: string; update: SessionUpdate }[] = [];
  #toldOfRoots = false;

  constructor(
    private readonly config: Config,
    private readonly agent: ChatAgent,
    private readonly documents: Documents,
    schedule: Schedule = nextFrame,
  ) {
    this.#memory = tabMemory(config.roots, config.agent.title);
    this.draft = new Draft(config.roots, tabShelf());
    this.transcript = new Transcript(schedule);
    this.sessions = new Sessions(agent, config.roots);
    this.questions = new Questions(this.transcript, (id) => id === this.session.id.peek());
    this.settings = new Settings(agent, this.session);
    this.#logins = new Logins(agent, this.transcript);
    this.watch = new EditorWatch(documents);
    this.takesContext = computed(() => Boolean(agent.capabilities.value.sessionCapabilities?.runtimeContext));
    this.turns = new Turns({
      agent,
      transcript: this.transcript,
      questions: this.questions,
      session: () => this.#ensured(),
      context: () =>
        this.takesContext.peek() ? contextItems(this.watch.situation(), this.chosen.peek()) : [],
      login: (error, again) => this.#logins.wanted(error, again),
      say: announce,
    });
    this.questions.onAsked = (question) => this.onAsked(question);
    this.busy = computed(() => this.turns.running.value !== null);
    this.busy.subscribe(() => this.#remember());
    agent.on("session/update", ({ sessionId, update }) => this.#take(sessionId, update));
    agent.on("session/request_permission", (request, signal) => this.questions.permission(request, signal));
    agent.on("elicitation/create", (request, signal) => this.questions.elicitation(request, signal));
    agent.on("elicitation/complete", ({ elicitationId }) => this.questions.completed(elicitationId));
    // Not awaited: an agent that takes long to open a session keeps nobody else waiting.
    agent.onReady((again) => void this.#start(again));
  }

  send(prompt: Prompt): void {
    if (this.sent.at(-1) !== prompt.text) this.sent.push(prompt.text);
    if (this.sent.length > 100) this.sent.shift();
    void this.#send(prompt);
  }

  /** A prompt that was written before its session is open waits for that, and for nothing else. */
  async #send(prompt: Prompt): Promise<void> {
    if (this.#opening) {
      if (this.#waiting.value.length >= MOST_WAITING) return;
      this.#waiting.value = [...this.#waiting.value, prompt];
      while (this.#opening) await this.#opening;
      if (!this.#waiting.value.includes(prompt)) return;
      this.unsend(prompt);
    }
    this.turns.send(prompt);
  }

  /** Take back a prompt that waits for its session. */
  unsend(prompt: Prompt): void {
    this.#waiting.value = this.#waiting.value.filter((one) => one !== prompt);
  }

  stop(): void {
    this.turns.stop(this.session.id.peek());
  }

  toggle(chip: ChipName): void {
    this.chosen.value = { ...this.chosen.value, [chip]: !this.chosen.value[chip] };
  }

  async startNew(): Promise<void> {
    if (!(await this.#free())) return;
    await this.#open("Opening a session…", () => this.#new());
  }

  async load(info: SessionInfo): Promise<void> {
    if (info.sessionId === this.session.id.peek() || !(await this.#free())) return;
    const before = { id: this.session.id.peek(), title: this.session.title.peek() };
    await this.#open("Loading the session…", async () => {
      try {
        await this.#show(info);
      } catch (error) {
        if (before.id === null || !this.sessions.can.load || isLoginNeeded(error)) throw error;
        // Back to where the user was.
        await this.#load(before.id, before.title).catch(() => Promise.reject(error));
        const title = info.title || "That session";
        this.transcript.remark(`“${title}” could not be loaded.`, "warning", wordsOf(error));
      }
    });
  }

  /** With its history, if the agent tells it. */
  async #show({ sessionId, title }: SessionInfo): Promise<void> {
    if (this.sessions.can.load) return await this.#load(sessionId, title ?? "");
    const answer = await this.sessions.resume(sessionId);
    this.#begin(sessionId, title ?? "", true);
    this.session.opened(answer ?? {});
    this.transcript.remark(SILENT);
  }

  /** A copy of a session, to go another way from here. */
  async fork(info: { sessionId: string; title?: string | null }): Promise<void> {
    if (!(await this.#free())) return;
    await this.#open("Forking the session…", async () => {
      const { sessionId } = await this.sessions.fork(info.sessionId);
      // Its history comes by loading; without that the transcript of the source is as good, if it is shown.
      if (this.sessions.can.load) await this.#load(sessionId, info.title ?? "");
      else this.#begin(sessionId, info.title ?? "", info.sessionId !== this.session.id.peek());
      this.transcript.remark("This is a copy: the session it was forked from stays as it is.");
    });
  }

  /** True if it is gone. The user was asked. */
  async remove(info: { sessionId: string; title?: string | null }): Promise<boolean> {
    const title = info.title || "Untitled session";
    const choice = await ask("Delete this session?", `“${title}” is gone for good.`, [
      { id: "keep", label: "Keep it" },
      { id: "delete", label: "Delete", danger: true },
    ]);
    if (choice !== "delete") return false;
    const isShown = info.sessionId === this.session.id.peek();
    if (isShown && !(await this.#free())) return false;
    try {
      await this.sessions.delete(info.sessionId);
    } catch (error) {
      notify(`The session was not deleted: ${wordsOf(error)}`, "error");
      return false;
    }
    announce("The session is deleted.");
    if (isShown) {
      this.session.id.value = null;
      await this.#open("Opening a session…", () => this.#new());
    }
    return true;
  }

  /** Whether another session may be shown now; a turn that runs is stopped if the user agrees. */
  async #free(): Promise<boolean> {
    if (!this.busy.peek()) return true;
    const choice = await ask("Stop what the agent is doing?", "A turn runs in this session.", [
      { id: "stop", label: "Stop it" },
      { id: "stay", label: "Stay here" },
    ]);
    if (choice !== "stop") return false;
    this.stop();
    return true;
  }

  #take(sessionId: string, update: SessionUpdate): void {
    if (!update || typeof update !== "object") return;
    if (sessionId !== this.session.id.peek()) {
      if (this.phase.peek().kind === "opening" && this.#early.length < MOST_EARLY)
        this.#early.push({ sessionId, update });
      return;
    }
    this.session.note(update);
    if (update.sessionUpdate === "session_info_update") this.#remember();
    this.transcript.apply(update);
    const isDone = update.sessionUpdate === "tool_call_update" && update.status === "completed";
    // What a tool did may have changed files that are open.
    if (isDone) void this.documents.look();
  }

  async #start(again: boolean): Promise<void> {
    this.#tellOfRoots();
    const shown = again ? this.session.id.peek() : null;
    const kept = this.#memory.get();
    const known = shown ?? kept?.id ?? null;
    const title = this.session.title.peek() || (kept?.title ?? "");
    await this.#open(known ? "Opening the session again…" : "Opening a session…", async () => {
      if (known === null) return this.#new();
      const can = this.sessions.can;
      try {
        if (shown !== null && can.resume) return await this.#resume(shown);
        if (can.load) return await this.#loadAgain(known, title, shown === null && kept?.busy === true);
        if (can.resume) {
          await this.#resume(known);
          this.transcript.remark(SILENT);
          return;
        }
      } catch (error) {
        if (isLoginNeeded(error)) throw error;
        if (shown !== null) {
          this.transcript.remark("The session could not be opened again.", "warning", wordsOf(error));
        }
      }
      const before = this.transcript.length > 0;
      await this.#new(before);
      if (before)
        this.transcript.remark("What stands above is from before: the agent does not know it.", "warning");
    });
  }

  async #new(keep = false): Promise<void> {
    const answer = await this.sessions.new();
    this.#begin(answer.sessionId, "", !keep);
    this.session.opened(answer);
  }

  async #resume(sessionId: string): Promise<void> {
    const answer = await this.sessions.resume(sessionId);
    if (this.session.id.peek() !== sessionId) this.#begin(sessionId, "", false);
    this.session.opened(answer ?? {});
  }

  async #load(sessionId: string, title: string): Promise<void> {
    // Its history comes before the answer, so it is shown from here on.
    this.#begin(sessionId, title, true);
    try {
      const answer = await this.sessions.load(sessionId);
      this.session.opened(answer ?? {});
      this.transcript.endTurn();
      for (const entry of this.transcript.all()) {
        if (entry instanceof Speech && entry.speaker === "user" && entry.text) this.sent.push(entry.text);
      }
      this.sent.splice(0, this.sent.length - 100);
    } catch (error) {
      // The one before is closed by now; it can be loaded again from the list.
      if (this.session.id.peek() === sessionId) this.session.id.value = null;
      throw error;
    }
  }

  /** Its history is said again; that a turn broke off is not part of it, and can still be mended. */
  async #loadAgain(sessionId: string, title: string, wasBusy: boolean): Promise<void> {
    const last = this.transcript.all().at(-1);
    await this.#load(sessionId, title);
    if (last instanceof End && last.reason === "broken") this.turns.adopt(last);
    else if (wasBusy) this.turns.adopt(this.#brokenOff());
  }

  /** The page was loaded again in the middle of a turn. */
  #brokenOff(): End {
    const end = new End("broken");
    const text = this.sent.at(-1);
    if (text) end.again.value = () => this.send({ text, links: [] });
    return end;
  }

  #begin(sessionId: string, title: string, clear: boolean): void {
    const before = this.session.id.peek();
    if (before !== null && before !== sessionId && this.agent.ready.peek()) this.sessions.close(before);
    this.turns.forget();
    this.questions.withdraw();
    this.questions.begun();
    if (clear) this.transcript.clear();
    this.session.begin(sessionId, title);
    this.#remember();
    const early = this.#early.filter((one) => one.sessionId === sessionId);
    this.#early = [];
    for (const one of early) this.#take(sessionId, one.update);
  }

  #remember(): void {
    const id = this.session.id.peek();
    if (id !== null) this.#memory.set({ id, title: this.session.title.peek(), busy: this.busy.peek() });
  }

  /** One opening at a time, the last one wins. Never rejects: the phase says what happened. */
  #open(words: string, open: () => Promise<void>): Promise<void> {
    const generation = ++this.#generation;
    this.phase.value = { kind: "opening", words };
    const opening = (async () => {
      try {
        await open();
        if (this.#generation === generation) this.phase.value = { kind: "open" };
      } catch (error) {
        if (this.#generation !== generation) return;
        const login = this.#logins.wanted(error, () => void this.#open(words, open));
        this.phase.value = { kind: "failed", why: wordsOf(error), login };
      } finally {
        if (this.#generation === generation) this.#opening = null;
      }
    })();
    this.#opening = opening;
    return opening;
  }

  /** Try again what failed. */
  async retry(): Promise<void> {
    await this.#open("Opening a session…", () => this.#new(true));
  }

  async #ensured(): Promise<string> {
    if (this.#opening) await this.#opening;
    if (this.session.id.peek() === null || this.phase.peek().kind === "failed") {
      const answer = await this.sessions.new();
      this.session.begin(answer.sessionId);
      this.#remember();
      this.session.opened(answer);
      this.phase.value = { kind: "open" };
    }
    return this.session.id.peek() ?? "";
  }

  #tellOfRoots(): void {
    if (this.#toldOfRoots || this.config.roots.length < 2 || this.sessions.can.roots) return;
    this.#toldOfRoots = true;
    this.settings.say(`This agent works in one folder only: it sees ${this.config.roots[0]?.name}.`);
  }
}

/** Before the next frame; a tab in the background has none, so a timer stands behind it. */
function nextFrame(flush: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    flush();
  };
  requestAnimationFrame(once);
  setTimeout(once, 250);
}

// The first-run tour: three guided edits on a sample project. Writes the sample, shows what to do, and
// detects when it is done. The steps are in steps.ts and steps.json.

import { effect, signal, untracked, type ReadonlySignal } from "@preact/signals";
import type { Config } from "../config";
import type { Insights } from "../insights/insights";
import { sumTallies } from "../insights/tallies";
import type { NextEdits } from "../nes/next-edits";
import { registerCommands } from "../shell/commands";
import { announce, notify } from "../shell/notices";
import type { Tools } from "../tools/tools";
import type { Documents } from "../workspace/documents";
import type { Tree } from "../files/tree";
import { Demonstrator } from "./demonstrator";
import type { SampleProject } from "./sample-project";
import { storeProgress, loadProgress, NOT_STARTED, type Progress } from "./progress";
import {
  nextUnfinished,
  nextStep,
  initialFiles,
  plainSentence,
  remaining,
  sample,
  steps,
  taskAt,
  type WorkspaceFacts,
} from "./steps";
import { ADVANCE_DELAY_MS, STUCK_TIMEOUT_MS } from "./limits";

/**
 * Delay after the last change, so that half a word does not count; an accepted suggestion is complete at
 * once.
 */
const SETTLE_DELAY_MS = { edit: 500, take: 80 } as const;

export class Tour {
  readonly #progress = signal<Progress>(NOT_STARTED);
  readonly progress: ReadonlySignal<Progress> = this.#progress;
  readonly #left = signal(0);
  /** How many locations are left in this task. */
  readonly left: ReadonlySignal<number> = this.#left;
  readonly #busy = signal(false);
  /** The demonstrator is performing a task. */
  readonly busy: ReadonlySignal<boolean> = this.#busy;
  readonly #stuck = signal(false);
  /** No suggestion has appeared for a while. */
  readonly stuck: ReadonlySignal<boolean> = this.#stuck;
  readonly #demonstrator: Demonstrator;
  #control = new AbortController();
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  #advanceTimer: ReturnType<typeof setTimeout> | undefined;
  #stuckTimer: ReturnType<typeof setTimeout> | undefined;
  #isWatching = false;
  /** Whether this page's agent was connected when the step started. */
  #agentSawStep = false;

  #isOfferDecided = false;

  constructor(
    private readonly config: Config,
    private readonly tools: Tools,
    private readonly documents: Documents,
    private readonly nes: NextEdits,
    private readonly tree: Tree,
    private readonly insights: Insights,
    private readonly sample: Pick<SampleProject, "open">,
  ) {
    this.#demonstrator = new Demonstrator(documents, nes);
    registerCommands({
      id: "tour.start",
      title: "Start the tour: try it on a sample project",
      run: () => void this.tryIt(),
    });
  }

  /** Called when the agent is connected: continue, start, or offer the tour. */
  async start(): Promise<void> {
    const before = loadProgress(this.#root);
    if (before) {
      this.#set(before);
      if (before.phase === "running") await this.#resume();
      return;
    }
    const empty = await this.#isEmpty();
    this.#isOfferDecided = true;
    // In another tab of the demo the sample exists already, and may be in use.
    if (empty || this.config.demo) this.#set({ phase: "offered" });
    if (empty && this.config.demo) await this.begin();
  }

  /** Begin the tour here if this folder is the sample's or empty, otherwise in another tab. */
  async tryIt(): Promise<void> {
    const isAway = this.#progress.value.phase === "away";
    // A click may come before `start` has looked into the folder.
    if (isAway && (this.#isOfferDecided || this.config.demo || !(await this.#isEmpty()))) await this.sample.open();
    else await this.begin();
  }

  /** Start with a fresh sample, or continue a tour that was closed half way. */
  async begin(): Promise<void> {
    const { phase, ended } = this.#progress.value;
    if (phase === "closed" && ended === 0) {
      this.#set({ phase: "running", folded: false });
      return this.#resume();
    }
    try {
      await this.#write();
    } catch (error) {
      notify(`The sample could not be written: ${error instanceof Error ? error.message : error}`, "error");
      return;
    }
    void this.tree.refresh();
    for (const path of initialFiles) await this.documents.open(this.#path(path), { show: path === initialFiles[0] });
    const before = sumTallies(this.insights.tallies.value);
    this.#set({ ...NOT_STARTED, phase: "running", begun: Date.now(), before, texts: Object.fromEntries(sample) });
    this.#agentSawStep = true;
    await this.#enter();
  }

  /** After a reload the agent has not seen the edits of this step, so the step starts again. */
  async #resume(): Promise<void> {
    const { place, texts } = this.#progress.value;
    if (!this.#agentSawStep && place.task > 0) {
      await this.documents.restored;
      await this.#demonstrator.nextEditsStarted(this.#control.signal);
      try {
        for (const [path, text] of Object.entries(texts)) await this.#restoreFile(this.#path(path), text);
        this.#set({ place: { step: place.step, task: 0 } });
      } catch (error) {
        notify(error instanceof Error ? error.message : String(error), "error");
      }
    }
    this.#agentSawStep = true;
    await this.#enter();
  }

  close(): void {
    this.#stop();
    this.#set({ phase: "closed" });
    announce("The tour is closed. The command palette can start it again.");
    this.documents.editor.value?.focus();
  }

  fold(folded: boolean): void {
    this.#set({ folded });
  }

  /** Skip to the next step. */
  skip(): void {
    const { place, skipped } = this.#progress.value;
    this.#set({ skipped: [...skipped, steps[place.step]!.title] });
    this.#goTo(nextStep(place));
  }

  /** Perform the current task for the user. */
  async demonstrate(): Promise<void> {
    const task = taskAt(this.#progress.value.place);
    if (!task || this.#busy.value) return;
    this.#busy.value = true;
    const { signal } = this.#control;
    try {
      const done =
        task.do === "edit"
          ? await this.#demonstrator.type(task, this.#path(task.path), signal)
          : await this.#demonstrator.acceptSuggestions(() => remaining(task, this.#facts()) === 0, signal);
      if (!done && !signal.aborted) this.#stuck.value = true;
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), "error");
    } finally {
      this.#busy.value = false;
    }
    this.#checkProgress();
  }

  /** Show the task's location, with the focus in the editor. */
  async #enter(): Promise<void> {
    this.#watch();
    const task = taskAt(this.#progress.value.place);
    if (!task) return;
    this.#stop();
    this.#control = new AbortController();
    this.#left.value = remaining(task, this.#facts());
    this.#restartStuckTimer();
    announce(`${steps[this.#progress.value.place.step]!.title}. ${plainSentence(task.say)}`);
    if (task.do !== "edit") return;
    const { signal } = this.#control;
    await this.#demonstrator.nextEditsStarted(signal);
    if (signal.aborted) return;
    try {
      await this.#demonstrator.showLocation(task, this.#path(task.path), signal);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), "error");
    }
  }

  /** Written through the file, so that the agent sees no edit. */
  async #restoreFile(path: string, text: string): Promise<void> {
    if ((await this.documents.text(path)) === text) return;
    const document = this.documents.find(path);
    if (document) await this.documents.close(document, "drop");
    await this.tools.call("writeFile", { path, content: text, mode: "overwrite", createDirectories: true });
    await this.documents.open(path, { show: false });
  }

  #goTo(place: Progress["place"] | null): void {
    if (place) {
      const isNew = place.step !== this.#progress.value.place.step;
      this.#set(isNew ? { place, texts: this.#texts() } : { place });
      void this.#enter();
      return;
    }
    this.#stop();
    this.#set({ phase: "finished", ended: Date.now(), folded: false });
    announce("That was the tour.");
  }

  #checkProgress(): void {
    const { phase, place } = this.#progress.value;
    const task = taskAt(place);
    if (phase !== "running" || !task) return;
    const left = remaining(task, this.#facts());
    if (left !== this.#left.value) this.#restartStuckTimer();
    this.#left.value = left;
    // Between two keys of a demonstration, half a word may look like the whole edit.
    if (left > 0 || this.#advanceTimer !== undefined || this.#busy.value) return;
    const go = () => {
      this.#advanceTimer = undefined;
      this.#goTo(nextUnfinished(place, this.#facts()));
    };
    if (task.do === "edit") return go();
    this.#stop();
    this.#advanceTimer = setTimeout(go, ADVANCE_DELAY_MS);
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const scheduleCheck = () => {
      clearTimeout(this.#settleTimer);
      const task = taskAt(this.#progress.peek().place);
      this.#settleTimer = setTimeout(() => this.#checkProgress(), SETTLE_DELAY_MS[task?.do ?? "edit"]);
    };
    this.documents.on({ changed: scheduleCheck, opened: scheduleCheck });
    effect(() => {
      void this.documents.active.value;
      scheduleCheck();
    });
    effect(() => {
      if (this.nes.shown.value !== null) untracked(() => this.#restartStuckTimer());
    });
  }

  #restartStuckTimer(): void {
    this.#stuck.value = false;
    clearTimeout(this.#stuckTimer);
    this.#stuckTimer = setTimeout(() => (this.#stuck.value = this.nes.shown.peek() === null), STUCK_TIMEOUT_MS);
  }

  #stop(): void {
    this.#control.abort();
    clearTimeout(this.#settleTimer);
    clearTimeout(this.#stuckTimer);
    clearTimeout(this.#advanceTimer);
    this.#advanceTimer = undefined;
    this.#stuck.value = false;
  }

  #facts(): WorkspaceFacts {
    const active = this.documents.active.peek();
    return {
      // A file that is not open was not changed by the tour's edits.
      text: (path) => this.documents.find(this.#path(path))?.model.getValue() ?? sample.get(path) ?? null,
      active: active && active.root.path === this.#root ? active.name : null,
    };
  }

  #texts(): Record<string, string> {
    const { text } = this.#facts();
    return Object.fromEntries([...sample.keys()].map((path) => [path, text(path) ?? ""]));
  }

  async #write(): Promise<void> {
    for (const [path, content] of sample) {
      const open = this.documents.find(this.#path(path));
      if (open) {
        // A restarted tour resets the texts of its files.
        await this.documents.replace(this.#path(path), content);
        await this.documents.save(open);
      } else {
        await this.tools.call("writeFile", { path, content, mode: "overwrite", createDirectories: true });
      }
    }
  }

  async #isEmpty(): Promise<boolean> {
    try {
      const { files } = await this.tools.call("exploreFiles", { path: ".", recursive: false, maxDepth: 1 });
      return files.length === 0;
    } catch {
      return false;
    }
  }

  get #root(): string {
    return this.config.roots[0]!.path;
  }

  #path(path: string): string {
    return `${this.#root.replace(/\/$/, "")}/${path}`;
  }

  #set(change: Partial<Progress>): void {
    this.#progress.value = { ...this.#progress.value, ...change };
    if (this.#progress.value.phase !== "offered") storeProgress(this.#root, this.#progress.value);
  }
}

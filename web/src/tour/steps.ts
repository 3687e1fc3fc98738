// The steps of the tour, the conditions that complete their tasks, and the sample project. Conditions look
// only at the texts, so it does not matter how an edit was made. Knows no editor and no agent.

import json from "./steps.json";

export interface Condition {
  /** A file, and regular expressions that its text must match or must not match. */
  readonly path?: string;
  readonly has?: string;
  readonly lacks?: string;
  /** The file that must be shown. */
  readonly active?: string;
}

export interface EditTask {
  readonly id: string;
  readonly do: "edit";
  /** With markup: `code` and [Key]. */
  readonly say: string;
  readonly path: string;
  /** The location: the part of `find` that equals `select`, or the end of `find` if `select` is empty. */
  readonly find: string;
  readonly select: string;
  readonly type: string;
  readonly done: readonly Condition[];
}

export interface AcceptTask {
  readonly id: string;
  /** Suggestions are accepted. */
  readonly do: "take";
  readonly say: string;
  readonly done: readonly Condition[];
}

export type Task = EditTask | AcceptTask;

export interface Step {
  readonly id: string;
  readonly title: string;
  readonly tasks: readonly Task[];
}

export const steps = json.steps as readonly Step[];
/** Opened at the start, the first one in front: an agent need not know files that were just written. */
export const initialFiles: readonly string[] = json.open;

export interface TaskPosition {
  readonly step: number;
  readonly task: number;
}

export const FIRST_TASK: TaskPosition = { step: 0, task: 0 };

/** The observable state of the workspace. */
export interface WorkspaceFacts {
  /** By the path in the sample; null if it is not known. */
  text(path: string): string | null;
  readonly active: string | null;
}

export function taskAt(place: TaskPosition, all: readonly Step[] = steps): Task | null {
  return all[place.step]?.tasks[place.task] ?? null;
}

/** How many conditions or matches are left; 0 when the task is done. */
export function remaining(task: Task, facts: WorkspaceFacts): number {
  return task.done.reduce((sum, condition) => sum + missing(condition, facts), 0);
}

function missing({ path, has, lacks, active }: Condition, facts: WorkspaceFacts): number {
  if (active !== undefined) return facts.active === active ? 0 : 1;
  const text = path === undefined ? null : facts.text(path);
  if (text === null) return 1;
  if (has !== undefined && !new RegExp(has).test(text)) return 1;
  return lacks === undefined ? 0 : [...text.matchAll(new RegExp(lacks, "g"))].length;
}

/** The first unfinished task from here on; null after the last. */
export function nextUnfinished(
  place: TaskPosition,
  facts: WorkspaceFacts,
  all: readonly Step[] = steps,
): TaskPosition | null {
  let at: TaskPosition | null = place;
  while (at) {
    const task = taskAt(at, all);
    if (task && remaining(task, facts) > 0) return at;
    at = nextTask(at, all);
  }
  return null;
}

export function nextTask({ step, task }: TaskPosition, all: readonly Step[] = steps): TaskPosition | null {
  if (task + 1 < (all[step]?.tasks.length ?? 0)) return { step, task: task + 1 };
  return nextStep({ step, task }, all);
}

export function nextStep({ step }: TaskPosition, all: readonly Step[] = steps): TaskPosition | null {
  return step + 1 < all.length ? { step: step + 1, task: 0 } : null;
}

/** The offsets that the task's edit replaces. Null if the location no longer exists. */
export function editRange(task: EditTask, text: string): { start: number; end: number } | null {
  const at = text.indexOf(task.find);
  if (at < 0) return null;
  if (task.select === "") return { start: at + task.find.length, end: at + task.find.length };
  const start = at + task.find.indexOf(task.select);
  return { start, end: start + task.select.length };
}

export type Piece = { readonly as: "text" | "code" | "key"; readonly text: string };

/** Split a sentence with markup: `code` and [Key]. */
export function piecesOf(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of sentence.matchAll(/`([^`]+)`|\[(\w+)\]/g)) {
    if (found.index > at) pieces.push({ as: "text", text: sentence.slice(at, found.index) });
    pieces.push(found[1] ? { as: "code", text: found[1] } : { as: "key", text: found[2]! });
    at = found.index + found[0].length;
  }
  if (at < sentence.length) pieces.push({ as: "text", text: sentence.slice(at) });
  return pieces;
}

export function plainSentence(sentence: string): string {
  return piecesOf(sentence)
    .map((piece) => piece.text)
    .join("");
}

const SAMPLE_PREFIX = "./sample/";

const sampleFiles =
  import.meta.glob<string>("./sample/**/*", { query: "?raw", import: "default", eager: true });

export const sample: ReadonlyMap<string, string> = new Map(
  Object.entries(sampleFiles).map(([path, text]) => [path.slice(SAMPLE_PREFIX.length), text]),
);

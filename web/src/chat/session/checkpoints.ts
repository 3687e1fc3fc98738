// The turns whose file changes can be taken back, and what happened to each. Reads the agent's `_meta`; sends nothing.

import { signal, type Signal } from "@preact/signals";

export interface Conflict {
  readonly path: string;
  /** The end of a sentence that begins with the path. */
  readonly reason: string;
}

/** One turn that changed files. */
export class Checkpoint {
  readonly state: Signal<"changed" | "undone" | "conflict"> = signal("changed");
  /** Files that were changed since, and are therefore left as they are. */
  conflicts: readonly Conflict[] = [];

  constructor(
    readonly turn: string,
    public files: readonly string[],
    /** Whether it is of a loaded session, of which only the prompt is left to show it. */
    readonly isLoaded = false,
  ) {}

  /** Whether other files than those with a conflict are left to take back. */
  get hasOthers(): boolean {
    return this.files.length > this.conflicts.length;
  }
}

type Meta = Readonly<Record<string, unknown>> | null | undefined;

const CHECKPOINT = "understudy.dev/checkpoint";
const CHECKPOINTS = "understudy.dev/checkpoints";
const UNDO = "understudy.dev/undo";

export class Checkpoints {
  readonly #byTurn = new Map<string, Checkpoint>();

  /** The checkpoint of a turn that ended; null if it changed no file. */
  ended(meta: Meta): Checkpoint | null {
    const found = parseTurn(meta?.[CHECKPOINT]);
    if (found) this.#byTurn.set(found.turn, found);
    this.#applyUndo(meta?.[UNDO]);
    return found;
  }

  /** Those of a loaded session, by the message id of their prompt. */
  loaded(meta: Meta): ReadonlyMap<string, Checkpoint> {
    this.#byTurn.clear();
    const all = meta?.[CHECKPOINTS];
    for (const one of Array.isArray(all) ? all : []) {
      const found = parseTurn(one, true);
      if (found) this.#byTurn.set(found.turn, found);
    }
    return this.#byTurn;
  }

  #applyUndo(value: unknown): void {
    const { turn, files, conflicts } = (value ?? {}) as Record<string, unknown>;
    const checkpoint = typeof turn === "string" ? this.#byTurn.get(turn) : undefined;
    if (!checkpoint) return;
    const restored = Array.isArray(files) ? files.length : 0;
    checkpoint.conflicts = Array.isArray(conflicts) ? conflicts.filter(isConflict) : [];
    // After a partial undo only the conflicts are left.
    if (restored > 0) checkpoint.files = checkpoint.conflicts.map(({ path }) => path);
    checkpoint.state.value = checkpoint.conflicts.length > 0 ? "conflict" : "undone";
  }
}

function parseTurn(value: unknown, isLoaded = false): Checkpoint | null {
  const { turn, files } = (value ?? {}) as Record<string, unknown>;
  if (typeof turn !== "string" || !/^[0-9a-f]{8,64}$/.test(turn) || !Array.isArray(files)) return null;
  const paths = files.filter((path) => typeof path === "string");
  return paths.length > 0 ? new Checkpoint(turn, paths, isLoaded) : null;
}

function isConflict(value: unknown): value is Conflict {
  const conflict = value as Partial<Conflict> | null;
  return typeof conflict?.path === "string" && typeof conflict.reason === "string";
}

import { expect, test } from "vitest";
import { validProgress } from "../../src/tour/progress";
import {
  nextUnfinished,
  nextTask,
  FIRST_TASK,
  nextStep,
  initialFiles,
  piecesOf,
  plainSentence,
  remaining,
  editRange,
  steps,
  taskAt,
  type WorkspaceFacts,
  type TaskPosition,
  sample,
} from "../../src/tour/steps";

/** The sample project with edits applied. */
class Project implements WorkspaceFacts {
  readonly texts = new Map(sample);
  active: string | null = initialFiles[0]!;

  text(path: string): string | null {
    return this.texts.get(path) ?? null;
  }

  replace(path: string, old: string | RegExp, put: string): void {
    this.texts.set(path, this.texts.get(path)!.replaceAll(old as string, put));
  }

  /** Apply what the task asks the user to type. */
  perform(place: TaskPosition): void {
    const task = taskAt(place)!;
    if (task.do !== "edit") throw new Error(`${task.id} is not an edit`);
    const text = this.texts.get(task.path)!;
    const spot = editRange(task, text)!;
    this.texts.set(task.path, text.slice(0, spot.start) + task.type + text.slice(spot.end));
  }
}

test("every path and location of the steps exists in the sample", () => {
  for (const path of initialFiles) expect(sample.has(path)).toBe(true);
  for (const task of steps.flatMap((step) => step.tasks)) {
    if (task.do === "edit") expect(editRange(task, sample.get(task.path)!)).not.toBeNull();
    for (const { path, active } of task.done) expect(sample.has((path ?? active)!)).toBe(true);
  }
});

test("no task is done at the start", () => {
  const project = new Project();
  for (const task of steps.flatMap((step) => step.tasks)) expect(remaining(task, project)).toBeGreaterThan(0);
  expect(nextUnfinished(FIRST_TASK, project)).toEqual(FIRST_TASK);
});

test("the tour advances as the texts change, to its end", () => {
  const project = new Project();
  project.perform(FIRST_TASK);
  expect(nextUnfinished(FIRST_TASK, project)).toEqual({ step: 0, task: 1 });
  project.replace("shop/prices.py", "price_of", "unit_price");
  expect(remaining(taskAt({ step: 0, task: 1 })!, project)).toBe(3);
  project.replace("shop/orders.py", "price_of", "unit_price");
  expect(nextUnfinished({ step: 0, task: 1 }, project)).toEqual({ step: 1, task: 0 });
  project.perform({ step: 1, task: 0 });
  expect(remaining(taskAt({ step: 1, task: 1 })!, project)).toBe(4);
  project.replace("web/order-form.ts", /"\)\),/g as unknown as string, '")).trim(),');
  expect(nextUnfinished({ step: 1, task: 0 }, project)).toEqual({ step: 2, task: 0 });
  project.perform({ step: 2, task: 0 });
  expect(nextUnfinished({ step: 2, task: 0 }, project)).toEqual({ step: 2, task: 1 });
  project.active = "shop/counter.py";
  expect(nextUnfinished({ step: 2, task: 1 }, project)).toEqual({ step: 2, task: 2 });
  project.perform({ step: 2, task: 2 });
  expect(nextUnfinished({ step: 2, task: 2 }, project)).toEqual({ step: 2, task: 3 });
  project.replace("shop/counter.py", "receipt(order)", 'receipt(order, "EUR")');
  expect(nextUnfinished({ step: 2, task: 3 }, project)).toBeNull();
});

test("the user may choose another name", () => {
  const project = new Project();
  project.replace("shop/prices.py", "def price_of", "def cost");
  expect(remaining(taskAt(FIRST_TASK)!, project)).toBe(0);
});

test("an incomplete name does not count", () => {
  const project = new Project();
  project.replace("shop/prices.py", "def price_of", "def u");
  expect(remaining(taskAt(FIRST_TASK)!, project)).toBe(1);
});

test("a step can be skipped, and the last one ends the tour", () => {
  expect(nextStep({ step: 0, task: 1 })).toEqual({ step: 1, task: 0 });
  expect(nextStep({ step: steps.length - 1, task: 0 })).toBeNull();
  expect(nextTask({ step: 0, task: 0 })).toEqual({ step: 0, task: 1 });
});

test("an edit whose location is gone has no range", () => {
  const task = taskAt(FIRST_TASK)!;
  expect(task.do === "edit" && editRange(task, "nothing like it")).toBeNull();
});

test("sentences mark code and keys, and read plainly without markup", () => {
  expect(piecesOf("Press [Tab] in `a.py`.")).toEqual([
    { as: "text", text: "Press " },
    { as: "key", text: "Tab" },
    { as: "text", text: " in " },
    { as: "code", text: "a.py" },
    { as: "text", text: "." },
  ]);
  expect(plainSentence("Press [Tab] in `a.py`.")).toBe("Press Tab in a.py.");
});

test("stored progress of another version of the tour is rejected", () => {
  expect(validProgress({ phase: "running", place: { step: 9, task: 0 } })).toBeNull();
  expect(validProgress({ phase: "offered", place: FIRST_TASK })).toBeNull();
  expect(validProgress({ phase: "running", place: { step: 1, task: 1 } })).toMatchObject({
    place: { step: 1, task: 1 },
  });
});

import { expect, test } from "vitest";
import { readable } from "../../src/tour/progress";
import {
  advanced,
  after,
  BEGINNING,
  nextStep,
  opened,
  piecesOf,
  plain,
  remaining,
  spotOf,
  steps,
  taskAt,
  type Facts,
  type Place,
} from "../../src/tour/steps";
import { sample } from "../../src/tour/sample";

/** The sample as a person would see it, with edits. */
class Project implements Facts {
  readonly texts = new Map(sample);
  active: string | null = opened[0]!;

  text(path: string): string | null {
    return this.texts.get(path) ?? null;
  }

  replace(path: string, old: string | RegExp, put: string): void {
    this.texts.set(path, this.texts.get(path)!.replaceAll(old as string, put));
  }

  /** What the task asks to be typed. */
  perform(place: Place): void {
    const task = taskAt(place)!;
    if (task.do !== "edit") throw new Error(`${task.id} is not an edit`);
    const text = this.texts.get(task.path)!;
    const spot = spotOf(task, text)!;
    this.texts.set(task.path, text.slice(0, spot.start) + task.type + text.slice(spot.end));
  }
}

test("every path and place of the steps is in the sample", () => {
  for (const path of opened) expect(sample.has(path)).toBe(true);
  for (const task of steps.flatMap((step) => step.tasks)) {
    if (task.do === "edit") expect(spotOf(task, sample.get(task.path)!)).not.toBeNull();
    for (const { path, active } of task.done) expect(sample.has((path ?? active)!)).toBe(true);
  }
});

test("nothing is done before it is done", () => {
  const project = new Project();
  for (const task of steps.flatMap((step) => step.tasks)) expect(remaining(task, project)).toBeGreaterThan(0);
  expect(advanced(BEGINNING, project)).toEqual(BEGINNING);
});

test("the tour goes on by itself as the texts change, to its end", () => {
  const project = new Project();
  project.perform(BEGINNING);
  expect(advanced(BEGINNING, project)).toEqual({ step: 0, task: 1 });
  project.replace("shop/prices.py", "price_of", "unit_price");
  expect(remaining(taskAt({ step: 0, task: 1 })!, project)).toBe(3);
  project.replace("shop/orders.py", "price_of", "unit_price");
  expect(advanced({ step: 0, task: 1 }, project)).toEqual({ step: 1, task: 0 });
  project.perform({ step: 1, task: 0 });
  expect(remaining(taskAt({ step: 1, task: 1 })!, project)).toBe(4);
  project.replace("web/order-form.ts", /"\)\),/g as unknown as string, '")).trim(),');
  expect(advanced({ step: 1, task: 0 }, project)).toEqual({ step: 2, task: 0 });
  project.perform({ step: 2, task: 0 });
  expect(advanced({ step: 2, task: 0 }, project)).toEqual({ step: 2, task: 1 });
  project.active = "shop/counter.py";
  expect(advanced({ step: 2, task: 1 }, project)).toEqual({ step: 2, task: 2 });
  project.perform({ step: 2, task: 2 });
  expect(advanced({ step: 2, task: 2 }, project)).toEqual({ step: 2, task: 3 });
  project.replace("shop/counter.py", "receipt(order)", 'receipt(order, "EUR")');
  expect(advanced({ step: 2, task: 3 }, project)).toBeNull();
});

test("a person may choose another name", () => {
  const project = new Project();
  project.replace("shop/prices.py", "def price_of", "def cost");
  expect(remaining(taskAt(BEGINNING)!, project)).toBe(0);
});

test("half a name is not a name", () => {
  const project = new Project();
  project.replace("shop/prices.py", "def price_of", "def u");
  expect(remaining(taskAt(BEGINNING)!, project)).toBe(1);
});

test("a step can be left out, and the last one ends the tour", () => {
  expect(nextStep({ step: 0, task: 1 })).toEqual({ step: 1, task: 0 });
  expect(nextStep({ step: steps.length - 1, task: 0 })).toBeNull();
  expect(after({ step: 0, task: 0 })).toEqual({ step: 0, task: 1 });
});

test("an edit whose place is gone has no spot", () => {
  const task = taskAt(BEGINNING)!;
  expect(task.do === "edit" && spotOf(task, "nothing like it")).toBeNull();
});

test("sentences mark code and keys, and read plainly without", () => {
  expect(piecesOf("Press [Tab] in `a.py`.")).toEqual([
    { as: "text", text: "Press " },
    { as: "key", text: "Tab" },
    { as: "text", text: " in " },
    { as: "code", text: "a.py" },
    { as: "text", text: "." },
  ]);
  expect(plain("Press [Tab] in `a.py`.")).toBe("Press Tab in a.py.");
});

test("what was kept of another version of the tour is not believed", () => {
  expect(readable({ phase: "running", place: { step: 9, task: 0 } })).toBeNull();
  expect(readable({ phase: "offered", place: BEGINNING })).toBeNull();
  expect(readable({ phase: "running", place: { step: 1, task: 1 } })).toMatchObject({
    place: { step: 1, task: 1 },
  });
});

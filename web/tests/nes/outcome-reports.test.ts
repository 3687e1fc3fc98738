import { beforeEach, expect, test } from "vitest";
import { OutcomeReporter } from "../../src/nes/outcome-reports";

let told: string[] = [];
let verdicts = new OutcomeReporter({ accepted: () => {}, rejected: () => {} });

beforeEach(() => {
  told = [];
  verdicts = new OutcomeReporter({
    accepted: (id) => told.push(`accept ${id}`),
    rejected: (id, reason) => told.push(`${reason ?? "no reason"} ${id}`),
  });
});

test("each outcome is reported once", () => {
  verdicts.replaceAll(["a"]);
  expect(verdicts.accept("a")).toBe(true);
  expect(verdicts.accept("a")).toBe(false);
  expect(verdicts.reject("a", "rejected")).toBe(false);
  expect(told).toEqual(["accept a"]);
});

test("a newer response replaces, an empty one leaves it ignored", () => {
  verdicts.replaceAll(["a"]);
  verdicts.replaceAll(["b"]);
  verdicts.replaceAll([]);
  expect(told).toEqual(["replaced a", "ignored b"]);
});

test("the same id in a newer response is the same suggestion", () => {
  verdicts.replaceAll(["a"]);
  verdicts.replaceAll(["a"]);
  expect(told).toEqual([]);
  expect(verdicts.isUndecided("a")).toBe(true);
});

test("a late suggestion is cancelled, but not one that is shown", () => {
  verdicts.replaceAll(["a"]);
  verdicts.reportLate(["a", "b"]);
  expect(told).toEqual(["cancelled b"]);
});

test("a suggestion that cannot be applied is rejected without a reason", () => {
  verdicts.replaceAll(["a"]);
  verdicts.reject("a", null);
  expect(told).toEqual(["no reason a"]);
});

test("nothing is reported to a session that ended", () => {
  verdicts.replaceAll(["a"]);
  verdicts.reset();
  verdicts.replaceAll([]);
  expect(told).toEqual([]);
});

test("accepted and dismissed suggestions are decided, replaced ones are not", () => {
  verdicts.replaceAll(["a", "b", "c"]);
  verdicts.accept("a");
  verdicts.reject("b", "rejected");
  verdicts.reject("c", "ignored");
  expect(["a", "b", "c"].map((id) => verdicts.isDecided(id))).toEqual([true, true, false]);
  verdicts.reset();
  expect(verdicts.isDecided("a")).toBe(false);
});

import { beforeEach, expect, test } from "vitest";
import { OutcomeReporter } from "../../src/nes/outcome-reports";

let reported: string[] = [];
let reporter = new OutcomeReporter({ accepted: () => {}, rejected: () => {} });

beforeEach(() => {
  reported = [];
  reporter = new OutcomeReporter({
    accepted: (id) => reported.push(`accept ${id}`),
    rejected: (id, reason) => reported.push(`${reason ?? "no reason"} ${id}`),
  });
});

test("each outcome is reported once", () => {
  reporter.replaceAll(["a"]);
  expect(reporter.accept("a")).toBe(true);
  expect(reporter.accept("a")).toBe(false);
  expect(reporter.reject("a", "rejected")).toBe(false);
  expect(reported).toEqual(["accept a"]);
});

test("a newer response replaces, an empty one leaves it ignored", () => {
  reporter.replaceAll(["a"]);
  reporter.replaceAll(["b"]);
  reporter.replaceAll([]);
  expect(reported).toEqual(["replaced a", "ignored b"]);
});

test("the same id in a newer response is the same suggestion", () => {
  reporter.replaceAll(["a"]);
  reporter.replaceAll(["a"]);
  expect(reported).toEqual([]);
  expect(reporter.isUndecided("a")).toBe(true);
});

test("a late suggestion is cancelled, but not one that is shown", () => {
  reporter.replaceAll(["a"]);
  reporter.reportLate(["a", "b"]);
  expect(reported).toEqual(["cancelled b"]);
});

test("a suggestion that cannot be applied is rejected without a reason", () => {
  reporter.replaceAll(["a"]);
  reporter.reject("a", null);
  expect(reported).toEqual(["no reason a"]);
});

test("nothing is reported to a session that ended", () => {
  reporter.replaceAll(["a"]);
  reporter.reset();
  reporter.replaceAll([]);
  expect(reported).toEqual([]);
});

test("accepted and rejected suggestions are decided, replaced ones are not", () => {
  reporter.replaceAll(["a", "b", "c"]);
  reporter.accept("a");
  reporter.reject("b", "rejected");
  reporter.reject("c", "ignored");
  expect(["a", "b", "c"].map((id) => reporter.isDecided(id))).toEqual([true, true, false]);
  reporter.reset();
  expect(reporter.isDecided("a")).toBe(false);
});

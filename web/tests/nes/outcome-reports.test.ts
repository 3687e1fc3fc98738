import { beforeEach, expect, test } from "vitest";
import { Verdicts } from "../../src/nes/outcome-reports";

let told: string[] = [];
let verdicts = new Verdicts({ accepted: () => {}, rejected: () => {} });

beforeEach(() => {
  told = [];
  verdicts = new Verdicts({
    accepted: (id) => told.push(`accept ${id}`),
    rejected: (id, reason) => told.push(`${reason ?? "no reason"} ${id}`),
  });
});

test("each is answered once", () => {
  verdicts.show(["a"]);
  expect(verdicts.accept("a")).toBe(true);
  expect(verdicts.accept("a")).toBe(false);
  expect(verdicts.reject("a", "rejected")).toBe(false);
  expect(told).toEqual(["accept a"]);
});

test("a newer answer replaces, an empty one leaves it ignored", () => {
  verdicts.show(["a"]);
  verdicts.show(["b"]);
  verdicts.show([]);
  expect(told).toEqual(["replaced a", "ignored b"]);
});

test("the same id again is the same suggestion", () => {
  verdicts.show(["a"]);
  verdicts.show(["a"]);
  expect(told).toEqual([]);
  expect(verdicts.isOpen("a")).toBe(true);
});

test("what comes too late is cancelled, but not what is on the screen", () => {
  verdicts.show(["a"]);
  verdicts.drop(["a", "b"]);
  expect(told).toEqual(["cancelled b"]);
});

test("what cannot be applied is rejected without a reason", () => {
  verdicts.show(["a"]);
  verdicts.reject("a", null);
  expect(told).toEqual(["no reason a"]);
});

test("a session that is gone hears nothing", () => {
  verdicts.show(["a"]);
  verdicts.forget();
  verdicts.show([]);
  expect(told).toEqual([]);
});

test("what the user took or dismissed is settled, what was passed over is not", () => {
  verdicts.show(["a", "b", "c"]);
  verdicts.accept("a");
  verdicts.reject("b", "rejected");
  verdicts.reject("c", "ignored");
  expect(["a", "b", "c"].map((id) => verdicts.isSettled(id))).toEqual([true, true, false]);
  verdicts.forget();
  expect(verdicts.isSettled("a")).toBe(false);
});

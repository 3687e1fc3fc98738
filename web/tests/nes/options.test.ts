// The popover's controls: one switch per thing.

import { describe, expect, it } from "vitest";
import { isOffAtAgent, shownOptions } from "../../src/nes/session/options";
import { NesSignals } from "../../src/nes/status";
import type { SessionConfigOption } from "../../src/protocol/acp";

const enabled = (currentValue: boolean): SessionConfigOption =>
  ({ id: "enabled", name: "Next edit suggestions", type: "boolean", currentValue });
const engine = (...values: string[]): SessionConfigOption => ({
  id: "engine",
  name: "Engine",
  type: "select",
  currentValue: values[0]!,
  options: values.map((value) => ({ value, name: value })),
});
const completion: SessionConfigOption =
  { id: "completion", name: "Completion", type: "boolean", currentValue: true };

describe("the options of the popover", () => {
  it("are those with a choice, without the one that the page's switch stands for", () => {
    const ids = (options: SessionConfigOption[]) => shownOptions(options).map((one) => one.id);
    expect(ids([enabled(true), completion, engine("symbolic")])).toEqual(["completion"]);
    expect(ids([engine("symbolic", "hybrid")])).toEqual(["engine"]);
  });
});

describe("the switch of next edits", () => {
  it("is off if the agent's own option is, and one switch turns both on", () => {
    const status = new NesSignals();
    expect(status.enabled.value).toBe(true);
    status.options.value = [enabled(false)];
    expect(isOffAtAgent(status.options.value)).toBe(true);
    expect(status.enabled.value).toBe(false);
    expect(status.toggle()).toBe(true);
    status.options.value = [enabled(true)];
    expect(status.enabled.value).toBe(true);
    expect(status.toggle()).toBe(false);
    expect(status.enabled.value).toBe(false);
  });
});

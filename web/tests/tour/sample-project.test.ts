import { beforeEach, describe, expect, it } from "vitest";
import { notices } from "../../src/shell/notices";
import { SampleProject } from "../../src/tour/sample-project";

const URL = "http://127.0.0.1:9/?token=t";

function opener(isBlocked = false) {
  const tabs: { location: { href: string }; closed: boolean; close(): void }[] = [];
  return {
    tabs,
    open() {
      if (isBlocked) return null;
      const tab = { location: { href: "about:blank" }, closed: false, close: () => void (tab.closed = true) };
      tabs.push(tab);
      return tab;
    },
  };
}

const answering = (body: object, status = 200): typeof fetch => async () =>
  new Response(JSON.stringify(body), { status });

beforeEach(() => void (notices.value = []));

describe("the sample project", () => {
  it("opens in a tab that the click opened, and nothing is started twice meanwhile", async () => {
    const tabs = opener();
    const sample = new SampleProject(answering({ url: URL }), tabs);
    const opening = sample.open();
    expect(tabs.tabs).toHaveLength(1);
    expect(sample.isPreparing.value).toBe(true);
    await sample.open();
    await opening;
    expect(tabs.tabs.map((tab) => tab.location.href)).toEqual([URL]);
    expect(sample.isPreparing.value).toBe(false);
  });

  it("says why it could not be opened, and closes the tab", async () => {
    const tabs = opener();
    for (const request of [answering({ error: "It does not start." }, 500), answering({ url: "javascript:1" })])
      await new SampleProject(request, tabs).open();
    expect(tabs.tabs.map((tab) => tab.closed)).toEqual([true, true]);
    expect(notices.value.map((notice) => notice.text).join()).toContain("It does not start.");
  });

  it("is offered with a button if the browser blocks the tab", async () => {
    await new SampleProject(answering({ url: URL }), opener(true)).open();
    expect(notices.value[0]?.actions.map((action) => action.label)).toEqual(["Open it"]);
  });
});

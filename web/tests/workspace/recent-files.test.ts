import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { RecentFiles } from "../../src/workspace/recent-files";
import { MAX_RECENT_FILES } from "../../src/workspace/limits";

const ROOTS = [{ path: "/project", name: "project", uri: "file:///project" }];

class Store {
  readonly items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
}

const paths = (recent: RecentFiles) => recent.files.value.map((file) => file.path);

describe("recent files", () => {
  it("are those that were shown, the most recent first, each once, and survive a reload", () => {
    const store = new Store();
    const recent = new RecentFiles(ROOTS, store);
    const active = signal<{ path: string } | null>(null);
    recent.follow({ active } as never);
    for (const path of ["/project/a", "/project/b", "/project/a"]) active.value = { path };
    active.value = null;
    expect(paths(recent)).toEqual(["/project/a", "/project/b"]);
    expect(paths(new RecentFiles(ROOTS, store))).toEqual(["/project/a", "/project/b"]);
    expect(paths(new RecentFiles([], store))).toEqual([]);
  });

  it("are limited, and lose a file that is gone", () => {
    const recent = new RecentFiles(ROOTS, null);
    for (let number = 0; number <= MAX_RECENT_FILES; number++) recent.add(`/project/${number}`);
    expect(paths(recent)).toHaveLength(MAX_RECENT_FILES);
    recent.remove(`/project/${MAX_RECENT_FILES}`);
    expect(paths(recent)[0]).toBe(`/project/${MAX_RECENT_FILES - 1}`);
  });

  it("are none if what is stored is broken", () => {
    for (const text of ["{", '{"path":"/x"}', '[{"path":1,"at":2}, null]']) {
      const store = new Store();
      new RecentFiles(ROOTS, store).add("/project/a");
      store.items.set([...store.items.keys()][0]!, text);
      expect(paths(new RecentFiles(ROOTS, store))).toEqual([]);
    }
  });
});

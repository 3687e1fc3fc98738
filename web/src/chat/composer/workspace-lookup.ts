// Looks up the files that a prompt mentions, and runs commands of the user's own, through the workspace tools.

import type { Config } from "../../config";
import type { Tools } from "../../tools/tools";
import { baseName, folderOf, isInside, join, toAbsolute, uriOf } from "../../workspace/paths";
import { readImage, type AttachedImage } from "./images";
import type { WorkspaceLookup } from "./prompt-builder";

export class ToolLookup implements WorkspaceLookup {
  constructor(
    private readonly tools: Tools,
    private readonly config: Config,
  ) {}

  async find(name: string): Promise<string | null> {
    for (const path of this.#candidates(name)) {
      try {
        const { files } = await this.tools.call("exploreFiles", {
          path: folderOf(path),
          includePatterns: [baseName(path).replace(/[^\w.-]/g, "?")],
        });
        if (files.some((entry) => toAbsolute(entry.path, this.config.roots) === path)) return path;
      } catch {
        // There is no such folder.
      }
    }
    return null;
  }

  async image(path: string): Promise<AttachedImage | null> {
    try {
      const response = await fetch(`/file?path=${encodeURIComponent(path)}`);
      if (!response.ok) return null;
      const blob: Blob & { name?: string } = await response.blob();
      blob.name = baseName(path);
      return await readImage(blob, uriOf(path));
    } catch {
      return null;
    }
  }

  /** Relative to the first root, prefixed with the name of a root, or relative to another root. */
  #candidates(name: string): string[] {
    const { roots } = this.config;
    const named = name.replace(/\/+$/, "");
    if (named === "" || /[\0\n]/.test(named)) return [];
    const paths = named.startsWith("/")
      ? [toAbsolute(named, roots)]
      : [
          ...roots.slice(0, 1).map((root) => join(root.path, named)),
          ...roots.filter((root) => named.startsWith(`${root.name}/`)).map((root) => join(root.path, named.slice(root.name.length + 1))),
          ...roots.slice(1).map((root) => join(root.path, named)),
        ].map((path) => toAbsolute(path, roots));
    return [...new Set(paths)].filter((path) => roots.some((root) => isInside(path, root.path) && path !== root.path));
  }
}

/** Run a command that the user typed; its output and exit code as text. */
export async function runOwnCommand(tools: Tools, line: string): Promise<string> {
  const { stdout, stderr, exitCode } = await tools.call("executeCommand", { command: line });
  const output = [stdout, stderr].filter((text) => text.trim()).join("\n");
  return exitCode === 0 && output ? output : `${output}\nexit code ${exitCode}`.trimStart();
}

// The tree of files over all roots, loaded folder by folder.

import type { Config } from "../config";
import type { Tools } from "../tools/tools";
import type { Documents } from "./documents";

export class Tree {
  constructor(_config: Config, _tools: Tools, _documents: Documents) {}

  async start(): Promise<void> {}

  /** Look again at folders that may have changed. */
  async refresh(): Promise<void> {}
}

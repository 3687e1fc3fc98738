// The first-run tour: three guided edits on a sample project.

import type { Config } from "../config";
import type { NextEdits } from "../nes/nes";
import type { Tools } from "../tools/tools";
import type { Documents } from "../workspace/documents";
import type { Tree } from "../workspace/tree";

export class Tour {
  constructor(_config: Config, _tools: Tools, _documents: Documents, _nes: NextEdits, _tree: Tree) {}

  async start(): Promise<void> {}
}

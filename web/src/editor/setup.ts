// Which languages, themes and workers Monaco gets.

import * as monaco from "monaco-editor";

export { monaco };

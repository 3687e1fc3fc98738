// Searches the user's earlier prompts in the palette.

import { palette } from "../../shell/palette";
import { escapeControls } from "../../ui/escape-controls";
import type { PromptHistory } from "./prompt-history";

const MAX_LABEL_CHARS = 160;

export function searchHistory(history: PromptHistory, take: (prompt: string) => void): void {
  palette.open({
    title: "Your prompts",
    placeholder: "Words of an earlier prompt",
    find: (typed) =>
      history.find(typed).map((prompt) => {
        const [first = "", ...rest] = prompt.trim().split("\n");
        return {
          id: prompt,
          label: escapeControls(first.slice(0, MAX_LABEL_CHARS)),
          detail: rest.length > 0 ? `${rest.length + 1} lines` : "",
          run: () => take(prompt),
        };
      }),
  });
}

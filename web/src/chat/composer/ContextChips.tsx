// What the editor adds to the next prompt, as chips that can be switched off and on.

import { useWorkbench } from "../../workbench";
import type { ChipName } from "./runtime-context";
import { count } from "../labels";

interface Chip {
  readonly name: ChipName;
  readonly label: string;
  readonly title: string;
}

export function Chips() {
  const { chat } = useWorkbench();
  const seen = chat.watch.summary.value;
  if (!seen) return null;
  const takes = chat.takesContext.value;
  const chips: Chip[] = [
    { name: "file", label: seen.name, title: `The open file, ${seen.path}, around the cursor` },
  ];
  if (seen.selected > 0) {
    chips.push({
      name: "selection",
      label: count(seen.selected, "line") + " selected",
      title: "The selected text",
    });
  }
  if (seen.diagnostics > 0) {
    chips.push({
      name: "diagnostics",
      label: count(seen.diagnostics, "problem"),
      title: "Problems in the open file",
    });
  }
  return (
    <div class="chips" role="group" aria-label="What goes with the prompt" data-testid="chips">
      {chips.map(({ name, label, title }) => {
        const on = takes && chat.chosen.value[name];
        return (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={on}
            disabled={!takes}
            data-testid={`chip-${name}`}
            title={
              takes
                ? `${title}: ${on ? "goes with the prompt" : "is not sent"}`
                : "This agent takes no context."
            }
            onClick={() => chat.toggle(name)}
          >
            {label}
          </button>
        );
      })}
      {!takes && <span class="quiet">This agent does not take them.</span>}
    </div>
  );
}

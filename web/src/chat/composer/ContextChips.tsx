// Chips that show which editor context is sent with the next prompt; a click includes it or leaves it out.

import { useWorkbench } from "../../workbench";
import type { ChipName } from "./runtime-context";
import { countLabel } from "../labels";

interface Chip {
  readonly name: ChipName;
  readonly label: string;
  readonly title: string;
}

export function ContextChips() {
  const { chat } = useWorkbench();
  const summary = chat.editorContext.summary.value;
  if (!summary) return null;
  const acceptsContext = chat.acceptsContext.value;
  const chips: Chip[] = [
    { name: "file", label: summary.name, title: `The open file, ${summary.path}, around the cursor` },
  ];
  if (summary.selected > 0) {
    chips.push({
      name: "selection",
      label: countLabel(summary.selected, "line") + " selected",
      title: "The selected text",
    });
  }
  if (summary.diagnostics > 0) {
    chips.push({
      name: "diagnostics",
      label: countLabel(summary.diagnostics, "problem"),
      title: "Problems in the open file",
    });
  }
  return (
    <div class="chips" role="group" aria-label="Context sent with the prompt" data-testid="chips">
      {chips.map(({ name, label, title }) => {
        const on = acceptsContext && chat.enabledChips.value[name];
        return (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={on}
            disabled={!acceptsContext}
            data-testid={`chip-${name}`}
            title={
              acceptsContext
                ? `${title}: ${on ? "sent with the prompt; click to leave it out" : "not sent; click to include it"}`
                : "This agent accepts no context."
            }
            onClick={() => chat.toggle(name)}
          >
            {label}
          </button>
        );
      })}
      {!acceptsContext && <span class="quiet">This agent does not accept them.</span>}
    </div>
  );
}

// The welcome view, shown while no tab is open.

import { commands, keyLabel } from "../shell/commands";
import { TourInvitation } from "../tour/TourCard";
import { useWorkbench } from "../workbench";

const SHOWN = ["files.go", "shell.search", "shell.chat", "shell.palette", "shell.nextPart"];

export function Welcome() {
  const { config } = useWorkbench();
  const listed = SHOWN.flatMap((id) => commands.value.find((command) => command.id === id) ?? []);
  return (
    <div class="welcome" data-testid="welcome">
      <div class="welcome-text">
        <h1>Understudy</h1>
        <p>
          It watches how you edit and suggests the next change: Tab accepts it, Esc dismisses it. Ask for
          more in the chat.
        </p>
        <button
          type="button"
          class="primary"
          data-first
          onClick={() => commands.value.find((command) => command.id === "files.go")?.run()}
        >
          Open a file
        </button>
        <TourInvitation />
        <dl class="welcome-keys">
          {listed.map((command) => (
            <div key={command.id}>
              <dt>{command.title}</dt>
              <dd>{command.keys && <kbd>{keyLabel(command.keys)}</kbd>}</dd>
            </div>
          ))}
        </dl>
        {config.roots.length > 1 && (
          <p class="welcome-roots">
            Open folders:{" "}
            {config.roots.map((root, index) => (
              <span key={root.path}>
                {index > 0 && ", "}
                <span title={root.path}>{root.name}</span>
              </span>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}

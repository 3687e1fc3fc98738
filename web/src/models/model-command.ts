// The command of the palette that opens the model dialog.

import { registerCommands } from "../shell/commands";
import type { Workbench } from "../workbench";

export function registerModelCommand({ config, agent, modelSetup }: Workbench): void {
  registerCommands({
    id: "models.choose",
    title: "Chat: choose a model, a provider or a key",
    enabled: () => config.agent.own && agent.ready.peek(),
    run: () => void modelSetup.choose(),
  });
}

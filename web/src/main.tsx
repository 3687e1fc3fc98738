// Entry point. Renders the shell first; Monaco and the agent are loaded afterwards.

import { render } from "preact";
import "./styles/index.css";
import { loadConfig } from "./config";
import { bindKeys } from "./shell/commands";
import { registerModelCommand } from "./models/model-command";
import { PANELS } from "./panels";
import { registerPanels } from "./shell/panels";
import { registerShellCommands } from "./shell/shell-commands";
import { Shell } from "./shell/Shell";
import { assemble, WorkbenchContext } from "./workbench";

const container = document.getElementById("workbench")!;

async function start(): Promise<void> {
  const config = await loadConfig();
  const workbench = assemble(config);
  document.title = `${config.roots.map((root) => root.name).join(" + ")} · Understudy`;
  bindKeys(window);
  registerPanels(PANELS);
  registerShellCommands();
  registerModelCommand(workbench);
  for (const panel of PANELS) panel.start?.(workbench);
  container.textContent = "";
  render(
    <WorkbenchContext.Provider value={workbench}>
      <Shell />
    </WorkbenchContext.Provider>,
    container,
  );
  window.addEventListener("pagehide", () => workbench.agent.stop());
  // A page restored from the back/forward cache has lost its connection to the agent.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  window.addEventListener("focus", () => workbench.agent.retry());
  void workbench.tree.start();
  void workbench.documents.start();
  await workbench.agent.connect();
  void workbench.tour.start();
}

start().catch((error: unknown) => {
  container.textContent = "";
  const message = document.createElement("p");
  message.className = "booting";
  message.setAttribute("role", "alert");
  message.textContent = error instanceof Error ? error.message : String(error);
  container.append(message);
});

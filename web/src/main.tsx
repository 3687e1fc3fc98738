// Paints the shell first; Monaco and the agent come after it.

import { render } from "preact";
import "./styles/index.css";
import { loadConfig } from "./config";
import { listenToKeys } from "./shell/commands";
import { registerShellCommands } from "./shell/shell-commands";
import { Shell } from "./shell/Shell";
import { assemble, WorkbenchContext } from "./workbench";

const place = document.getElementById("workbench")!;

async function open(): Promise<void> {
  const config = await loadConfig();
  const workbench = assemble(config);
  document.title = `${config.roots.map((root) => root.name).join(" + ")} · Understudy`;
  listenToKeys(window);
  registerShellCommands();
  place.textContent = "";
  render(
    <WorkbenchContext.Provider value={workbench}>
      <Shell />
    </WorkbenchContext.Provider>,
    place,
  );
  window.addEventListener("pagehide", () => workbench.agent.stop());
  // A page that the browser kept asleep has lost its agent.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  window.addEventListener("focus", () => workbench.agent.retry());
  void workbench.tree.start();
  void workbench.documents.start();
  await workbench.agent.connect();
  void workbench.tour.start();
}

open().catch((error: unknown) => {
  place.textContent = "";
  const said = document.createElement("p");
  said.className = "booting";
  said.setAttribute("role", "alert");
  said.textContent = error instanceof Error ? error.message : String(error);
  place.append(said);
});

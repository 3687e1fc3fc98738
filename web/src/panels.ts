// The registry of workbench panels. To add a panel, write one folder with its component (which imports its
// own stylesheet) and add one entry here. The rail, the tabs of the lower panel, the keys and the palette are
// built from the entries, in their order.

import { ChatPanel } from "./chat/ChatPanel";
import { FilesPanel } from "./files/FilesPanel";
import { InsightsPanel } from "./insights/InsightsPanel";
import { ProblemsPanel } from "./problems/ProblemsPanel";
import { SearchPanel } from "./search/SearchPanel";
import type { Panel } from "./shell/panels";
import { startTrace, TracePanel } from "./trace/TracePanel";

export const PANELS: readonly Panel[] = [
  {
    id: "files",
    title: "Files",
    command: "Go to the files",
    icon: "M4 4h6l2 2h8v14H4z M4 10h16",
    key: "alt+1",
    place: "side",
    component: FilesPanel,
  },
  {
    id: "search",
    title: "Search",
    command: "Search in files",
    icon: "M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13z M15.5 15.5L20 20",
    key: "mod+shift+f",
    place: "side",
    component: SearchPanel,
  },
  {
    id: "chat",
    title: "Chat",
    command: "Go to the chat",
    icon: "M4 5h16v11H11l-4 4v-4H4z M8 9h8 M8 12h5",
    key: "alt+3",
    place: "right",
    component: ChatPanel,
  },
  {
    id: "trace",
    title: "Trace",
    command: "Go to the trace",
    icon: "M4 7h12l-3-3 M20 17H8l3 3 M4 12h16",
    key: "alt+4",
    place: "bottom",
    component: TracePanel,
    start: startTrace,
  },
  {
    id: "insights",
    title: "Insights",
    command: "Go to the insights",
    icon: "M4 20V4 M4 20h16 M8 16v-4 M12 16V8 M16 16v-6",
    key: "alt+5",
    place: "bottom",
    component: InsightsPanel,
  },
  {
    id: "problems",
    title: "Problems",
    command: "Go to the problems",
    icon: "M12 4l9 16H3z M12 10v4 M12 17h.01",
    key: "alt+6",
    place: "bottom",
    component: ProblemsPanel,
  },
];

// Creates the services of the workbench once, and provides them to components.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { Agent } from "./agent/agent";
import { CrashLogs } from "./agent/crash-log";
import { announceQuestions } from "./chat/focus";
import { Chat } from "./chat/chat";
import { tokenRejection, type Config } from "./config";
import { Insights } from "./insights/insights";
import { ModelSetup } from "./models/model-setup";
import { NextEdits } from "./nes/next-edits";
import { Tools } from "./tools/tools";
import { askUserConsent } from "./tools/consent";
import { SampleProject } from "./tour/sample-project";
import { Tour } from "./tour/tour";
import { Documents } from "./workspace/documents";
import { browserStorage, RecentFiles } from "./workspace/recent-files";
import { EntryChanges } from "./files/entry-changes";
import { Tree } from "./files/tree";

export interface Workbench {
  readonly config: Config;
  readonly agent: Agent;
  readonly crashLogs: CrashLogs;
  readonly tools: Tools;
  readonly documents: Documents;
  readonly tree: Tree;
  readonly entryChanges: EntryChanges;
  readonly nes: NextEdits;
  readonly chat: Chat;
  readonly modelSetup: ModelSetup;
  readonly insights: Insights;
  readonly tour: Tour;
  readonly sample: SampleProject;
  readonly recentFiles: RecentFiles;
}

export function assemble(config: Config): Workbench {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  // Not randomUUID, which exists on loopback and over https only.
  const tabId = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
  const agent = new Agent(`${scheme}//${location.host}/acp?tab=${tabId}`, tokenRejection);
  const crashLogs = new CrashLogs(agent, tabId);
  const tools = new Tools(askUserConsent);
  const documents = new Documents(config, tools, agent);
  const tree = new Tree(config, tools, documents);
  const entryChanges = new EntryChanges(documents, () => tree.refresh());
  const insights = new Insights();
  const nes = new NextEdits(config, agent, documents, insights, tools);
  const chat = new Chat(config, agent, documents);
  announceQuestions(chat);
  const modelSetup = new ModelSetup(agent);
  modelSetup.onChosen = (spec) => chat.settings.setOption("model", spec);
  chat.chooseModel = () => modelSetup.choose();
  const sample = new SampleProject();
  const tour = new Tour(config, tools, documents, nes, tree, insights, sample);
  const recentFiles = new RecentFiles(config.roots, browserStorage());
  recentFiles.follow(documents);
  return {
    config,
    agent,
    crashLogs,
    tools,
    documents,
    tree,
    entryChanges,
    nes,
    chat,
    modelSetup,
    insights,
    tour,
    sample,
    recentFiles,
  };
}

export const WorkbenchContext = createContext<Workbench | null>(null);

export function useWorkbench(): Workbench {
  const found = useContext(WorkbenchContext);
  if (!found) throw new Error("useWorkbench was called outside of WorkbenchContext.");
  return found;
}

/** A function that creates a value once per workbench, for state that a panel owns and that outlives it. */
export function perWorkbench<T>(create: (workbench: Workbench) => T): (workbench: Workbench) => T {
  const created = new WeakMap<Workbench, { readonly value: T }>();
  return (workbench) => {
    let entry = created.get(workbench);
    if (!entry) {
      entry = { value: create(workbench) };
      created.set(workbench, entry);
    }
    return entry.value;
  };
}

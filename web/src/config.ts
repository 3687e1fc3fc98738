// The workbench configuration from the server. The browser sends the access cookie by itself. Knows no protocol.

import { distinctRootNames } from "./workspace/paths";

export interface Root {
  /** Absolute path. */
  readonly path: string;
  readonly name: string;
  readonly uri: string;
}

export interface Config {
  readonly version: string;
  /** The roots of the session, the working directory first. */
  readonly roots: readonly Root[];
  /** What starts this program in the user's shell: its name if it is on the PATH, otherwise its full path. */
  readonly command: string;
  readonly agent: { readonly title: string; readonly own: boolean };
  /** Whether this is the guided tour on a sample project. */
  readonly demo: boolean;
}

/** The server is reachable, but does not accept this browser's cookie: it was started again. */
export class TokenRejected extends Error {
  constructor() {
    super("This page is no longer valid. Open the address that the workbench printed when it was started last.");
  }
}

export async function loadConfig(): Promise<Config> {
  const response = await fetch("/workbench.json", {
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status === 401 || response.status === 403) throw new TokenRejected();
  if (!response.ok)
    throw new Error(`The server answered ${response.status}. Start the workbench again.`);
  const config = (await response.json()) as Config;
  return { ...config, roots: distinctRootNames(config.roots) };
}

/** Why the server rejects this page; an empty string if it does not. */
export async function tokenRejection(): Promise<string> {
  try {
    await loadConfig();
    return "";
  } catch (error) {
    return error instanceof TokenRejected ? error.message : "";
  }
}

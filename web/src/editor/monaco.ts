// Loads Monaco once, after the first paint. The only module that imports it as a value.

export type Monaco = typeof import("monaco-editor");

let loading: Promise<Monaco> | null = null;

export function loadMonaco(): Promise<Monaco> {
  loading ??= import("./setup").then(({ monaco }) => monaco);
  return loading;
}

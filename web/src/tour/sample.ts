// The sample project of the tour: real files beside this one, as texts by their path.

const PREFIX = "./sample/";

const texts = import.meta.glob<string>("./sample/**/*", { query: "?raw", import: "default", eager: true });

export const sample: ReadonlyMap<string, string> = new Map(
  Object.entries(texts).map(([path, text]) => [path.slice(PREFIX.length), text]),
);

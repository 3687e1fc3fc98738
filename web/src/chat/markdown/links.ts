// Where a link, or a path in an agent's words, leads: to the web, to a file inside the roots, or nowhere.
// Pure.

export interface Place {
  readonly path: string;
  readonly line: number | null;
}

export type Target =
  { readonly kind: "web"; readonly url: string } | ({ readonly kind: "file" } & Place) | null;

/** Characters: no path and no address is longer, and searching in it takes the square of its length. */
const LONGEST = 8192;

/** What an href leads to. Everything but http(s) and files in the roots leads nowhere. */
export function targetOf(href: string, roots: readonly string[]): Target {
  if (href.length > LONGEST) return null;
  if (/^https?:\/\//i.test(href)) return { kind: "web", url: href };
  if (/^file:\/\//i.test(href)) return fileOf(href, roots);
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("#") || href.startsWith("//")) return null;
  const place = placeOf(decoded(href), roots);
  return place && { kind: "file", ...place };
}

export function fileOf(uri: string, roots: readonly string[]): Target {
  try {
    const url = new URL(uri);
    if (url.protocol !== "file:" || (url.host && url.host !== "localhost")) return null;
    const line = /^#L?(\d+)/.exec(url.hash)?.[1];
    const place = placeOf(decoded(url.pathname) + (line ? `:${line}` : ""), roots);
    return place && { kind: "file", ...place };
  } catch {
    return null;
  }
}

/** A path with or without a line (`src/a.py:12`, `a.py#L12`); relative ones stand in the first root. */
export function placeOf(text: string, roots: readonly string[]): Place | null {
  if (text.length > LONGEST) return null;
  const found = /^(.*?)(?:(?::|#L)(\d+)(?:[:-]L?\d+)*)?$/s.exec(text);
  const [, named = "", line] = found ?? [];
  const first = roots[0];
  if (!named || first === undefined || /[\0\n]/.test(named)) return null;
  const path = resolved(named.startsWith("/") ? named : `${first}/${named}`);
  const inside = roots.some(
    (root) => path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`),
  );
  return inside ? { path, line: line ? Number(line) : null } : null;
}

/** Names are written in every script; an ending is not. */
const PATH =
  /^(?:\.{0,2}\/)?[\p{L}\p{M}\p{N}_.@+-]+(?:\/[\p{L}\p{M}\p{N}_.@+-]+)*\.[a-z]\w{0,9}(:\d+(?:[:-]\d+)*)?$/iu;

/** Whether a piece of code in a text reads like a file: with a folder or a line, and an ending. */
export function looksLikePath(text: string): boolean {
  if (text.length > 300 || /\s/.test(text) || /^\w+:\/\//.test(text)) return false;
  const path = PATH.exec(text);
  return path !== null && (text.includes("/") || path[1] !== undefined);
}

/** Below the first root, or with the name of its root. */
export function shortPath(path: string, roots: readonly { path: string; name: string }[]): string {
  for (const [index, root] of roots.entries()) {
    if (path === root.path) return root.name;
    if (!path.startsWith(`${root.path}/`)) continue;
    const rest = path.slice(root.path.length + 1);
    return index === 0 ? rest : `${root.name}/${rest}`;
  }
  return path;
}

function resolved(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") kept.pop();
    else if (part && part !== ".") kept.push(part);
  }
  return `/${kept.join("/")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

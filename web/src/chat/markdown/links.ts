// Resolves links and paths in an agent's text: to the web, to a file inside the roots, or to nothing. Pure.

import { MAX_LINK_CHARS } from "../limits";

export interface FileLocation {
  readonly path: string;
  readonly line: number | null;
}

export type LinkTarget =
  { readonly kind: "web"; readonly url: string } | ({ readonly kind: "file" } & FileLocation) | null;

/** The target of an href. Null for everything but http(s) and files in the roots. */
export function resolveLink(href: string, roots: readonly string[]): LinkTarget {
  if (href.length > MAX_LINK_CHARS) return null;
  if (/^https?:\/\//i.test(href)) return { kind: "web", url: href };
  if (/^file:\/\//i.test(href)) return resolveFileUri(href, roots);
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("#") || href.startsWith("//")) return null;
  const place = resolveLocation(decodeSafely(href), roots);
  return place && { kind: "file", ...place };
}

export function resolveFileUri(uri: string, roots: readonly string[]): LinkTarget {
  try {
    const url = new URL(uri);
    if (url.protocol !== "file:" || (url.host && url.host !== "localhost")) return null;
    const line = /^#L?(\d+)/.exec(url.hash)?.[1];
    const place = resolveLocation(decodeSafely(url.pathname) + (line ? `:${line}` : ""), roots);
    return place && { kind: "file", ...place };
  } catch {
    return null;
  }
}

/**
 * A path with or without a line (`src/a.py:12`, `a.py#L12`); relative paths are resolved against the first
 * root.
 */
export function resolveLocation(text: string, roots: readonly string[]): FileLocation | null {
  if (text.length > MAX_LINK_CHARS) return null;
  const found = /^(.*?)(?:(?::|#L)(\d+)(?:[:-]L?\d+)*)?$/s.exec(text);
  const [, named = "", line] = found ?? [];
  const first = roots[0];
  if (!named || first === undefined || /[\0\n]/.test(named)) return null;
  const path = normalizePath(named.startsWith("/") ? named : `${first}/${named}`);
  const inside = roots.some(
    (root) => path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`),
  );
  return inside ? { path, line: line ? Number(line) : null } : null;
}

/** Names may be in any script; the extension is ASCII. */
const PATH =
  /^(?:\.{0,2}\/)?[\p{L}\p{M}\p{N}_.@+-]+(?:\/[\p{L}\p{M}\p{N}_.@+-]+)*\.[a-z]\w{0,9}(:\d+(?:[:-]\d+)*)?$/iu;

/** Whether inline code looks like a file: with an extension, and with a folder or a line number. */
export function looksLikePath(text: string): boolean {
  if (text.length > 300 || /\s/.test(text) || /^\w+:\/\//.test(text)) return false;
  const path = PATH.exec(text);
  return path !== null && (text.includes("/") || path[1] !== undefined);
}

/** Relative to the first root, or prefixed with the name of another root. */
export function shortPath(path: string, roots: readonly { path: string; name: string }[]): string {
  for (const [index, root] of roots.entries()) {
    if (path === root.path) return root.name;
    if (!path.startsWith(`${root.path}/`)) continue;
    const rest = path.slice(root.path.length + 1);
    return index === 0 ? rest : `${root.name}/${rest}`;
  }
  return path;
}

function normalizePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

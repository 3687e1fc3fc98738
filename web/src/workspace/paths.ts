// Paths and file URIs: which root contains a path, its name relative to the root, and the agent's spelling of
// URIs. Pure.

import type { Root } from "../config";

const encoder = new TextEncoder();
/** Characters that are not escaped in a URI, as in Python's `Path.as_uri()`. */
const UNRESERVED = /[A-Za-z0-9_.~/-]/;

/** The file URI of an absolute path, escaped exactly as by Python's `Path.as_uri()`. */
export function uriOf(path: string): string {
  let uri = "file://";
  for (const char of path) {
    if (UNRESERVED.test(char)) uri += char;
    else for (const byte of encoder.encode(char)) uri += `%${hex(byte)}`;
  }
  return uri;
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}

/** The absolute path of a file URI in any escaping; any other text is returned as a path. */
export function pathOf(pathOrUri: string): string {
  if (!pathOrUri.startsWith("file://")) return pathOrUri;
  const path = pathOrUri.slice("file://".length).replace(/^localhost(?=\/)/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A tool's path (relative to the first root, or absolute) as an absolute path without `.` and `..`. */
export function toAbsolute(path: string, roots: readonly Root[]): string {
  const first = roots[0]?.path ?? "/";
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${first}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

export function join(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 1));
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** The innermost root that contains an absolute path. */
export function rootOf(path: string, roots: readonly Root[]): Root | null {
  let found: Root | null = null;
  for (const root of roots) {
    if (isInside(path, root.path) && (!found || root.path.length > found.path.length)) found = root;
  }
  return found;
}

/** The path relative to its root; the whole path if it is outside of all roots. */
export function relativeName(path: string, root: Root | null): string {
  if (!root || !isInside(path, root.path)) return path;
  return path.slice(root.path.length).replace(/^\//, "") || root.name;
}

/** Prefix roots of the same name with their parent folders until the names differ. */
export function distinctRootNames(roots: readonly Root[]): readonly Root[] {
  return roots.map((root) => {
    const twins = roots.filter((other) => other.path !== root.path && other.name === root.name);
    const parts = root.path.split("/").filter(Boolean);
    let name = root.name;
    for (let count = 2; count <= parts.length && twins.some((twin) => endsWith(twin, name)); count += 1) {
      name = parts.slice(-count).join("/");
    }
    return { ...root, name };
  });
}

function endsWith(root: Root, name: string): boolean {
  return root.path.endsWith(`/${name}`);
}

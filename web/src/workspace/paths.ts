// Paths and file URIs: which root holds a path, how it is named there, and how the agent spells it. Pure.

import type { Root } from "../config";

const encoder = new TextEncoder();
/** What stands in a URI as it is, as in Python's `Path.as_uri()`. */
const UNRESERVED = /[A-Za-z0-9_.~/-]/;

/** file:///… of an absolute path, letter by letter as Python's `Path.as_uri()` writes it. */
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

/** The absolute path of a file URI, however it is escaped; what is no such URI is taken for a path. */
export function pathOf(pathOrUri: string): string {
  if (!pathOrUri.startsWith("file://")) return pathOrUri;
  const path = pathOrUri.slice("file://".length).replace(/^localhost(?=\/)/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A path of a tool (relative to the first root, or absolute) as an absolute one, without `.` and `..`. */
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

/** The innermost root that holds an absolute path. */
export function rootOf(path: string, roots: readonly Root[]): Root | null {
  let found: Root | null = null;
  for (const root of roots) {
    if (isInside(path, root.path) && (!found || root.path.length > found.path.length)) found = root;
  }
  return found;
}

/** The path as it is named below its root; the whole path outside of all. */
export function relativeName(path: string, root: Root | null): string {
  if (!root || !isInside(path, root.path)) return path;
  return path.slice(root.path.length).replace(/^\//, "") || root.name;
}

/** Roots of the same name are told apart by the folders that they stand in. */
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

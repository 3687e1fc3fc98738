// Images that are sent with a prompt: from a paste, a drop, or a file of the workspace. Checks type and size, and
// reads them. Knows no components.

import type { ImageContent } from "../../protocol/acp";
import { MAX_IMAGE_BYTES } from "../limits";

export interface AttachedImage {
  readonly name: string;
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
  /** The file of the workspace that it is from. */
  readonly uri?: string;
}

const IMAGE_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

export function isImageType(type: string): boolean {
  return IMAGE_TYPES.has(type);
}

/** Whether a path has the suffix of an image that models take. */
export function isImagePath(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp)$/i.test(path);
}

/** Images among the files of a paste or a drop. */
export function imagesAmong(files: Iterable<File>): File[] {
  return [...files].filter((file) => isImageType(file.type));
}

/** Rejects with a sentence for the user if it is too large or of another type. */
export async function readImage(file: Blob & { readonly name?: string }, uri?: string): Promise<AttachedImage> {
  const name = file.name || "image";
  if (!isImageType(file.type)) throw new Error(`${name} is no PNG, JPEG, GIF or WebP image.`);
  if (file.size > MAX_IMAGE_BYTES)
    throw new Error(`${name} has more than ${MAX_IMAGE_BYTES >> 20} MiB and cannot be sent.`);
  const data = toBase64(new Uint8Array(await file.arrayBuffer()));
  return { name, mimeType: file.type, data, ...(uri ? { uri } : {}) };
}

export function imageBlock({ mimeType, data, uri }: AttachedImage): { type: "image" } & ImageContent {
  return { type: "image", mimeType, data, ...(uri ? { uri } : {}) };
}

const CHUNK_BYTES = 1 << 15;

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(binary);
}

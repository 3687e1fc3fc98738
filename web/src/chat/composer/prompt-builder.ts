// Makes the prompt from the draft: pastes in place of their marks, a link for each mentioned file or folder, an image
// for a mentioned image. Whether a typed path exists is looked up; everything else is known already.

import { uriOf } from "../../workspace/paths";
import type { Prompt, PromptLink } from "../session/turns";
import { isImagePath, type AttachedImage } from "./images";
import type { NamedFile } from "./draft";
import { findMentions, lineFragment, type Mention, type MentionedName } from "./mentions";
import { unfoldPastes, type Paste } from "./pastes";

export interface ComposedDraft {
  readonly text: string;
  /** Files and folders that were completed. */
  readonly files: readonly NamedFile[];
  readonly pastes: readonly Paste[];
  readonly images: readonly AttachedImage[];
}

export interface WorkspaceLookup {
  /** The absolute path of a file or folder below the roots as it is written after an @; null if there is none. */
  find(name: string): Promise<string | null>;
  /** An image of the workspace; null if it cannot be sent as one. */
  image(path: string): Promise<AttachedImage | null>;
}

/** The command after a `!` at the start; null if the text is no command of the user's own. */
export function ownCommand(text: string): string | null {
  const found = /^\s*!\s*(\S[\s\S]*)$/.exec(text);
  return found ? found[1]!.trim() : null;
}

/** Not a promise if nothing has to be looked up, so that the prompt is shown at once. */
export function buildPrompt(
  draft: ComposedDraft,
  lookup: WorkspaceLookup,
  takesImages: boolean,
): Prompt | Promise<Prompt> {
  const text = unfoldPastes(draft.text, draft.pastes).trim();
  const mentions = findMentions(draft.text);
  const known = mentions.map((mention) => knownFile(mention, draft.files));
  const complete = (files: readonly (MentionedFile | null)[], images: readonly AttachedImage[]): Prompt => ({
    text,
    links: linksOf(files, images),
    images: [...draft.images, ...images],
  });
  const isImage = (file: MentionedFile | null) => file !== null && takesImages && file.lines === null && isImagePath(file.path);
  if (known.every((file) => file !== null && !isImage(file))) return complete(known, []);
  return (async () => {
    const files = await Promise.all(
      mentions.map((mention, index) => known[index] ?? lookUp(mention, lookup)),
    );
    const paths = [...new Set(files.filter(isImage).map((file) => file!.path))];
    const images = await Promise.all(paths.map((path) => lookup.image(path)));
    return complete(files, images.filter((image) => image !== null));
  })();
}

interface MentionedFile extends MentionedName {
  readonly path: string;
  readonly uri: string;
}

function knownFile(mention: Mention, files: readonly NamedFile[]): MentionedFile | null {
  for (const one of mention.names) {
    const file = files.findLast((other) => other.name === one.name);
    if (file) return { ...one, uri: file.uri, path: decodeURIComponent(file.uri.replace("file://", "")) };
  }
  return null;
}

async function lookUp(mention: Mention, lookup: WorkspaceLookup): Promise<MentionedFile | null> {
  for (const one of mention.names) {
    const path = await lookup.find(one.name).catch(() => null);
    if (path !== null) return { ...one, path, uri: uriOf(path) };
  }
  return null;
}

/** Each file and range once; images are sent as such. */
function linksOf(files: readonly (MentionedFile | null)[], images: readonly AttachedImage[]): PromptLink[] {
  const sent = new Set(images.map((image) => image.uri));
  const links = new Map<string, PromptLink>();
  for (const file of files) {
    if (!file || sent.has(file.uri)) continue;
    const uri = file.uri + lineFragment(file.lines);
    const range = file.lines ? `:${file.lines.start}-${file.lines.end}` : "";
    links.set(uri, { name: `${file.name}${range}`, uri });
  }
  return [...links.values()];
}

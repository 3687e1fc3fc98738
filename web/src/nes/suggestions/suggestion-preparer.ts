// Makes an answer of the agent ready to be shown, and puts in place what is more than one edit of the shown
// text.

import type * as monaco from "monaco-editor";
import type { Config } from "../../config";
import { loadMonaco } from "../../editor/monaco";
import type { Tools } from "../../tools/tools";
import type { Documents, OpenDocument, TextEdit } from "../../workspace/documents";
import { isSpread, Offer, type Suggestion } from "./prepared-suggestion";
import { atPlace, pathOf } from "../positions";
import { BadSuggestion, Planner, type Place, type Plan } from "./bulk-edit";

/** Under this scheme stands the text of a file that is not open, to be looked at only. */
const SCHEME = "understudy-next-edit";

export class Preparing {
  readonly #planner: Planner;
  /** Texts of files that are not open. */
  readonly #peeks = new Set<monaco.editor.ITextModel>();

  constructor(
    config: Config,
    private readonly documents: Documents,
    tools: Tools | null,
  ) {
    this.#planner = new Planner(config, documents, tools);
  }

  /** Rejects with BadSuggestion where it does not fit the texts. */
  async prepare(suggestion: Suggestion): Promise<Offer> {
    const path = pathOf(suggestion.uri);
    if (path === null) throw new BadSuggestion(`${suggestion.uri} is no file of this workspace.`);
    if (suggestion.kind === "rename" || suggestion.kind === "searchAndReplace") {
      return Offer.list(suggestion, await this.#planner.plan(suggestion));
    }
    if (suggestion.kind === "edit" && isSpread(suggestion)) {
      return Offer.list(suggestion, await this.#planner.plan(suggestion));
    }
    const open = this.documents.find(path);
    return Offer.at(suggestion, open ? open.model : await this.#peeked(path));
  }

  /** Open the document of an offer at that place. What it says must still fit. */
  async open(offer: Offer, place: monaco.IPosition): Promise<OpenDocument> {
    const path = pathOf(offer.suggestion.uri);
    if (path === null) throw new BadSuggestion(`${offer.suggestion.uri} is no file of this workspace.`);
    const seen = offer.model && this.#peeks.has(offer.model) ? offer.model.getValue() : undefined;
    const document = await this.documents.open(path, { selection: atPlace(place), focus: true });
    if (seen !== undefined && document.model.getValue() !== seen) {
      throw new BadSuggestion("The file has changed since this was suggested.");
    }
    return document;
  }

  /** Change the places, each text in one step of undo. Nothing is changed if a text is another by now. */
  async apply(plan: Plan, places: readonly Place[]): Promise<void> {
    const byPath = new Map<string, TextEdit[]>();
    for (const { path, range, text } of places) {
      byPath.set(path, [...(byPath.get(path) ?? []), { range, text }]);
    }
    for (const path of byPath.keys()) {
      if ((await this.documents.text(path)) !== plan.texts.get(path)) {
        throw new BadSuggestion("The text has changed since this was suggested.");
      }
    }
    for (const [path, edits] of byPath) await this.documents.edit(path, edits);
  }

  /** Let go of the texts that were looked at, but for this one. */
  keep(model: monaco.editor.ITextModel | null): void {
    for (const one of this.#peeks) {
      if (one === model) continue;
      this.#peeks.delete(one);
      one.dispose();
    }
  }

  async #peeked(path: string): Promise<monaco.editor.ITextModel> {
    const { editor, Uri } = await loadMonaco();
    let text: string;
    try {
      text = await this.documents.text(path);
    } catch (error) {
      throw new BadSuggestion(error instanceof Error ? error.message : String(error));
    }
    const uri = Uri.from({ scheme: SCHEME, path });
    const there = editor.getModel(uri);
    if (there) {
      if (there.getValue() !== text) there.setValue(text);
      return there;
    }
    // The language is found by the name's ending.
    const peek = editor.createModel(text, undefined, uri);
    this.#peeks.add(peek);
    return peek;
  }
}

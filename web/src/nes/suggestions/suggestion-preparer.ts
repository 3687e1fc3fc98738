// Resolves a suggestion of the agent against the documents, and applies bulk edits.

import type * as monaco from "monaco-editor";
import type { Config } from "../../config";
import { loadMonaco } from "../../editor/monaco";
import type { Tools } from "../../tools/tools";
import type { Documents, OpenDocument, TextEdit } from "../../workspace/documents";
import { isSpread, PreparedSuggestion, type Suggestion } from "./prepared-suggestion";
import { emptyRangeAt, pathOf } from "../positions";
import { InvalidSuggestion, BulkEditPlanner, type EditLocation, type BulkEdit } from "./bulk-edit";

/** URI scheme of preview models, for files that are not open. */
const PREVIEW_SCHEME = "understudy-next-edit";

export class SuggestionPreparer {
  readonly #planner: BulkEditPlanner;
  /** Models of files that are not open. */
  readonly #previewModels = new Set<monaco.editor.ITextModel>();

  constructor(
    config: Config,
    private readonly documents: Documents,
    tools: Tools | null,
  ) {
    this.#planner = new BulkEditPlanner(config, documents, tools);
  }

  /** Rejects with InvalidSuggestion if it does not fit the documents. */
  async prepare(suggestion: Suggestion): Promise<PreparedSuggestion> {
    const path = pathOf(suggestion.uri);
    if (path === null) throw new InvalidSuggestion(`${suggestion.uri} is not a file of this workspace.`);
    if (suggestion.kind === "rename" || suggestion.kind === "searchAndReplace") {
      return PreparedSuggestion.ofBulkEdit(suggestion, await this.#planner.plan(suggestion));
    }
    if (suggestion.kind === "edit" && isSpread(suggestion)) {
      return PreparedSuggestion.ofBulkEdit(suggestion, await this.#planner.plan(suggestion));
    }
    const open = this.documents.find(path);
    return PreparedSuggestion.inModel(suggestion, open ? open.model : await this.#previewModel(path));
  }

  /** Open the suggestion's document at that position. Rejects if the suggestion no longer fits. */
  async open(prepared: PreparedSuggestion, position: monaco.IPosition): Promise<OpenDocument> {
    const path = pathOf(prepared.suggestion.uri);
    if (path === null)
      throw new InvalidSuggestion(`${prepared.suggestion.uri} is not a file of this workspace.`);
    const previewText = prepared.model && this.#previewModels.has(prepared.model)
      ? prepared.model.getValue()
      : undefined;
    const document = await this.documents.open(path, { selection: emptyRangeAt(position), focus: true });
    if (previewText !== undefined && document.model.getValue() !== previewText) {
      throw new InvalidSuggestion("The file has changed since this was suggested.");
    }
    return document;
  }

  /** Edit the locations, each document as one undo step. Changes nothing if one of the texts has changed. */
  async apply(bulkEdit: BulkEdit, locations: readonly EditLocation[]): Promise<void> {
    const byPath = new Map<string, TextEdit[]>();
    for (const { path, range, text } of locations) {
      byPath.set(path, [...(byPath.get(path) ?? []), { range, text }]);
    }
    for (const path of byPath.keys()) {
      if ((await this.documents.text(path)) !== bulkEdit.texts.get(path)) {
        throw new InvalidSuggestion("The text has changed since this was suggested.");
      }
    }
    for (const [path, edits] of byPath) await this.documents.edit(path, edits);
  }

  /** Dispose of all preview models but this one. */
  disposePreviewsExcept(model: monaco.editor.ITextModel | null): void {
    for (const one of this.#previewModels) {
      if (one === model) continue;
      this.#previewModels.delete(one);
      one.dispose();
    }
  }

  async #previewModel(path: string): Promise<monaco.editor.ITextModel> {
    const { editor, Uri } = await loadMonaco();
    let text: string;
    try {
      text = await this.documents.text(path);
    } catch (error) {
      throw new InvalidSuggestion(error instanceof Error ? error.message : String(error));
    }
    const uri = Uri.from({ scheme: PREVIEW_SCHEME, path });
    const existing = editor.getModel(uri);
    if (existing) {
      if (existing.getValue() !== text) existing.setValue(text);
      return existing;
    }
    // Monaco detects the language from the path.
    const preview = editor.createModel(text, undefined, uri);
    this.#previewModels.add(preview);
    return preview;
  }
}

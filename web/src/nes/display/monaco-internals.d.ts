// Parts of Monaco that it ships but does not describe. Only what inline.ts and hints.ts use.

declare module "monaco-editor/editor/standalone/browser/standaloneServices.js" {
  export const StandaloneServices: { get(service: unknown): unknown };
}

declare module "monaco-editor/platform/storage/common/storage.js" {
  export const IStorageService: unknown;
}

declare module "*/longDistnaceWidgetPlacement.js" {
  interface Stretch {
    readonly start: number;
    readonly endExclusive: number;
  }
  /** In pixels of the whole text, which scrolls. */
  interface Outline {
    readonly horizontalWidgetRange: Stretch;
    readonly verticalWidgetRange: Stretch;
  }
  export class WidgetPlacementContext {
    readonly _lineRangeInfo: { readonly lineRange: { readonly startLineNumber: number } };
    getWidgetVerticalOutline(line: number, height: number, sizes: unknown): Stretch;
    tryFindWidgetOutline(line: number, height: number, right: number, sizes: unknown): Outline | undefined;
  }
}

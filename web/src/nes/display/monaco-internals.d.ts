// Declarations of Monaco's internals, as far as inline-completions.ts and hint-placement.ts use them.

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
  /** In pixels of the scrolled content. */
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

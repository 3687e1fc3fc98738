// Parts of Monaco that it ships but does not describe. Only what inline.ts uses.

declare module "monaco-editor/editor/standalone/browser/standaloneServices.js" {
  export const StandaloneServices: { get(service: unknown): unknown };
}

declare module "monaco-editor/platform/storage/common/storage.js" {
  export const IStorageService: unknown;
}

/// <reference types="vitest/config" />
import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
  build: {
    outDir: "../src/understudy/web/static",
    emptyOutDir: true,
    target: "es2022",
    // Monaco and its workers are large by themselves; they are loaded after the first paint.
    chunkSizeWarningLimit: 8000,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // How long which part of a build took is nothing to be warned of.
    rolldownOptions: { checks: { pluginTimings: false, bundlerTimings: false } },
  },
  worker: { format: "es" },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});

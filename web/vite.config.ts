/// <reference types="vitest/config" />
import { defineConfig } from "vite";

export default defineConfig({
  base: "/",
  build: {
    outDir: "../src/understudy/web/static",
    emptyOutDir: true,
    target: "es2022",
    // Monaco and its workers are large; they are loaded after the first paint.
    chunkSizeWarningLimit: 8000,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // Build timings are not worth a warning.
    rolldownOptions: { checks: { pluginTimings: false, bundlerTimings: false } },
  },
  worker: { format: "es" },
  test: { pool: "threads", include: ["tests/**/*.test.ts"], environment: "node", testTimeout: 240_000, hookTimeout: 240_000 },
});

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { nameChunks } from "./chunks.ts";
import { compress } from "./compress.ts";
import { fonts } from "./fonts.ts";
import { typography } from "./typography.ts";

// The server that `npm run dev` passes calls on to; the built client is served by the server itself.
const server = process.env.LUDOTHEQUE ?? "http://127.0.0.1:8000";

/** Shows under `npm run dev` the page of `/embed/TABLE` as the server does. */
const embedded: Plugin = {
  name: "embedded",
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (request.url?.startsWith("/embed/")) request.url = "/embed.html";
      next();
    });
  },
};

export default defineConfig({
  plugins: [svelte(), typography(), fonts(), compress(), embedded],
  build: {
    outDir: "../src/ludotheque/server/static",
    emptyOutDir: true,
    // The content security policy forbids data: fonts and scripts in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // The second page is the one that other sites may frame.
    rolldownOptions: {
      input: ["index.html", "embed.html"],
      output: { codeSplitting: { groups: nameChunks().map((name, index) => ({ name, priority: 9 - index })) } },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: false } } },
  test: { include: ["src/**/*.test.ts"] },
});

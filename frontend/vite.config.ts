import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { fileOf } from "./chunks.ts";
import { twoParts } from "./words.ts";

const LANGUAGE = /\/i18n\/(..)\.ts(\?rest)?$/;
const TILES = /\/tiles-(\w+)\.svg$/;

/** The name of each language in that language. */
const names = readdirSync(new URL("src/i18n", import.meta.url))
  .filter((file) => /^..\.ts$/.test(file))
  .map((file) => file.slice(0, 2))
  .map((lang) => [lang, ownName(lang)]);

function ownName(lang: string): string {
  const name = new Intl.DisplayNames([lang], { type: "language" }).of(lang) ?? lang;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
}

/** Writes the file names of languages and tiles into index.html, for `public/start.js`. */
const files: Plugin = {
  name: "files",
  transformIndexHtml: {
    order: "post",
    handler(_, { bundle = {} }) {
      const found = Object.values(bundle).map((file) => {
        const source = file.type === "chunk" ? file.facadeModuleId : file.originalFileNames[0];
        const name = LANGUAGE.exec(source ?? "") ?? TILES.exec(source ?? "");
        return [`${name?.[1] ?? ""}${name?.[2] ?? ""}`, `/${file.fileName}`] as const;
      });
      const content = JSON.stringify(Object.fromEntries(found.filter(([name]) => name !== "")));
      return [{ tag: "meta", attrs: { name: "files", content }, injectTo: "head-prepend" }];
    },
  },
};

export default defineConfig({
  plugins: [svelte(), twoParts, files],
  define: { LANGUAGE_NAMES: JSON.stringify(Object.fromEntries(names)) },
  build: {
    outDir: "../src/teahouse/web/static",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: fileOf, debugName: "chunks.ts" }] } } },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8080", "/ws": { target: "ws://127.0.0.1:8080", ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node", isolate: false, testTimeout: 60_000 },
});

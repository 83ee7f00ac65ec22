import js from "@eslint/js";
import { readdirSync } from "node:fs";
import { defineConfig, globalIgnores } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** The folders of the app: each may import only from those before it. */
const ROOMS = ["generated", "i18n", "lib", "tiles", "boards", "games", "parts", "pages"];
/** The language is a setting, and `lib/settings` itself only imports the list of languages. */
const ALLOWED = { i18n: ["!**/lib/settings.svelte"] };
/** The folders in two large rooms, in the same order; files beside them come before all of them. */
const FOLDERS = {
  lib: ["browser", "page", "people", "table", "social", "scoring", "study"],
  parts: [
    ...["page", "rules", "social", "frame", "home", "profile", "end", "table", "settings"],
    ...["replay", "review", "deals", "analysis", "training", "lessons", "scorer", "scorebook", "account"],
  ],
};
const foldersOf = (room) =>
  readdirSync(new URL(`src/${room}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const GAMES = foldersOf("games");

const forbidden = (files, group, message) => ({
  files: [files],
  rules: { "no-restricted-imports": ["error", { patterns: [{ group, message }] }] },
});
const later = (room) => ROOMS.slice(ROOMS.indexOf(room) + 1).map((one) => `**/${one}/**`);
const listed = (room) => FOLDERS[room].toSorted().join();
const found = (room) => foldersOf(room).toSorted().join();
for (const room of Object.keys(FOLDERS)) {
  if (found(room) !== listed(room))
    throw new Error(`expected the folders ${listed(room)} in ${room}, got ${found(room)}`);
}
const rows = Object.entries(FOLDERS).flatMap(([room, folders]) => folders.map((folder) => ({ room, folders, folder })));

export default defineConfig(
  globalIgnores(["src/generated/"]),
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // `== null` tests for null and undefined at once.
      eqeqeq: ["error", "always", { null: "ignore" }],
      // Prettier breaks most lines; this finds the others.
      "max-len": ["error", { code: 120, ignoreUrls: true }],
      // `() => close()` and `return close();` are shorter than a block, even without a return value.
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // A number in a template string is printed as it looks.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    // Types that the compiler cannot check are checked at run time, or asserted with a reason.
    files: ["src/**"],
    rules: { "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }] },
  },
  ROOMS.slice(1, -1).map((room) =>
    forbidden(
      `src/${room}/**`,
      [...later(room), ...(ALLOWED[room] ?? [])],
      `${room} imports from the folders before it`,
    ),
  ),
  Object.entries(FOLDERS).map(([room, folders]) =>
    forbidden(
      `src/${room}/*`,
      [...later(room), ...folders.map((one) => `./${one}/*`)],
      `files beside the folders of ${room} come before them`,
    ),
  ),
  rows.map(({ room, folders, folder }) =>
    forbidden(
      `src/${room}/${folder}/**`,
      [...later(room), ...folders.slice(folders.indexOf(folder) + 1).map((one) => `../${one}/*`)],
      `${room}/${folder} imports from the folders before it`,
    ),
  ),
  GAMES.map((game) =>
    forbidden(
      `src/games/${game}/**`,
      [...later("games"), ...GAMES.filter((one) => one !== game).map((one) => `**/${one}/**`)],
      "what two games share is in boards",
    ),
  ),
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // State is replaced as a whole (`$state.raw`); a mutable Map is a cache or local to a function.
      "svelte/prefer-svelte-reactivity": "off",
      // There are no stores, and searching for them is the slowest rule of all.
      "svelte/require-store-reactive-access": "off",
      // `void shown;` names a dependency of an effect.
      "@typescript-eslint/no-meaningless-void-operator": "off",
    },
  },
  {
    // A component imported from another file is `any` to the linter; svelte-check knows its type and checks it.
    files: ["**/*.svelte"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  },
  {
    // The golden files have the type that the test asserts; a wrong assertion makes the test fail.
    files: ["tests/**"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
    },
  },
  {
    // A translation is one literal: the compiler finds `{n}` in its type, but a concatenation has no literal type.
    files: ["src/i18n/{en,de,nl,fr}.ts"],
    rules: { "max-len": "off" },
  },
);

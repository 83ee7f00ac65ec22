import js from "@eslint/js";
import { readdirSync } from "node:fs";
import { defineConfig, globalIgnores } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** The folders of the app: each imports from those before it alone. */
const ROOMS = ["generated", "i18n", "lib", "tiles", "boards", "games", "parts", "pages"];
/** The language is a setting, and `lib/settings` itself imports no more than the list of languages. */
const ALLOWED = { i18n: ["!**/lib/settings.svelte"] };
const GAMES = readdirSync(new URL("src/games", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const forbidden = (files, group, message) => ({
  files: [files],
  rules: { "no-restricted-imports": ["error", { patterns: [{ group, message }] }] },
});
const later = (room) => ROOMS.slice(ROOMS.indexOf(room) + 1).map((one) => `**/${one}/**`);

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
      // `== null` asks for null and undefined at once.
      eqeqeq: ["error", "always", { null: "ignore" }],
      // Prettier breaks most lines; this finds the others.
      "max-len": ["error", { code: 120, ignoreUrls: true }],
      // `() => close()` and `return close();` where nothing is returned are shorter than a block.
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // A number in a text is what it looks like.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    // What the compiler cannot know is asked at run time, or written down with its reason.
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
      // State is replaced as a whole (`$state.raw`); a Map that is written to is a cache or lives in one function.
      "svelte/prefer-svelte-reactivity": "off",
      // There are no stores, and the search for them is the slowest rule of all.
      "svelte/require-store-reactive-access": "off",
      // `void shown;` names what an effect depends on.
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
    // The golden files are of the type that the test names, and a test that is wrong about them fails.
    files: ["tests/**"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
    },
  },
  {
    // A translation is one literal: the compiler finds `{n}` in its type, and a sum of strings has no such type.
    files: ["src/i18n/{en,de,nl,fr}.ts"],
    rules: { "max-len": "off" },
  },
);

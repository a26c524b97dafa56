import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["dist/"]),
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: { globals: Object.fromEntries(["console", "setTimeout"].map((name) => [name, "readonly"])) },
  },
  {
    // Functions in them are run by a browser.
    files: ["test/picture/*.mjs"],
    languageOptions: {
      globals: Object.fromEntries(
        ["document", "getComputedStyle", "MessageEvent", "performance", "requestAnimationFrame", "window"].map(
          (name) => [name, "readonly"],
        ),
      ),
    },
  },
);

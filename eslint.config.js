import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/*", "!static/", "!static/**"] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      "arrow-body-style": "error",
      "eqeqeq": "error",
      "no-implicit-coercion": "error",
      "no-restricted-syntax": ["error", {
        selector: "ImportDeclaration[specifiers.length=0]",
        message: "Call what the module does: a start() of its own.",
      }],
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];

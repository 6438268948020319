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
      "no-restricted-globals": ["error",
        { name: "localStorage", message: "A browser may refuse it: see static/kept.js." },
        { name: "sessionStorage", message: "A browser may refuse it: see static/kept.js." },
      ],
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["static/kept.js"], rules: { "no-restricted-globals": "off" } },
];

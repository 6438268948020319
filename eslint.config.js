import js from "@eslint/js";
import compat from "eslint-plugin-compat";
import globals from "globals";
import { unknownMembers } from "./browsers.js";

export default [
  { ignores: ["**/*", "!static/", "!static/**"] },
  js.configs.recommended,
  compat.configs["flat/recommended"],
  {
    languageOptions: { globals: globals.browser },
    settings: { lintAllEsApis: true },
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
      "no-restricted-properties": ["error",
        ...unknownMembers().map((property) => ({ property, message: "One of the oldest browsers lacks it: see docs/reference/browsers.md." })),
        { property: "getScreenCTM", message: "WebKit leaves out what an HTML element around does: see static/table/measure.js." },
      ],
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["static/bundles/*.js"], rules: { "no-restricted-syntax": "off" } },
  { files: ["static/kept.js"], rules: { "no-restricted-globals": "off" } },
  { files: ["static/popovers.js", "static/table/measure.js"], rules: { "no-restricted-properties": "off" } },
];

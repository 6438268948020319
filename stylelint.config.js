import { KNOWN_CSS } from "./browsers.js";

/** What is used although one of the oldest browsers lacks it, or needs a prefix: see docs/reference/browsers.md. */
const MISSED = ["break-after", "forced-color-adjust", "hyphens", "print-color-adjust", "resize", "scrollbar-color", "scrollbar-width", "text-wrap", "user-select"];
const ANY = ["/./"];

/** All properties are compared by their own age; a shorthand's values have none. */
const ignored = {
  ...KNOWN_CSS,
  ignoreProperties: { ...KNOWN_CSS.ignoreProperties, ...Object.fromEntries([...MISSED, "outline"].map((name) => [name, ANY])) },
  ignoreSelectors: [...KNOWN_CSS.ignoreSelectors, "highlight", "popover-open"],
};

/** What asks about all of a table, or of what is nowhere in particular: each change would style most of the page anew. */
const ASKS_OF_MUCH = String.raw`/(^|[\s,])(html|body|main|\.table|\.view|\.board|\.players)?:has\(/`;

/** A small set: what is wrong or twice, not what is a matter of taste. */
export default {
  ignoreFiles: ["node_modules/**", "tests/**"],
  plugins: ["stylelint-plugin-use-baseline"],
  rules: {
    "plugin/use-baseline": [true, { available: 2022, ...ignored }],
    "block-no-empty": true,
    "color-no-invalid-hex": true,
    "custom-property-no-missing-var-function": true,
    "declaration-block-no-duplicate-custom-properties": true,
    "declaration-block-no-duplicate-properties": [true, { ignore: ["consecutive-duplicates-with-different-values"] }],
    "declaration-block-no-shorthand-property-overrides": true,
    "font-family-no-duplicate-names": true,
    "function-calc-no-unspaced-operator": true,
    "keyframe-block-no-duplicate-selectors": true,
    "media-feature-name-no-unknown": true,
    "no-duplicate-at-import-rules": true,
    "no-invalid-double-slash-comments": true,
    "property-no-unknown": true,
    "selector-disallowed-list": [ASKS_OF_MUCH],
    "selector-pseudo-class-no-unknown": true,
    "selector-pseudo-element-no-unknown": true,
    "selector-type-no-unknown": [true, { ignore: ["custom-elements"] }],
    "string-no-newline": true,
    "unit-no-unknown": true,
  },
};

/* What the oldest browsers know that package.json names (`browserslist`), by MDN's data: for eslint and stylelint. */

import bcd from "@mdn/browser-compat-data/forLegacyNode";
import browserslist from "browserslist";

const IN_BCD = { ios_saf: "safari_ios" };
const OLDEST = browserslist(undefined, { path: import.meta.dirname }).map((name) => {
  const [browser, version] = name.split(" ");
  return { browser: IN_BCD[browser] ?? browser, version: Number(version) };
});

/** Whether all of them know a feature by its own name. */
function isKnown(feature) {
  const support = feature?.__compat?.support;
  return support !== undefined && OLDEST.every(({ browser, version }) => [support[browser] ?? []].flat().some(
    ({ version_added: added, version_removed: removed, prefix, flags }) =>
      typeof added === "string" && !prefix && !flags && parseFloat(added.replace("≤", "")) <= version && !(parseFloat(removed) <= version),
  ));
}

const known = (features) => Object.keys(features).filter((name) => isKnown(features[name]));
const { properties, selectors, types, "at-rules": atRules } = bcd.css;

/** Names that `plugin/use-baseline` need not ask about, which goes by years: lists of its options. */
export const KNOWN_CSS = {
  ignoreProperties: Object.fromEntries(known(properties).map((name) => [name, known(properties[name])])),
  ignoreSelectors: known(selectors),
  ignoreAtRules: known(atRules).filter((name) => name !== "media"),
  ignoreFunctions: [...known(types), ...known(types.color)],
  ignoreUnits: isKnown(types.length.container_query_length_units) ? ["/^cq/"] : [],
};

const OF_PAGES = /^(Document|Element|Event|HTML\w*Element|Node|ToggleEvent|Window)$/; // their members are not names of ours

/** Members of what pages consist of that nothing of that name has in all of them. The language's own are tsc's matter. */
export function unknownMembers() {
  const found = new Set();
  const plain = (name) => name.replace(/_static$/, "");
  for (const thing of [...Object.values(bcd.api), ...Object.values(bcd.javascript.builtins)]) {
    for (const name of known(thing)) found.add(plain(name));
  }
  const asked = Object.entries(bcd.api).filter(([name]) => OF_PAGES.test(name));
  const names = new Set(asked.flatMap(([, thing]) => Object.keys(thing).map(plain)));
  return [...names].filter((name) => !name.includes("_") && !found.has(name));
}

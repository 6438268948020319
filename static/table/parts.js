/* The parts of the page: those that have changed are replaced, the others keep their element.

   The server sends a part as one element with its name and hash; a comment with the name of another
   part is the hole where that part goes. See docs/topics/parts.md. */

import { table } from "./scene.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name */
const onShow = (name) => table.querySelector(`[data-part="${CSS.escape(name)}"]`);

/** The hashes of all parts on show, joined as the server expects them. */
const shown = () =>
  [.../** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-hash]"))]
    .map((part) => part.dataset.hash)
    .join("");

let held = "";

/** Hold on to the hashes of what is on show: it comes back by itself, without the server. */
export const hold = () => {
  held = shown();
};

/** What was held is on show again. */
export const release = () => {
  held = "";
};

/** The hashes of all parts that the page has. */
export const hashes = () => held || shown();

/** The element of an HTML text, in the namespace of `home`, where it will stand. @param {string} html @param {Node | null} home */
function parse(html, home) {
  const drawn = home instanceof Element && home.namespaceURI === SVG && home.localName !== "foreignObject";
  const fresh = document.createElement("template");
  fresh.innerHTML = drawn ? `<svg>${html}</svg>` : html;
  const first = fresh.content.firstElementChild;
  return /** @type {Element} */ (drawn ? first?.firstElementChild : first);
}

/** The comments in an element: the holes for other parts. @param {Element} element */
function holes(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_COMMENT);
  const found = [];
  while (walker.nextNode()) found.push(/** @type {Comment} */ (walker.currentNode));
  return found;
}

/** Take the focus off what will be replaced: to remove what has it costs a layout. @param {Record<string, string>[]} changes */
export function blur(changes) {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement || focused instanceof SVGElement)) return;
  const names = changes.flatMap((parts) => Object.keys(parts));
  if (names.some((name) => onShow(name)?.contains(focused))) focused.blur();
}

/**
 * Replace changed parts.
 * @param {Record<string, string>} changed HTML texts by name, outer parts before inner ones
 */
export function put(changed) {
  const placed = new Set();
  /** @type {Map<string | undefined, Element>} */
  const left = new Map(); // what was in parts that have been replaced: it may have its place in a later one

  /** A changed part with its holes filled. @param {string} name @param {Node | null} home @returns {Element} */
  const build = (name, home) => {
    placed.add(name);
    const element = parse(changed[name], home);
    for (const hole of holes(element)) {
      const inner = hole.data in changed ? build(hole.data, hole.parentNode) : onShow(hole.data) ?? left.get(hole.data);
      if (!inner) throw new Error(`part ${hole.data} is missing`);
      hole.replaceWith(inner);
    }
    return element;
  };

  for (const name of Object.keys(changed)) {
    const old = placed.has(name) ? null : onShow(name);
    if (!old) continue;
    old.replaceWith(build(name, old.parentNode));
    for (const inner of /** @type {NodeListOf<HTMLElement>} */ (old.querySelectorAll("[data-part]"))) left.set(inner.dataset.part, inner);
  }
}

/* The parts of the page: what has changed is put in place, what stays keeps its element.

   The server sends each part as one element that says its name and hash. Where another part stands
   in it there is a comment with that part's name. See docs/parts.md. */

import { table } from "./scene.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name */
const onShow = (name) => table.querySelector(`[data-part="${CSS.escape(name)}"]`);

/** The hashes of all parts on show, as the server reads them. */
export const hashes = () =>
  [.../** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-hash]"))]
    .map((part) => part.dataset.hash)
    .join("");

/** An element from its text, of the kind that may stand in `home`. @param {string} html @param {Node | null} home */
function parse(html, home) {
  const drawn = home instanceof Element && home.namespaceURI === SVG && home.localName !== "foreignObject";
  const fresh = document.createElement("template");
  fresh.innerHTML = drawn ? `<svg>${html}</svg>` : html;
  const first = fresh.content.firstElementChild;
  return /** @type {Element} */ (drawn ? first?.firstElementChild : first);
}

/** The comments in an element: where other parts stand. @param {Element} element */
function holes(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_COMMENT);
  const found = [];
  while (walker.nextNode()) found.push(/** @type {Comment} */ (walker.currentNode));
  return found;
}

/**
 * Put changed parts in place.
 * @param {Record<string, string>} changed elements as text by name, outer ones before those in them
 */
export function put(changed) {
  const placed = new Set();

  /** A changed part with everything in it. @param {string} name @param {Node | null} home @returns {Element} */
  const build = (name, home) => {
    placed.add(name);
    const element = parse(changed[name], home);
    for (const hole of holes(element)) {
      const inner = hole.data in changed ? build(hole.data, hole.parentNode) : onShow(hole.data);
      if (!inner) throw new Error(`part ${hole.data} is missing`);
      hole.replaceWith(inner);
    }
    return element;
  };

  for (const name of Object.keys(changed)) {
    const old = placed.has(name) ? null : onShow(name);
    if (old) old.replaceWith(build(name, old.parentNode));
  }
}

/* How the board shows what is possible: its shapes are outlined and glow, and the rest is as it always is. */

import { panel, table } from "./scene.js";

const SVG = "http://www.w3.org/2000/svg";
const FEW = 12; // up to so many lit spots have a frame that breathes
const MARKS = ["spot-glow", "spot-tint", "spot-edge", "spot-frame"];

/** @param {string} name @param {Record<string, string | number>} attributes */
function drawn(name, attributes) {
  const shape = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, String(value));
  return shape;
}

/** The shape of a spot: a copy of its outline, or else a rounded box around it. @param {SVGGraphicsElement} element */
function shapeOf(element) {
  const own = element.querySelector(":scope > .outline");
  if (own) {
    const copy = /** @type {SVGElement} */ (own.cloneNode(false));
    for (const name of ["id", "class", "fill", "stroke"]) copy.removeAttribute(name);
    return copy;
  }
  const { x, y, width, height } = element.getBBox();
  return drawn("rect", { x: x - 5, y: y - 5, width: width + 10, height: height + 10, rx: 12 });
}

/** Measure spots; what is returned tints and outlines them, behind their numbers and pieces. @param {Element[]} elements */
export function marking(elements) {
  const plain = elements.filter((element) => element instanceof SVGGraphicsElement && !element.querySelector(":scope > .spot-frame"));
  const shapes = plain.map((element) => shapeOf(/** @type {SVGGraphicsElement} */ (element)));
  return () => plain.forEach((element, index) => outline(element, shapes[index]));
}

/** @param {Element} element @param {SVGElement} shape */
function outline(element, shape) {
  const marks = MARKS.map((name) => {
    const copy = /** @type {SVGElement} */ (shape.cloneNode(false));
    copy.setAttribute("class", name);
    return copy;
  });
  const own = element.querySelector(":scope > .outline");
  if (own) own.after(...marks);
  else element.append(...marks);
}

/** @param {Element} element */
export function unmark(element) {
  for (const found of element.querySelectorAll(MARKS.map((name) => `:scope > .${name}`).join())) found.remove();
}

/** Say what is asked, whether anything is lit, whether that is little, and which links of a bar lead there. A style sheet that
    asked this itself, by `:has()`, would have all of the table styled anew with each change. */
export function count() {
  const lit = table.querySelectorAll(".legal").length;
  const kinds = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("[data-kind]")]).map((group) => group.dataset.kind);
  table.dataset.asks = kinds.join(" ");
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (table.querySelectorAll("[data-bar] a")))
    link.classList.toggle("to-lit", document.querySelector(`${link.hash} .legal`) !== null);
  table.classList.toggle("lit", lit > 0);
  table.classList.toggle("lit-few", lit > 0 && lit <= FEW);
}

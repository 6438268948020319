/* How the board shows what is possible: its shapes are tinted and outlined, the rest is dimmed. */

import { board, table } from "./scene.js";

const SVG = "http://www.w3.org/2000/svg";
const FEW = 12; // up to so many lit spots have a frame that breathes
const MARKS = ["spot-tint", "spot-edge", "spot-frame"];

/** @param {string} name @param {Record<string, string | number>} [attributes] */
function drawn(name, attributes = {}) {
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

/** Tint and outline spots, behind their numbers and pieces. All are measured before any is drawn. @param {Element[]} elements */
export function mark(elements) {
  const plain = elements.filter((element) => element instanceof SVGGraphicsElement && !element.querySelector(":scope > .spot-frame"));
  const shapes = plain.map((element) => shapeOf(/** @type {SVGGraphicsElement} */ (element)));
  plain.forEach((element, index) => outline(element, shapes[index]));
}

/** @param {Element} element @param {SVGElement} shape */
function outline(element, shape) {
  const [tint, edge, line] = MARKS.map((name) => {
    const copy = /** @type {SVGElement} */ (shape.cloneNode(false));
    copy.setAttribute("class", name);
    return copy;
  });
  const own = element.querySelector(":scope > .outline");
  if (own) own.after(tint, edge, line);
  else element.append(tint, edge, line);
}

/** @param {Element} element */
export function unmark(element) {
  for (const found of element.querySelectorAll(MARKS.map((name) => `:scope > .${name}`).join())) found.remove();
}

/** Whether a veil has to leave out an element: the browser knows where it is. @param {Element} element */
const holeOf = (element) => /** @type {SVGGraphicsElement | null} */ (element.querySelector(":scope > .spot-frame"));

/**
 * A veil for a whole drawing, but for the lit spots in it.
 * @param {SVGSVGElement} drawing @param {Element[]} lit @param {number} index @returns {SVGElement | null}
 */
function veil(drawing, lit, index) {
  const home = drawing.getScreenCTM()?.inverse();
  if (!home) return null;
  const box = drawing.getBoundingClientRect();
  const [from, to] = [new DOMPoint(box.left, box.top), new DOMPoint(box.right, box.bottom)].map((corner) => corner.matrixTransform(home));
  const everything = { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
  const mask = drawn("mask", { id: `spot-veil-${index}`, maskUnits: "userSpaceOnUse", ...everything });
  mask.append(drawn("rect", { class: "spot-shown", ...everything }));
  for (const element of lit) {
    const shape = holeOf(element);
    const there = shape?.getScreenCTM();
    if (!shape || !there) continue;
    const hole = drawn("g", { class: "spot-hole" });
    const { a, b, c, d, e, f } = home.multiply(there);
    hole.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
    const copy = /** @type {SVGElement} */ (shape.cloneNode(false));
    for (const name of ["class", "transform"]) copy.removeAttribute(name);
    hole.append(copy);
    mask.append(hole);
  }
  const both = ["spot-drain", "spot-shade"].map((name) => drawn("rect", { class: name, mask: `url(#spot-veil-${index})`, ...everything }));
  const group = drawn("g", { class: "spot-veil", "aria-hidden": "true" });
  group.append(mask, ...both);
  return group;
}

/* Where spots are changes with the size: a drawing may have an upright form. The size counts that the board has once it
   is laid out: what stands above it may come and go between two frames, while spots are lit. */
let waiting = 0;
let dimmed = ""; // the size it had then
const size = () => {
  const { width, height } = getComputedStyle(board);
  return `${width} ${height}`;
};
const sizes = new ResizeObserver(() => {
  if (size() === dimmed) return;
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(dim);
});

/** Dim all of the board that is not lit, and say whether few spots are. All is measured before anything is drawn. */
export function dim() {
  dimmed = size();
  sizes.unobserve(board); // so that it is told again
  sizes.observe(board);
  for (const old of board.querySelectorAll(".spot-veil")) old.remove();
  for (const old of board.querySelectorAll(".dimmed")) old.classList.remove("dimmed");
  const lit = [...table.querySelectorAll(".legal")];
  table.classList.toggle("lit", lit.length > 0);
  table.classList.toggle("lit-few", lit.length > 0 && lit.length <= FEW);
  if (!board.querySelector(".legal")) return;
  const drawings = /** @type {NodeListOf<SVGSVGElement>} */ (board.querySelectorAll("svg:not(svg svg)"));
  const whole = [...drawings].filter((drawing) => !drawing.closest(".legal"));
  const veils = whole.map((drawing, index) => {
    const inside = lit.filter((element) => drawing.contains(element));
    return inside.length ? { over: veil(drawing, inside, index) } : null;
  });
  whole.forEach((drawing, index) => {
    const found = veils[index];
    if (found?.over) drawing.append(found.over);
    else if (!found) drawing.classList.add("dimmed");
  });
}

export function start() {
  sizes.observe(board);
}

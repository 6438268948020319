/* Where something is on the screen, drawings among it.

   Of a drawing its box is measured: WebKit's `getScreenCTM()` leaves out how an HTML element around it is transformed,
   as an enlarged board is. Within the drawing that is left out on both sides. */

import { board } from "./scene.js";

/** The middle of an element, and whether it is drawn at all: what is folded away has no size. @param {Element} element */
export const middle = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, isDrawn: width > 0 || height > 0 };
};

/** How coordinates within an element become pixels of the screen. @param {Element} element @returns {DOMMatrix} */
export function onScreen(element) {
  if (element instanceof SVGGraphicsElement) return placed(element);
  const box = element.getBoundingClientRect();
  const scale = board.contains(element) ? board.getBoundingClientRect().width / board.offsetWidth : 1;
  return new DOMMatrix([scale, 0, 0, scale, box.x, box.y]);
}

/** @param {SVGGraphicsElement} element */
function placed(element) {
  const drawing = drawingOf(element);
  const { x, y, width, height } = drawing.viewBox.baseVal;
  const { align, meetOrSlice } = drawing.preserveAspectRatio.baseVal;
  const box = drawing.getBoundingClientRect();
  const fit = meetOrSlice === SVGPreserveAspectRatio.SVG_MEETORSLICE_SLICE ? Math.max : Math.min;
  const scale = fit(box.width / width, box.height / height);
  const [right, down] = [(align - 2) % 3, Math.floor((align - 2) / 3)].map((part) => part / 2); // of the room that is left
  const matrix = new DOMMatrix([scale, 0, 0, scale, box.x + (box.width - width * scale) * right, box.y + (box.height - height * scale) * down]);
  const within = drawing.getScreenCTM()?.inverse().multiply(element.getScreenCTM() ?? undefined);
  return matrix.translate(-x, -y).multiply(within);
}

/** The whole drawing that an element is in. @param {SVGGraphicsElement} element */
function drawingOf(element) {
  let drawing = element;
  while (drawing.ownerSVGElement) drawing = drawing.ownerSVGElement;
  return /** @type {SVGSVGElement} */ (drawing);
}

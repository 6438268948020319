/* Zooming the board with buttons, two fingers, or ctrl and the wheel; dragging moves it. */

import { board, part, table } from "./scene.js";

const view = part("view");
const MOST = 5;
let scale = 1;
let x = 0;
let y = 0;
/** @type {Map<number, PointerEvent>} */
const fingers = new Map();
let dragged = 0;

/** Keep the board within its frame, and apply the transform. */
function apply() {
  scale = Math.max(1, Math.min(scale, MOST));
  x = Math.min(0, Math.max(x, view.clientWidth * (1 - scale)));
  y = Math.min(0, Math.max(y, view.clientHeight * (1 - scale)));
  board.style.transform = scale === 1 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
  view.classList.toggle("zoomed", scale > 1);
  const fit = table.querySelector('[data-zoom="fit"]');
  if (fit instanceof HTMLElement) fit.hidden = scale === 1;
}

/** Zoom by a factor, with one point of the view staying in place. @param {number} factor @param {number} [cx] @param {number} [cy] */
function zoom(factor, cx = view.clientWidth / 2, cy = view.clientHeight / 2) {
  const next = Math.max(1, Math.min(scale * factor, MOST));
  x = cx - ((cx - x) * next) / scale;
  y = cy - ((cy - y) * next) / scale;
  scale = next;
  apply();
}

table.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-zoom]") : null;
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.zoom === "fit") zoom(1 / scale);
  else zoom(button.dataset.zoom === "in" ? 1.5 : 1 / 1.5);
});

view.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  const box = view.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY / 200), event.clientX - box.x, event.clientY - box.y);
}, { passive: false });

view.addEventListener("pointerdown", (event) => {
  fingers.set(event.pointerId, event);
  dragged = 0;
});
view.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const box = view.getBoundingClientRect();
  if (fingers.size === 2) {
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    if (!other) return;
    const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
    const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
    if (was > 0) zoom(is / was, (event.clientX + other.clientX) / 2 - box.x, (event.clientY + other.clientY) / 2 - box.y);
    dragged += 10;
  } else if (scale > 1) {
    x += event.clientX - before.clientX;
    y += event.clientY - before.clientY;
    dragged += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    apply();
  }
  fingers.set(event.pointerId, event);
});
for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
  view.addEventListener(kind, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
}
/* The end of a drag is not a click. */
view.addEventListener("click", (event) => {
  if (dragged > 8) event.stopPropagation();
  dragged = 0;
}, true);
/* A spot that gets the keyboard focus is brought into view. */
view.addEventListener("focusin", (event) => {
  if (scale === 1 || !(event.target instanceof Element)) return;
  const box = view.getBoundingClientRect();
  const spot = event.target.getBoundingClientRect();
  if (spot.x < box.x || spot.right > box.right) x += box.x + box.width / 2 - (spot.x + spot.width / 2);
  if (spot.y < box.y || spot.bottom > box.bottom) y += box.y + box.height / 2 - (spot.y + spot.height / 2);
  apply();
});
new ResizeObserver(apply).observe(view);

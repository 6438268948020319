/* The board larger: by buttons, two fingers, or ctrl and the wheel. Its view is then scrolled: by one finger until
   the board's edge, from there on the page; by dragging with the mouse; and by whatever is given the focus. */

import { board, part, shapeOf, still, strip, table } from "./scene.js";
import { covers } from "./sheet.js";
import { relabel } from "./spots.js";

const view = part("view");
const stage = part("stage");
const MOST = 5;
const MOMENT = 280; // milliseconds of a way to another place
let scale = 1;
let journey = 0; // counts them: a new one ends the one before

/** @typedef {{ x: number, y: number }} Point of the board as it is when whole, in pixels */

/** How many times larger than the whole board it is drawn. */
export const enlarged = () => scale;

const listeners = /** @type {(() => void)[]} */ ([]);

/** Call `work` whenever the reader zooms by hand. @param {() => void} work */
export const byHand = (work) => listeners.push(work);

/** The point of the board that is drawn there on the screen. @param {number} x @param {number} y @returns {Point} */
export function pointAt(x, y) {
  const box = board.getBoundingClientRect();
  return { x: (x - box.x) / scale, y: (y - box.y) / scale };
}

/** The middle of what is on show. */
function middle() {
  const box = view.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The part of the window between the players' strip and the sheet; all of it where they stand beside the board. */
export function free() {
  const isAbove = strip.getBoundingClientRect().left < view.getBoundingClientRect().right;
  return { top: isAbove ? strip.offsetHeight : 0, bottom: innerHeight - covers() };
}

/**
 * Draw the board so large, with one of its points there on the screen, or in the middle of the view.
 * @param {number} next
 * @param {Point} point
 * @param {{ x: number, y: number }} [at]
 */
function draw(next, point, at) {
  const whole = next <= 1;
  const turned = whole !== (scale === 1);
  if (turned) stage.style.minHeight = whole ? "" : `${stage.offsetHeight}px`; // what stands below stays there
  scale = whole ? 1 : Math.min(next, MOST);
  view.classList.toggle("zoomed", !whole);
  board.style.transform = whole ? "" : `scale(${scale})`;
  for (const fit of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll('[data-zoom="fit"]'))) fit.hidden = whole;
  table.classList.toggle("enlarged-board", !whole);
  if (turned) relabel();
  if (turned && !whole) settle();
  const there = at ?? middle();
  if (whole) {
    view.scrollTo(0, 0);
    if (turned && at) window.scrollBy(0, board.getBoundingClientRect().y + point.y - there.y);
    return;
  }
  const box = view.getBoundingClientRect();
  view.scrollLeft = point.x * scale - (there.x - box.x);
  view.scrollTop = point.y * scale - (there.y - box.y);
}

/** On a narrow page the view of an enlarged board is as high as is free: move it there. */
function settle() {
  const { top, bottom } = free();
  const box = view.getBoundingClientRect();
  if (document.documentElement.scrollHeight <= innerHeight) return;
  if (box.top < top || box.bottom > bottom) window.scrollBy({ top: box.top - top - 4, behavior: "instant" });
}

/**
 * Go there: so large, with this point in the middle.
 * @param {number} next
 * @param {Point} point
 * @param {boolean} [at_once]
 */
export function travel(next, point, at_once = false) {
  const own = (journey += 1);
  if (next <= 1 && scale === 1) return;
  if (at_once || still()) return draw(next, point);
  const begun = performance.now();
  const before = { scale, ...(scale === 1 ? point : pointAt(middle().x, middle().y)) };
  const step = (/** @type {number} */ time) => {
    if (own !== journey) return;
    const way = Math.min(Math.max(time - begun, 0) / MOMENT, 1);
    const eased = way * way * (3 - 2 * way);
    const between = (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * eased;
    const here = { x: between(before.x, point.x), y: between(before.y, point.y) };
    draw(way < 1 ? Math.max(between(before.scale, next), 1.001) : next, here);
    if (way < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Bring an element of the board into the free part of the window. @param {Element} element @param {boolean} [at_once] */
export function reveal(element, at_once = false) {
  shapeOf(element).scrollIntoView({ block: "nearest", inline: "nearest", behavior: at_once || still() ? "instant" : "smooth" });
}

/** Zoom by hand: one point of the screen stays in place. @param {number} next @param {{ x: number, y: number }} [at] */
function zoom(next, at = middle()) {
  journey += 1;
  draw(next < 1.05 ? 1 : next, pointAt(at.x, at.y), at);
  for (const listener of listeners) listener();
}

/* Two fingers. The browser does not scroll then, nor zoom the page. */
/** @type {{ apart: number, scale: number, point: Point } | null} */
let pinch = null;
let pinched = false;

/** Where two fingers are, and how far apart. @param {TouchEvent} event */
function fingers({ touches: [one, other] }) {
  const at = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
  return { at, apart: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)) };
}

/* Dragging with the mouse. Its end is not a click, nor is that of a pinch. */
let dragged = 0;

export function start() {
  let width = innerWidth;
  window.addEventListener("resize", () => {
    if (innerWidth !== width) stage.style.minHeight = ""; // the board has another height now
    width = innerWidth;
  });

  table.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-zoom]") : null;
    if (!(button instanceof HTMLElement)) return;
    const focused = document.activeElement === button;
    if (button.dataset.zoom === "fit") zoom(1);
    else zoom(button.dataset.zoom === "in" ? scale * 1.5 : scale / 1.5);
    if (focused && button.hidden) /** @type {HTMLElement | null} */ (table.querySelector('[data-zoom="in"]'))?.focus({ preventScroll: true });
  });

  view.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY });
  }, { passive: false });
  view.addEventListener("touchstart", (event) => {
    pinched = event.touches.length === 2;
    if (!pinched) return;
    if (event.cancelable) event.preventDefault();
    const { at, apart } = fingers(event);
    pinch = { apart, scale, point: pointAt(at.x, at.y) };
  }, { passive: false });
  view.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const { at, apart } = fingers(event);
    journey += 1;
    draw((pinch.scale * apart) / pinch.apart, pinch.point, at);
  }, { passive: false });
  for (const kind of /** @type {const} */ (["touchend", "touchcancel"])) {
    view.addEventListener(kind, (event) => {
      if (!pinch || event.touches.length >= 2) return;
      pinch = null;
      if (scale < 1.05) draw(1, pointAt(middle().x, middle().y), middle());
      for (const listener of listeners) listener();
    });
  }
  view.addEventListener("pointerdown", (event) => {
    dragged = 0;
    if (event.pointerType === "mouse" && event.isPrimary) pinched = false;
  });
  view.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || !(event.buttons & 1) || scale === 1) return;
    view.scrollBy({ left: -event.movementX, top: -event.movementY, behavior: "instant" });
    dragged += Math.hypot(event.movementX, event.movementY);
  });
  view.addEventListener("click", (event) => {
    if (dragged > 8 || pinched) event.stopPropagation();
    dragged = 0;
    pinched = false;
  }, true);
}

/* On a narrow page readers may be elsewhere than at the board: in the log, the chat or the rules, at what a player has, or
   on the way there. What would bring the board forward waits until they come back. */

import { part, table } from "./scene.js";
import { free } from "./zoom.js";

const MOMENT = 900; // milliseconds without scrolling, after which the reader is there
const SEEN = 1 / 3; // of the window: a board of which so much is in sight is what is looked at
const view = part("view");
/** @type {Element | null} what the address has led to, until the reader turns to the board */
let goal = document.getElementById(location.hash.slice(1));
if (goal && view.contains(goal)) goal = null;
let led = -Infinity; // when a finger or wheel has last led somewhere
let isOnTheWay = false; // whether the page follows it, or has a moment ago
let hasLeft = false; // whether anything has led anywhere, also a key or a link

/** Whether enough of the board is in sight. */
function isAtBoard() {
  const { top, bottom } = free();
  const box = view.getBoundingClientRect();
  return Math.min(bottom, box.bottom) - Math.max(top, box.top) >= SEEN * Math.min(box.height, bottom - top);
}

/** Whether some of it is in the window. @param {Element} element */
function isInSight(element) {
  const { top, bottom } = free();
  const box = element.getBoundingClientRect();
  return box.bottom > top && box.top < bottom;
}

/** Whether the reader is elsewhere, or on the way. A board that is out of sight by itself does not count. */
export const isElsewhere = () =>
  goal !== null || table.classList.contains("reading") || table.querySelector(".peeked") !== null ||
  isOnTheWay || (hasLeft && !isAtBoard());

/** Call `work` whenever the reader may have come back. @param {() => void} work */
export function onReturn(work) {
  /** @param {string[]} kinds @param {(event: Event) => void} note */
  const hear = (kinds, note) => {
    for (const kind of kinds) document.addEventListener(kind, note, { capture: true, passive: true });
  };
  hear(["touchmove", "wheel"], () => {
    led = performance.now();
    hasLeft = true;
  });
  hear(["click", "keydown"], (event) => {
    hasLeft ||= event.type === "keydown" || (event.target instanceof Element && event.target.closest('a[href^="#"]') !== null);
    if (event.target instanceof Element && event.target.closest("#stage, #panel, #follow")) goal = null;
    setTimeout(work); // what closes by it has closed then
  });
  let arriving = 0;
  const arrive = () => {
    isOnTheWay = false;
    if (goal && !isInSight(goal)) goal = null;
    work();
  };
  hear(["scroll"], () => {
    isOnTheWay ||= performance.now() - led < MOMENT; // or it is not by hand
    if (!isOnTheWay) return;
    clearTimeout(arriving);
    arriving = window.setTimeout(arrive, MOMENT);
  });
}

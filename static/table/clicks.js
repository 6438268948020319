/* Ignores the second click of a double click if the first one has changed what is under the pointer. */

import { now, table } from "./scene.js";

const FINGER = 400; // milliseconds that a finger's double tap takes at most; browsers count on for 700

/** @type {{ button: Element | null, shown: number, time: number }} the click before: its button, the entry on show, and when */
let before = { button: null, shown: now.shown, time: -Infinity };

let pointer = ""; // the kind that was pressed last: a click of Safari before 18.2 does not tell

/** Whether it continues a double click. A finger that comes later has seen what there is by then. @param {MouseEvent} event */
const isSecond = (event) => event.detail >= 2 && !(pointer === "touch" && event.timeStamp - before.time > FINGER);

export function start() {
  table.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
  }, true);
  /** In the capturing phase, so that nothing else sees the click. */
  table.addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      const meant = !isSecond(event) || (button === before.button && now.shown === before.shown);
      before = { button, shown: now.shown, time: event.timeStamp }; // one more click is meant: the reader has seen the change
      if (meant) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

/* Ignores the second click of a double click if the first one has changed what is under the pointer. */

import { now, table } from "./scene.js";

/** @type {{ button: Element | null, shown: number }} the button of the click before, and the entry on show */
let before = { button: null, shown: now.shown };

/** In the capturing phase, so that nothing else sees the click. */
table.addEventListener(
  "click",
  (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const meant = event.detail < 2 || (button === before.button && now.shown === before.shown);
    before = { button, shown: now.shown }; // one more click is meant: the reader has seen the change
    if (meant) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

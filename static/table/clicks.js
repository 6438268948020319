/* The second click of a double click was aimed at what the first one hit, not at what it brought. */

import { now, table } from "./scene.js";

/** @type {{ button: Element | null, shown: number }} what the click before hit */
let before = { button: null, shown: now.shown };

/** In the capturing phase: a click that is not meant reaches nobody. */
table.addEventListener(
  "click",
  (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const meant = event.detail < 2 || (button === before.button && now.shown === before.shown);
    before = { button, shown: now.shown }; // whoever clicks once more has seen what there is
    if (meant) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

/* The second click of a double click was aimed at what the first one hit, not at what it brought. */

import { now, table } from "./scene.js";

/** @type {{ button: Element | null, shown: number }} what the first click hit */
let first = { button: null, shown: now.shown };

/** In the capturing phase: a click that is not meant reaches nobody. */
table.addEventListener(
  "click",
  (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (event.detail < 2) first = { button, shown: now.shown };
    else if (button !== first.button || now.shown !== first.shown) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);

/* Where moves are tried: the arrow keys step through the line. */

import { panel } from "./scene.js";

const TYPING = "input, textarea, select, dialog, [popover]";

document.addEventListener("keydown", (event) => {
  if (!document.body.matches(".trying") || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
  if (event.target instanceof Element && event.target.closest(TYPING)) return;
  const step = { ArrowLeft: "back", ArrowRight: "forward" }[event.key];
  if (!step) return;
  const button = /** @type {HTMLButtonElement | null} */ (panel.querySelector(`[data-act="${step}"]:not([aria-disabled])`));
  button?.click();
});

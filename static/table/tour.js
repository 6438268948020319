/* "What can I do now?": the button, or the key W, goes to the next lit place and says what it does;
   with Shift to the one before. */

import { board, panel, part, table } from "./scene.js";
import { measuring } from "./swap.js";
import { reveal } from "./zoom.js";

const TYPING = "input, textarea, select, [contenteditable], dialog[open] *";
const button = part("possible");

/** All that can be chosen now: places first, then answers that have none. @returns {(HTMLElement | SVGElement)[]} */
function choices() {
  const places = [...table.querySelectorAll(".legal")];
  const plain = [...panel.querySelectorAll("button.answer:not([data-for])")];
  return /** @type {(HTMLElement | SVGElement)[]} */ ([...places, ...plain].filter((one) => one.getClientRects().length));
}

/** @param {number} by */
function go(by) {
  const all = choices();
  if (!all.length) return;
  const at = all.findIndex((one) => one === document.activeElement || one.contains(document.activeElement));
  const next = all[(at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by + all.length) % all.length];
  if (board.contains(next)) reveal(next);
  next.focus({ focusVisible: true }); // its tip says the rest
}

export function start() {
  button.addEventListener("click", () => go(1));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.key.toLowerCase() !== "w") return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  });

  measuring(() => {
    const isDisabled = choices().length === 0;
    return () => button.setAttribute("aria-disabled", String(isDisabled));
  });
}

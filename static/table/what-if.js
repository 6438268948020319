/* To the place where moves are tried: from the position that is on show, also by the key I. */

import { now } from "./scene.js";

const TYPING = "input, textarea, select, [contenteditable], dialog[open] *";
const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById("to-what-if"));
const plain = link?.href.split("?")[0] ?? "";

export function start() {
  link?.addEventListener("click", () => {
    link.href = now.past ? `${plain}?at=${now.past}` : plain;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.key.toLowerCase() !== "i") return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    link?.click();
  });
}

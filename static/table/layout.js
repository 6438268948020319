/* The page around the board: the log's end, the next table, popovers. */

import { isOpen, show } from "../popovers.js";
import { now, panel, part, table } from "./scene.js";
import { afterwards, beforehand, markLines } from "./swap.js";

const lines = part("lines");

/* The log stays scrolled to its end, unless the reader has scrolled up. */
let atEnd = !now.past;
const toEnd = () => {
  if (atEnd) lines.scrollTop = lines.scrollHeight;
};

/* Another table waits for the reader. This one is among those that are counted while it asks. */
const next = document.getElementById("next-table");
function offerNext() {
  if (!next) return;
  const waiting = Number(document.documentElement.dataset.waiting ?? 0);
  next.hidden = waiting <= (panel.querySelector(".ask.mine") && !now.past ? 1 : 0);
}

/* An open popover stays open when its part of the page is replaced. */
/** @type {Set<string>} */
const opened = new Set();

export function start() {
  lines.addEventListener("scroll", () => {
    atEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40;
  });
  new ResizeObserver(toEnd).observe(lines);
  new MutationObserver(() => requestAnimationFrame(toEnd)).observe(lines, { childList: true });
  if (now.past) markLines();
  document.addEventListener("waiting", offerNext);
  afterwards(offerNext);

  /* What is there only while a game is played goes with its end. */
  afterwards(() => {
    if (!panel.querySelector(".standings")) return;
    for (const element of table.querySelectorAll("[data-while-played]")) element.remove();
  });
  table.addEventListener("toggle", (event) => {
    const element = event.target;
    if (!(element instanceof HTMLElement) || !element.matches("[popover][id]")) return;
    if (isOpen(element)) opened.add(element.id);
    else opened.delete(element.id);
  }, true);
  beforehand(() => {
    for (const id of opened) {
      const popover = document.getElementById(id);
      if (popover) show(popover);
    }
  });
}

/* The board in words, under the drawing: fetched and kept in step while it is open.

   Screen readers have that instead of the bare numbers in the drawing, which are hidden from them. */

import { kept } from "../kept.js";
import { notify } from "../site.js";
import { greet, isOpen } from "../socket.js";
import { board, now, words } from "./scene.js";
import { fetchUpdate } from "./socket.js";
import { afterwards, beforehand } from "./swap.js";

const KEPT = "table.described";
const place = document.getElementById("in-words");

/** Say that the words are wanted from now on, and get them. */
async function fetchWords() {
  if (isOpen() && !now.past) return greet(true);
  await fetchUpdate(now.past ? String(now.past) : "").catch(() => {
    place?.removeAttribute("aria-busy");
    notify(words.unreachable, "error");
  });
}

/** Tell whoever opens the words whether they are still on their way. */
function tellBusy() {
  if (now.described && !place?.querySelector('[data-part^="described:"]')) place?.setAttribute("aria-busy", "true");
  else place?.removeAttribute("aria-busy");
}

export function start() {
  if (place instanceof HTMLDetailsElement) {
    place.addEventListener("toggle", () => {
      now.described = place.open;
      kept.set(KEPT, place.open ? "open" : "");
      tellBusy();
      if (place.open) void fetchWords();
    });
    if (kept.get(KEPT)) place.open = now.described = true;
    tellBusy();
    afterwards(tellBusy);
  }

  /* The link before the board leads here. */
  document.querySelector('a[href="#in-words"]')?.addEventListener("click", () => {
    if (place instanceof HTMLDetailsElement) place.open = true;
  });

  beforehand(() => {
    for (const text of board.querySelectorAll("text:not([aria-hidden])")) text.setAttribute("aria-hidden", "true");
  });
}

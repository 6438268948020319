/* Marks the seats of users who have this table open now. */

import { on } from "../socket.js";
import { table, words } from "./scene.js";
import { afterwards } from "./swap.js";

/** @type {Set<string>} */
let here = new Set();

/** Set the marks, also after seats were replaced. */
function mark() {
  for (const seat of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-seat]"))) {
    const is = here.has(seat.dataset.seat ?? "");
    const sign = seat.querySelector(".here-mark");
    seat.classList.toggle("here", is);
    if (!is) sign?.remove();
    else if (!sign) seat.querySelector(".name > :first-child")?.after(newSign());
  }
}

/** The mark: a dot, and its meaning in words. */
function newSign() {
  const sign = document.createElement("span");
  sign.className = "here-mark";
  sign.title = words.here;
  const said = document.createElement("span");
  said.className = "visually-hidden";
  said.textContent = words.here;
  sign.append(said);
  return sign;
}

export function start() {
  on("present", ({ places }) => {
    here = new Set(places.map(String));
    mark();
  });
  on("closed", () => {
    here = new Set(); // unknown while there is no socket
    mark();
  });
  afterwards(mark);
}

/* The log is one tab stop: the arrow keys go from entry to entry, Enter shows the board after one. Lines have colours. */

import { part, table } from "./scene.js";
import { afterwards, beforehand } from "./swap.js";

const lines = part("lines");
const MOVES = /** @type {Record<string, (at: number, last: number) => number>} */ ({
  ArrowUp: (at) => at - 1,
  ArrowDown: (at, last) => (at < 0 ? last : at + 1),
  Home: () => 0,
  End: (_, last) => last,
});

/** The links of the entries, in their order; before them that to the earlier ones. */
const links = () => /** @type {HTMLAnchorElement[]} */ ([...lines.querySelectorAll("a.at, .earlier a")]);

function leaveOneStop() {
  for (const link of lines.querySelectorAll("a.at:not([tabindex])")) link.setAttribute("tabindex", "-1");
}

/** The class of an element that names a player's colour. @param {Element} element */
const colourOf = (element) => [...element.classList].find((name) => /^c-./.test(name)) ?? "";

/** Give each line its player's colour: in some games players choose it on the way. */
function colour() {
  const seats = /** @type {HTMLElement[]} */ ([...table.querySelectorAll("#players [data-seat]")]);
  const colours = new Map(seats.map((seat) => [seat.dataset.seat, colourOf(seat)]));
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (lines.querySelectorAll(".line"))) {
    const [was, is] = [colourOf(line), colours.get(line.dataset.place) ?? ""];
    if (was === is) continue;
    if (was) line.classList.remove(was);
    if (is) line.classList.add(is);
  }
}

export function start() {
  lines.addEventListener("keydown", (event) => {
    const move = MOVES[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    const from = at < 0 && event.key === "ArrowUp" ? all.length : at;
    const next = all[Math.max(0, Math.min(move(from, all.length - 1), all.length - 1))];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  beforehand(colour);
  afterwards(leaveOneStop);
}

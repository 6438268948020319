/* The log is one tab stop: the arrow keys go from entry to entry, Enter shows the board after one. */

import { part } from "./scene.js";
import { afterwards } from "./swap.js";

const lines = part("lines");
const MOVES = /** @type {Record<string, (at: number, last: number) => number>} */ ({
  ArrowUp: (at) => at - 1,
  ArrowDown: (at, last) => (at < 0 ? last : at + 1),
  Home: () => 0,
  End: (_, last) => last,
});

/** The links of the entries, in their order. */
const links = () => /** @type {HTMLAnchorElement[]} */ ([...lines.querySelectorAll("a.at")]);

function leaveOneStop() {
  for (const link of lines.querySelectorAll("a.at:not([tabindex])")) link.setAttribute("tabindex", "-1");
}

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

afterwards(leaveOneStop);

/* What has changed hands flies there, and "+2" floats where a number has changed.

   A number that hops (`data-tick`) counts what the symbol beside it shows. What one number has lost and another
   of the same symbol has gained is drawn on its way from the one to the other. Nothing of this is told to screen
   readers, who hear the log, nor drawn for readers who prefer less motion: for them see since.js. */

import { still, table } from "./scene.js";

const WAY = 620; // milliseconds from hand to hand
const APART = 70; // between two that fly the same way
const FLOAT = 1_300;
const MOST_ALIKE = 5; // of one thing from one hand to another
const MOST = 24; // at once

/**
 * @typedef {{ x: number, y: number }} Point a place on the screen
 * @typedef {{ at: Point, symbol: string, change: number, left: number }} Changed a number; `left` is what has no way yet
 */

/** The symbol that a number counts. @param {Element} number */
function symbolOf(number) {
  const around = number.closest("li, [data-spot], [data-piece], [data-part]");
  return around?.querySelector("use")?.getAttribute("href") ?? "";
}

/** Where a number is on the screen; where it is folded away, its player. @param {Element} number */
function middleOf(number) {
  let box = number.getBoundingClientRect();
  if (!box.width) box = (number.closest(".seat") ?? number).getBoundingClientRect();
  return box.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

/** The numbers on show that have changed, by name the last of each. @param {Map<string, string>} before @returns {Changed[]} */
function changedSince(before) {
  /** @type {Map<string, Changed>} */
  const found = new Map();
  for (const number of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-tick]"))) {
    const name = number.dataset.tick ?? "";
    const was = before.get(name);
    const change = was === undefined ? 0 : Number(number.textContent) - Number(was);
    if (!Number.isInteger(change) || change === 0) continue;
    const at = middleOf(number);
    if (at) found.set(name, { at, symbol: symbolOf(number), change, left: change });
  }
  return [...found.values()];
}

/**
 * Measure what has changed hands since then; what is returned draws it.
 * @param {Map<string, string>} before the texts of the numbers
 * @returns {() => void}
 */
export function fly(before) {
  if (still() || document.hidden || before.size === 0) return () => {};
  const changed = changedSince(before);
  return () => draw(changed);
}

/** @param {Changed[]} changed */
function draw(changed) {
  const over = document.createElement("div");
  over.className = "flights";
  over.setAttribute("aria-hidden", "true");
  for (const { at, change } of changed) over.append(floating(at, change));
  let flying = 0;
  for (const gained of changed.filter(({ left, symbol }) => left > 0 && symbol)) {
    for (const lost of changed) {
      if (lost.left >= 0 || lost.symbol !== gained.symbol || gained.left <= 0) continue;
      const count = Math.min(gained.left, -lost.left);
      gained.left -= count;
      lost.left += count;
      for (let one = 0; one < Math.min(count, MOST_ALIKE) && flying < MOST; one += 1, flying += 1) {
        over.append(onItsWay(gained.symbol, lost.at, gained.at, one * APART));
      }
    }
  }
  if (!over.childElementCount) return;
  document.body.append(over);
  setTimeout(() => over.remove(), FLOAT + WAY);
}

/** "+2", rising from a number. @param {Point} at @param {number} change */
function floating(at, change) {
  const text = document.createElement("span");
  text.className = change > 0 ? "floating" : "floating lost";
  text.textContent = change > 0 ? `+${change}` : `−${-change}`;
  text.style.left = `${at.x}px`;
  text.style.top = `${at.y}px`;
  text.animate(
    [
      { opacity: 0, transform: "translate(-50%, -50%)" },
      { opacity: 1, transform: "translate(-50%, -130%)", offset: 0.2 },
      { opacity: 1, transform: "translate(-50%, -170%)", offset: 0.75 },
      { opacity: 0, transform: "translate(-50%, -220%)" },
    ],
    { duration: FLOAT, delay: WAY / 2, fill: "both", easing: "ease-out" },
  );
  return text;
}

/** A symbol on its way. @param {string} symbol @param {Point} from @param {Point} to @param {number} delay */
function onItsWay(symbol, from, to, delay) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", symbol);
  drawing.setAttribute("class", "flying");
  drawing.append(use);
  const at = (/** @type {Point} */ { x, y }) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  const high = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 30 };
  drawing.animate(
    [
      { opacity: 0, transform: `${at(from)} scale(0.6)` },
      { opacity: 1, transform: `${at(from)} scale(1)`, offset: 0.1 },
      { opacity: 1, transform: `${at(high)} scale(1.15)`, offset: 0.5 },
      { opacity: 1, transform: `${at(to)} scale(1)`, offset: 0.9 },
      { opacity: 0, transform: `${at(to)} scale(0.6)` },
    ],
    { duration: WAY, delay, fill: "both", easing: "ease-in-out" },
  );
  return drawing;
}

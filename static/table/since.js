/* What the others have done since the reader's turn: a caption for each of them, from the log's sentences.

   Who prefers less motion gets the same for every single change, in place of what flies for others. */

import { now, panel, part, still, table } from "./scene.js";
import { afterwards } from "./swap.js";

const KEPT = "table.since";
const MOST = 5; // sentences of one player
const box = /** @type {HTMLDetailsElement} */ (part("since"));
const list = /** @type {HTMLElement} */ (box.querySelector("ol"));
const phone = matchMedia("(max-width: 40rem)");
let seen = now.number; // the latest entry when the page was opened, then of the last change told

/** What players have done, line by line of the log. */
const lines = () =>
  /** @type {HTMLElement[]} */ ([...part("lines").querySelectorAll(".line:not(.undone, [data-place=''])")]);

/** What the others have done since the reader's last turn; moves of the present turn do not end it. @returns {HTMLElement[]} */
function sinceMyTurn() {
  const mine = table.querySelector(".seat.mine")?.getAttribute("data-seat");
  const told = lines();
  while (told.at(-1)?.dataset.place === mine) told.pop();
  const last = told.findLastIndex((line) => line.dataset.place === mine);
  return told.slice(last + 1);
}

/** One caption for each player, in the order in which they moved. @param {HTMLElement[]} told */
function captions(told) {
  /** @type {Map<string, HTMLElement[]>} */
  const byPlace = new Map();
  for (const line of told) {
    const place = line.dataset.place ?? "";
    byPlace.set(place, [...(byPlace.get(place) ?? []), line]);
  }
  return [...byPlace.values()].map((said) => {
    const item = document.createElement("li");
    item.className = [...said[0].classList].filter((name) => name.startsWith("c-")).join(" ");
    const texts = said.slice(-MOST).map((line) => line.firstElementChild?.textContent ?? "");
    item.textContent = [...(said.length > MOST ? ["…"] : []), ...texts].join(" ");
    return item;
  });
}

function tell() {
  const asked = panel.querySelector(".ask.mine") !== null;
  const fresh = lines().filter((line) => Number(line.dataset.entry) > seen);
  const told = now.past ? [] : asked ? sinceMyTurn() : still() ? fresh : [];
  if (fresh.length) seen = now.number;
  else if (!asked && still() && !now.past && !box.hidden) return; // the last change stays on show
  const title = box.querySelector(asked ? "[data-turn]" : "[data-now]");
  for (const name of box.querySelectorAll("summary > span")) if (name instanceof HTMLElement) name.hidden = name !== title;
  list.replaceChildren(...captions(told));
  box.hidden = told.length === 0;
}

box.open = localStorage.getItem(KEPT) ? localStorage.getItem(KEPT) === "open" : !phone.matches;
box.addEventListener("toggle", () => localStorage.setItem(KEPT, box.open ? "open" : "closed"));
afterwards(tell);

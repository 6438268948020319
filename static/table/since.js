/* What the others have done since the reader's turn: a caption for each of them, from the log's sentences.

   Who prefers less motion gets the same for every single change, in place of what flies for others. On a wide page the
   log is always in sight: there a line stands before the first of these sentences instead. */

import { kept } from "../kept.js";
import { now, panel, part, still, table } from "./scene.js";
import { afterwards, settle } from "./swap.js";

const KEPT = "table.since";
const MOST = 5; // sentences of one player
const box = /** @type {HTMLDetailsElement} */ (part("since"));
const list = /** @type {HTMLElement} */ (box.querySelector("ol"));
const summary = /** @type {HTMLElement} */ (box.querySelector("summary"));
const phone = matchMedia("(max-width: 40rem)");
let wished = kept.get(KEPT) ? kept.get(KEPT) === "open" : !phone.matches;
let arrival = 0; // the entry after which everything is news to the reader, who has just come
let seen = now.number; // the latest entry when the page was opened, then of the last change told

/** What players have done, line by line of the log. */
const lines = () =>
  /** @type {HTMLElement[]} */ ([...part("lines").querySelectorAll(".line:not(.undone, [data-place=''])")]);

/** What the others have done since the reader's last turn; moves of the present turn do not end it. @returns {HTMLElement[]} */
function sinceMyTurn() {
  const mine = table.querySelector(".seat.mine")?.getAttribute("data-seat");
  if (!mine) return []; // without a seat there is no turn that it could be since
  const told = lines();
  const theirs = told.slice(0, told.findLastIndex((line) => line.dataset.place !== mine) + 1);
  return theirs.slice(theirs.findLastIndex((line) => line.dataset.place === mine) + 1);
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
  if (fresh.length) arrival = 0;
  const told = now.past ? [] : arrival ? newsSince(arrival) : asked ? sinceMyTurn() : still() ? fresh : [];
  if (fresh.length) seen = now.number;
  else if (!asked && still() && !now.past && !box.hidden) return; // the last change stays on show
  const title = box.querySelector(asked || arrival ? "[data-turn]" : "[data-now]");
  for (const name of box.querySelectorAll("[data-turn], [data-now]")) if (name instanceof HTMLElement) name.hidden = name !== title;
  list.replaceChildren(...captions(told));
  box.hidden = told.length === 0;
  part("latest").textContent = list.lastElementChild?.textContent ?? "";
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (part("lines").querySelectorAll(".since-turn"))) {
    line.classList.remove("since-turn");
    delete line.dataset.since;
  }
  const [first] = asked || arrival ? told : [];
  if (!first) return;
  first.classList.add("since-turn");
  first.dataset.since = title?.textContent ?? "";
}

/** What has happened after an entry. @param {number} entry */
const newsSince = (entry) => lines().filter((line) => Number(line.dataset.entry) > entry);

/** The reader has come to the table: list what has happened after an entry. @param {number} entry */
export function listSince(entry) {
  if (panel.querySelector(".standings")) return; // the end of a game tells itself
  arrival = entry;
  box.open = true;
  settle();
}

export function start() {
  box.open = wished;
  summary.addEventListener("click", () => {
    wished = !box.open;
    arrival = 0;
    kept.set(KEPT, wished ? "open" : "closed");
  });
  afterwards(tell);
}

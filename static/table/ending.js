/* The end of a game, in front of everybody: the points are counted line by line, then the winner has their moment.
   Who comes later sees it after the turns that they have missed.

   Only looks move: the result is on the page from the first moment on, and any key or tap shows it at once. */

import { now, panel, part, still, table } from "./scene.js";
import { afterwards } from "./swap.js";

const LINE = 650; // milliseconds for a line of points
const LONGEST = 5_000; // for all of them
const ORDER = 600; // for taking places
const FALL = 2_400;
const BEANS = 28;
const BEAN = "M0-7C5-7 7-3 7 0S5 7 0 7-7 3-7 0-5-7 0-7ZM1-7C-3-3 3 3-1 7";
const HIDDEN = { opacity: 0 };

const narrow = matchMedia("(max-width: 68.74rem)");
/** @type {Animation[]} */
let playing = [];
let wasOver = panel.querySelector(".standings") !== null;
let wasTelling = false; // what the reader has missed

/** @param {Element | null} element @param {Keyframe[]} frames @param {number} delay @param {number} duration */
function play(element, frames, delay, duration) {
  const animation = element?.animate(frames, { delay, duration, fill: "backwards", easing: "ease-out" });
  if (animation) playing.push(animation);
  return animation?.finished;
}

/** Scroll to a line of points, where not all have room; after the last one to the first. @param {HTMLElement} [row] */
function uncover(row) {
  const scroll = narrow.matches ? panel : panel.querySelector(".breakdown .scroll");
  if (!scroll) return;
  if (!row) scroll.scrollTop = 0;
  else {
    const taken = parseFloat(getComputedStyle(scroll).scrollPaddingBottom) || 0; // "auto" is nothing
    scroll.scrollTop += Math.max(0, row.getBoundingClientRect().bottom + taken - scroll.getBoundingClientRect().bottom);
  }
}

/** Count the points, in the order in which people sit; then each takes their place. */
function count() {
  const rows = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll(".breakdown tbody:first-of-type tr")]);
  const line = Math.min(LINE, LONGEST / Math.max(rows.length, 1));
  const all = rows.length * line;
  rows.forEach((row, index) => void play(row, [{ ...HIDDEN, translate: "0 0.4em" }, {}], index * line, line / 2)
    ?.then(() => uncover(rows[index + 1])));
  const seats = [...document.querySelectorAll("#players [data-seat]")].map((seat) => seat.getAttribute("data-seat"));
  const standings = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll(".standings li")]);
  const places = standings.map(({ offsetTop, offsetLeft }) => ({ x: offsetLeft, y: offsetTop }));
  const sitting = [...standings].sort((a, b) => seats.indexOf(a.dataset.of ?? "") - seats.indexOf(b.dataset.of ?? ""));
  standings.forEach((standing, index) => {
    const [from, to] = [places[sitting.indexOf(standing)], places[index]];
    const plain = { background: "var(--sunken)", boxShadow: "none" };
    play(standing, [{ ...plain, translate: `${from.x - to.x}px ${from.y - to.y}px` }, {}], all, ORDER);
    for (const name of [".rank", ".figure"]) play(standing.querySelector(name), [HIDDEN, {}], all, ORDER);
    [...standing.querySelectorAll(".bar rect")].forEach((stretch, at) => play(stretch, [{ transform: "scaleX(0)" }, {}], at * line, line));
  });
  for (const element of table.querySelectorAll("#panel :is(.say, .sums, .alike), .seat .rank")) play(element, [HIDDEN, {}], all, ORDER);
  return all + ORDER;
}

/** Coffee beans fall, and the winner is named over the board. @param {number} delay */
function celebrate(delay) {
  const over = document.createElement("div");
  over.className = "flights ending";
  over.setAttribute("aria-hidden", "true");
  const name = document.createElement("p");
  name.textContent = part("prompt").textContent;
  over.append(name);
  const window = { left: 0, top: 0, width: innerWidth, height: innerHeight };
  const { left, top, width, height } = narrow.matches ? window : part("stage").getBoundingClientRect();
  const [from, to] = [Math.max(top, 0), Math.min(top + height, innerHeight)];
  name.style.translate = `calc(${left + width / 2}px - 50%) calc(${(from + to) / 2}px - 50%)`;
  play(name, [{ ...HIDDEN, scale: 0.8 }, { opacity: 1, scale: 1, offset: 0.12 }, { opacity: 1, scale: 1, offset: 0.85 }, HIDDEN], delay, FALL);
  for (let bean = 0; bean < BEANS; bean += 1) {
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.setAttribute("viewBox", "-8 -8 16 16");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", BEAN);
    drawing.append(path);
    over.append(drawing);
    const x = left + width * Math.random();
    const turn = 360 * (Math.random() - 0.5);
    const frames = [
      { translate: `${x}px ${from - 20}px`, rotate: "0deg", opacity: 0 },
      { opacity: 1, offset: 0.05 },
      { opacity: 1, offset: 0.8 },
      { translate: `${x + 80 * (Math.random() - 0.5)}px ${to}px`, rotate: `${turn}deg`, opacity: 0 },
    ];
    play(drawing, frames, delay + 0.4 * FALL * Math.random(), 0.6 * FALL);
  }
  document.body.append(over);
  void Promise.allSettled(playing.map(({ finished }) => finished)).then(() => over.remove());
}

/** Show the end at once. */
function skip() {
  for (const animation of playing) animation.finish();
  playing = [];
}

export function start() {
  for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, skip, true);
  afterwards(() => {
    if (now.past) return;
    const isOver = panel.querySelector(".standings") !== null;
    if (isOver && (!wasOver || wasTelling) && !now.telling) {
      if (narrow.matches) panel.scrollIntoView({ block: "start" });
      if (!still() && !document.hidden) celebrate(count());
    }
    [wasOver, wasTelling] = [isOver, now.telling];
  });
}

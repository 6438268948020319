/* On narrow pages what the question is about comes forward, enlarged, and goes back when it is answered; where the reader is
   elsewhere, when they come back. On wide ones the whole board is in sight, and does not move by itself. A finger's tap between small spots brings that place forward.
   Lit spots are never hidden below the sheet. */

import { kept } from "../kept.js";
import { isElsewhere, onReturn } from "./elsewhere.js";
import { board, boxOf, now, panel, part, table } from "./scene.js";
import { atRest } from "./glide.js";
import { byReader } from "./sheet.js";
import { measuring } from "./swap.js";
import { byHand, enlarged, free, pointAt, reveal, travel } from "./zoom.js";

const KEPT = "table.follow";
const WORTH = 1.25; // less than that is not worth a journey
const MOST = 2.5;
const AROUND = 1.06; // some room around a region
const FINGER = 40; // pixels that a finger needs
const wide = matchMedia("(min-width: 68.75rem)");
const view = part("view");
const toggle = part("follow");

let following = kept.get(KEPT) !== "off";
let asked = "";
let wasPast = false; // whether an earlier board was on show
let brought = false; // whether the board is enlarged because of the question or for a finger
let first = true;
let chosen = ""; // the question at which the reader has zoomed by hand
let width = innerWidth;

/** The room that a drawing of some elements takes when the board is whole. @param {Iterable<Element>} elements */
function frameOf(elements) {
  const boxes = atRest(() => [...elements].map((element) => element.getBoundingClientRect())).filter((box) => box.width && box.height);
  if (!boxes.length) return null;
  const from = pointAt(Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top)));
  const to = pointAt(Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom)));
  return { ...from, width: to.x - from.x, height: to.y - from.y };
}

/** Show the whole board again, if it was not the reader who enlarged it. */
function back() {
  if (brought) travel(1, { x: view.clientWidth / 2, y: view.clientHeight / 2 }, first);
  brought = false;
}

/** Bring a region forward, with all that is lit elsewhere. @param {string} name */
function bring(name) {
  const elements = board.querySelectorAll(`[data-region="${CSS.escape(name)}"]`);
  const frame = frameOf([...elements, ...board.querySelectorAll(".legal")]);
  if (!frame) return back();
  const { top, bottom } = free();
  const scrolls = document.documentElement.scrollHeight > innerHeight;
  const height = scrolls ? Math.min(bottom - top, board.offsetHeight) : view.clientHeight;
  const scale = Math.min(view.clientWidth / frame.width / AROUND, height / frame.height / AROUND, MOST);
  if (scale < WORTH) {
    back();
    reveal(elements[0], first);
    return;
  }
  travel(scale, { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }, first);
  brought = true;
}

/** How far the players' strip, and a bar that the board sticks below it, cover the window. */
function covered() {
  const { top } = free();
  const bar = board.querySelector("[data-bar]")?.getBoundingClientRect();
  const isAbove = bar && bar.top <= top + 1 && bar.width > bar.height; // or it stands beside
  return isAbove ? Math.max(top, bar.bottom) : top;
}

/** If no lit spot is in sight, or there is only one, bring it there; all of its region, if that has room. @param {string} region @param {boolean} atOnce */
function seek(region, atOnce) {
  const lit = [...board.querySelectorAll(".legal")];
  const { bottom } = free();
  const top = covered();
  const seen = atRest(() => lit.map(boxOf)).some((box) => box.width && box.top >= top && box.bottom <= bottom);
  if (!lit.length || (seen && lit.length > 1)) return;
  const around = region ? lit[0].closest(`[data-region="${CSS.escape(region)}"]`) : null;
  const fits = around !== null && around.getBoundingClientRect().height <= bottom - top;
  reveal(around && fits ? around : lit[0], atOnce);
}

/** The question that the reader is to answer; "" while there is none. */
const question = () => now.past || now.telling ? "" : (panel.querySelector(".ask")?.getAttribute("data-question") ?? "");

/** In the next frame, bring forward what the present question is about; without one the whole board. */
function again() {
  asked = question();
  requestAnimationFrame(go); // the sheet has its new height then
}

function go() {
  if (asked && asked === chosen) return; // so it was left
  const region = panel.querySelector(".ask")?.getAttribute("data-region");
  if (!wide.matches && following && asked && region) bring(region);
  else back();
  if (asked && !brought) seek(region ?? "", first);
  first = false;
}

/** After a change, or when the reader comes back, also from an earlier board: follow the question, if it is another one. */
function follow() {
  const returns = wasPast && !now.past;
  wasPast = Boolean(now.past);
  if (question() !== asked && (wide.matches || returns || !isElsewhere())) again();
}

/** Follow the present question in another room. */
function refit() {
  asked = "";
  follow();
}

/* A finger's tap where spots are smaller than it is: the place comes forward, and the next tap plays. */
let pointer = "";

export function start() {
  byHand(() => {
    brought = false;
    chosen = asked;
  });
  measuring(follow);
  onReturn(follow);
  byReader(() => (question() === asked ? refit() : again())); // there is other room, or it is what the reader returns with
  /* A window of another width has other room. Its height changes with each bar that a phone hides while one scrolls. */
  window.addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    requestAnimationFrame(refit); // boards and sheets turn with the window, before it is drawn
  });

  toggle.setAttribute("aria-pressed", String(following));
  toggle.addEventListener("click", () => {
    following = !following;
    kept.set(KEPT, following ? "on" : "off");
    toggle.setAttribute("aria-pressed", String(following));
    chosen = "";
    again();
  });

  /* What has the focus, or belongs to the answer that has, is in sight. */
  table.addEventListener("focusin", (event) => {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest("#panel button[data-for]");
    const spot = button instanceof HTMLElement ? board.querySelector(`[data-spot="${CSS.escape(button.dataset.for ?? "")}"]`) : null;
    const shown = spot ?? event.target.closest("#board .legal");
    if (shown) reveal(shown);
  });
  panel.addEventListener("pointerover", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-for]") : null;
    if (!(button instanceof HTMLElement) || event.pointerType !== "mouse") return;
    const spot = board.querySelector(`[data-spot="${CSS.escape(button.dataset.for ?? "")}"]`);
    if (spot) reveal(spot);
  });
  view.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
  }, true);
  view.addEventListener("click", (event) => {
    if (pointer !== "touch" || table.classList.contains("explaining")) return;
    const near = [...board.querySelectorAll(".legal")]
      .map(boxOf)
      .filter((box) => box.left - FINGER / 2 <= event.clientX && event.clientX <= box.right + FINGER / 2)
      .filter((box) => box.top - FINGER / 2 <= event.clientY && event.clientY <= box.bottom + FINGER / 2);
    const least = Math.min(...near.map((box) => Math.min(box.width, box.height)));
    if (!(least < FINGER - 1) || enlarged() >= 4) return;
    event.stopPropagation();
    event.preventDefault();
    const larger = Math.max(2, FINGER / least) * enlarged();
    travel(Math.min(larger, 5), pointAt(event.clientX, event.clientY));
    brought = true;
  }, true);
}

/* What a step of a lesson is about: a pointer above each of its spots, which stays there while the
   board is enlarged or scrolled. */

import { board, boxOf, panel, part, table } from "./scene.js";
import { measuring } from "./swap.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST = 6; // pointers at once: more would point at nothing
const view = part("view");
/** @type {{ pointer: HTMLElement, spot: Element }[]} */
let shown = [];

/** The elements of a spot, on the board or before a player. @param {string} name */
const drawn = (name) =>
  [...table.querySelectorAll(`[data-spot="${CSS.escape(name)}"]`)].filter((spot) => !panel.contains(spot) && spot.getClientRects().length);

function makePointer() {
  const made = document.createElement("div");
  made.className = "pointer";
  made.setAttribute("aria-hidden", "true");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", "M8 2h8v9h5l-9 11L3 11h5Z");
  svg.append(path);
  made.append(svg);
  return made;
}

/** Put each pointer above its spot, or below where there is no room above. */
function place() {
  const home = table.getBoundingClientRect();
  for (const { pointer, spot } of shown) {
    const box = boxOf(spot);
    const below = box.top - home.top < 40;
    pointer.classList.toggle("below", below);
    pointer.style.left = `${box.left + box.width / 2 - home.left}px`;
    pointer.style.top = `${(below ? box.bottom : box.top) - home.top}px`;
    const window = view.getBoundingClientRect();
    const inside = !board.contains(spot) || (box.bottom > window.top && box.top < window.bottom && box.right > window.left && box.left < window.right);
    pointer.hidden = !inside || box.width === 0;
  }
}

function point() {
  for (const { pointer } of shown) pointer.remove();
  const names = (panel.querySelector("[data-marks]")?.getAttribute("data-marks") ?? "").split(" ").filter(Boolean);
  shown = names.flatMap((name) => drawn(name).slice(0, 1)).slice(0, MOST).map((spot) => ({ pointer: makePointer(), spot }));
  table.append(...shown.map((one) => one.pointer));
  if (shown.length && !panel.querySelector(".ask.mine")) shown[0].spot.scrollIntoView({ block: "nearest", inline: "nearest" });
  place();
}

let read = ""; // the step whose text has been shown from its beginning

/** A new step is read from its beginning, wherever the last one was left. */
function begin() {
  const step = panel.querySelector(".how-far")?.textContent ?? "";
  if (step !== read) panel.scrollTop = 0;
  read = step;
}

/** Follow the spots for a while: the board may be on its journey. */
function follow() {
  begin();
  point();
  const until = performance.now() + 700;
  const again = () => {
    place();
    if (performance.now() < until) requestAnimationFrame(again);
  };
  again();
}

if (document.body.matches(".teaching")) {
  measuring(() => follow);
  for (const event of ["scroll", "resize"]) window.addEventListener(event, place, { passive: true, capture: true });
  new ResizeObserver(place).observe(board);
  follow();
}

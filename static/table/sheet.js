/* The sheet with the question at the bottom of a narrow page: a few lines when folded, the first with what the reader has. */

import { kept } from "../kept.js";
import { now, panel, part, table } from "./scene.js";
import { afterwards, measuring } from "./swap.js";

const handle = part("handle");
const own = part("own");
const narrow = matchMedia("(max-width: 68.74rem)");
const aside = matchMedia("(max-width: 68.74rem) and (max-height: 30rem) and (orientation: landscape)");
const FLICK = 16; // pixels that a drag needs
const KEPT = "table.sheet";
const before = kept.get(KEPT);
let asked = "?";
/** @type {boolean | null} what the reader wants where both would do, on later pages too */
let wish = before ? before === "open" : null;

/** Whether there is a sheet: not on a wide page, and not beside the board. */
const isSheet = () => narrow.matches && !aside.matches;

const listeners = /** @type {(() => void)[]} */ ([]);

/** Call `work` whenever the reader folds or opens the sheet. @param {() => void} work */
export const byReader = (work) => listeners.push(work);

/** @param {boolean} open */
function unfold(open) {
  panel.classList.toggle("folded", !open && isSheet());
  handle.setAttribute("aria-expanded", String(open));
}
const isOpen = () => !panel.classList.contains("folded");

/** Whether all answers are lit on the board. */
const isOnBoard = () => {
  const answers = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("button.answer")]);
  return answers.length > 0 && answers.every((answer) =>
    answer.dataset.for && table.querySelector(`#board .legal[data-spot="${CSS.escape(answer.dataset.for)}"]`));
};

/** After a change: open for the result, and for a question that the board cannot answer; folded otherwise. */
function settle() {
  handle.hidden = !isSheet();
  const isResult = panel.querySelector(".standings") !== null;
  table.classList.toggle("has-result", isResult);
  const step = panel.querySelector(".lesson .how-far")?.textContent ?? "";
  const asks = isResult ? "result" : (panel.querySelector(".ask")?.getAttribute("data-question") ?? "");
  const question = now.past ? "past" : asks + step;
  if (question !== asked || !isSheet()) {
    asked = question;
    const mine = panel.querySelector(".ask.mine") !== null;
    const must = isResult || step !== "" || panel.querySelector("input[name=confirmed]") !== null || (mine && !table.querySelector("#board .legal"));
    unfold(!isSheet() || must || (mine && (wish ?? !isOnBoard())));
  }
  summarise();
}

/** Copy what the reader has into one line: money, points, and what there is of goods. */
function summarise() {
  const lines = document.querySelectorAll(".seat.mine .before :is(.worth, .purse, .goods, table)");
  own.replaceChildren(...[...lines].map((line) => (line instanceof HTMLTableElement ? listed(line) : copied(line))));
}

/** A copy to look at. @param {Element} line */
function copied(line) {
  const copy = /** @type {Element} */ (line.cloneNode(true));
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...element.attributes]) {
      if (/^(data-|id$|tabindex$|role$|aria-)/.test(name)) element.removeAttribute(name);
    }
    element.classList.remove("legal", "lacking");
    if (element.matches(".visually-hidden, .spot-frame, .spot-edge, .spot-mark, .screen, .none")) element.remove();
  }
  return copy;
}

/** A table of counts as a list: the picture of each column, and its sum. @param {HTMLTableElement} counts */
function listed(counts) {
  const list = document.createElement("ul");
  list.className = "goods";
  const [head, ...rows] = counts.rows;
  for (const [at, { firstElementChild: picture }] of [...head.cells].entries()) {
    const count = rows.reduce((sum, row) => sum + (Number(row.cells[at]?.textContent) || 0), 0);
    if (!picture || !count) continue;
    const item = document.createElement("li");
    item.append(copied(picture), String(count));
    list.append(item);
  }
  return list;
}

/** The reader folds or opens it. @param {boolean} open */
function choose(open) {
  wish = open;
  kept.set(KEPT, open ? "open" : "folded");
  unfold(open);
  measure();
  for (const listener of listeners) listener();
}

/* Dragging the handle, up or down. */
let from = NaN;
let flicked = false;

let covered = NaN;

/** How much of the window's bottom the sheet covers, as it was last measured. */
export const covers = () => covered || 0;

/** Measure that; what is returned lets nothing stay below the sheet, and begins a folded one at its top. */
function read() {
  const is = getComputedStyle(panel).position === "fixed" ? panel.offsetHeight : 0;
  const begins = isOpen() || panel.scrollTop === 0;
  const was = covered;
  covered = is;
  return () => {
    if (!begins) panel.scrollTop = 0;
    if (is === was) return;
    document.body.style.setProperty("--sheet", `${is}px`);
    document.documentElement.style.scrollPaddingBottom = is ? `calc(${is}px + 0.5rem)` : "";
  };
}
const measure = () => read()();
const sizes = new ResizeObserver(measure);

export function start() {
  handle.addEventListener("click", () => choose(!isOpen()));
  handle.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    flicked = false;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    const way = event.clientY - from;
    if (!(Math.abs(way) > FLICK) || way < 0 === isOpen()) return;
    choose(way < 0);
    flicked = true;
  });
  for (const kind of ["pointerup", "pointercancel"]) handle.addEventListener(kind, () => { from = NaN; });
  handle.addEventListener("click", (event) => {
    if (flicked) event.stopImmediatePropagation();
    flicked = false;
  }, true);

  /* What is inside and gets the focus, or is asked for, is seen. */
  panel.addEventListener("focusin", (event) => {
    if (event.target instanceof Element && event.target !== handle && event.target.id !== "prompt") unfold(true);
  });
  panel.addEventListener("scroll", () => {
    if (!isOpen() && panel.scrollTop > 4) unfold(true);
  });
  new MutationObserver(() => {
    if (!isOpen() && panel.matches(".confirming, .narrowed")) unfold(true);
  }).observe(panel, { attributeFilter: ["class"] });
  sizes.observe(panel);
  for (const layout of [narrow, aside]) {
    layout.addEventListener("change", () => {
      asked = "?";
      settle();
      measure();
    });
  }
  afterwards(settle);
  measuring(read);
}

/* The page around the board: the folding log, the sheet on phones, the next table, tall boards, popovers. */

import { kept } from "../kept.js";
import { board, now, panel, part, table } from "./scene.js";
import { afterwards, beforehand, markLines } from "./swap.js";

const fold = part("fold");
const log = part("log");
const lines = part("lines");
const KEPT = "table.log";
const wide = matchMedia("(min-width: 68.75rem)");
const sides = matchMedia("(min-width: 80rem)");

/** Fold or open the log. @param {boolean} open */
function unfold(open) {
  table.classList.toggle("log-folded", !open);
  fold.setAttribute("aria-expanded", String(open));
  if (open) toEnd();
}

/* The log stays scrolled to its end, unless the reader has scrolled up. */
let atEnd = !now.past;
const toEnd = () => {
  if (atEnd) lines.scrollTop = lines.scrollHeight;
};

/** On a wide page the log is as the reader left it, if there is room below the others; on a narrow one it is folded. */
function settleLog() {
  table.classList.remove("log-over");
  const open = wide.matches && kept.get(KEPT) !== "folded" && !isShort();
  if (wide.matches && !open && hasFocus()) {
    openOver();
    return document.activeElement?.scrollIntoView({ block: "nearest" });
  }
  unfold(open);
}

/** Whether the focus is within the log, as on a page that was narrow: it would be lost if the log was folded. */
const hasFocus = () => document.activeElement !== fold && log.contains(document.activeElement);

/** Open the log over what stands above it, until the focus leaves it. */
function openOver() {
  table.classList.add("log-over");
  unfold(true);
  isOver = true;
}

const SHORT = 90; // pixels: two lines below the title

/** Whether the log gets next to nothing of the column; then it opens over what stands above it. */
function isShort() {
  const { top } = log.getBoundingClientRect();
  return sides.matches && table.getBoundingClientRect().bottom - top < SHORT;
}
let isOver = false;

/* Another table waits for the reader. This one is among those that are counted while it asks. */
const next = document.getElementById("next-table");
function offerNext() {
  if (!next) return;
  const waiting = Number(document.documentElement.dataset.waiting ?? 0);
  next.hidden = waiting <= (panel.querySelector(".ask.mine") && !now.past ? 1 : 0);
}

/* Boards with an upright drawing for narrow pages: `data-tall` is its viewBox, `tall` its class. Browsers do not
   look again at rules about [viewBox] when that changes. */
const narrow = matchMedia("(max-width: 40rem)");
function turnBoard() {
  const drawing = board.querySelector("svg[data-tall]");
  if (!(drawing instanceof SVGSVGElement)) return;
  drawing.classList.toggle("tall", narrow.matches);
  drawing.dataset.wide ??= drawing.getAttribute("viewBox") ?? "";
  drawing.setAttribute("viewBox", (narrow.matches ? drawing.dataset.tall : drawing.dataset.wide) ?? "");
}

/* An open popover stays open when its part of the page is replaced. */
/** @type {Set<string>} */
const opened = new Set();

export function start() {
  lines.addEventListener("scroll", () => {
    atEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40;
  });
  new ResizeObserver(toEnd).observe(lines);
  new MutationObserver(toEnd).observe(lines, { childList: true });
  fold.addEventListener("click", () => {
    const open = fold.getAttribute("aria-expanded") !== "true";
    const over = open ? isShort() : table.classList.contains("log-over");
    table.classList.toggle("log-over", over && open);
    unfold(open);
    if (wide.matches && !over) kept.set(KEPT, open ? "open" : "folded");
  });
  document.getElementById("in-words")?.addEventListener("focusin", () => {
    if (wide.matches && fold.getAttribute("aria-expanded") !== "true") openOver(); // it is heard although the log is folded
  });
  document.addEventListener("focusin", ({ target }) => {
    if (!isOver || log.contains(/** @type {Node} */ (target))) return;
    isOver = false;
    settleLog();
  });
  wide.addEventListener("change", settleLog);
  settleLog();
  new ResizeObserver(() => {
    if (wide.matches && !table.classList.contains("log-over")) settleLog();
  }).observe(log);
  if (now.past) markLines();
  document.addEventListener("waiting", offerNext);
  afterwards(offerNext);

  /* What is there only while a game is played goes with its end. */
  afterwards(() => {
    if (!panel.querySelector(".standings")) return;
    for (const element of table.querySelectorAll("[data-while-played]")) element.remove();
  });
  narrow.addEventListener("change", turnBoard);
  beforehand(turnBoard);
  table.addEventListener("toggle", (event) => {
    const element = event.target;
    if (!(element instanceof HTMLElement) || !element.popover || !element.id) return;
    if (/** @type {ToggleEvent} */ (event).newState === "open") opened.add(element.id);
    else opened.delete(element.id);
  }, true);
  beforehand(() => {
    for (const id of opened) /** @type {HTMLElement | null} */ (document.querySelector(`#${CSS.escape(id)}:not(:popover-open)`))?.showPopover();
  });
}

/* The page around the board: the folding log, the sheet on phones, the next table, tall boards, popovers. */

import { board, now, panel, part, table } from "./scene.js";
import { afterwards, beforehand, markLines } from "./swap.js";

const fold = part("fold");
const lines = part("lines");
const KEPT = "table.log";
const wide = matchMedia("(min-width: 68.75rem)");

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
lines.addEventListener("scroll", () => {
  atEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40;
});
new ResizeObserver(toEnd).observe(lines);
new MutationObserver(toEnd).observe(lines, { childList: true });

/** On a wide page the log is as the reader left it, on a narrow one it is folded. */
function settleLog() {
  unfold(wide.matches && localStorage.getItem(KEPT) !== "folded");
}
fold.addEventListener("click", () => {
  const open = fold.getAttribute("aria-expanded") !== "true";
  unfold(open);
  if (wide.matches) localStorage.setItem(KEPT, open ? "open" : "folded");
});
wide.addEventListener("change", settleLog);
settleLog();
if (now.past) markLines();

/* Room below the page for the sheet at the bottom of a phone, so that nothing stays covered. */
new ResizeObserver(() => {
  table.style.setProperty("--sheet", `${panel.offsetHeight}px`);
}).observe(panel);

/* Another table waits for the reader, and this one does not. */
const next = part("next-table");
function offerNext() {
  const waiting = Number(document.documentElement.dataset.waiting ?? 0);
  next.hidden = waiting === 0 || panel.querySelector(".ask.mine") !== null;
}
document.addEventListener("waiting", offerNext);
afterwards(offerNext);

/* Boards with an upright drawing for narrow pages (`data-tall` is its viewBox). */
const narrow = matchMedia("(max-width: 40rem)");
function turnBoard() {
  const drawing = board.querySelector("svg[data-tall]");
  if (!(drawing instanceof SVGSVGElement)) return;
  drawing.dataset.wide ??= drawing.getAttribute("viewBox") ?? "";
  drawing.setAttribute("viewBox", (narrow.matches ? drawing.dataset.tall : drawing.dataset.wide) ?? "");
}
narrow.addEventListener("change", turnBoard);
beforehand(turnBoard);

/* An open popover stays open when its part of the page is replaced. */
/** @type {Set<string>} */
const opened = new Set();
table.addEventListener("toggle", (event) => {
  const element = event.target;
  if (!(element instanceof HTMLElement) || !element.popover || !element.id) return;
  if (/** @type {ToggleEvent} */ (event).newState === "open") opened.add(element.id);
  else opened.delete(element.id);
}, true);
beforehand(() => {
  for (const id of opened) document.querySelector(`#${CSS.escape(id)}:not(:popover-open)`)?.showPopover();
});

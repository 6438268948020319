/* The players: folding what lies before the others where there is no room for all, and the strip of narrow pages. */

import { part, strip, table } from "./scene.js";
import { afterwards } from "./swap.js";

const players = part("players");
const wide = matchMedia("(min-width: 68.75rem)");
/** @type {Map<string, boolean>} what the reader has opened or folded, by seat */
const chosen = new Map();
/** @type {Set<string> | null} those of the others for whom there is room; null if there is for all */
let roomy = null;
let peeked = ""; // the seat that the strip shows

const seats = () => /** @type {NodeListOf<HTMLElement>} */ (players.querySelectorAll("[data-seat]"));

/** Fold and open as the reader wants, or as there is room. */
function apply() {
  for (const seat of seats()) {
    const key = seat.dataset.seat ?? "";
    const open = !wide.matches || (chosen.get(key) ?? (!roomy || roomy.has(key) || seat.classList.contains("mine")));
    seat.classList.toggle("folded", !open);
    seat.classList.toggle("peeked", key === peeked);
    seat.querySelector("[data-unfold]")?.setAttribute("aria-expanded", String(open));
  }
  for (const chip of strip.querySelectorAll("[data-opens]")) {
    chip.setAttribute("aria-expanded", String(chip.getAttribute("data-opens") === peeked));
  }
  cue();
}

const overflows = () => players.scrollHeight > players.clientHeight + 2;

/** Fold those of the others for whom there is no room, and stay with that until it fails or the window changes. */
function fit() {
  apply();
  if (!wide.matches || !overflows()) return;
  roomy = new Set();
  apply();
  for (const seat of seats()) {
    const key = seat.dataset.seat ?? "";
    if (seat.classList.contains("mine") || chosen.has(key)) continue;
    roomy.add(key);
    apply();
    if (overflows()) {
      roomy.delete(key);
      break;
    }
  }
  apply();
}

/** Show that there is more below, or above. */
function cue() {
  const below = players.scrollHeight - players.clientHeight - players.scrollTop;
  players.classList.toggle("more-below", wide.matches && below > 4);
}
players.addEventListener("scroll", cue, { passive: true });

players.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-unfold]") : null;
  const seat = button?.closest("[data-seat]");
  if (!button || !(seat instanceof HTMLElement)) return;
  if (seat.classList.contains("peeked")) return peek("");
  chosen.set(seat.dataset.seat ?? "", button.getAttribute("aria-expanded") !== "true");
  apply();
});

/** Show what lies before a seat below the strip; "" shows none. @param {string} key @param {boolean} [byKeys] */
function peek(key, byKeys = false) {
  const before = peeked;
  peeked = key;
  table.style.setProperty("--peek", `${strip.getBoundingClientRect().bottom}px`);
  apply();
  const seat = key ? part(`seat-${key}`) : null;
  if (seat && byKeys) {
    seat.setAttribute("tabindex", "-1");
    seat.focus({ preventScroll: true });
  } else if (!key && byKeys) /** @type {HTMLElement | null} */ (strip.querySelector(`[data-opens="${before}"]`))?.focus();
}
strip.addEventListener("click", (event) => {
  const chip = event.target instanceof Element ? event.target.closest("[data-opens]") : null;
  if (!chip) return;
  event.preventDefault();
  const key = chip.getAttribute("data-opens") ?? "";
  peek(key === peeked ? "" : key, event.detail === 0);
});
document.addEventListener("click", (event) => {
  if (peeked && event.target instanceof Element && !event.target.closest("#strip, .peeked, [popover]")) peek("");
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && peeked) peek("", true);
});
window.addEventListener("scroll", () => {
  if (peeked) table.style.setProperty("--peek", `${strip.getBoundingClientRect().bottom}px`);
}, { passive: true });

new ResizeObserver(() => {
  document.documentElement.style.setProperty("--strip", `${strip.offsetHeight}px`);
}).observe(strip);
window.addEventListener("resize", () => {
  roomy = null;
  fit();
});
new ResizeObserver(() => {
  if (wide.matches && overflows()) requestAnimationFrame(fit);
}).observe(players);
wide.addEventListener("change", () => {
  peeked = "";
});
afterwards(fit);

/* The players: folding what lies before them where there is no room for all, and the strip of narrow pages. */

import { part, strip, table } from "./scene.js";
import { afterwards } from "./swap.js";

const players = part("players");
const more = part("more-players");
const wide = matchMedia("(min-width: 68.75rem)");
/** @type {Map<string, boolean>} what the reader has opened or folded, by seat */
const chosen = new Map();
/** @type {Set<string> | null} those for whom there is room; null if there is for all */
let roomy = null;
const ALWAYS_OPEN = 3; // so many players, whatever room there is
let peeked = ""; // the seat that the strip shows

const seats = () => /** @type {NodeListOf<HTMLElement>} */ (players.querySelectorAll("[data-seat]"));

/** Fold and open as the reader wants, or as there is room. */
function apply() {
  for (const seat of seats()) {
    const key = seat.dataset.seat ?? "";
    const open = !wide.matches || (chosen.get(key) ?? (!roomy || roomy.has(key)));
    seat.classList.toggle("folded", !open);
    seat.classList.toggle("peeked", key === peeked);
    seat.querySelector("[data-unfold]")?.setAttribute("aria-expanded", String(open));
  }
  for (const chip of strip.querySelectorAll("[data-opens]")) {
    chip.setAttribute("aria-expanded", String(chip.getAttribute("data-opens") === peeked));
  }
  cue();
}

/** @param {Element | null} box */
const isTooSmall = (box) => box !== null && box.scrollHeight > box.clientHeight + 2;
const overflows = () => isTooSmall(players);
/** Make room for all players: others than the reader fold, where there are many. */
function fit() {
  roomy = null;
  apply();
  if (!wide.matches) return;
  if (overflows() && seats().length > ALWAYS_OPEN) fold();
  cue();
}

/** Fold those for whom there is no room. */
function fold() {
  const own = [...seats()].filter((seat) => seat.classList.contains("mine") && !table.classList.contains("has-result"));
  roomy = new Set(own.map((seat) => seat.dataset.seat ?? ""));
  apply();
  if (own.some((seat) => seat.offsetHeight > players.clientHeight)) roomy.clear();
  for (const seat of seats()) {
    const key = seat.dataset.seat ?? "";
    if (roomy.has(key) || chosen.has(key)) continue;
    roomy.add(key);
    apply();
    if (overflows()) {
      roomy.delete(key);
      break;
    }
  }
  apply();
}

/** Show that there is more below. */
function cue() {
  more.hidden = !wide.matches || players.scrollHeight - players.clientHeight - players.scrollTop <= 4;
}

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

export function start() {
  players.addEventListener("scroll", cue, { passive: true });
  more.addEventListener("click", () => {
    players.scrollBy({ top: players.clientHeight * 0.8 });
    const next = [...seats()].find((seat) => seat.getBoundingClientRect().bottom > players.getBoundingClientRect().bottom);
    /** @type {HTMLElement | null | undefined} */ (next?.querySelector("[data-unfold]"))?.focus();
  });

  players.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-unfold]") : null;
    const seat = button?.closest("[data-seat]");
    if (!button || !(seat instanceof HTMLElement)) return;
    if (seat.classList.contains("peeked")) return peek("");
    chosen.set(seat.dataset.seat ?? "", button.getAttribute("aria-expanded") !== "true");
    apply();
  });
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
  window.addEventListener("resize", fit);
  new ResizeObserver(() => {
    if (wide.matches) requestAnimationFrame(fit); // there may be more room as well as less
  }).observe(players);
  wide.addEventListener("change", () => {
    peeked = "";
  });
  afterwards(fit);
}

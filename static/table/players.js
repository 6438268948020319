/* The players: a way to those for whom there is no room, and the strip of narrow pages. */

import { part, strip, table } from "./scene.js";
import { afterwards, measuring } from "./swap.js";

const players = part("players");
const more = part("more-players");
const wide = matchMedia("(min-width: 68.75rem)");
let peeked = ""; // the seat that the strip shows

const seats = () => /** @type {NodeListOf<HTMLElement>} */ (players.querySelectorAll("[data-seat]"));

/** Show the seat that the strip shows, also after it has been drawn anew. */
function apply() {
  for (const seat of seats()) seat.classList.toggle("peeked", seat.dataset.seat === peeked);
  for (const chip of strip.querySelectorAll("[data-opens]")) {
    chip.setAttribute("aria-expanded", String(chip.getAttribute("data-opens") === peeked));
  }
}

/** Measure whether there is more below; what is returned shows it. */
function below() {
  const isSeen = !wide.matches || players.scrollHeight - players.clientHeight - players.scrollTop <= 4;
  return () => {
    more.hidden = isSeen;
  };
}
const cue = () => below()();

/** Show what lies before a seat below the strip; "" shows none. @param {string} key @param {boolean} [byKeys] */
function peek(key, byKeys = false) {
  const before = peeked;
  peeked = key;
  table.style.setProperty("--peek", `${strip.getBoundingClientRect().bottom}px`);
  apply();
  cue();
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
  });

  players.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-unpeek]")) peek("");
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
  new ResizeObserver(() => requestAnimationFrame(cue)).observe(players);
  wide.addEventListener("change", () => peek(""));
  afterwards(apply);
  measuring(below);
}

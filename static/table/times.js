/* Relative times: five minutes ago, in two days. The exact time is in the title.

   They count from the server's time: the reader's clock may be wrong. */

import { table } from "./scene.js";

const UNITS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([["day", 86400], ["hour", 3600], ["minute", 60]]);
const format = new Intl.RelativeTimeFormat(document.documentElement.lang || "en", { numeric: "auto", style: "long" });

const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const here = Date.now() - performance.now() + (visit?.responseStart ?? 0); // when the answer came, by the reader's clock
const there = Date.parse(table.dataset.now ?? ""); // the same moment by the server's; NaN where no server keeps the table
const behind = (there || here) - here; // milliseconds to add to the reader's clock

/** @param {number} seconds from now, negative in the past */
function relative(seconds) {
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 60];
  return unit === "second" ? format.format(0, "second") : format.format(Math.trunc(seconds / length), unit);
}

/** Update all times of the page. */
export function tellTimes() {
  const now = Date.now() + behind;
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (table.querySelectorAll("time[data-time]"))) {
    if (time.dataset.time !== "ago" && time.dataset.time !== "left") continue;
    const seconds = (Date.parse(time.dateTime) - now) / 1000;
    time.classList.add("relative");
    time.textContent = relative(time.dataset.time === "ago" ? Math.min(seconds, 0) : seconds);
    time.classList.toggle("soon", time.dataset.time === "left" && seconds < 6 * 3600);
  }
}

export function start() {
  setInterval(tellTimes, 30_000);
}

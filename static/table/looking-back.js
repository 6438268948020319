/* Stepping through earlier positions by buttons, log lines and arrow keys. */

import { notify } from "../site.js";
import { reach } from "./earlier.js";
import { now, part, table, words } from "./scene.js";
import { fetchUpdate } from "./socket.js";

let going = false;

/** Show the step named by an address such as "?at=12"; "?" is the current position. @param {string} address */
async function go(address) {
  if (going) return;
  going = true;
  const wish = new URL(address, location.href).searchParams.get("at");
  try {
    await fetchUpdate(wish ?? "");
    await reach(now.past || now.number);
    history.replaceState(null, "", now.past ? `?at=${now.past}` : table.dataset.page);
  } catch {
    notify(words.unreachable, "error");
  } finally {
    going = false;
  }
}

/** The link of a step in the bar above the board. @param {string} step */
const link = (step) => part("status").querySelector(`a[data-step="${step}"][href]`);

export function start() {
  table.addEventListener("click", (event) => {
    const step = event.target instanceof Element ? event.target.closest("a[data-step]") : null;
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const address = step.getAttribute("href");
    if (address) void go(address);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog, [popover]")) return;
    const step = { ArrowLeft: "back", ArrowRight: "forward" }[event.key];
    const address = step ? link(step)?.getAttribute("href") : null;
    if (!step) return;
    event.preventDefault();
    if (address) void go(address);
  });
}

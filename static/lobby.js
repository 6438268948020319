/* Live lists: parts of the page are fetched again when the lobby, or the user's own tables, change. */

import { on, tells } from "./socket.js";

/**
 * Fetch a live part again and put it in place; the focus stays where it was.
 * @param {HTMLElement} part
 */
async function refresh(part) {
  const address = new URL(part.dataset.live || location.href, location.href);
  address.searchParams.set("part", part.dataset.part ?? "list");
  const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
  const elsewhere = answer.headers.get("Elsewhere");
  if (elsewhere) return void location.assign(elsewhere);
  if (answer.redirected || !answer.ok) return void location.reload();
  const focused = document.activeElement;
  const id = focused && part.contains(focused) ? focused.id : "";
  const field = focused instanceof HTMLInputElement && part.contains(focused) ? focused.value : null;
  const text = await answer.text();
  const opened = [...part.querySelectorAll("details[id][open]")].map((one) => one.id);
  part.innerHTML = text;
  for (const one of opened) document.getElementById(one)?.setAttribute("open", "");
  const again = id ? document.getElementById(id) : null;
  if (again instanceof HTMLInputElement && field !== null) again.value = field;
  again?.focus();
}

/** @type {Map<HTMLElement, number>} */
const owed = new Map();

/** Refresh a part soon, once for a burst of changes. @param {HTMLElement} part */
function refreshSoon(part) {
  if (owed.has(part)) return;
  owed.set(part, setTimeout(() => (owed.delete(part), refresh(part)), 150 + Math.random() * 350));
}

const parts = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-part]")]);
const ofLobby = parts.filter((part) => part.dataset.follow === "lobby");
if (ofLobby.length) {
  tells("lobby", () => "1");
  on("lobby", (message) => {
    for (const part of ofLobby) {
      const mine = part.dataset.table;
      if (message.table === null || !mine || String(message.table) === mine) refreshSoon(part);
    }
  });
  let first = true;
  on("open", () => {
    if (!first) ofLobby.forEach(refreshSoon);
    first = false;
  });
}
document.addEventListener("tables-moved", () => {
  parts.filter((part) => part.dataset.follow === "waiting").forEach(refreshSoon);
});

/* Filters apply at once and are kept in the address. */
const filters = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-filters]"));
filters?.addEventListener("change", (event) => {
  const field = /** @type {HTMLSelectElement} */ (event.target);
  if (field.name === "game") return filters.requestSubmit(); // the page has to offer that game's options
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(filters)) if (value) query.set(name, String(value));
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  ofLobby.forEach((part) => void refresh(part));
});
filters?.addEventListener("submit", () => {
  for (const field of filters.querySelectorAll("select")) field.disabled = !field.value;
});

/* Live lists: parts of the page are fetched again when the lobby, or the user's own tables, change. */

import { on, tells } from "./socket.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** @param {Field} field @returns {field is HTMLInputElement} */
const isTicked = (field) => ["checkbox", "radio"].includes(field.type);

/** By what a field is the same one in a part that is drawn anew. @param {Field} field */
const identity = (field) =>
  field.id || [field.form?.getAttribute("action"), field.name, isTicked(field) && field.value].join(" ");

/** What a field says, and what it said when it was drawn. @param {Field} field */
function valuesOf(field) {
  if (isTicked(field)) return [field.checked, field.defaultChecked];
  if (!(field instanceof HTMLSelectElement)) return [field.value, field.defaultValue];
  const options = [...field.options];
  return [field.value, (options.find((one) => one.defaultSelected) ?? options[0])?.value];
}

/** @param {HTMLElement} part */
const fieldsIn = (part) => /** @type {Field[]} */ ([...part.querySelectorAll("input, select, textarea")]);

/** What a reader has filled in, by the identity of its field. @param {HTMLElement} part */
function filledIn(part) {
  const all = fieldsIn(part).map((field) => ({ name: identity(field), values: valuesOf(field) }));
  return new Map(all.filter(({ values }) => values[0] !== values[1]).map(({ name, values }) => [name, values[0]]));
}

/** Fill that in again. @param {HTMLElement} part @param {ReturnType<typeof filledIn>} filled */
function fillIn(part, filled) {
  for (const field of fieldsIn(part)) {
    const value = filled.get(identity(field));
    if (value === undefined) continue;
    if (isTicked(field)) field.checked = Boolean(value);
    else field.value = String(value);
  }
}

/** Where the cursor is in a field of text. @param {Element | null} field @returns {[number, number] | null} */
function cursorIn(field) {
  const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.selectionStart !== null);
  return isText ? [field.selectionStart ?? 0, field.selectionEnd ?? 0] : null;
}

/**
 * Fetch a live part again and put it in place; the focus stays where it was, and what is filled in.
 * @param {HTMLElement} part
 */
async function refresh(part) {
  const address = new URL(part.dataset.live || location.href, location.href);
  address.searchParams.set("part", part.dataset.part ?? "list");
  const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
  const elsewhere = answer.headers.get("Elsewhere");
  if (elsewhere) return void location.assign(elsewhere);
  if (answer.redirected || !answer.ok) return void location.reload();
  const text = await answer.text();
  const focused = document.activeElement;
  const id = focused && part.contains(focused) ? focused.id : "";
  const cursor = cursorIn(focused);
  const filled = filledIn(part);
  const opened = [...part.querySelectorAll("details[id][open]")].map((one) => one.id);
  part.innerHTML = text;
  for (const one of opened) document.getElementById(one)?.setAttribute("open", "");
  fillIn(part, filled);
  const again = id ? document.getElementById(id) : null;
  again?.focus();
  if (cursor && cursorIn(again)) /** @type {HTMLInputElement} */ (again).setSelectionRange(...cursor);
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
  tells("lobby", () => String(Math.ceil(performance.now())));
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

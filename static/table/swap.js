/* Showing an update: changed parts are replaced, pieces glide, numbers hop. */

import { fly } from "./flights.js";
import { glide, places } from "./glide.js";
import { blur, put } from "./parts.js";
import { board, now, panel, part, speak, table, trail, words } from "./scene.js";
import { light } from "./spots.js";
import { tellTimes } from "./times.js";

const listeners = /** @type {(() => void)[]} */ ([]);

/** Call `work` after each change of what is on show. @param {() => void} work */
export const afterwards = (work) => listeners.push(work);

const preparers = /** @type {(() => void)[]} */ ([]);

/** Call `work` on fresh parts, before anything is measured. @param {() => void} work */
export const beforehand = (work) => preparers.push(work);

const stoppers = /** @type {(() => void)[]} */ ([]);

/** Call `work` before an update is shown. @param {() => void} work */
export const before = (work) => stoppers.push(work);

/** @typedef {() => (() => void) | void} Reader measures what is on show; what it returns changes that */

const readers = /** @type {Reader[]} */ ([]);

/** Call `read` after each change of what is on show, when no listener changes it any more. @param {Reader} read */
export const measuring = (read) => readers.push(read);

/**
 * After a change: prepare fresh parts, light spots, update times and trail, call listeners. Then all is measured, and only
 * then changed by that: each turn of the one and the other costs a layout.
 * @param {Reader[]} [first] before those of `measuring`
 * @param {Reader[]} [last]
 */
export function settle(first = [], last = []) {
  for (const prepare of preparers) prepare();
  const outline = light();
  tellTimes();
  markTrail();
  for (const listener of listeners) listener();
  const changes = [...first, outline, ...readers, ...last].map((read) => read());
  for (const change of changes) change?.();
}

/** @type {any[]} those that have come and are not shown yet */
let gathered = [];
const turn = new MessageChannel(); // no timer: those wait for a second where nobody looks
turn.port1.onmessage = () => {
  const updates = gathered;
  gathered = [];
  show(updates);
};

/** Show an update as soon as those that have come with it are read: a page that lags behind shows them at once. @param {any} update */
export function gather(update) {
  if (gathered.push(update) === 1) turn.port2.postMessage(null);
}

/**
 * Show updates as one change.
 * @param {any[]} updates one after the other
 * @param {boolean} [asked] the reader asked for it, to look back or to return to now
 */
export function show(updates, asked = false) {
  /** @type {Record<string, string>[]} */
  const changes = [];
  /** @type {string[]} */
  const spoken = [];
  let [news, known, shown, past] = [false, now.number, now.shown, 0];
  for (const update of updates) {
    const isNews = update.number > known;
    known = Math.max(known, update.number);
    if (now.past && !asked) {
      if (isNews) table.classList.add("has-news");
      continue; // the reader goes on looking back
    }
    if (!asked && (update.number < shown || update.base !== now.base)) continue;
    [news, shown, past] = [news || isNews, update.number, update.past ?? 0];
    changes.push(update.parts);
    if (isNews) spoken.push(...update.spoken);
  }
  if (changes.length && (news || asked || changes.some((parts) => Object.keys(parts).length))) for (const stop of stoppers) stop();
  const was = changes.length ? noted(changes) : null;
  for (const update of updates) take(update);
  if (!was) return;
  [now.past, now.shown] = [past, shown];
  table.dataset.past = now.past ? String(now.past) : "";
  table.classList.remove("has-news");
  const mine = panel.querySelector(".ask.mine") !== null;
  try {
    move(changes, was, () => follow(was.places, mine)); // one after the other: a part may go on to another place
  } catch (problem) {
    console.error(problem);
    return location.reload(); // the page has not got the parts the server thinks it has
  }
  markLines();
  if (news) speak(spoken.join(" "));
  else if (asked) speak(part("status").textContent?.trim().split("\n")[0] ?? "");
}

/** Note an update's lines and number. @param {any} update */
function take(update) {
  log(update, update.number > now.number);
  now.number = Math.max(now.number, update.number);
  table.dataset.number = String(now.number);
}

/**
 * Note where everything is, and what has the focus, before anything is changed.
 * @param {Record<string, string>[]} changes
 */
function noted(changes) {
  const was = { places: places(), keep: focusNow() };
  blur(changes);
  return was;
}

/**
 * Replace changed parts, and show what moves by that. Raises an error if the page lacks a part.
 * @param {Record<string, string>[]} changes one after the other
 * @param {ReturnType<typeof noted>} [was]
 * @param {() => void} [note] called when the parts are replaced
 */
export function move(changes, was = noted(changes), note = () => {}) {
  const { places: old, keep } = was;
  for (const parts of changes) put(parts);
  note();
  document.dispatchEvent(new CustomEvent("moved", { detail: old }));
  settle([() => keep], [() => fly(old.numbers), () => glide(old)]);
}

/** Strike out a line of the log, for those who hear it, too. @param {Element} line */
function strike(line) {
  const said = document.createElement("span");
  said.className = "visually-hidden";
  said.textContent = words.takenBack;
  line.classList.add("undone");
  line.firstElementChild?.after(" ", said);
}

/** Add new lines to the log, and strike out those that were undone. @param {any} update @param {boolean} news */
function log(update, news) {
  const lines = part("lines");
  if (update.undone.length) document.dispatchEvent(new CustomEvent("undone"));
  for (const number of update.undone) {
    for (const line of lines.querySelectorAll(`[data-entry="${number}"]:not(.undone)`)) strike(line);
  }
  if (!news) return;
  const fresh = document.createElement("template");
  fresh.innerHTML = update.lines;
  const last = /** @type {HTMLElement | null} */ (lines.lastElementChild);
  for (const line of /** @type {HTMLElement[]} */ ([...fresh.content.querySelectorAll(".line")])) {
    if (Number(line.dataset.entry) <= now.number) line.remove();
    else line.classList.add("fresh");
  }
  const first = /** @type {HTMLElement | null} */ (fresh.content.querySelector(".line"));
  if (first && last?.dataset.place === first.dataset.place) goOn(first);
  lines.append(fresh.content);
}

/** A seat's entry follows another one of that seat: the first has shown the time and the face. @param {HTMLElement} first */
export function goOn(first) {
  first.classList.remove("first");
  first.querySelector(".face")?.remove();
  const entry = [...(first.parentNode?.querySelectorAll(`[data-entry="${first.dataset.entry}"]`) ?? [])];
  if (!entry.some((line) => line.matches(".first"))) for (const line of entry) line.querySelector(".at")?.classList.remove("timed");
}

/** Dim the log lines after the step that is looked back to. */
export function markLines() {
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (part("lines").querySelectorAll(".line"))) {
    const entry = Number(line.dataset.entry);
    line.classList.toggle("later", now.past > 0 && entry > now.past);
    line.classList.toggle("here", now.past > 0 && entry === now.past);
  }
  if (now.past) part("lines").querySelector(".here")?.scrollIntoView({ block: "nearest" });
}

/**
 * Remember which pieces moved, until the reader's turn ends.
 * @param {import("./glide.js").Places} old
 * @param {boolean} mine whether the reader was asked before this change
 */
function follow(old, mine) {
  if (now.past) return;
  if (mine && !panel.querySelector(".ask.mine")) for (const id of Object.keys(trail)) delete trail[id];
  for (const piece of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-piece]"))) {
    const was = old.pieces.get(piece.dataset.piece ?? "")?.at;
    if (was && was !== piece.dataset.at) trail[piece.dataset.piece ?? ""] ??= was;
  }
}

/** Mark faintly the pieces that moved and the places they left. */
function markTrail() {
  for (const element of table.querySelectorAll(".moved, .left")) element.classList.remove("moved", "left");
  if (now.past) return;
  for (const [id, from] of Object.entries(trail)) {
    const piece = /** @type {HTMLElement | null} */ (table.querySelector(`[data-piece="${CSS.escape(id)}"]`));
    if (!piece || piece.dataset.at === from) continue;
    piece.classList.add("moved");
    board.querySelector(`[data-spot="${CSS.escape(from)}"]`)?.classList.add("left");
  }
}

/** Note where the focus is; the returned function puts it back there, or on the question. */
function focusNow() {
  const focused = document.activeElement;
  const home = focused?.closest("#status, #board, #players, #panel, #tree");
  if (!focused || !home) return () => {};
  const keys = ["data-spot", "data-step", "data-tried", "data-act", "value", "href", "id"];
  const key = keys.find((name) => focused.getAttribute(name));
  const sought = key ? `[${key}="${CSS.escape(focused.getAttribute(key) ?? "")}"]` : "";
  return () => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const same = sought ? /** @type {HTMLElement | null} */ (home.querySelector(`${sought}:not([aria-disabled])`)) : null;
    const there = same && (same.tabIndex >= 0 || same.hasAttribute("tabindex")) ? same : null;
    (there ?? part("prompt"))?.focus({ preventScroll: true });
  };
}

/* Private notes: they save themselves a moment after the last letter, and when they are left. At a table they are fetched when
   their tab is chosen. */

import { fieldsOf } from "./site.js";

const MOMENT = 700; // milliseconds after the last letter
/** @type {Map<HTMLTextAreaElement, number>} notes that are not saved yet, with their timers */
const waiting = new Map();

/** @param {EventTarget | null} target @returns {HTMLTextAreaElement | null} */
const noteOf = (target) => (target instanceof HTMLTextAreaElement && target.form?.matches("[data-note]") ? target : null);

/** Say what has become of a note. @param {HTMLTextAreaElement} note @param {string} text */
function say(note, text) {
  const status = note.form?.querySelector("[role=status]");
  if (status) status.textContent = text;
}

/** Save a note. Its form says which lines this page knows, so that what another one has added stays.
 * @param {HTMLTextAreaElement} note */
async function save(note) {
  clearTimeout(waiting.get(note));
  waiting.delete(note);
  const form = /** @type {HTMLFormElement} */ (note.form);
  const written = note.value;
  const facts = fieldsOf(form);
  const before = /** @type {HTMLInputElement} */ (form.elements.namedItem("before"));
  before.value += `\n${written}`;
  const headers = { Accept: "application/json" };
  const answer = await fetch(form.action, { method: "POST", body: facts, headers, keepalive: true }).catch(() => null);
  const told = answer?.status === 204 ? {} : await answer?.json().catch(() => null);
  if (written !== note.value) return; // the next save says how it went
  if (!answer?.ok || !told) return say(note, told?.message ?? note.dataset.failed ?? "");
  note.value = before.value = told.text ?? written;
  say(note, told.message ?? note.dataset.saved ?? "");
}

document.addEventListener("input", (event) => {
  const note = noteOf(event.target);
  if (!note) return;
  clearTimeout(waiting.get(note));
  waiting.set(note, window.setTimeout(() => void save(note), MOMENT));
  say(note, note.dataset.saving ?? "");
});

/** Save at once what is not saved yet. */
function flush() {
  for (const note of [...waiting.keys()]) void save(note);
}
document.addEventListener("focusout", (event) => {
  if (noteOf(event.target)) flush();
});
window.addEventListener("pagehide", flush);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) flush();
});

/* At a table. */
const box = document.getElementById("notes");
let asked = false;
box?.addEventListener("chosen", async () => {
  if (asked) return;
  asked = true;
  const answer = await fetch(box.dataset.part ?? "").catch(() => null);
  const place = box.querySelector("[data-notes]");
  if (!answer?.ok || !place) return void (asked = false);
  place.innerHTML = await answer.text(); // made and escaped by our own template
});

/* What this browser adds to the seed of a table when its reader sits down. It keeps that, to compare it when the game
   is over. Who opens a table first asks what binds the server: docs/topics/fairness.md. */

import { kept } from "./kept.js";

/** @type {WeakSet<HTMLFormElement>} */
const asking = new WeakSet();
/** @type {WeakSet<HTMLFormElement>} */
const ready = new WeakSet();

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Under which name a share is kept. @param {string} commitment */
export const nameOf = (commitment) => `share ${commitment}`;

/** @param {HTMLInputElement} field @param {string} commitment */
function add(field, commitment) {
  field.value = hex(crypto.getRandomValues(new Uint8Array(16)));
  kept.set(nameOf(commitment), field.value);
}

/** Send a form with a pledge; without a share if there is none to be had.
 * @param {HTMLFormElement} form @param {HTMLInputElement} field @param {HTMLElement | null} button */
async function pledged(form, field, button) {
  const pledge = form.querySelector("input[name=pledge]");
  try {
    const answer = await fetch(field.dataset.pledges ?? "", { headers: { "X-Requested-With": "fetch" } });
    const bound = await answer.json();
    if (pledge instanceof HTMLInputElement) pledge.value = bound.pledge;
    add(field, bound.commitment);
  } catch {
    // the connection is down: the form says so itself
  }
  asking.delete(form);
  ready.add(form);
  form.requestSubmit(button);
}

/** @param {SubmitEvent} event */
function sending(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const field = form.querySelector("input[name=share]");
  if (!(field instanceof HTMLInputElement) || ready.delete(form)) return;
  if (field.dataset.commitment) return void add(field, field.dataset.commitment);
  if (!field.dataset.pledges) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (asking.has(form)) return;
  asking.add(form);
  void pledged(form, field, event.submitter);
}

/** Whatever form sits somebody down has their share, before anything else looks at it. */
export function start() {
  document.addEventListener("submit", sending, true);
}

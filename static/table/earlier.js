/* The page brings the end of the log: the lines before it come on demand. Without scripts a link leads to all of it. */

import { notify } from "../site.js";
import { now, part, speak, words } from "./scene.js";
import { goOn, markLines, settle } from "./swap.js";

const MOST_TRIES = 5; // while moves go on to come in between

const lines = part("lines");
/** @type {Promise<void> | null} */
let coming = null;

/** The link to the earlier entries, until they are there. */
const link = () => /** @type {HTMLAnchorElement | null} */ (lines.querySelector(".earlier a"));

/** Fetch them, as the log is after the latest entry that the page knows. @param {string} address */
async function fetched(address) {
  for (let tries = 1; ; tries += 1) {
    const known = now.number;
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    if (known === now.number || tries === MOST_TRIES) return text; // else one of them may have been undone meanwhile
  }
}

async function bring() {
  const asked = link();
  if (!asked) return;
  lines.setAttribute("aria-busy", "true");
  try {
    const fresh = document.createElement("template");
    fresh.innerHTML = await fetched(asked.dataset.part ?? ""); // made and escaped by our own template
    const isHeld = asked.contains(document.activeElement);
    const last = /** @type {HTMLElement | null} */ (fresh.content.querySelector(".line:last-child"));
    const first = /** @type {HTMLElement | null} */ (lines.querySelector(".line"));
    if (last && first && last.dataset.place === first.dataset.place) goOn(first);
    asked.closest(".earlier")?.replaceWith(fresh.content);
    settle();
    markLines();
    if (!last || !isHeld) return;
    lines.scrollTop += last.getBoundingClientRect().top - lines.getBoundingClientRect().top - lines.clientHeight / 2;
    /** @type {HTMLElement | null} */ (last.querySelector(".at"))?.focus({ preventScroll: true });
    speak(asked.textContent ?? "");
  } finally {
    lines.removeAttribute("aria-busy");
  }
}

/** Add the earlier lines once, however many ask for them. Raises an error if they cannot be had. */
export function addEarlier() {
  coming ??= bring().finally(() => (coming = null));
  return coming;
}

/** See to it that the line of an entry is there. @param {number} entry */
export async function reach(entry) {
  const first = /** @type {HTMLElement | null} */ (lines.querySelector(".line"));
  if (link() && entry < Number(first?.dataset.entry)) await addEarlier();
}

export function start() {
  lines.addEventListener("click", (event) => {
    const asked = event.target instanceof Element ? event.target.closest(".earlier a") : null;
    if (!(asked instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (event.detail) asked.focus({ preventScroll: true }); // not every browser does that for a pointer
    addEarlier().catch(() => notify(words.unreachable, "error"));
  });
}

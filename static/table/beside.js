/* The rules beside the board, fetched when they are first wanted: open at what the present question,
   or a tip, is about. The board stays in use meanwhile. */

import { notify } from "../site.js";
import { panel, part, table, words } from "./scene.js";

const beside = /** @type {HTMLDialogElement} */ (part("rules-beside"));
const text = part("rules-text");
const link = document.getElementById("to-rules");
/** @type {Promise<void> | null} */
let fetched = null;
/** @type {Element | null} where the focus was */
let from = null;

/** @typedef {{ key?: string, about?: string, id?: string }} Where */

/** Fetch the text once; after a failure the next wish tries again. */
function fetchText() {
  fetched ??= fetch(beside.dataset.from ?? "")
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
    .then((html) => {
      text.innerHTML = html; // from our own site, drawn by its templates
    })
    .catch((error) => {
      fetched = null;
      throw error;
    });
  return fetched;
}

/** @param {string} attribute @param {string} word */
const holding = (attribute, word) => text.querySelector(`[${attribute}~="${CSS.escape(word)}"]`);

/** The section about something; that of a turn if there is none. @param {Where} where @returns {HTMLElement | null} */
function sectionOf({ key, about, id }) {
  const found =
    (key && holding("data-asks", key)) ||
    (about && (holding("data-about", about) ?? holding("data-about", `${about.split(".")[0]}.*`))) ||
    text.querySelector(`#rules-${CSS.escape(id ?? "turn")}`);
  return /** @type {HTMLElement | null} */ (found || text.firstElementChild);
}

/** Open the rules at a place. @param {Where} where */
export async function openAt(where) {
  if (!beside.open) from = document.activeElement;
  beside.show();
  table.classList.add("reading");
  try {
    await fetchText();
  } catch {
    notify(words.unreachable, "error");
    return;
  }
  const section = sectionOf(where);
  for (const old of text.querySelectorAll(".here")) old.classList.remove("here");
  section?.classList.add("here");
  if (section) text.scrollTop = section.offsetTop;
  part("beside-title").focus({ preventScroll: true });
}

/** What is asked now. */
const now = () => ({ key: panel.querySelector("[data-key]")?.getAttribute("data-key") ?? "" });

function shut() {
  beside.close();
  table.classList.remove("reading");
  if (from instanceof HTMLElement || from instanceof SVGElement) from.focus();
}

/** Nothing where a game has no rules to read. */
export function start() {
  if (!link) return;
  link.addEventListener("click", (event) => {
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (beside.open) shut();
    else void openAt(now());
  });
  beside.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(".close")) return shut();
    const to = target?.closest("[data-to]")?.getAttribute("data-to");
    if (to) return void openAt(to === "now" ? now() : { id: to });
    const inside = target?.closest('a[href^="#"]')?.getAttribute("href");
    if (!inside) return;
    event.preventDefault();
    void openAt({ id: inside.replace("#rules-", "") });
  });
  beside.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    shut();
  });
}

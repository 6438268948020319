/* The spots of the board that stand for answers: they are lit, and a click plays them. */

import { meaning } from "./gains.js";
import { number } from "./keys.js";
import { count, marking, unmark } from "./marks.js";
import { fill, panel, speak, table, words } from "./scene.js";

const TOLD = 5; // answers of a spot in its tip

/** The answers that belong to each spot. @returns {Map<string, HTMLButtonElement[]>} */
function answersBySpot() {
  const found = new Map();
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (panel.querySelectorAll("button[data-for]"))) {
    const spot = button.dataset.for ?? "";
    found.set(spot, [...(found.get(spot) ?? []), button]);
  }
  return found;
}

/** The elements of a spot, on the board and in the players' areas. @param {string} spot */
const drawn = (spot) =>
  /** @type {(HTMLElement | SVGElement)[]} */ ([...table.querySelectorAll(`[data-spot="${CSS.escape(spot)}"]`)]).filter(
    (element) => !panel.contains(element),
  );

/** @param {Element} element @param {string} kind @param {string} said */
function become(element, kind, said) {
  element.classList.add(kind);
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.setAttribute("aria-label", said);
}

/** What can be clicked now, and what could be if something were not lacking, each with what it does. */
function labelled() {
  const lit = [...answersBySpot()].flatMap(([spot, answers]) =>
    drawn(spot).map((element) => ({ element, said: label(answers) })),
  );
  return { lit, lacking: unavailable(new Set(lit.map(({ element }) => element))) };
}

/** Label spots with what is written on them too. All are read before any is changed. @param {{ element: Element, said: string }[]} spots */
function labelling(spots) {
  const labels = spots.map(({ element, said }) => withWritten(element, said));
  return () => spots.forEach(({ element }, at) => element.setAttribute("aria-label", labels[at]));
}

/** After a change of how large the board is drawn: small texts are seen now, or are not. */
export function relabel() {
  const { lit, lacking } = labelled();
  labelling([...lit, ...lacking])();
}

/** Light the spots that can be clicked now, and no others. What is returned measures them, and returns what outlines them. */
export function light() {
  for (const element of table.querySelectorAll(".legal")) put_out(element);
  for (const element of table.querySelectorAll(".lacking")) put_out(element);
  const { lit, lacking } = labelled();
  for (const { element, said } of lit) become(element, "legal", said);
  for (const { element, said, why } of lacking) {
    become(element, "lacking", said);
    element.setAttribute("aria-disabled", "true");
    element.setAttribute("data-why", why);
  }
  count();
  arrange();
  const fold = panel.querySelector("details[data-fold]");
  if (fold instanceof HTMLDetailsElement && lit.length === 0) fold.open = true;
  number();
  return () => {
    const all = [...lit, ...lacking];
    const begin = [labelling(all), marking(all.map(({ element }) => element))];
    return () => {
      for (const change of begin) change();
    };
  };
}

/** Bring the answers of each group into the order of their spots on the board; a ring has no first, so there the rules' order stays. */
function arrange() {
  for (const group of panel.querySelectorAll(".answers > .group")) {
    const buttons = /** @type {HTMLElement[]} */ ([...group.querySelectorAll(":scope > button[data-for]")]);
    const places = new Map(buttons.map((button) => [button, drawn(button.dataset.for ?? "")[0]]));
    const isRing = [...places.values()].some((place) => place?.closest("[data-ring]"));
    if (buttons.length < 2 || isRing || buttons.some((button) => !places.get(button)) || group.contains(document.activeElement)) continue;
    const sorted = buttons.toSorted((one, other) => order(places.get(one), places.get(other)));
    if (sorted.some((button, index) => button !== buttons[index])) group.append(...sorted);
  }
}

/** Which of two places comes first in the drawing. @param {Element} [one] @param {Element} [other] */
function order(one, other) {
  if (!one || !other || one === other) return 0;
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** Spots whose moves are not offered, with the first reason for each, but for those that are lit. @param {Set<Element>} lit */
function unavailable(lit) {
  const found = new Map();
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-spot-unavailable]"))) {
    const text = item.textContent?.trim();
    const why = item.parentElement?.lastElementChild?.textContent ?? "";
    for (const element of drawn(item.dataset.spotUnavailable ?? "")) {
      if (lit.has(element) || found.has(element)) continue;
      found.set(element, { element, said: `${text}: ${why}`, why });
    }
  }
  return [...found.values()];
}

/** @param {Element} element */
function put_out(element) {
  element.classList.remove("legal", "lacking");
  for (const name of ["role", "tabindex", "aria-label", "aria-disabled", "data-why"]) element.removeAttribute(name);
  unmark(element);
}

/** What the answers of a spot do. @param {HTMLButtonElement[]} answers */
function label(answers) {
  const first = meaning(answers[0]);
  for (const drawing of first.querySelectorAll("[aria-hidden]")) drawing.remove();
  const text = first.textContent ?? "";
  const others = answers.length - 1;
  return others ? fill(others === 1 ? words.oneMore : words.several, { text, count: others }) : text;
}

/** A label ends with what is written on the spot, as who speaks to the page says what they see. @param {Element} element @param {string} text */
function withWritten(element, text) {
  const written = writtenOn(element);
  return text.toLowerCase().includes(written.toLowerCase()) ? text : `${text} (${written})`;
}

/** Whether an element on a spot is drawn. @param {Element} element */
function isSeen(element) {
  const { opacity, visibility } = getComputedStyle(element);
  return visibility === "visible" && opacity !== "0" && element.getClientRects().length > 0;
}

/** What can be read on a spot; a comma stands where one text touches another. @param {Element} element @returns {string} */
function writtenOn(element) {
  if (element.matches("title, desc, .visually-hidden") || !isSeen(element)) return "";
  let all = "";
  for (const child of element.childNodes) {
    const text = child instanceof Element ? writtenOn(child) : (child.nodeValue ?? "");
    all += /\S$/.test(all) && /^\S/.test(text) ? `,${text}` : text;
  }
  return all.replace(/\s{2,}/g, " ").trim(); // as axe compares it
}

/** What the answers of a spot do, for its tip. @param {Element} element @returns {HTMLElement[]} */
export function meaningsOf(element) {
  const answers = element.matches(".legal") ? (answersBySpot().get(element.getAttribute("data-spot") ?? "") ?? []) : [];
  return answers.slice(0, TOLD).map(meaning);
}

/** Play a spot: its only answer, or show just its answers to choose from. @param {string} spot */
export function pick(spot) {
  const answers = answersBySpot().get(spot) ?? [];
  const field = answers[0]?.closest(".number");
  if (field) {
    const fold = field.closest("details");
    if (fold) fold.open = true;
    /** @type {HTMLElement | null} */ (field.querySelector("input"))?.focus();
  } else if (answers.length === 1) answers[0].click();
  else if (answers.length) only(answers);
}

/** Show only these answers; without any, show all again. @param {HTMLButtonElement[]} [answers] */
export function only(answers = []) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (panel.querySelectorAll("button.answer"))) {
    button.hidden = answers.length > 0 && !answers.includes(button);
  }
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll(".group"))) {
    group.hidden = !group.querySelector("button.answer:not([hidden])");
  }
  const fold = panel.querySelector("details[data-fold]");
  if (fold instanceof HTMLDetailsElement) fold.open = answers.length > 0 || fold.open;
  const some = /** @type {HTMLElement | null} */ (panel.querySelector("[data-some]"));
  if (some) some.hidden = answers.length === 0;
  panel.classList.toggle("narrowed", answers.length > 0);
  number();
  answers[0]?.focus();
}

/** @param {EventTarget | null} target */
const spotOf = (target) => {
  const element = target instanceof Element ? target.closest(".legal[data-spot]") : null;
  return element?.getAttribute("data-spot") ?? null;
};

/** Show on the board what these answers concern: their spots, and others that they touch. @param {HTMLButtonElement[]} answers */
function preview(answers) {
  for (const element of table.querySelectorAll("[data-spot]:is(.preview, .touched)")) element.classList.remove("preview", "touched");
  for (const { dataset } of answers) {
    for (const element of drawn(dataset.for ?? "")) element.classList.add("preview");
    for (const spot of dataset.touches?.split(" ") ?? []) for (const element of drawn(spot)) element.classList.add("touched");
  }
}

export function start() {
  table.addEventListener("click", (event) => {
    const spot = spotOf(event.target);
    if (spot !== null && !table.classList.contains("explaining")) pick(spot);
    const lacking = event.target instanceof Element ? event.target.closest(".lacking") : null;
    if (lacking && spot === null) speak(lacking.getAttribute("data-why") ?? "");
    if (event.target instanceof Element && event.target.closest("[data-all]")) only();
  });

  table.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const lacking = document.activeElement?.matches(".lacking") ? document.activeElement : null;
    if (lacking) {
      event.preventDefault();
      speak(lacking.getAttribute("data-why") ?? "");
      return;
    }
    const spot = document.activeElement?.matches(".legal") ? spotOf(document.activeElement) : null;
    if (spot === null) return;
    event.preventDefault();
    pick(spot);
  });

  /* Pointing at a button, or focusing it, highlights its spots on the board, and the other way round. */
  for (const kind of ["pointerover", "focusin"]) {
    panel.addEventListener(kind, (event) => {
      const button = event.target instanceof Element ? event.target.closest("button[data-for]") : null;
      preview(button ? [/** @type {HTMLButtonElement} */ (button)] : []);
    });
    table.addEventListener(kind, (event) => {
      if (event.target instanceof Element && panel.contains(event.target)) return;
      const answers = answersBySpot().get(spotOf(event.target) ?? "") ?? [];
      preview(answers.length === 1 ? answers : []);
      for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (panel.querySelectorAll("button.answer"))) {
        button.classList.toggle("preview", answers.includes(button));
      }
    });
  }
  for (const kind of ["pointerleave", "focusout"]) panel.addEventListener(kind, () => preview([]));
}

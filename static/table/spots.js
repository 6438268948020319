/* The spots of the board that stand for answers: they are lit, and a click plays them. */

import { board, fill, panel, saidOn, speak, table, words } from "./scene.js";

const SVG = "http://www.w3.org/2000/svg";

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

/** Light the spots that can be clicked now, and no others. */
export function light() {
  for (const element of table.querySelectorAll(".legal")) put_out(element);
  let lit = 0;
  for (const [spot, answers] of answersBySpot()) {
    for (const element of drawn(spot)) {
      lit += 1;
      element.classList.add("legal");
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "0");
      element.setAttribute("aria-label", label(answers));
      if (element instanceof SVGGraphicsElement) frame(element);
    }
  }
  table.classList.toggle("lit", lit > 0);
  grey();
  const fold = panel.querySelector("details[data-fold]");
  if (fold instanceof HTMLDetailsElement && lit === 0) fold.open = true;
}

/** Grey out spots whose moves are not offered, with the reason. */
function grey() {
  for (const element of table.querySelectorAll(".lacking")) put_out(element);
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-spot-unavailable]"))) {
    const [text, why] = [...item.children].map((child) => child.textContent?.trim() ?? "");
    for (const element of drawn(item.dataset.spotUnavailable ?? "")) {
      if (element.matches(".legal, .lacking")) continue;
      element.classList.add("lacking");
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "0");
      element.setAttribute("aria-disabled", "true");
      element.setAttribute("aria-label", `${text}: ${why}`);
      element.setAttribute("data-why", why);
      if (element instanceof SVGGraphicsElement) frame(element);
    }
  }
}

/** @param {Element} element */
function put_out(element) {
  element.classList.remove("legal", "lacking");
  for (const name of ["role", "tabindex", "aria-label", "aria-disabled", "data-why"]) element.removeAttribute(name);
  for (const mark of element.querySelectorAll(":scope > :is(.spot-edge, .spot-frame, .spot-mark)")) mark.remove();
}

/** The label of a spot: what its answers do. @param {HTMLButtonElement[]} answers */
function label(answers) {
  const first = saidOn(answers[0]);
  return answers.length === 1 ? first : fill(words.several, { text: first, count: answers.length - 1 });
}

/** Add a frame and a small mark: colour alone is not enough. @param {SVGGraphicsElement} element */
function frame(element) {
  if (element.querySelector(":scope > .spot-frame")) return;
  const outline = element.querySelector(":scope > .outline");
  const box = (outline instanceof SVGGraphicsElement ? outline : element).getBBox();
  const pad = outline ? 0 : 7;
  const size = { x: box.x - pad, y: box.y - pad, width: box.width + 2 * pad, height: box.height + 2 * pad, rx: 12 };
  const [edge, rect] = ["spot-edge", "spot-frame"].map((name) => {
    const shape = document.createElementNS(SVG, "rect");
    shape.setAttribute("class", name);
    for (const [key, value] of Object.entries(size)) shape.setAttribute(key, String(value));
    return shape;
  });
  const mark = document.createElementNS(SVG, "path");
  mark.setAttribute("class", "spot-mark");
  mark.setAttribute("d", "M-13-11H13L0 9Z");
  mark.setAttribute("transform", `translate(${box.x + box.width / 2} ${box.y - pad})`);
  element.append(edge, rect, mark);
}

/** Play a spot: its only answer, or show just its answers to choose from. @param {string} spot */
export function pick(spot) {
  const answers = answersBySpot().get(spot) ?? [];
  const number = answers[0]?.closest(".number");
  if (number) {
    const fold = number.closest("details");
    if (fold) fold.open = true;
    /** @type {HTMLElement | null} */ (number.querySelector("input"))?.focus();
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
  answers[0]?.focus();
}

/** @param {EventTarget | null} target */
const spotOf = (target) => {
  const element = target instanceof Element ? target.closest(".legal[data-spot]") : null;
  return element?.getAttribute("data-spot") ?? null;
};

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
    for (const element of table.querySelectorAll(".preview")) element.classList.remove("preview");
    if (button instanceof HTMLElement) for (const element of drawn(button.dataset.for ?? "")) element.classList.add("preview");
  });
  board.addEventListener(kind, (event) => {
    const spot = spotOf(event.target);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("button.answer"))) {
      button.classList.toggle("preview", spot !== null && button.dataset.for === spot);
    }
  });
}
for (const kind of ["pointerleave", "focusout"]) {
  panel.addEventListener(kind, () => {
    for (const element of table.querySelectorAll(".preview")) element.classList.remove("preview");
  });
}

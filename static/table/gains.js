/* Drawings on the buttons of answers: what they are about, what they cost and bring. */

import { panel } from "./scene.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {[drawn: string, said: string]} Gain as games/page/choices.py writes it */

/** A drawing, from its symbol, viewBox and look. @param {string} icon @param {string} kind */
function drawing(icon, kind) {
  const [symbol, box, look = ""] = icon.split("@");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `${kind} ${look}`.trim());
  svg.setAttribute("viewBox", box);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${symbol}`);
  svg.append(use);
  return svg;
}

/** @param {string} kind @param {(string | Node)[]} inside */
function span(kind, ...inside) {
  const element = document.createElement("span");
  element.className = kind;
  element.append(...inside);
  return element;
}

/** One seat's part of a gain: its name, if it is another's, and figures. @param {string} line */
function drawnLine(line) {
  const [who, ...figures] = line.split("\t");
  const drawn = span("gain", ...(who ? [span("who", who)] : []));
  for (const [figure, icon] of figures.map((one) => one.split("#"))) {
    drawn.append(span("figure", figure, ...(icon ? [drawing(icon, "thing")] : [])));
  }
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
}

/** The figures of a gain, and the same in words for screen readers. @param {Gain} [gain] */
export function drawGain([drawn, said] = ["", ""]) {
  const lines = drawn ? drawn.split("\n").map(drawnLine) : [];
  return span("gains", ...lines, ...(said ? [span("visually-hidden", `, ${said}`)] : []));
}

/** Draw what fresh buttons only say. */
export function adorn() {
  for (const words of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-gain]"))) {
    words.replaceWith(drawGain([words.dataset.gain ?? "", (words.textContent ?? "").replace(/^, /, "")]));
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-icon]"))) {
    if (!element.querySelector(":scope > .about")) element.prepend(drawing(element.dataset.icon ?? "", "about"));
  }
}

/** What an answer's button says, its gains included, for a tip. @param {Element} button */
export function meaning(button) {
  const line = span("meant", (button.querySelector("[data-said]")?.textContent ?? "").trim());
  line.append(...gainsOf(button));
  return line;
}

/** A copy of what an answer costs and brings, as on its button. @param {Element} button */
export function gainsOf(button) {
  const gains = button.querySelector(".gains");
  return gains && !gains.closest("[hidden]") ? [gains.cloneNode(true)] : [];
}

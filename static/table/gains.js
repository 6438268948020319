/* What an answer costs and brings: figures with their drawings, as templates/games/panel.html draws them. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {[symbol: string, box: string, look: string]} Icon */
/** @typedef {[who: string, figures: [icon: Icon | null, figure: string][]]} Line */
/** @typedef {[lines: Line[], said: string]} Gain */

/** @param {Icon} icon */
function drawing([symbol, box]) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "thing");
  svg.setAttribute("viewBox", box);
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

/** The figures of a gain, and the same in words for screen readers. @param {Gain} [gain] */
export function drawGain([lines, said] = [[], ""]) {
  const drawn = lines.map(([who, figures]) => {
    const line = span("gain", ...(who ? [span("who", who)] : []));
    for (const [icon, figure] of figures) line.append(span("figure", figure, ...(icon ? [drawing(icon)] : [])));
    line.setAttribute("aria-hidden", "true");
    return line;
  });
  return span("gains", ...drawn, ...(said ? [span("visually-hidden", `, ${said}`)] : []));
}

/** What an answer's button says, its gains included, for a tip. @param {Element} button */
export function meaning(button) {
  const line = span("meant", (button.querySelector("[data-said]")?.textContent ?? "").trim());
  const gains = button.querySelector(".gains:not([hidden] *)");
  if (gains) line.append(gains.cloneNode(true));
  return line;
}

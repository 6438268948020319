/* What all modules of the table's page share: elements, texts, and what is on show. */

/** @param {string} id @returns {HTMLElement} */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export const table = part("table");
export const board = part("board");
export const panel = part("panel");
export const strip = part("strip");
export const form = /** @type {HTMLFormElement} */ (part("answer"));

/** @type {Record<string, string>} texts in the reader's language */
export const words = JSON.parse(part("words").textContent ?? "{}");

/** @type {Record<string, string>} pieces that have moved since the reader's last turn, and from where */
export const trail = JSON.parse(part("trail").textContent ?? "{}") ?? {};

export const now = {
  number: Number(table.dataset.number), // of the latest log entry that is known
  past: Number(table.dataset.past) || 0, // the entry that is looked back to; 0 is now
  shown: Number(table.dataset.number), // the entry up to which the parts were drawn
  telling: false, // whether an earlier board is on show, on the way to the present one
  described: false, // whether the board is shown in words too
  base: 0, // counts hellos with all that is on show; each update names the one it builds on
};

/** Whether nobody else is at this table, as in a lesson: no socket tells of it, all goes by HTTP. */
export const alone = "alone" in table.dataset;

/** Whether the reader prefers reduced motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The shape of a spot: its outline, as what it shows when pointed at may be larger. @param {Element} spot */
export const shapeOf = (spot) => spot.querySelector(":scope > .outline") ?? spot;

/** Where a spot is on the screen. @param {Element} spot */
export const boxOf = (spot) => shapeOf(spot).getBoundingClientRect();

/** Say something to screen readers. @param {string} text */
export function speak(text) {
  const voice = part("spoken");
  if (text) voice.textContent = voice.textContent === text ? `${text}\u00a0` : text;
}

/** The text of an answer's button; for a number field, the part about the chosen number. @param {Element} button */
export const saidOn = (button) => ((button.querySelector("[data-said]") ?? button).textContent ?? "").trim();

/** Fill `{name}` in a text. @param {string} text @param {Record<string, string | number>} facts */
export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? ""));

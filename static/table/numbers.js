/* Number fields as answers: the button below a field says what its number would do. */

import { panel, speak, words } from "./scene.js";
import { beforehand } from "./swap.js";

/** @typedef {{ input: HTMLInputElement, button: HTMLButtonElement, said: HTMLElement, total: HTMLElement }} Parts */

/** @param {Element} box @returns {Parts} */
const partsOf = (box) => ({
  input: /** @type {HTMLInputElement} */ (box.querySelector("input")),
  button: /** @type {HTMLButtonElement} */ (box.querySelector("button.answer")),
  said: /** @type {HTMLElement} */ (box.querySelector("[data-said]")),
  total: /** @type {HTMLElement} */ (box.querySelector("[data-total]")),
});

/** Let the button say, and play, what the number in the field stands for. @param {HTMLElement} box */
function tell(box) {
  const { input, button, said, total } = partsOf(box);
  const texts = JSON.parse(box.dataset.texts ?? "{}");
  const text = texts[input.value];
  said.textContent = text ?? words.notThisNumber;
  total.innerHTML = JSON.parse(box.dataset.gains ?? "{}")[input.value] ?? ""; // made and escaped by our own server
  button.disabled = text === undefined;
  input.setAttribute("aria-invalid", String(text === undefined));
  const move = { ...JSON.parse(box.dataset.base ?? "{}"), [box.dataset.field ?? ""]: Number(input.value) };
  button.value = JSON.stringify(move);
}

/** What the chosen number means, and what it costs and brings. @param {HTMLElement} box */
const told = (box) => `${partsOf(box).said.textContent}${partsOf(box).total.querySelector(".visually-hidden")?.textContent ?? ""}`;

/** @param {EventTarget | null} target */
const boxOf = (target) =>
  /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest(".number") : null);

export function start() {
  panel.addEventListener("input", (event) => {
    const box = boxOf(event.target);
    if (!box) return;
    tell(box);
    speak(told(box));
  });

  panel.addEventListener("click", (event) => {
    const box = boxOf(event.target);
    const step = event.target instanceof Element ? event.target.closest(".step") : null;
    if (!box || !step) return;
    const { input } = partsOf(box);
    if (step.hasAttribute("data-more")) input.stepUp();
    else input.stepDown();
    tell(box);
    speak(told(box));
  });

  /* Enter plays this number; by default it would press the first button of the form. */
  panel.addEventListener("keydown", (event) => {
    const box = boxOf(event.target);
    if (event.key !== "Enter" || !box || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    partsOf(box).button.click();
  });

  beforehand(() => {
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-number]"))) {
      box.classList.add("live");
      for (const part of [partsOf(box).said, partsOf(box).total]) part.hidden = false;
      tell(box);
    }
  });
}

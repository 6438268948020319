/* The keys 1 to 9 play the first nine answers that can be seen. */

import { now, panel } from "./scene.js";

const MOST = 9;
const TYPING = "input, textarea, select, [contenteditable], dialog[open] *";

/** The answers that have a key, in their order. @returns {HTMLButtonElement[]} */
const keyed = () =>
  /** @type {HTMLButtonElement[]} */ ([...panel.querySelectorAll("button.answer[aria-keyshortcuts]")]);

/** Give the answers that can be seen their keys. */
export function number() {
  for (const button of keyed()) {
    button.removeAttribute("aria-keyshortcuts");
    button.querySelector(":scope > kbd")?.remove();
  }
  const seen = /** @type {HTMLButtonElement[]} */ ([...panel.querySelectorAll("button.answer")]).filter(
    (button) => !button.hidden && !button.closest("[hidden]") && !button.closest("details:not([open])"),
  );
  seen.slice(0, MOST).forEach((button, index) => {
    const key = document.createElement("kbd");
    key.textContent = String(index + 1);
    key.setAttribute("aria-hidden", "true");
    button.append(key);
    button.setAttribute("aria-keyshortcuts", String(index + 1));
  });
}

export function start() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || !/^[1-9]$/.test(event.key)) return;
    const within = event.target instanceof Element && event.target.closest(TYPING);
    if (within || now.past || panel.classList.contains("confirming") || document.querySelector("dialog[open]:not(.beside)")) return;
    const button = keyed().find((one) => one.getAttribute("aria-keyshortcuts") === event.key);
    if (!button || button.disabled) return;
    event.preventDefault();
    const field = /** @type {HTMLInputElement | null} */ (button.closest(".number")?.querySelector("input"));
    if (field) field.select();
    else button.click();
  });

  /* A list that is unfolded shows more answers. The event does not bubble. */
  panel.addEventListener("toggle", number, true);
}

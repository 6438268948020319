/* The form of standing orders: it comes when its fold is opened, and is read out. Until then, and without it, there is a link. */

import { speak } from "./scene.js";

const fold = /** @type {HTMLDetailsElement | null} */ (document.getElementById("orders"));

/** Fetch it once. A reader who has gone on to the link goes on in the form. */
async function fill() {
  const part = fold?.dataset.part;
  const place = fold?.querySelector("div");
  if (!fold?.open || !part || !place) return;
  delete fold.dataset.part;
  const answer = await fetch(part).catch(() => null);
  if (answer?.status !== 200) return void (fold.dataset.part = part); // the next opening tries again
  const isHeld = place.contains(document.activeElement);
  place.innerHTML = await answer.text(); // made and escaped by our own template
  if (isHeld) /** @type {HTMLElement | null} */ (place.querySelector("select, input:not([type=hidden])"))?.focus();
  speak(place.querySelector("p")?.textContent ?? "");
}

export function start() {
  fold?.addEventListener("toggle", () => void fill());
  void fill(); // it may be open already
}

/* Explanations, shown on hover, on focus, by a long press, or by a tap after the "explain" button. */

import { openAt } from "./beside.js";
import { boxOf, part, table } from "./scene.js";
import { meaningsOf } from "./spots.js";

const tip = part("tip");
const said = part("tip-text");
const cross = part("tip-close");
const toRules = document.getElementById("tip-rules"); // none where a game has no rules to read
const toggle = part("explain");
const LONG = 450; // milliseconds of a long press
let pressing = 0;

/** @param {EventTarget | null} target */
const explained = (target) => (target instanceof Element ? target.closest(".legal, [data-why], [data-tip]") : null);

/** An element's explanation, and why it cannot be chosen now. @param {Element} element */
const explanation = (element) => {
  const source = element.closest("[data-tip]") ?? element.querySelector("[data-tip]");
  return [source?.getAttribute("data-tip"), element.getAttribute("data-why")].filter(Boolean).join(" — ");
};

/** What an element is about: what its help says, or else the kind of its spot. @param {Element} element */
const aboutOf = (element) =>
  (element.closest("[data-about]") ?? element.querySelector("[data-about]"))?.getAttribute("data-about") ??
  (element.closest("[data-spot]")?.getAttribute("data-spot") ?? "").split(":")[0];

let pinned = false; // it stays until it is dismissed
let about = ""; // what it explains, for the rules: "building.bank"

/** @param {Element} element @param {boolean} [stays] */
function open(element, stays = false) {
  pinned = stays;
  const spot = element.closest(".legal");
  said.replaceChildren(...(spot ? meaningsOf(spot) : []), explanation(element));
  cross.hidden = !stays;
  about = aboutOf(element);
  if (toRules) toRules.hidden = !stays || !about;
  tip.setAttribute("role", stays ? "status" : "tooltip");
  tip.classList.toggle("pinned", stays);
  tip.hidden = false;
  const box = boxOf(element);
  const own = tip.getBoundingClientRect();
  const x = Math.max(8, Math.min(box.x + box.width / 2 - own.width / 2, innerWidth - own.width - 8));
  const above = box.y - own.height - 10;
  tip.style.left = `${x}px`;
  tip.style.top = `${above > 8 ? above : Math.min(box.bottom + 10, innerHeight - own.height - 8)}px`;
}

const close = () => {
  pinned = false;
  tip.hidden = true;
};
const leave = () => pinned || close();

/* A long press. The help stays until it is dismissed, and the press is not a click. */
let pressed = false;
let down = 0; // when the finger came down

export function start() {
  table.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const element = explained(event.target);
    if (pinned) return;
    if (element) open(element);
    else close();
  });
  table.addEventListener("pointerleave", leave);
  table.addEventListener("focusin", (event) => {
    const element = explained(event.target);
    if (element && event.target instanceof Element && event.target.matches(":focus-visible")) open(element);
  });
  table.addEventListener("focusout", leave);
  table.addEventListener("pointerdown", (event) => {
    pressed = false;
    down = event.timeStamp;
    clearTimeout(pressing);
    if (pinned && event.target instanceof Element && !event.target.closest("#tip")) close();
    const element = explained(event.target);
    if (event.pointerType === "mouse" || !element) return;
    pressing = window.setTimeout(() => {
      open(element, true);
      pressed = true;
    }, LONG);
  });
  table.addEventListener("pointerup", (event) => {
    if (!pressed || event.timeStamp - down >= LONG) return;
    pressed = false; // a tap, of which a busy page has heard late
    close();
  });
  table.addEventListener("click", (event) => {
    if (!pressed) return;
    pressed = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
  table.addEventListener("contextmenu", (event) => {
    if (pressed) event.preventDefault();
  });
  cross.addEventListener("click", close);
  toRules?.addEventListener("click", (event) => {
    event.preventDefault();
    close();
    void openAt({ about });
  });
  for (const kind of ["pointerup", "pointercancel", "pointermove"]) {
    table.addEventListener(kind, (event) => {
      if (kind !== "pointermove" || Math.hypot(/** @type {PointerEvent} */ (event).movementX, /** @type {PointerEvent} */ (event).movementY) > 4) clearTimeout(pressing);
    });
  }

  toggle.addEventListener("click", () => {
    const explaining = table.classList.toggle("explaining");
    toggle.setAttribute("aria-pressed", String(explaining));
    for (const element of table.querySelectorAll("[data-tip]:not(.legal, .legal *)")) {
      if (explaining) element.setAttribute("tabindex", "0");
      else element.removeAttribute("tabindex");
    }
    close();
  });
  table.addEventListener("click", (event) => {
    const lacking = event.target instanceof Element ? event.target.closest(".lacking:not(.legal .lacking)") : null;
    if (event.target instanceof Element && event.target.closest("#tip")) return;
    if (lacking) return open(lacking, true);
    if (!table.classList.contains("explaining") || event.target instanceof Element && event.target.closest("#explain")) return;
    const element = explained(event.target);
    if (element) open(element, true);
    else close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
}

/* Popovers; in browsers that have none (Safari before 17) a class opens them, by the same buttons: `[popover].open`. */

const has = "popover" in HTMLElement.prototype;

/** @param {Element} popover */
export const isOpen = (popover) => popover.matches(has ? ":popover-open" : ".open");

/** @param {HTMLElement} popover */
export function show(popover) {
  if (isOpen(popover)) return;
  if (has) popover.showPopover();
  else turn(popover, true);
}

/** @param {HTMLElement} popover */
export function hide(popover) {
  if (has) popover.hidePopover();
  else turn(popover, false);
}

/** @param {Element} popover @param {boolean} open */
function turn(popover, open) {
  popover.classList.toggle("open", open);
  for (const button of buttonsOf(popover)) button.setAttribute("aria-expanded", String(open));
  popover.dispatchEvent(new Event("toggle"));
}

/** @param {Element} popover @returns {NodeListOf<HTMLElement>} */
const buttonsOf = (popover) => document.querySelectorAll(`[popovertarget="${CSS.escape(popover.id)}"]`);

/** A press of their buttons, or elsewhere. @param {MouseEvent} event */
function press({ target }) {
  const at = /** @type {Element} */ (target);
  const button = at.closest("[popovertarget]");
  const named = button && document.getElementById(button.getAttribute("popovertarget") ?? "");
  const wasOpen = named?.matches(".open");
  for (const open of document.querySelectorAll("[popover].open")) if (open === named || !open.contains(at)) turn(open, false);
  if (named && !wasOpen && button.getAttribute("popovertargetaction") !== "hide") turn(named, true);
}

/** @param {KeyboardEvent} event */
function escape({ key }) {
  const open = key === "Escape" && document.querySelector("[popover].open");
  if (!open) return;
  turn(open, false);
  buttonsOf(open)[0]?.focus();
}

export function start() {
  if (has) return;
  document.addEventListener("click", press);
  document.addEventListener("keydown", escape);
}

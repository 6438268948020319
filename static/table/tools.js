/* On a phone the tools are a menu below their button. */

import { hide } from "../popovers.js";
import { part } from "./scene.js";

const tools = part("tools");
const opener = /** @type {HTMLElement} */ (document.querySelector("[popovertarget=tools]"));

export function start() {
  tools.addEventListener("beforetoggle", () => {
    tools.style.top = `${opener.getBoundingClientRect().bottom + scrollY}px`;
  });
  tools.addEventListener("click", () => {
    if (opener.offsetWidth) hide(tools);
  });
}

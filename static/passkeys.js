/* Passkeys: buttons only where the browser has them, and a word when one could not be used.
   The exchange itself is done by the scripts of django-allauth. */

import { notify } from "./site.js";

for (const button of document.querySelectorAll("[data-passkey]")) {
  /** @type {HTMLElement} */ (button).hidden = !window.PublicKeyCredential;
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  notify(document.getElementById("passkey-failed")?.textContent ?? "", "error");
});

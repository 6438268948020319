/* Passkeys: buttons only where the browser has them and once they answer, and a word when one could not be used.
   The exchange itself is done by the scripts of django-allauth, which begin with the event that is waited for here. */

import { notify } from "./site.js";

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-passkey]")) {
    /** @type {HTMLElement} */ (button).hidden = !window.PublicKeyCredential;
  }
});

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  notify(document.getElementById("passkey-failed")?.textContent ?? "", "error");
});

/* Notices on this device: subscribing at the browser's push service, and telling the server. */

import { notify } from "./site.js";

const section = document.getElementById("devices");
const form = /** @type {HTMLFormElement | null} */ (section?.querySelector("[data-subscribe]") ?? null);

/** @param {string} text base64url @returns {Uint8Array<ArrayBuffer>} */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Mark the line of this device; offer to add it if there is none. */
async function show() {
  if (!section || !form || !("PushManager" in window)) return;
  const worker = await navigator.serviceWorker.ready;
  const here = await worker.pushManager.getSubscription();
  const lines = /** @type {HTMLElement[]} */ ([...section.querySelectorAll("[data-endpoint]")]);
  const own = lines.find((line) => line.dataset.endpoint === here?.endpoint);
  own?.querySelector(".badge")?.removeAttribute("hidden");
  form.hidden = own !== undefined;
  if (own && here) await keep(here);
}

/** Keep a subscription for the service worker, which tells the server when another one takes its place.
 * @param {PushSubscription} subscription */
async function keep(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const { key, renewal } = section?.dataset ?? {};
  const kept = JSON.stringify({ endpoint, secret: keys?.auth, key, renewal });
  await (await caches.open("device")).put("/device", new Response(kept));
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("not allowed");
    const worker = await navigator.serviceWorker.ready;
    const key = bytes(section?.dataset.key ?? "");
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrfmiddlewaretoken")).value;
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
    const answer = await fetch(form.action, { method: "POST", headers, body: JSON.stringify(subscription) });
    if (!answer.ok) throw new Error((await answer.json()).message);
    window.location.reload();
  } catch (error) {
    console.info(error);
    notify(section?.dataset.failed ?? "", "error");
  }
});

if ("serviceWorker" in navigator) void show();

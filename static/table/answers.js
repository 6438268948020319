/* Posting answers: asks before what cannot be taken back, says what went wrong, shows what came. */

import { notify } from "../site.js";
import { form, now, panel, saidOn, table, words } from "./scene.js";
import { afterwards } from "./swap.js";
import { catchUp, expect } from "./socket.js";
import { only } from "./spots.js";

const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrfmiddlewaretoken")).value;
/** @type {HTMLButtonElement | null} the answer that waits to be confirmed */
let meant = null;

/** @param {string} path @param {object} [body] */
async function post(path, body) {
  const answer = await fetch(`${table.dataset.api}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify(body ?? {}),
  });
  return { status: answer.status, body: await answer.json().catch(() => ({})) };
}

/** @type {Set<string>} what has been posted and is not answered yet */
const posted = new Set();

/**
 * Do a thing once at a time; the page says that it is busy. Another thing need not wait: a push may
 * bring the next question before the answer to the last post is there.
 * @param {string} what
 * @param {() => Promise<void>} work
 */
async function once(what, work) {
  if (posted.has(what)) return;
  posted.add(what);
  table.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch {
    notify(words.unreachable, "error");
  } finally {
    posted.delete(what);
    if (posted.size === 0) table.removeAttribute("aria-busy");
  }
}

/** What the server made of it. @param {{ status: number, body: any }} answer */
async function heard({ status, body }) {
  if (status === 200) return expect(body.number);
  if (status === 401) return location.reload();
  const outdated = status === 409 && body.number !== undefined; // the page's question was asked once
  notify(outdated ? words.outdated : (body.message ?? words.failed), "error");
  await catchUp(true);
}

/** @param {HTMLButtonElement} button @param {boolean} confirmed */
function play(button, confirmed) {
  const question = panel.querySelector(".ask")?.getAttribute("data-question") ?? "";
  const lone = panel.querySelectorAll("button.answer").length === 1 && !panel.querySelector("[data-number]");
  const wish = confirmed || lone ? "never" : table.dataset.confirm;
  if (wish === "always") return confirmFirst(button, false);
  void once(question, async () => {
    const answer = await post("moves", { question, move: JSON.parse(button.value), ask: wish === "final" });
    if (answer.body.final) return button.isConnected ? confirmFirst(button, true) : undefined;
    await heard(answer);
  });
}

/**
 * Ask whether it is meant.
 * @param {HTMLButtonElement} button
 * @param {boolean} final it cannot be taken back
 */
function confirmFirst(button, final) {
  const box = /** @type {HTMLElement | null} */ (panel.querySelector("[data-confirm-box]"));
  if (!box) return;
  meant = button;
  panel.classList.add("confirming");
  box.hidden = false;
  const said = box.querySelector("[data-meant]");
  if (said) said.textContent = saidOn(button);
  const warning = /** @type {HTMLElement | null} */ (box.querySelector("[data-final]"));
  if (warning) warning.hidden = !final;
  /** @type {HTMLElement | null} */ (box.querySelector("[data-confirmed]"))?.focus();
}

/** Back to the choice. */
function back() {
  const box = /** @type {HTMLElement | null} */ (panel.querySelector("[data-confirm-box]"));
  panel.classList.remove("confirming");
  if (box) box.hidden = true;
  if (meant?.isConnected) meant.focus();
  meant = null;
}

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!(button instanceof HTMLButtonElement) || panel.querySelector("input[name=confirmed]")) return;
  event.preventDefault();
  if (now.past) return;
  if (button.name === "move") return play(button, false);
  const act = button.dataset.act;
  if (act) return void once(act, async () => heard(await post(act)));
  if (button.dataset.confirm && window.confirm(button.dataset.confirm)) {
    void once("resign", async () => heard(await post("resign")));
  }
});

panel.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  if (event.target.closest("[data-confirmed]") && meant) {
    const button = meant;
    back();
    play(button, true);
  } else if (event.target.closest("[data-back]")) back();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (meant) back();
  else if (panel.classList.contains("narrowed")) only();
});

afterwards(() => {
  meant = null;
  panel.classList.remove("confirming", "narrowed");
});

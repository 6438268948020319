/* Posting answers: asks before what cannot be taken back, says what went wrong, shows what came. */

import { notify } from "../site.js";
import { form, now, panel, table, words } from "./scene.js";
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

/** Do one thing at a time; the page says that it is busy. @param {() => Promise<void>} work */
async function alone(work) {
  if (table.getAttribute("aria-busy") === "true") return;
  table.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch {
    notify(words.unreachable, "error");
  } finally {
    table.removeAttribute("aria-busy");
  }
}

/** What the server made of it. @param {{ status: number, body: any }} answer */
async function heard({ status, body }) {
  if (status === 200) return expect(body.number);
  if (status === 401) return location.reload();
  notify(status === 409 && !body.message ? words.outdated : (body.message ?? words.failed), "error");
  await catchUp(true);
}

/** @param {HTMLButtonElement} button @param {boolean} confirmed */
function play(button, confirmed) {
  const question = panel.querySelector(".ask")?.getAttribute("data-question") ?? "";
  const lone = panel.querySelectorAll("button.answer").length === 1;
  void alone(async () => {
    const answer = await post("moves", { question, move: JSON.parse(button.value), ask: !confirmed && !lone });
    if (answer.body.final) return confirmFirst(button);
    await heard(answer);
  });
}

/** Ask whether it is meant: it cannot be taken back. @param {HTMLButtonElement} button */
function confirmFirst(button) {
  const box = /** @type {HTMLElement | null} */ (panel.querySelector("[data-confirm-box]"));
  if (!box) return;
  meant = button;
  panel.classList.add("confirming");
  box.hidden = false;
  const said = box.querySelector("[data-meant]");
  if (said) said.textContent = button.textContent?.trim() ?? "";
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
  if (button.dataset.act) return void alone(async () => heard(await post(button.dataset.act ?? "")));
  if (button.dataset.confirm && window.confirm(button.dataset.confirm)) {
    void alone(async () => heard(await post("resign")));
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

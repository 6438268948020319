/* Sending answers: confirm first if the reader wants that, send, show what went wrong. */

import { notify } from "../site.js";
import { getsThrough, send } from "../socket.js";
import { gainsOf } from "./gains.js";
import { alone, form, now, panel, saidOn, table, words } from "./scene.js";
import { afterwards } from "./swap.js";
import { catchUp, expect } from "./socket.js";
import { only } from "./spots.js";

const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("csrfmiddlewaretoken")).value;

/** @typedef {{ question: string, move: unknown, value: string, said: (string | Node)[] }} Given an answer, and what it says */
/** @type {Given | null} the answer that is to be confirmed */
let meant = null;

/**
 * Request something of the table: over the socket, or by HTTP while that does not get through.
 * @param {string} type
 * @param {Record<string, unknown>} [facts]
 * @param {boolean} [again] it may be sent again, as it counts only once
 * @returns {Promise<import("../socket.js").Answer>}
 */
async function want(type, facts = {}, again = false) {
  if (!alone && (await getsThrough())) return send({ type, ...facts }, again);
  const answer = await fetch(`${table.dataset.api}/${type === "move" ? "moves" : type}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify(facts),
  });
  return { ...(await answer.json().catch(() => ({}))), status: answer.status };
}

/** @type {Set<string>} requests without an answer yet */
const wanted = new Set();

/**
 * Do each thing only once at a time, and mark the page as busy. Different things may overlap: a push
 * may bring the next question before the last answer is acknowledged.
 * @param {string} what
 * @param {() => Promise<void>} work
 */
async function once(what, work) {
  if (wanted.has(what)) return;
  wanted.add(what);
  table.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch {
    notify(words.unreachable, "error");
  } finally {
    wanted.delete(what);
    if (wanted.size === 0) table.removeAttribute("aria-busy");
  }
}

/** Handle the server's answer. @param {import("../socket.js").Answer} answer */
async function heard({ status, number = 0, error = "", message }) {
  if (status === 200) return expect(number);
  if (status === 401) return location.reload();
  const outdated = ["outdated", "not_your_turn"].includes(error); // the question on the page is an old one
  const lost = status === 0 ? words.lost : words.failed;
  notify(outdated ? words.outdated : (message ?? lost), "error");
  await catchUp();
}

/** The question on show. */
const questionNow = () => panel.querySelector(".ask")?.getAttribute("data-question") ?? "";

/** Give an answer, or ask the reader first. @param {HTMLButtonElement} button */
function play(button) {
  const { value } = button;
  const answer = { question: questionNow(), move: JSON.parse(value), value, said: [saidOn(button), ...gainsOf(button)] };
  const lone = panel.querySelectorAll("button.answer").length === 1 && !panel.querySelector("[data-number]");
  const wish = lone ? "never" : table.dataset.confirm;
  if (wish === "always") confirmFirst(answer, false);
  else give(answer, wish === "final");
}

/**
 * Send an answer.
 * @param {Given} answer
 * @param {boolean} ask it is not played if it cannot be taken back: the reader is asked then
 */
function give(answer, ask) {
  const { question, move } = answer;
  void once(question, async () => {
    table.classList.add("answering"); // if the line is dead, the page says that this is kept
    const result = await want("move", { question, move, ask }, true).finally(() => table.classList.remove("answering"));
    if (result.final) confirmFirst(answer, true);
    else await heard(result);
  });
}

const confirmBox = () => /** @type {HTMLElement | null} */ (panel.querySelector("[data-confirm-box]"));

/**
 * Ask the reader to confirm an answer; the panel may have been drawn anew since it was given.
 * @param {Given} answer
 * @param {boolean} final it cannot be taken back
 */
function confirmFirst(answer, final) {
  const box = confirmBox();
  if (!box || answer.question !== questionNow()) return notify(words.outdated, "error");
  meant = answer;
  panel.classList.add("confirming");
  box.hidden = false;
  box.querySelector("[data-meant]")?.replaceChildren(...answer.said);
  const warning = /** @type {HTMLElement | null} */ (box.querySelector("[data-final]"));
  if (warning) warning.hidden = !final;
  /** @type {HTMLElement | null} */ (box.querySelector("[data-confirmed]"))?.focus();
}

/** Leave the confirmation. */
function leave() {
  const box = confirmBox();
  panel.classList.remove("confirming");
  if (box) box.hidden = true;
  meant = null;
}

/** Go back to the choice of answers. */
function back() {
  const value = meant?.value;
  leave();
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (panel.querySelectorAll("button.answer"));
  [...buttons].find((button) => button.value === value)?.focus();
}

export function start() {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement) || panel.querySelector("input[name=confirmed]")) return;
    if ("leaves" in button.dataset) return;
    event.preventDefault();
    if (now.past) return;
    if (button.name === "move") return play(button);
    const act = button.dataset.act;
    const facts = button.name ? { [button.name]: button.value } : {};
    if (act) return void once(act, async () => heard(await want(act, facts)));
    if (button.dataset.confirm && window.confirm(button.dataset.confirm)) {
      void once("resign", async () => heard(await want("resign")));
    }
  });

  panel.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest("[data-confirmed]") && meant) {
      const answer = meant;
      back();
      give(answer, false);
    } else if (event.target.closest("[data-back]")) back();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (meant) back();
    else if (panel.classList.contains("narrowed")) only();
  });

  afterwards(() => {
    if (meant?.question !== questionNow()) leave(); // the box is the same element for every question
    panel.classList.remove("narrowed");
  });
}

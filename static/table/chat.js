/* The talk at a table: followed from the start, shown when it is opened, said without leaving the page. */

import { notify } from "../site.js";
import { getsThrough, on, send, tells } from "../socket.js";

const box = /** @type {HTMLDetailsElement | null} */ (document.getElementById("chat"));
const talk = document.getElementById("talk");
const unread = document.getElementById("unsaid");

/** @typedef {{ id: number, user: string | null, text: string, at: string }} Message */

/** @type {Map<number, Message>} */
const heard = new Map();
let latest = 0;
let count = 0;
let asked = false;

/** The list of messages, once it is there. */
const list = () => document.getElementById("said");

/** One message as a line; texts are set as texts, never as markup. @param {Message} message */
function line(message) {
  const said = /** @type {HTMLElement} */ (list());
  const item = document.createElement("li");
  item.id = `said-${message.id}`;
  const name = document.createElement("strong");
  name.textContent = message.user ?? said.dataset.nobody ?? "";
  const time = document.createElement("time");
  time.className = "soft small";
  time.dateTime = message.at;
  time.textContent = new Date(message.at).toLocaleString(document.documentElement.lang, {
    dateStyle: "short",
    timeStyle: "short",
  });
  const words = document.createElement("p");
  words.textContent = message.text;
  item.append(name, " ", time);
  if (box?.dataset.me && message.user && message.user !== box.dataset.me) {
    const report = document.createElement("a");
    report.className = "soft small";
    report.href = `/accounts/people/${encodeURIComponent(message.user)}/report/?message=${message.id}`;
    report.textContent = said.dataset.report ?? "";
    item.append(" ", report);
  }
  item.append(words);
  return item;
}

/** Add what is new; what is there already stays. @param {Message[]} messages */
function add(messages) {
  for (const message of messages) {
    if (!heard.has(message.id) && !box?.open && message.user !== box?.dataset.me) count += 1;
    heard.set(message.id, message);
    latest = Math.max(latest, message.id);
  }
  fill();
}

/** Show what is not shown yet, and how much was not read. */
function fill() {
  const said = list();
  if (said) {
    for (const message of heard.values()) {
      if (!document.getElementById(`said-${message.id}`)) said.append(line(message));
    }
    said.scrollTop = said.scrollHeight;
  }
  if (unread) {
    unread.hidden = count === 0;
    unread.textContent = String(count);
  }
}

/** Fetch the list, with the form for whoever may write. */
async function open() {
  if (!box || !talk || asked) return;
  asked = true;
  const answer = await fetch(box.dataset.part ?? "").catch(() => null);
  if (!answer?.ok) return void (asked = false);
  talk.innerHTML = await answer.text(); // our own template
  document.getElementById("say")?.addEventListener("submit", say);
  fill();
}

/** Say something; the socket brings it back. @param {SubmitEvent} event */
async function say(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const fields = new FormData(form);
  const text = String(fields.get("text"));
  const answer = (await getsThrough()) ? await send({ type: "say", text }) : await post(text, fields);
  if (answer.status === 200) form.reset();
  else notify(answer.message ?? box?.dataset.failed ?? "", "error");
}

/**
 * Say something by a plain request, where sockets do not get through.
 * @param {string} text @param {FormData} fields
 * @returns {Promise<import("../socket.js").Answer>}
 */
async function post(text, fields) {
  const answer = await fetch(box?.dataset.api ?? "", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": String(fields.get("csrfmiddlewaretoken")),
    },
    body: JSON.stringify({ text }),
  }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!answer?.ok) return { status: answer?.status ?? 0, message: told?.message };
  add([told]);
  return { status: 200 };
}

if (box) {
  let first = true; // what was said before the page was opened is not news
  tells("chat", () => String(latest));
  on("chat", ({ messages = [], hidden }) => {
    add(messages);
    if (first) count = 0;
    first = false;
    if (hidden) {
      heard.delete(hidden);
      document.getElementById(`said-${hidden}`)?.remove();
    }
    fill();
  });
}

box?.addEventListener("toggle", () => {
  count = 0;
  fill();
  if (box.open) void open();
});

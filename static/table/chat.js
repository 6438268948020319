/* The chat at a table: messages come over the socket from the start; the list and the form are fetched
   when the box is opened. */

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

/** The list of messages, once it was fetched. */
const list = () => document.getElementById("said");

/** A message as an item of the list; its text is never read as markup. @param {Message} message */
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

/** Take in messages, and count the unread ones: others' that come while the box is closed. @param {Message[]} messages */
function add(messages) {
  for (const message of messages) {
    if (!heard.has(message.id) && !box?.open && message.user !== box?.dataset.me) count += 1;
    heard.set(message.id, message);
    latest = Math.max(latest, message.id);
  }
  fill();
}

/** Add messages to the list that it lacks, and show how many are unread. */
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

/** Fetch the list and, for those who may write, the form. */
async function open() {
  if (!box || !talk || asked) return;
  asked = true;
  const answer = await fetch(box.dataset.part ?? "").catch(() => null);
  if (!answer?.ok) return void (asked = false);
  talk.innerHTML = await answer.text(); // made and escaped by our own template
  document.getElementById("say")?.addEventListener("submit", say);
  fill();
}

/** Post a message; it comes back over the socket. @param {SubmitEvent} event */
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
 * Post a message by HTTP, while the socket does not get through.
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
  let first = true; // messages from before the page was opened do not count as unread
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

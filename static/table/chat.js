/* The talk at a table: fetched when it is opened, followed live, said without leaving the page. */

import { notify } from "../site.js";

const box = /** @type {HTMLDetailsElement | null} */ (document.getElementById("chat"));
const talk = document.getElementById("talk");
const unread = document.getElementById("unsaid");

let latest = 0;
let pause = 1000;
let count = 0;

/** @typedef {{ id: number, user: string | null, text: string, at: string }} Message */

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
  if (said.dataset.me && message.user && message.user !== said.dataset.me) {
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
  const said = list();
  for (const message of messages) {
    latest = Math.max(latest, message.id);
    if (!said || document.getElementById(`said-${message.id}`)) continue;
    said.append(line(message));
    if (!box?.open && message.user !== said.dataset.me) count += 1;
  }
  if (said) said.scrollTop = said.scrollHeight;
  if (unread) {
    unread.hidden = count === 0;
    unread.textContent = String(count);
  }
}

/** Fetch the list, then follow. */
async function begin() {
  if (!box || !talk) return;
  const answer = await fetch(box.dataset.part ?? "");
  if (!answer.ok) return;
  talk.innerHTML = await answer.text(); // our own template
  const known = [...talk.querySelectorAll("li[id]")].map((item) => Number(item.id.slice(5)));
  latest = Math.max(0, ...known);
  document.getElementById("say")?.addEventListener("submit", say);
  follow();
}

/** Say something; the socket brings it back. @param {SubmitEvent} event */
async function say(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const fields = new FormData(form);
  const answer = await fetch(box?.dataset.api ?? "", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": String(fields.get("csrfmiddlewaretoken")),
    },
    body: JSON.stringify({ text: String(fields.get("text")) }),
  });
  const told = await answer.json();
  if (answer.ok) {
    form.reset();
    add([told]);
  } else {
    notify(told.message, "error");
  }
}

/** Follow the talk, again after a break, with growing pauses. */
function follow() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}${box?.dataset.socket}?since=${latest}`);
  socket.addEventListener("open", () => (pause = 1000));
  socket.addEventListener("message", (event) => {
    const told = JSON.parse(event.data);
    if (told.messages) add(told.messages);
    if (told.hidden) document.getElementById(`said-${told.hidden}`)?.remove();
  });
  socket.addEventListener("close", (event) => {
    if (event.code >= 4400 && event.code < 4500) return;
    setTimeout(follow, pause);
    pause = Math.min(pause * 2, 60000);
  });
}

box?.addEventListener("toggle", () => {
  count = 0;
  add([]);
});
begin();

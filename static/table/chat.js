/* The chat at a table: messages come over the socket from the start; the list and the form are fetched
   when its tab is chosen. In a waiting room they are there. */

import { notify } from "../site.js";
import { getsThrough, on, send, tells } from "../socket.js";

const box = document.getElementById("chat");
const talk = document.getElementById("talk");
const unread = document.getElementById("unsaid");
const link = document.getElementById("to-chat");

/** @typedef {{ colour: string, motif: string }} Face */
/** @typedef {{ id: number, user: string | null, face: Face | null, text: string, at: string }} Message */

/** @type {Map<number, Message>} */
const heard = new Map();
let latest = 0;
let read = 0; // up to here
let counts = false; // whether the server keeps that: the reader sits here
let asked = false;
/** @type {{ name: string, number: number }[]} up to where others have read, if all wish to show it */
let readers = [];
let isSeen = false; // whether the list is in sight

/** The list of messages, once it was fetched. */
const list = () => document.getElementById("said");

/** A message as an item of the list; its text is never read as markup. @param {Message} message */
function line(message) {
  const said = /** @type {HTMLElement} */ (list());
  const item = document.createElement("li");
  item.id = `said-${message.id}`;
  const name = document.createElement("strong");
  name.dir = "auto"; // what others write may be read from the right
  name.textContent = message.user ?? said.dataset.nobody ?? "";
  const time = document.createElement("time");
  time.className = "soft small";
  time.dateTime = message.at.replace(/\.\d+/, ""); // HTML knows no microseconds
  time.textContent = new Date(message.at).toLocaleString(document.documentElement.lang, {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: said.dataset.zone,
  });
  const words = document.createElement("p");
  words.dir = "auto";
  words.textContent = message.text;
  if (message.face) item.append(drawn(message.face, said.dataset.faces ?? ""), " ");
  item.append(name, " ", time);
  if (box?.dataset.me && message.user && message.user !== box.dataset.me) {
    const report = document.createElement("a");
    report.className = "soft small";
    report.href = `/accounts/people/${encodeURIComponent(message.user)}/report/?message=${message.id}`;
    report.textContent = said.dataset.report ?? "";
    item.append(" ", report);
  }
  item.append(words);
  if (isNamed(message.text, box?.dataset.me ?? "")) item.className = "for-me";
  return item;
}

/** The face beside a name, as the server draws it. @param {Face} face @param {string} motifs */
function drawn({ colour, motif }, motifs) {
  const [face, use] = ["svg", "use"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
  face.setAttribute("class", `face f-${colour} small`);
  face.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${motifs}#${motif}`);
  face.append(use);
  return face;
}

/** Whether a text names somebody: `@` before the whole name. @param {string} text @param {string} name */
function isNamed(text, name) {
  const at = name ? text.toLowerCase().indexOf(`@${name.toLowerCase()}`) : -1;
  return at >= 0 && !/[\p{L}\p{N}_]/u.test(text.charAt(at + 1 + name.length));
}

/** Take in messages. @param {Message[]} messages */
function add(messages) {
  for (const message of messages) {
    heard.set(message.id, message);
    latest = Math.max(latest, message.id);
  }
  fill();
}

/** Say below the last message that others have read who they are. @param {HTMLElement} said */
function noteReaders(said) {
  for (const note of said.querySelectorAll(".read-by")) note.remove();
  const shown = [...said.children].map((item) => ({ item, id: Number(item.id.slice("said-".length)) }));
  for (const { item, id } of shown) {
    const next = Math.min(...shown.filter((other) => other.id > id).map((other) => other.id));
    const names = readers.filter(({ number }) => number >= id && number < next).map(({ name }) => name);
    if (!names.length) continue;
    const note = document.createElement("p");
    note.className = "soft small read-by";
    note.append(said.dataset.read ?? "");
    for (const name of names) {
      const word = document.createElement("bdi");
      word.textContent = name;
      note.append(name === names[0] ? " " : ", ", word);
    }
    item.append(note);
  }
}

/** Whether its tab is chosen, or its box is open. */
const isOpen = () => (box instanceof HTMLDetailsElement ? box.open : box?.classList.contains("chosen") ?? false);

/** What stands in the list in sight is read, and so it is on the reader's other devices. */
function see() {
  if (!isOpen() || !list() || !isSeen || document.hidden || read >= latest) return;
  read = latest;
  tellRead();
}

/** The server is to know it as well. */
const tellRead = () => void (counts && send({ type: "read", number: read }, true));

/** Add messages to the list that it lacks, and show how many are unread. */
function fill() {
  const said = list();
  if (said) {
    for (const message of heard.values()) {
      if (!document.getElementById(`said-${message.id}`)) said.append(line(message));
    }
    said.scrollTop = said.scrollHeight;
    noteReaders(said);
  }
  see();
  const count = [...heard.values()].filter(({ id, user }) => id > read && user !== box?.dataset.me).length;
  for (const [shown, number] of [[unread, unread], [link, link?.querySelector("b")]]) {
    if (shown) shown.hidden = count === 0;
    if (number) number.textContent = count ? String(count) : "";
  }
}

/** Choose its tab, or open its box, and bring it into sight. */
function bring() {
  if (box instanceof HTMLDetailsElement) box.open = true;
  else document.getElementById("tab-chat")?.click();
  box?.scrollIntoView({ block: "center" });
}

/** Fetch the list and, for those who may write, the form. */
async function open() {
  if (!box || !talk || asked) return;
  asked = true;
  if (!list()) {
    const answer = await fetch(box.dataset.part ?? "").catch(() => null);
    if (!answer?.ok) return void (asked = false);
    talk.innerHTML = await answer.text(); // made and escaped by our own template
  }
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("say"));
  if (form) form.noValidate = true; // a second Enter finds the field empty, and that is right
  form?.addEventListener("submit", say);
  fill();
  if (location.hash === "#chat") box.scrollIntoView({ block: "center" }); // it has got its height
}

/** Make a mark: what is sent again with the same one counts once. */
const newMark = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @type {Map<string, string>} the marks of texts of which nobody knows whether they have arrived */
const marks = new Map();

/** Post a message; it comes back over the socket. The field is free for the next one at once, and what
 * could not be sent returns to it. @param {SubmitEvent} event */
async function say(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
  const text = field.value;
  if (!text.trim()) return;
  const mark = marks.get(text) ?? newMark();
  const token = String(new FormData(form).get("csrfmiddlewaretoken"));
  const waiting = underWay(form, text);
  field.value = "";
  const wish = { text, mark };
  const answer = (await getsThrough()) ? await send({ type: "say", ...wish }, true) : await post(wish, token);
  waiting.remove();
  if (answer.status === 200) return void marks.delete(text);
  if (!answer.message) marks.set(text, mark);
  field.value = [text, field.value].filter(Boolean).join(" ");
  notify(answer.message ?? box?.dataset.failed ?? "", "error");
}

/** Show what is under way above the form, until it is answered. @param {HTMLFormElement} form @param {string} text */
function underWay(form, text) {
  const waiting = document.createElement("p");
  waiting.className = "soft small under-way";
  const words = document.createElement("bdi");
  words.textContent = text;
  waiting.append(form.dataset.underWay ?? "", " ", words);
  form.before(waiting);
  return waiting;
}

/**
 * Post a message by HTTP, while the socket does not get through.
 * @param {{ text: string, mark: string }} wish @param {string} token
 * @returns {Promise<import("../socket.js").Answer>}
 */
async function post({ text, mark }, token) {
  const answer = await fetch(box?.dataset.api ?? "", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": token,
      "Idempotency-Key": mark,
    },
    body: JSON.stringify({ text }),
  }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!answer?.ok) return { status: answer?.status ?? 0, message: told?.message };
  add([told]);
  return { status: 200 };
}

if (box) {
  let first = true;
  tells("chat", () => String(latest));
  on("chat", ({ messages = [], hidden, read: until, readers: others = readers }) => {
    readers = others;
    const isLost = counts && until < read; // what was read while the line was dead
    if (until !== undefined) [counts, read] = [true, Math.max(read, until)];
    if (isLost) tellRead();
    if (hidden) {
      heard.delete(hidden);
      document.getElementById(`said-${hidden}`)?.remove();
    }
    add(messages);
    if (first && !counts) read = latest; // of a spectator, only what comes from now on
    first = false;
    fill();
  });
  document.addEventListener("visibilitychange", fill);
  if (talk) {
    new IntersectionObserver((seen) => {
      isSeen = seen.at(-1)?.isIntersecting ?? false;
      fill();
    }).observe(talk);
  }
  let wasOpen = isOpen();
  if (wasOpen) void open();
  for (const shown of ["chosen", "toggle"]) {
    box.addEventListener(shown, () => {
      if (wasOpen === isOpen()) return; // the page has come like that
      wasOpen = isOpen();
      if (wasOpen) box.scrollIntoView({ block: "nearest" }); // else it may have opened below the window
      fill();
      void open();
    });
  }
  link?.addEventListener("click", (event) => {
    event.preventDefault();
    bring();
  });
  if (location.hash === "#chat") bring();
}

/* What every page does: notices, the theme without a reload, "your turn" in the tab. */

import { keptInTab } from "./kept.js";
import { start as startNews } from "./news.js";
import { watchReach } from "./out-of-reach.js";
import { start as startPopovers } from "./popovers.js";
import { start as startShares } from "./shares.js";
import { begin, on, tells } from "./socket.js";

const root = document.documentElement;
const messages = document.getElementById("messages");

startNews();
startPopovers();
startShares();

/* Safari before 17 cannot ask in a style sheet whether there are scripts. */
const SCRIPTED = "(scripting: enabled)";
if (!matchMedia(SCRIPTED).matches) {
  for (const sheet of document.querySelectorAll(`link[media="${SCRIPTED}"]`)) sheet.setAttribute("media", "all");
}

/**
 * Show a notice in the corner, in place of one that says the same. It is read aloud and goes after eight seconds;
 * errors stay until closed.
 * @param {string} text
 * @param {"info" | "success" | "warning" | "error"} kind
 */
export function notify(text, kind = "info") {
  const notice = document.createElement("div");
  notice.className = `notice ${kind}`;
  const words = document.createElement("p");
  words.textContent = text;
  notice.append(words);
  for (const old of messages?.querySelectorAll(".notice > p") ?? []) {
    if (old.textContent === text) old.parentElement?.remove();
  }
  messages?.append(notice);
  finish(notice);
}

/** Give a notice its close button and, unless it is an error, a timeout. @param {HTMLElement} notice */
function finish(notice) {
  const close = document.createElement("button");
  close.type = "button";
  close.className = "close";
  close.textContent = "×";
  close.setAttribute("aria-label", messages?.dataset.close ?? "Close");
  close.addEventListener("click", () => notice.remove());
  notice.append(close);
  if (!notice.classList.contains("error")) {
    setTimeout(() => notice.matches(":hover, :focus-within") || notice.remove(), 8000);
  }
}
messages?.querySelectorAll(".notice").forEach((notice) => finish(/** @type {HTMLElement} */ (notice)));

/**
 * The fields of a form that counts each time, not once: without its mark.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [submitter]
 */
export function fieldsOf(form, submitter = null) {
  const fields = new FormData(form, submitter);
  fields.delete("mark");
  return fields;
}

/* Theme: applied at once, stored by the server. */
document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (!form.matches("[data-theme-choice]") || !button) return;
  event.preventDefault();
  root.dataset.theme = button.value;
  for (const other of form.querySelectorAll("button[name=theme]")) {
    other.setAttribute("aria-pressed", String(other === button));
  }
  const body = fieldsOf(form, button);
  await fetch(form.action, { method: "POST", body, redirect: "manual" });
});

/* Forms with [data-confirm] ask first. */
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const question = form.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

/* A click on [data-copy] copies the text of the field that it names. */
document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest?.("[data-copy]");
  if (!(button instanceof HTMLElement)) return;
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    notify(button.dataset.copied ?? "", "success");
  } catch {
    /* Not allowed here: the text is selected, so the reader can copy it by keyboard. */
  }
});

/* The browser's time zone: stored for a reader who has none, filled in where a form asks for one. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
const appearance = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-theme-choice]"));
if (root.dataset.zone === "" && appearance && zone) {
  const body = fieldsOf(appearance);
  body.set("zone", zone);
  root.dataset.zone = zone;
  void fetch(appearance.action, { method: "POST", body, redirect: "manual" }).catch(() => (root.dataset.zone = ""));
}
for (const field of document.querySelectorAll("[data-time-zone]")) {
  const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (field);
  const known = input instanceof HTMLInputElement || [...input.options].some((o) => o.value === zone);
  if (!input.value && known) input.value = zone;
}

/* --- Your turn, and unread messages: in the tab's title and icon, the navigation, the app's badge --- */

const title = document.title;
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));

/** Show a number in the navigation, if there is anything to count. @param {string} id @param {number} number */
function showCount(id, number) {
  const badge = document.getElementById(id);
  if (!badge) return;
  badge.hidden = number === 0;
  badge.firstElementChild?.replaceChildren(String(number));
}

/**
 * Show how many tables wait for the reader, and how many messages they have not read.
 * @param {number} waiting
 * @param {number} unread
 */
export function showCounts(waiting, unread) {
  Object.assign(root.dataset, { waiting, unread });
  const counts = [waiting && String(waiting), unread && `✉ ${unread}`].filter(Boolean).join(" · ");
  document.title = counts ? `(${counts}) ${title}` : title;
  if (icon) icon.href = (waiting ? icon.dataset.turn : icon.dataset.rest) ?? icon.href;
  showCount("waiting", waiting);
  showCount("unread", unread);
  if (navigator.setAppBadge) void navigator.setAppBadge(waiting + unread).catch(() => {}); // where the site is installed
  document.dispatchEvent(new Event("waiting"));
}

if (root.dataset.waiting !== undefined) {
  showCounts(Number(root.dataset.waiting), Number(root.dataset.unread));
  let greeted = false;
  on("waiting", ({ count: waiting, unread }) => {
    const { waiting: before, unread: unreadBefore } = root.dataset;
    showCounts(waiting, unread);
    if (greeted || before !== String(waiting) || unreadBefore !== String(unread)) document.dispatchEvent(new Event("tables-moved"));
    greeted = true;
  });
}

/* Whoever has been signed out is told so, by the page of a table after it has loaded again. */
const SIGNED_OUT = 4401;
const TOLD_LATER = "signed-out";
const tellSignedOut = () => notify(messages?.dataset.signedOut ?? "", "error");
if (keptInTab.get(TOLD_LATER)) {
  keptInTab.set(TOLD_LATER, "");
  if (!root.dataset.me) tellSignedOut();
}

/* The socket: that of the page's table, or the general one. */
const about = /** @type {HTMLElement | null} */ (document.querySelector("[data-socket]"));
if (about) tells("html", () => "1");
tells("me", () => root.dataset.me ?? "");
on("closed", ({ code, over }) => {
  if (!over || code !== SIGNED_OUT) return;
  if (about) keptInTab.set(TOLD_LATER, "1");
  else tellSignedOut();
});
const hasSocket = about || root.dataset.waiting !== undefined || document.querySelector("[data-follow=lobby]");
if (hasSocket) begin(about?.dataset.socket ?? "/ws/");
if (hasSocket || document.querySelector("[data-alone]")) watchReach();

/* Key N goes to the next table that waits for the reader, unless they are typing. */
document.addEventListener("keydown", (event) => {
  if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/** @type {HTMLElement} */ (event.target).closest("input, textarea, select, [contenteditable]")) return;
  const next = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-next]"));
  if (next && !next.hidden) next.click();
});

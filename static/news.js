/* What the operators say to everybody: pushed to open pages, and put away by the reader. */

import { on, tells } from "./socket.js";

const COOKIE = "news";
const MONTH = 31 * 24 * 3600;
const box = /** @type {HTMLElement | null} */ (document.getElementById("news"));

/** The keys of what this browser has put away. @returns {string[]} */
function putAway() {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return (found?.slice(COOKIE.length + 1) ?? "").split("-").filter(Boolean);
}

/** Times in the zone of visitors; whoever is signed in has chosen one. */
function tellTimes() {
  if (!box || document.documentElement.dataset.me) return;
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of box.querySelectorAll("time")) time.textContent = format.format(new Date(time.dateTime));
  for (const zone of box.querySelectorAll(".zone")) {
    zone.textContent = `(${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
  }
}

/** Show something else. @param {string} html drawn by the server */
function show(html) {
  if (!box) return;
  const made = document.createElement("template");
  made.innerHTML = html;
  for (const news of /** @type {NodeListOf<HTMLElement>} */ (made.content.querySelectorAll("[data-news]"))) {
    if (putAway().includes(news.dataset.news ?? "")) news.remove();
  }
  box.replaceChildren(made.content);
  tellTimes();
}

export function start() {
  document.addEventListener("submit", (event) => {
    const news = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-news]"));
    if (!news) return;
    event.preventDefault();
    const keys = [...putAway(), news.dataset.news ?? ""];
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `${COOKIE}=${keys.join("-")}; path=/; max-age=${MONTH}; samesite=lax${secure}`;
    news.remove();
    document.getElementById("main")?.focus({ preventScroll: true });
  });

  tells("news", () => (box?.childElementCount ? "1" : ""));
  on("news", ({ html }) => show(html));
  tellTimes();
}

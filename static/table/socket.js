/* Hearing of changes: a socket that comes back by itself, and plain requests while it is away. */

import { now, part, table } from "./scene.js";
import { show } from "./swap.js";

const MINUTE = 60_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const PATIENCE = 1_500; // before the page says that it is offline
const GONE = [4400, 4404]; // close codes after which trying again is no use

/** @type {WebSocket | null} */
let socket = null;
let pause = FIRST_PAUSE;
let again = 0;
let complaint = 0;

const open = () => socket?.readyState === WebSocket.OPEN;

/** Connect, telling up to which entry the table is known. */
function connect() {
  clearTimeout(again);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = new URLSearchParams({ since: String(now.number), html: "1", lang: table.dataset.lang ?? "" });
  const mine = new WebSocket(`${scheme}://${location.host}${table.dataset.socket}?${query}`);
  socket = mine;
  mine.addEventListener("open", () => {
    pause = FIRST_PAUSE;
    offline(false);
  });
  mine.addEventListener("message", (event) => show(JSON.parse(event.data)));
  mine.addEventListener("close", (event) => {
    if (mine !== socket) return;
    if (GONE.includes(event.code)) return location.reload();
    complaint ||= window.setTimeout(() => offline(!open()), PATIENCE);
    again = window.setTimeout(retry, pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  });
}

/** Connect anew; meanwhile ask by a plain request, which may get through where sockets do not. */
function retry() {
  connect();
  void catchUp();
}

/** Say, or stop saying, that the table is out of reach. @param {boolean} away */
function offline(away) {
  clearTimeout(complaint);
  complaint = 0;
  part("offline").hidden = !away;
  table.classList.toggle("is-offline", away);
}

/** Fetch what is new. @param {boolean} [anyway] show it even if the number is the same */
export async function catchUp(anyway = false) {
  try {
    const answer = await fetch(`${table.dataset.live}?since=${now.number}`);
    if (!answer.ok) return;
    show(await answer.json(), anyway && !now.past);
    if (!open()) offline(false);
  } catch {
    /* The socket's own retries go on. */
  }
}

/** The server has stored entry `number`: if no push tells soon, ask. @param {number} number */
export async function expect(number) {
  for (let waited = 0; waited < 12 && open() && now.number < number; waited += 1) {
    await new Promise((done) => setTimeout(done, 50));
  }
  if (now.number < number) await catchUp();
}

setInterval(() => {
  if (open()) socket?.send(JSON.stringify({ type: "hello", number: now.number }));
}, MINUTE);

for (const [source, kind] of /** @type {[EventTarget, string][]} */ ([[window, "online"], [document, "visibilitychange"]])) {
  source.addEventListener(kind, () => {
    if (!document.hidden && !open() && socket?.readyState !== WebSocket.CONNECTING) {
      pause = FIRST_PAUSE;
      retry();
    }
  });
}
window.addEventListener("offline", () => offline(true));

connect();

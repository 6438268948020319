/* The table's part of the page's socket, and plain requests while that does not get through. */

import { outOfReach } from "../out-of-reach.js";
import { greet, greets, isOpen, on, tells } from "../socket.js";
import { hashes } from "./parts.js";
import { alone, now, part, table } from "./scene.js";
import { gather, show } from "./swap.js";

const MOST_TRIES = 5; // while pushes go on to come in between

/** Fetch what is on show, now or then: once that comes the table is in reach; until then the socket tries to reconnect. */
const mend = () => fetchUpdate(now.past ? String(now.past) : "").then(() => outOfReach(false), () => {});

/**
 * Fetch the table by HTTP, then tell the socket's end what the page shows now.
 * @param {string} [at] the step to look back to; "" is now
 */
export async function fetchUpdate(at = "") {
  const query = new URLSearchParams({ since: String(now.number), ...(at ? { at } : {}), ...(now.described ? { described: "1" } : {}) });
  for (let tries = 1; ; tries += 1) {
    const had = hashes();
    const answer = await fetch(`${table.dataset.live}?${query}`, { headers: { Parts: had } });
    if (!answer.ok) throw new Error(String(answer.status));
    const update = await answer.json();
    if (had !== hashes() && tries < MOST_TRIES) continue; // a push has come meanwhile: this fits what was on show
    show([update], true);
    break;
  }
  if (!now.past && !alone) greet(true);
}

/** Fetch what is new, unless the reader is looking back. */
export async function catchUp() {
  if (!now.past) await mend();
}

/** Where nobody else is, steps also go back: forget what came after entry `number`. @param {number} number */
function rewind(number) {
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (part("lines").querySelectorAll("[data-entry]"))) {
    if (Number(line.dataset.entry) > number) line.remove();
  }
  now.number = number;
}

/** The server has stored entry `number`: fetch it if no push brings it soon. @param {number} number */
export async function expect(number) {
  if (alone) {
    if (number < now.number) rewind(number);
    return catchUp();
  }
  for (let waited = 0; waited < 12 && isOpen() && now.number < number; waited += 1) {
    await new Promise((done) => setTimeout(done, 50));
  }
  if (now.number < number) await catchUp();
}

export function start() {
  if (!alone) {
    tells("lang", () => table.dataset.lang ?? "");
    greets((fresh) => ({
      number: now.number,
      ...(fresh ? { has: hashes(), base: (now.base += 1), described: now.described } : {}),
    }));
    on("update", gather);
    on("closed", ({ over }) => {
      if (over) return location.reload(); // the reader may no longer see the table
      void catchUp(); // HTTP may work where sockets do not
    });
  }
  window.addEventListener("online", () => void mend());
}

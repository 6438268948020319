/* What the table hears over the page's socket, and plain requests while that does not get through. */

import { greet, greets, isOpen, on, tells } from "../socket.js";
import { hashes } from "./parts.js";
import { now, part, table } from "./scene.js";
import { show } from "./swap.js";

const PATIENCE = 1_500; // before the page says that it is offline
let complaint = 0;

tells("lang", () => table.dataset.lang ?? "");
greets((fresh) => ({
  number: now.number,
  ...(fresh ? { has: hashes(), base: (now.base += 1) } : {}),
}));
on("update", show);
on("open", () => offline(false));
on("closed", ({ over }) => {
  if (over) return location.reload(); // it is not to be seen any more
  complaint ||= window.setTimeout(() => offline(!isOpen()), PATIENCE);
  void catchUp(); // a request may get through where sockets do not
});
window.addEventListener("offline", () => offline(true));

/** Say, or stop saying, that the table is out of reach. @param {boolean} away */
function offline(away) {
  clearTimeout(complaint);
  complaint = 0;
  part("offline").hidden = !away;
  table.classList.toggle("is-offline", away);
}

/**
 * Ask for the table by a plain request. What the page shows then, the socket does not know of.
 * @param {string} [at] the step to look back to; "" is now
 */
export async function fetchUpdate(at = "") {
  const query = new URLSearchParams({ since: String(now.number), ...(at ? { at } : {}) });
  const answer = await fetch(`${table.dataset.live}?${query}`, { headers: { Parts: hashes() } });
  if (!answer.ok) throw new Error(String(answer.status));
  const update = await answer.json();
  show(update, true);
  if (!now.past) greet(true);
}

/** Fetch what is new; a look back stays on show. */
export async function catchUp() {
  if (now.past) return;
  try {
    await fetchUpdate();
    if (!isOpen()) offline(false);
  } catch {
    /* The socket's own tries go on. */
  }
}

/** The server has stored entry `number`: if no push tells soon, ask. @param {number} number */
export async function expect(number) {
  for (let waited = 0; waited < 12 && isOpen() && now.number < number; waited += 1) {
    await new Promise((done) => setTimeout(done, 50));
  }
  if (now.number < number) await catchUp();
}

/* What has happened since the reader's last turn, when they come to the table: the board as it was then, and one
   turn after the other, with the sentences of the log. It is never in the way: any answer ends it.

   The parts of the present board come back at the end, so the server need not know what is on show meanwhile. Who
   prefers less motion gets a list instead (since.js). What was shown is told to the server, once for each visit. */

import { getsThrough, send } from "../socket.js";
import { hashes, hold, put, release } from "./parts.js";
import { form, now, part, speak, still, table } from "./scene.js";
import { listSince } from "./since.js";
import { afterwards, before, move, settle } from "./swap.js";

const FIRST = 500; // milliseconds in which the reader sees where they left
const LEAST = 1_300; // for a turn
const PER_LETTER = 22;
const MOST = 3_200;
const SENTENCES = 3; // of one turn
const AGAIN = 400; // until a push that is on its way has come

/** @typedef {{ number: number, parts: Record<string, string> | null }} Turn the board after an entry */

const box = document.getElementById("catch-up");
/** @type {Turn[]} those that are still to come */
let rest = [];
let timer = 0;
let at = 0; // the entry up to which turns have been told
let count = 0;
let here = false; // whether the reader has seen what there was when they came
let seen = Number(table.dataset.shown); // up to this entry
let told = seen; // the server knows that

/** The sentences of the log between two entries. @param {number} from @param {number} to */
const linesBetween = (from, to) =>
  /** @type {HTMLElement[]} */ ([...part("lines").querySelectorAll(".line:not(.undone)")]).filter(
    ({ dataset }) => Number(dataset.entry) > from && Number(dataset.entry) <= to,
  );

/** @param {HTMLElement[]} lines */
const said = (lines) => lines.map((line) => line.firstElementChild?.textContent ?? "").join(" ");

/** Tell the server what the reader has seen: they are not shown it again, on any device. @param {boolean} [leaving] a socket may be too slow */
async function report(leaving = false) {
  if (!here || seen <= told) return;
  told = seen;
  if (!leaving && (await getsThrough())) return void send({ type: "shown", number: seen });
  const facts = new FormData(form);
  facts.set("number", String(seen));
  void fetch(table.dataset.tells ?? "", { method: "POST", body: facts, keepalive: true }).catch(() => {});
}

/** All is seen now. @param {number} number */
function arrive(number) {
  here = true;
  seen = Math.max(seen, number);
  void report();
}

/** Ask what there is to show, and show it. */
async function come(attempts = 3) {
  if (now.past || now.telling) return;
  const answer = await fetch(`${table.dataset.since}${still() ? "?still=1" : ""}`, { headers: { Parts: hashes() } }).catch(() => null);
  if (!answer?.ok || now.past || document.hidden) return;
  const { number, turns } = await answer.json();
  if (number !== now.number && attempts) return void setTimeout(() => come(attempts - 1), AGAIN);
  if (number !== now.number) return;
  if (turns.length && turns[0].parts && !still()) return begin(turns);
  if (turns.length) listSince(turns[0].number);
  arrive(number);
}

/** Go back to where the reader left. @param {Turn[]} turns */
function begin([first, ...turns]) {
  if (!box) return;
  [rest, at, count] = [turns, first.number, turns.length];
  hold();
  now.telling = true;
  put(first.parts ?? {});
  settle();
  part("catch-up-at").textContent = "";
  box.querySelector("ol")?.replaceChildren();
  unfold(true);
  speak(said(linesBetween(at, turns[count - 1].number)));
  timer = window.setTimeout(next, FIRST);
}

/** Show the next turn with its sentences; after the last one, go away. */
function next() {
  const turn = rest.shift();
  if (!turn || !box) return end();
  const lines = linesBetween(at, turn.number);
  at = turn.number;
  const items = lines.slice(-SENTENCES).map((line) => {
    const item = document.createElement("li");
    item.className = [...line.classList].filter((name) => name.startsWith("c-")).join(" ");
    item.textContent = said([line]);
    return item;
  });
  box.querySelector("ol")?.replaceChildren(...items);
  if (count > 1) part("catch-up-at").textContent = `${count - rest.length} / ${count}`;
  if (!rest.length) now.telling = false; // this is the present board
  move([turn.parts ?? {}]);
  if (!rest.length) present();
  timer = window.setTimeout(next, Math.min(MOST, LEAST + PER_LETTER * said(lines).length));
}

/** The present board is on show. */
function present() {
  release();
  arrive(at);
}

/** Show the box or hide it: one tells at a time. @param {boolean} isShown */
function unfold(isShown) {
  if (box) box.hidden = !isShown;
  table.classList.toggle("catching-up", isShown);
}

/** Take the sentences away. */
function end() {
  clearTimeout(timer);
  if (!box) return;
  if (box.contains(document.activeElement)) part("prompt")?.focus({ preventScroll: true });
  unfold(false);
}

/** Show the present board at once. */
function skip() {
  end();
  if (!now.telling) return;
  const changes = rest.map((turn) => turn.parts ?? {});
  at = rest.at(-1)?.number ?? at;
  rest = [];
  now.telling = false;
  move(changes);
  present();
}

export function start() {
  if (box && table.dataset.since) {
    before(skip);
    part("catch-up-skip").addEventListener("click", skip);
    document.addEventListener("keydown", (event) => {
      const answers = ["Enter", " "].includes(event.key) && document.activeElement?.matches(".legal");
      if (event.key === "Escape" || (answers && now.telling)) skip();
    }, true);
    /* Any answer counts at once. What was clicked may have been replaced by that: then its successor is clicked. */
    table.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const answers = target?.closest(".legal, button.answer");
      if (!answers || !now.telling) return;
      const spot = answers.getAttribute("data-spot");
      skip();
      if (answers.isConnected || !spot) return;
      event.preventDefault();
      event.stopPropagation();
      const same = table.querySelector(`.legal[data-spot="${CSS.escape(spot)}"]`);
      same?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }, true);
    afterwards(() => {
      if (here && !document.hidden && !now.past && !now.telling) seen = Math.max(seen, now.shown);
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return void report(true);
      if (now.number > seen) void come();
    });
    window.addEventListener("pagehide", () => void report(true));
    if (now.number > seen && !now.past) void come();
    else here = true;
  }
}

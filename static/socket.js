/* The one socket of a page: it reconnects by itself, and everything live goes over it.

   While the page loads, modules register parameters of the address (`tells`), listeners (`on`) and
   what the page says in its hello (`greets`); then site.js calls `begin`. See docs/reference/api.md.

   A line may be dead without having been closed. So where nothing comes for a while, or no answer,
   the page asks for a sign of life; without one it takes another socket. */

const MINUTE = 60_000;
const FIRST_PAUSE = 2_000; // at most, at random: thousands may reconnect at once
const LONGEST_PAUSE = 60_000;
const PATIENCE = 3_000; // with a socket that is being opened, before a message is said to be lost
const OPEN_WITHIN = 5_000; // or it is given up; longer where that has been too short
const LONGEST_OPEN = 20_000;
const QUIET = 15_000; // without any message, before a visible page asks for a sign of life
const SLOW = 2_000; // without an answer, before it does
const SIGN_WITHIN = 2_500; // or the line is dead; longer where signs have taken long
const LONGEST_SIGN = 16_000;
const ANSWER_WITHIN = 20_000; // however alive the line is
const LATE = 500; // a timer that comes so much later: the page itself was asleep
const SOON = 500; // at most, at random, before another socket takes the place of a dead line
const BUSY_PAUSE = 300;
const MOST_TRIES = 5; // of a message answered "busy"
const ENDS = [4400, 4401, 4403, 4404]; // close codes after which it is useless to reconnect
const SIGNED_OUT = 4401;
const TOO_MANY = 4429;
const BUSY = 503;
const HALTED = "halted"; // also a 503, but it takes longer

/**
 * @typedef {{ status: number, number?: number, final?: boolean, error?: string, message?: string,
 *   field?: string }} Answer `status` as in HTTP; 0 if the message did not get through
 * @typedef {{ message: Record<string, unknown>, again: boolean, tries: number,
 *   over: WebSocket | null, since: number, done: (answer: Answer) => void }} Asked `over` is the socket it
 *   went over, `since` when
 */

/** @type {Map<string, ((message: any) => void)[]>} */
const listeners = new Map();
/** @type {[string, () => string][]} */
const told = [];
/** @type {((fresh: boolean) => Record<string, unknown>) | null} */
let greeting = null;
/** @type {Map<number, Asked>} messages that wait for an answer, by ref */
const asked = new Map();

/** @type {WebSocket | null} */
let socket = null;
/** @type {WebSocket | null} the one that is to take its place, while it is being opened */
let next = null;
let path = "";
/** @type {Promise<unknown>} */
let ready = Promise.resolve();
let pause = FIRST_PAUSE;
let timer = 0;
let refs = 0;
let over = false;
let refusals = 0; // that the reader is signed in, in a row
let heard = 0; // when the last message came
let pinged = 0; // when a sign of life was asked for; 0 if none is awaited
let signWithin = SIGN_WITHIN;
let openWithin = OPEN_WITHIN;
let watching = 0;

const clock = () => performance.now();

/** Whether the socket is open. */
export const isOpen = () => socket?.readyState === WebSocket.OPEN;

/** Say in the document how the line is. @param {"open" | "lost"} state */
const show = (state) => void (document.documentElement.dataset.line = state);

/** Whether messages get through; a socket that is being opened is waited for. */
export async function getsThrough() {
  const ends = Date.now() + PATIENCE;
  while (socket?.readyState === WebSocket.CONNECTING && Date.now() < ends) {
    await new Promise((done) => setTimeout(done, 20));
  }
  return isOpen();
}

/**
 * Listen to messages of a type. "open" is sent for each connection; "closed", with its `code` and
 * whether it is `over` for good, for each that is lost or failed.
 * @param {string} type
 * @param {(message: any) => void} hear
 */
export function on(type, hear) {
  listeners.set(type, [...(listeners.get(type) ?? []), hear]);
}

/** Add a parameter to the address of each connection. @param {string} name @param {() => string} value */
export const tells = (name, value) => told.push([name, value]);

/** Set what a hello says: everything with a new connection (`fresh`), less once a minute.
 * @param {(fresh: boolean) => Record<string, unknown>} make */
export const greets = (make) => void (greeting = make);

/** Send a hello. @param {boolean} fresh with everything the page shows */
export function greet(fresh) {
  if (isOpen() && greeting) socket?.send(JSON.stringify({ type: "hello", ...greeting(fresh) }));
}

/**
 * Send a message and wait for its answer.
 * @param {Record<string, unknown>} message
 * @param {boolean} [again] it may be sent twice, so it is sent again after a lost connection or "busy"
 * @returns {Promise<Answer>}
 */
export function send(message, again = false) {
  return new Promise((done) => {
    if (!isOpen()) return done({ status: 0 });
    refs += 1;
    asked.set(refs, { message: { ...message, ref: refs }, again, tries: 0, over: null, since: 0, done });
    utter(refs);
  });
}

/** @param {number} ref */
function utter(ref) {
  const wish = asked.get(ref);
  if (!wish || !isOpen()) return;
  [wish.over, wish.since] = [socket, clock()];
  socket?.send(JSON.stringify(wish.message));
  watch();
}

/** Look again at the line when it may be dead, if it is worth knowing. */
function watch() {
  clearTimeout(watching);
  if (!isOpen()) return;
  const waiting = [...asked.values()].filter((wish) => wish.over === socket);
  const slow = waiting.map(({ since }) => Math.min(Math.max(since, heard) + SLOW, since + ANSWER_WITHIN));
  const due = pinged ? pinged + signWithin : Math.min(...slow, document.hidden ? Infinity : heard + QUIET);
  if (due < Infinity) watching = window.setTimeout(doubt, Math.max(0, due - clock()), due);
}

/** Nothing has come for long: ask for a sign of life, or leave. @param {number} due when to look */
function doubt(due) {
  if (!isOpen()) return;
  const isLate = clock() - due > LATE; // what has come meanwhile was not read yet
  if (isLate) return void (watching = window.setTimeout(doubt, LATE, clock() + LATE));
  const isUnanswered = [...asked.values()].some((wish) => wish.over === socket && clock() - wish.since >= ANSWER_WITHIN);
  if (pinged || isUnanswered) return abandon();
  ping();
}

/** Ask for a sign of life. */
function ping() {
  if (!isOpen() || pinged) return;
  pinged = clock();
  socket?.send('{"type":"ping"}');
  watch();
}

/** The line is dead: take another one, and send again over it what may be. */
function abandon() {
  const dead = /** @type {WebSocket} */ (socket);
  signWithin = Math.min(2 * signWithin, LONGEST_SIGN);
  pause = SOON;
  pinged = 0;
  dead.close(); // which tells so only after a while
  gone(dead, 0);
  if (socket === dead) socket = null;
}
on("pong", () => {
  if (pinged) signWithin = Math.max(SIGN_WITHIN, Math.min(4 * (clock() - pinged), LONGEST_SIGN)); // 0 after any other message
});

/** @param {Answer & { ref: number }} answer */
function answered({ ref, ...answer }) {
  const wish = asked.get(ref);
  if (!wish) return;
  wish.tries += 1;
  if (answer.status === BUSY && answer.error !== HALTED && wish.again && wish.tries < MOST_TRIES) {
    setTimeout(utter, BUSY_PAUSE * 2 ** wish.tries * Math.random(), ref);
    return;
  }
  asked.delete(ref);
  wish.done(answer);
  leave(wish.over);
}
on("answer", answered);

/** @param {string} type @param {any} message */
const tell = (type, message) => listeners.get(type)?.forEach((hear) => hear(message));

function connect() {
  clearTimeout(timer);
  if (next) return;
  const query = new URLSearchParams(told.map(([name, value]) => [name, value()]));
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}${path}?${query}`);
  if (isOpen()) next = mine;
  else socket = mine;
  const begun = clock();
  const limit = setTimeout(() => {
    openWithin = Math.min(2 * openWithin, LONGEST_OPEN);
    mine.close();
  }, openWithin);
  mine.addEventListener("open", () => {
    clearTimeout(limit);
    const last = mine === next ? socket : null;
    [socket, next] = [mine, null];
    show("open");
    pause = FIRST_PAUSE;
    [heard, pinged] = [clock(), 0];
    openWithin = Math.max(OPEN_WITHIN, Math.min(2 * (heard - begun), LONGEST_OPEN));
    greet(true);
    for (const [ref, wish] of asked) if (wish.again) utter(ref);
    leave(last);
    watch();
    tell("open", {});
  });
  mine.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    refusals = 0;
    if (mine === socket || message.type === "answer") tell(message.type, message);
    if (mine !== socket) return;
    [heard, pinged] = [clock(), 0];
    watch();
  });
  mine.addEventListener("close", (event) => {
    clearTimeout(limit);
    gone(mine, event.code);
  });
}

/** The server is about to end: go over to another one, and use this one until that is open. */
on("again", ({ after }) => {
  clearTimeout(timer);
  timer = window.setTimeout(connect, after);
});

/** Close a socket that another one has taken the place of, once nothing is to come over it.
 * @param {WebSocket | null} last */
function leave(last) {
  if (last && last !== socket && ![...asked.values()].some((wish) => wish.over === last)) last.close();
}

/** A socket is lost, or was not opened. @param {WebSocket} which @param {number} code */
function gone(which, code) {
  if (which === socket && next) {
    [socket, next] = [next, null]; // which is being opened already
    show("lost");
  }
  else if (which === socket) return closed(code);
  else if (which === next) {
    next = null;
    timer = window.setTimeout(connect, FIRST_PAUSE * Math.random());
  }
  giveUp((wish) => wish.over === which && !wish.again);
}

/** Of these, nobody will hear what became of them. @param {(wish: Asked) => boolean} which */
function giveUp(which) {
  for (const [ref, wish] of asked) {
    if (!which(wish)) continue;
    asked.delete(ref);
    wish.done({ status: 0 });
  }
}

/** Once refused, it tries again: the session may be another one since. @param {number} code */
function closed(code) {
  refusals = code === SIGNED_OUT ? refusals + 1 : 0;
  over = ENDS.includes(code) && refusals !== 1;
  giveUp((wish) => over || !wish.again);
  if (code === TOO_MANY) pause = LONGEST_PAUSE;
  if (!over) timer = window.setTimeout(connect, pause * Math.random());
  pause = Math.min(pause * 2, LONGEST_PAUSE);
  show("lost");
  tell("closed", { code, over });
}

/** Reconnect at once: the reader is looking, or the network is back. An open line may be dead since. */
function hurry() {
  if (document.hidden) return watch();
  ping();
  if (document.hidden || over || isOpen() || socket?.readyState === WebSocket.CONNECTING) return;
  pause = FIRST_PAUSE;
  connect();
}

/** Let the socket wait for what has to register yet. @param {Promise<unknown>} work */
export const connectAfter = (work) => void (ready = work);

/** Connect, once all modules have registered. @param {string} where the path */
export function begin(where) {
  path = where;
  document.addEventListener("DOMContentLoaded", async () => {
    await ready;
    connect();
    setInterval(() => greet(false), MINUTE);
    window.addEventListener("online", hurry);
    document.addEventListener("visibilitychange", hurry);
  });
}

/* Sounds of a table: when it becomes the reader's turn, when pieces move, when somebody writes. Off until wished. */

import { kept } from "../kept.js";
import { on } from "../socket.js";
import { now, panel, part, table } from "./scene.js";
import { ring } from "./sounds.js";
import { afterwards } from "./swap.js";

const KEPT = "table.sound";
const APART = 0.16; // seconds between two sounds of one change
const MOST = 2; // of one change
/** What a piece sounds like, by the first part of its name; others are of wood. @type {Record<string, string>} */
const OF_PIECES = {
  car: "car", ship: "ship", die: "die", card: "card", crate: "card", law: "card", building: "build", buyer: "step",
  pawn: "step", figure: "step",
};
const ORDER = ["end", "turn", "back", "die", "ship", "car", "build", "card", "step", "coin", "wood"];
const MONEY = /^(pesos|coins|centavos):/;

const toggle = part("sound");
const isMine = () => panel.querySelector(".ask.mine") !== null;
const isOver = () => panel.querySelector(".standings") !== null;
let [wasMine, wasOver] = [isMine(), isOver()];

const isOn = () => kept.get(KEPT) === "on";

/** The sounds of what has changed since then. @param {import("./glide.js").Places} before */
function soundsSince({ pieces, numbers }) {
  const heard = new Set();
  for (const { dataset } of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-piece]"))) {
    const name = dataset.piece ?? "";
    if (pieces.size && pieces.get(name)?.at !== dataset.at) heard.add(OF_PIECES[name.split(":")[0]] ?? "wood");
  }
  for (const number of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-tick]"))) {
    const name = number.dataset.tick ?? "";
    if (MONEY.test(name) && numbers.has(name) && numbers.get(name) !== number.textContent) heard.add("coin");
  }
  return heard;
}

function tell() {
  toggle.setAttribute("aria-pressed", String(isOn()));
}

export function start() {
  toggle.addEventListener("click", () => {
    kept.set(KEPT, isOn() ? "off" : "on");
    tell();
    if (isOn()) ring("turn");
  });

  /** @type {Set<string>} */
  let heard = new Set();
  document.addEventListener("moved", (event) => {
    if (!isOn() || now.past) return;
    for (const name of soundsSince(/** @type {CustomEvent} */ (event).detail)) heard.add(name);
  });
  document.addEventListener("undone", () => heard.add("back"));
  afterwards(() => {
    if (!now.past) {
      if (isMine() && !wasMine) heard.add("turn");
      if (isOver() && !wasOver) heard.add("end");
      [wasMine, wasOver] = [isMine(), isOver()];
    }
    if (isOn()) ORDER.filter((name) => heard.has(name)).slice(0, MOST).forEach((name, index) => ring(name, index * APART));
    heard = new Set();
  });

  let isFirst = true; // what was written before the page was opened
  on("chat", ({ messages = [] }) => {
    const others = messages.some((/** @type {{ user: string }} */ { user }) => user !== part("chat")?.dataset.me);
    if (isOn() && !isFirst && others) ring("chat");
    isFirst = false;
  });

  tell();
}

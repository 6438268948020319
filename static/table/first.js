/* At somebody's first table of a game: what the three controls are, once. It goes with the first answer. */

import { kept } from "../kept.js";
import { panel, table } from "./scene.js";
import { afterwards } from "./swap.js";

const KEPT = `table.met.${table.dataset.game}`;
const box = document.getElementById("first-time");
const asked = () => panel.querySelector(".ask.mine")?.getAttribute("data-question") ?? "";
let first = "";

function away() {
  if (!box || box.hidden) return;
  box.hidden = true;
  kept.set(KEPT, "1");
}

/** Show it with the first question; the second one takes it away. */
function settle() {
  if (!box) return;
  if (kept.get(KEPT)) return void (box.hidden = true); // perhaps put away in another tab
  const question = asked();
  if (first && question !== first) return away();
  if (!question) return;
  first = question;
  box.hidden = false;
}

export function start() {
  document.getElementById("first-seen")?.addEventListener("click", away);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") away();
  });
  afterwards(settle);
}

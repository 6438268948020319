/* What the reader has planned, kept in step with the table: what of it is done, and why it is dropped. */

import { now, part, speak } from "./scene.js";
import { afterwards } from "./swap.js";

const place = () => document.getElementById("plan");
let told = now.number;
let isRenewing = false;
let isOutdated = false;

/** Fetch that part of the page until it is as new as the table: an answer may be older than the latest move. */
async function keepInStep() {
  isOutdated = true;
  if (isRenewing) return;
  isRenewing = true;
  while (isOutdated) {
    isOutdated = false;
    await renew();
  }
  isRenewing = false;
}

/** Fetch it once, and mark its tab; it goes once all of the plan has happened. */
async function renew() {
  const old = place();
  const answer = await fetch(old?.dataset.url ?? "").catch(() => null);
  if (!old?.isConnected || !answer?.ok) return; // the page says by itself that it is offline
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = parsed.getElementById("plan");
  const held = old.contains(document.activeElement);
  if (fresh) old.replaceWith(fresh);
  else old.remove();
  if (held) (fresh?.querySelector("button") ?? part("tab-notes")).focus();
  const dropped = fresh?.querySelector("[data-dropped]");
  const mark = document.getElementById("planned");
  if (mark) {
    mark.hidden = !fresh;
    mark.textContent = dropped ? "!" : String(fresh?.querySelectorAll("li:not(.done)").length ?? "");
  }
  if (dropped && !old.querySelector("[data-dropped]")) speak(dropped.textContent?.trim() ?? "");
}

export function start() {
  afterwards(() => {
    if (now.number === told || !place()) return;
    told = now.number;
    void keepInStep();
  });
}

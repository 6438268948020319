/* What the worker does for this reader: asked for until it has come. */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const SETTLED = [200, 204];

const place = document.getElementById("awaited");
let shown = "";

/** Show what the server says; the same words are not read aloud again. @param {string} words */
function show(words) {
  if (place && words !== shown) place.innerHTML = words;
  shown = words;
}

/** Ask how it does, show that, and ask again unless it is settled. @param {number} pause */
async function look(pause) {
  if (!place) return;
  const answer = await fetch(place.dataset.at ?? "").catch(() => null);
  if (answer?.ok) show(await answer.text());
  if (answer && SETTLED.includes(answer.status)) return;
  setTimeout(look, pause * (0.75 + Math.random() / 4), Math.min(LONGEST_PAUSE, pause * 1.5));
}

if (place && !place.hasAttribute("data-settled")) setTimeout(look, FIRST_PAUSE, FIRST_PAUSE);

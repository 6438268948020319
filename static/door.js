/* Signing in with another site: asked for an answer until it is there, then sent again. */

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 2_000;
const ANSWERED = 204;

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("door"));

/** Go on if there is an answer, else look again. @param {number} pause */
async function look(pause) {
  if (!form) return;
  const answer = await fetch(form.dataset.at ?? "").catch(() => null);
  if (answer?.status === ANSWERED) form.submit();
  else setTimeout(look, pause * (0.75 + Math.random() / 4), Math.min(LONGEST_PAUSE, pause * 1.5));
}

look(FIRST_PAUSE);

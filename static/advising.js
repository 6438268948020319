/* What is being thought: the part is fetched again until it is there. */

const EVERY = 1500; // milliseconds
const part = document.getElementById("thinking");

async function look() {
  if (!part) return;
  if (document.hidden) return void setTimeout(look, EVERY * (0.75 + Math.random() / 4));
  try {
    const answer = await fetch(part.dataset.part ?? "", { headers: { "X-Requested-With": "fetch" } });
    if (answer.redirected || !answer.ok) return void location.reload();
    show(part, await answer.text());
  } catch {
    // the connection is down: again later
  }
  if (part.querySelector("[data-waits]")) setTimeout(look, EVERY * (0.75 + Math.random() / 4));
}

/** While only the bar moves, it moves in place: so a screen reader is not told all again.
 * @param {HTMLElement} shown @param {string} text */
function show(shown, text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const [bar, now] = [shown.querySelector("progress.work"), fresh.querySelector("progress.work")];
  if (bar instanceof HTMLProgressElement && now instanceof HTMLProgressElement) {
    [bar.max, bar.value] = [now.max, now.value];
    const [said, says] = [shown.querySelector("[data-waits] p"), fresh.querySelector("[data-waits] p")];
    if (said && says && said.textContent !== says.textContent) said.textContent = says.textContent;
    return;
  }
  shown.innerHTML = text;
  const heading = shown.querySelector("h2");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}

if (part?.querySelector("[data-waits]")) setTimeout(look, EVERY * (0.75 + Math.random() / 4));

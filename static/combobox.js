/*
 * Names while they are typed: a combobox as in the ARIA patterns, list autocomplete with manual selection. Without
 * scripts the field is a plain one with a datalist. The field may be replaced at any time (lobby.js), so everything
 * listens on the document.
 */

const PAUSE = 150;

/** @type {HTMLUListElement | null} */
let list = null;
/** @type {HTMLInputElement | null} */
let field = null;
/** @type {string[]} */
let shown = [];
let chosen = -1;
let wanted = 0;

/** The field of an event, if it completes names. @param {Pick<Event, "target">} event */
function completing(event) {
  const target = event.target;
  return target instanceof HTMLInputElement && target.dataset.complete ? target : null;
}

/** Make a field a combobox; its native list is for pages without scripts. @param {HTMLInputElement} input */
function adopt(input) {
  if (input.getAttribute("role") === "combobox") return;
  input.removeAttribute("list");
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
}

/** Close the list. */
function close() {
  list?.remove();
  list = null;
  shown = [];
  chosen = -1;
  field?.setAttribute("aria-expanded", "false");
  field?.removeAttribute("aria-activedescendant");
  field?.removeAttribute("aria-controls");
}

/** Show names below a field. @param {HTMLInputElement} input @param {string[]} names */
function open(input, names) {
  close();
  field = input;
  if (!names.length || document.activeElement !== input) return;
  shown = names;
  list = document.createElement("ul");
  list.id = `${input.id}-names`;
  list.className = "completions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", (input.dataset.found ?? "").replace("{count}", String(names.length)));
  names.forEach((name, at) => {
    const option = document.createElement("li");
    option.id = `${input.id}-name-${at}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.dir = "auto";
    option.textContent = name;
    list?.append(option);
  });
  input.after(list);
  input.setAttribute("aria-expanded", "true");
  input.setAttribute("aria-controls", list.id);
}

/** Point at the name so many places on. @param {number} step */
function move(step) {
  if (!list || !field) return;
  const options = [...list.children];
  chosen = chosen < 0 && step < 0 ? options.length - 1 : (chosen + step + options.length) % options.length;
  options.forEach((option, at) => option.setAttribute("aria-selected", String(at === chosen)));
  options[chosen].scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", options[chosen].id);
}

/** Take a name over. @param {Element} option */
function take(option) {
  if (field) field.value = option.textContent ?? "";
  const input = field;
  close();
  input?.focus();
}

/** Ask for names like what is typed; only the latest question counts. @param {HTMLInputElement} input */
async function ask(input) {
  const mine = ++wanted;
  const text = input.value.trim();
  if (text.includes("@")) return close();
  await new Promise((go) => setTimeout(go, PAUSE));
  if (mine !== wanted) return;
  const address = new URL(input.dataset.complete ?? "", location.href);
  address.searchParams.set("q", text);
  const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } }).catch(() => null);
  if (!answer?.ok || mine !== wanted) return;
  const names = (await answer.json()).names;
  open(input.isConnected ? input : (completing({ target: document.getElementById(input.id) }) ?? input), names);
}

/** Show the list again below a field that has taken the place of its own. @param {HTMLInputElement} input */
function follow(input) {
  const [names, at] = [shown, chosen];
  open(input, names);
  if (at >= 0) move(at + 1);
}

document.addEventListener("focusin", (event) => {
  const input = completing(event);
  if (input) {
    adopt(input);
    if (list && !list.isConnected && field?.id === input.id) follow(input);
  } else if (list && !list.contains(/** @type {Node} */ (event.target))) close();
});

document.addEventListener("input", (event) => {
  const input = completing(event);
  if (input) void ask(input);
});

document.addEventListener("keydown", (event) => {
  const input = completing(event);
  if (!input) return;
  if (event.key === "ArrowDown" && !list) {
    event.preventDefault();
    void ask(input);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (list) event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && list && chosen >= 0) {
    event.preventDefault();
    take(list.children[chosen]);
  } else if (event.key === "Escape" && list) {
    event.preventDefault();
    close();
  } else if (event.key === "Tab") close();
});

document.addEventListener("pointerdown", (event) => {
  const option = event.target instanceof Element ? event.target.closest(".completions [role=option]") : null;
  if (!option) return;
  event.preventDefault(); // the field keeps the focus
  take(option);
});

/* The tabs beside the board: log, chat, notes, what the table agreed on. Without scripts their sections stand one below
   the other, and a tab leads to its own. A section that is chosen hears the event "chosen". */

const list = /** @type {HTMLElement} */ (document.getElementById("tabs"));
const tabs = /** @type {HTMLAnchorElement[]} */ ([...list.querySelectorAll(".tab")]);

/** The section of a tab. @param {HTMLAnchorElement} tab */
const sectionOf = (tab) => /** @type {HTMLElement} */ (document.getElementById(tab.hash.slice(1)));

/** Show one section and hide the others. @param {string} name */
export function choose(name) {
  for (const tab of tabs) {
    const isChosen = tab.hash === `#${name}`;
    const section = sectionOf(tab);
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    for (const element of [tab, section]) element.classList.toggle("chosen", isChosen);
    if (isChosen) section.dispatchEvent(new Event("chosen"));
  }
}

/** Choose the section that holds the target of a link, and return whether there is one. @param {string} hash */
function follow(hash) {
  const target = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
  const name = target?.closest(".tab-section")?.id;
  if (name) choose(name);
  return Boolean(name);
}

/** Which tab a key leads to. @param {string} key @param {number} at */
function next(key, at) {
  if (key === "Home") return 0;
  if (key === "End") return tabs.length - 1;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  return step ? (at + step + tabs.length) % tabs.length : -1;
}

export function start() {
  list.setAttribute("role", "tablist");
  for (const tab of tabs) {
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", tab.hash.slice(1));
    sectionOf(tab).setAttribute("role", "tabpanel");
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      choose(tab.hash.slice(1));
    });
  }
  list.addEventListener("keydown", (event) => {
    const to = next(event.key, tabs.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement)));
    if (to < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    tabs[to].focus();
    choose(tabs[to].hash.slice(1));
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']:not(.tab)") : null;
    if (link instanceof HTMLAnchorElement) follow(link.hash);
  });
  choose(list.querySelector(".tab.chosen")?.getAttribute("href")?.slice(1) ?? "");
  if (follow(location.hash)) document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "nearest" });
}

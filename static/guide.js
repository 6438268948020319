/* Rules to read: where one is, and what one seeks. */

const text = document.getElementById("rules");
const contents = /** @type {HTMLElement} */ (document.querySelector(".contents"));
const seek = /** @type {HTMLInputElement} */ (document.getElementById("seek"));
const told = /** @type {HTMLElement} */ (document.getElementById("found"));
const sections = /** @type {HTMLElement[]} */ ([...(text?.querySelectorAll(":scope > section") ?? [])]);

/** @param {string} id */
const entry = (id) => contents.querySelector(`a[href="#${CSS.escape(id)}"]`);

/* --- Where one is --------------------------------------------------------- */

const seen = new Set();
const watcher = new IntersectionObserver(where, { rootMargin: "-10% 0px -60%" });
for (const section of sections) watcher.observe(section);

/** @param {IntersectionObserverEntry[]} changes */
function where(changes) {
  for (const change of changes) seen[change.isIntersecting ? "add" : "delete"](change.target);
  const first = sections.find((section) => seen.has(section));
  if (!first) return;
  for (const link of contents.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
  entry(first.id)?.setAttribute("aria-current", "location");
}

/* --- What one seeks: sections without it are hidden, the words are marked ------------------------ */

function find() {
  const sought = seek.value.trim().toLocaleLowerCase();
  const ranges = [];
  let count = 0;
  for (const section of sections) {
    const found = sought ? rangesIn(section, sought) : [];
    const hidden = sought !== "" && found.length === 0;
    section.classList.toggle("unfound", hidden);
    entry(section.id)?.parentElement?.classList.toggle("unfound", hidden);
    if (found.length) count += 1;
    ranges.push(...found);
  }
  if ("highlights" in CSS) CSS.highlights.set("found", new Highlight(...ranges));
  told.textContent = sought ? (seek.dataset.found ?? "").replace("{count}", String(count)) : "";
}

/** Where a text is in an element. @param {Element} element @param {string} sought */
function rangesIn(element, sought) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const said = (walker.currentNode.nodeValue ?? "").toLocaleLowerCase();
    for (let at = said.indexOf(sought); at >= 0; at = said.indexOf(sought, at + sought.length)) {
      const range = new Range();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + sought.length);
      found.push(range);
    }
  }
  return found;
}

seek?.addEventListener("input", find);
contents?.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("a") && seek.value) {
    seek.value = "";
    find(); // first, so that the section is where the link leads
  }
});

// What is measured of the texts on a table's page, in pixels of the screen: how large they are drawn, which cut into
// one another, and which are cut off. Letters are taken as seven tenths of their line, so that lines may be close.
() => {
  const LETTERS = 0.7;
  const stage = document.querySelector("#view");

  /** Whether it is painted, and no ancestor is nearly transparent. */
  const isSeen = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    for (let it = element; it; it = it.parentElement) if (Number(getComputedStyle(it).opacity) < 0.05) return false;
    return true;
  };

  /** Where it stands, for people: its part of the table, and classes. */
  const whereIs = (element) => {
    const names = [];
    for (let it = element; it && it.id !== "table"; it = it.parentElement) {
      const name = it.id || it.getAttribute("class")?.split(" ").filter((one) => !/^(legal|lacking|preview)$/.test(one))[0];
      if (name) names.unshift(name);
    }
    return names.slice(0, 1).concat(names.slice(-3)).filter((name, at, all) => all.indexOf(name) === at).join(" ");
  };

  /** The letters' box on the screen, and their size. */
  const measured = (element, range) => {
    const box = (range ?? element).getBoundingClientRect();
    if (!box.width || !box.height) return null;
    let size = parseFloat(getComputedStyle(element).fontSize);
    if (element instanceof SVGGraphicsElement) {
      const own = element.getBBox();
      if (!own.width || !own.height) return null;
      size *= Math.sqrt((box.width * box.height) / (own.width * own.height));
    } else {
      const around = element.closest("#board");
      if (around?.offsetWidth) size *= around.getBoundingClientRect().width / around.offsetWidth;
    }
    const spare = ((1 - LETTERS) / 2) * Math.min(box.height, size * 1.3);
    return { size, left: box.left, right: box.right, top: box.top + spare, bottom: box.bottom - spare };
  };

  const texts = [];
  const add = (element, range) => {
    const text = (range ? range.toString() : element.textContent).trim().replace(/\s+/g, " ");
    const found = text && isSeen(element) && measured(element, range);
    if (found) texts.push({ text: text.slice(0, 40), element, ...found });
  };
  for (const element of document.querySelectorAll("#table svg text")) add(element);
  const walker = document.createTreeWalker(document.querySelector("#table"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("svg, .visually-hidden, script")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    add(element, range);
  }

  const told = ({ text, size, element }) => ({ text, size: Math.round(size * 10) / 10, where: whereIs(element) });
  const onBoard = texts.filter(({ element }) => element.closest("#board"));
  const overlaps = [];
  for (const [index, one] of onBoard.entries()) {
    for (const other of onBoard.slice(index + 1)) {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 1 && high > 1) overlaps.push([told(one), told(other)]);
    }
  }
  const frame = stage.getBoundingClientRect();
  const zoomed = stage.classList.contains("zoomed");
  const cut = onBoard.filter(({ left, right, top, bottom }) =>
    !zoomed && (left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1));
  return { texts: texts.map(told), overlaps, cut: cut.map(told), wide: document.documentElement.scrollWidth - innerWidth };
};

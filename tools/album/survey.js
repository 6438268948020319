/* What is on a page and can be seen, counted by kind; nothing here depends on fonts.

Answers {things: {kind: count}, board: box or null, boxes: {kind: [box]}}, a box being
[left, top, width, height] in the page's pixels. The boxes are those of symbols and pieces on the
board. */

() => {
  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const boxOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + scrollX, top + scrollY, width, height];
  };
  const isDrawn = ([, , width, height]) => Math.max(width, height) > 0.5;
  const things = {};
  const boxes = {};
  const count = (kind) => { things[kind] = (things[kind] ?? 0) + 1; };

  const drawing = document.querySelector("#board");
  const board = drawing && boxOf(drawing);
  /** Kinds of symbols, pieces and shapes; a symbol's own content counts where it is used. */
  const look = (element, kind, where) => {
    if (element.closest("symbol, defs, clipPath, mask, pattern, marker")) return;
    const box = boxOf(element);
    if (!isDrawn(box) || !seen(element)) return;
    count(`${where} ${kind}`);
    if (where === "board" && kind !== "shape") (boxes[`${where} ${kind}`] ??= []).push(box);
  };
  const whereIs = (element) => (drawing?.contains(element) ? "board" : "page");

  for (const use of document.querySelectorAll("svg use")) {
    look(use, `use ${use.getAttribute("href")}`, whereIs(use));
  }
  for (const piece of document.querySelectorAll("[data-piece]")) {
    look(piece, `piece ${piece.dataset.piece.split(":")[0]}`, whereIs(piece));
  }
  for (const shape of drawing?.querySelectorAll("path, rect, circle, ellipse, polygon, polyline, line") ?? []) {
    look(shape, "shape", "board");
  }
  for (const text of drawing?.querySelectorAll("text") ?? []) {
    if (text.textContent.trim() && seen(text)) count("board text");
  }
  for (const image of document.images) {
    const name = new URL(image.src).pathname.replace(/^\/static\//, "");
    if (seen(image) && image.naturalWidth) count(`image ${name}`);
  }
  for (const element of document.querySelectorAll("h1, h2, h3, a, button, input, select, textarea, summary, li, table")) {
    if (isDrawn(boxOf(element)) && seen(element)) count(element.localName);
  }
  return { things, board, boxes };
}

/* Contrast as it is drawn. Two functions: what texts a table's page shows, called there; and how they stand out, in
   the darkroom, from two pictures of that page: with letters, and without. */

/** Every text on the table, with its box in pixels of the page, and how large and bold it is drawn. */
function textsOf() {
  const found = [];
  const scrolls = (element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflow);
  /** Whether what it stands in is scrolled so that it is whole. */
  const isWhole = (element, { left, right, top, bottom }) => {
    for (let it = element.parentElement; it; it = it.parentElement) {
      if (!scrolls(it)) continue;
      const frame = it.getBoundingClientRect();
      if (left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1) return false;
    }
    return true;
  };
  const add = (element, box, text) => {
    if (!text || !box.width || !box.height || !element.checkVisibility({ visibilityProperty: true }) || !isWhole(element, box)) return;
    const style = getComputedStyle(element);
    let size = parseFloat(style.fontSize);
    if (element instanceof SVGGraphicsElement) size *= element.getScreenCTM().d || 1;
    const where = element.closest("[class]")?.getAttribute("class") ?? "";
    const idle = element.closest(".lacking, [aria-disabled=true], :disabled") !== null;
    const { x, y, width, height } = box;
    found.push({ text: text.slice(0, 40), where, box: [x + scrollX, y + scrollY, width, height], size, bold: Number(style.fontWeight) >= 700, idle });
  };
  for (const element of document.querySelectorAll("#table svg text")) {
    add(element, element.getBoundingClientRect(), element.textContent.trim());
  }
  const walker = document.createTreeWalker(document.querySelector("#table"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (!node.data.trim() || node.parentElement.closest("svg, .visually-hidden, script")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) add(node.parentElement, box, node.data.trim());
  }
  return found;
}

/** The relative luminance of a colour (WCAG 2.2). */
function luminance(points, at) {
  const linear = (share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
  const [red, green, blue] = [0, 1, 2].map((c) => linear(points[at + c] / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of each box's letters with what they stand on; null where no letters are seen.

Edges of letters are mixed with the ground, so the fiftieth of the points that differs most speaks for all. */
async function contrastsOf({ written, bare, boxes, dots }) {
  const [context, ground] = await Promise.all([written, bare].map(async (text) => {
    const bitmap = await bitmapOf(text);
    const [, brush] = canvasOf(bitmap.width, bitmap.height);
    brush.drawImage(bitmap, 0, 0);
    return brush;
  }));
  return boxes.map((box) => {
    const [left, top, wide, high] = box.map((length) => Math.round(length * dots));
    if (left < 0 || top < 0 || wide < 1 || high < 1) return null;
    const [letters, under] = [context, ground].map((brush) => brush.getImageData(left, top, wide, high).data);
    const ratios = [];
    for (let at = 0; at < letters.length; at += 4) {
      if (apart(letters, at, under, at) < 6) continue;
      const [one, other] = [luminance(letters, at), luminance(under, at)];
      ratios.push((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05));
    }
    if (ratios.length < 12) return null;
    ratios.sort((a, b) => b - a);
    return ratios[Math.floor(ratios.length / 50)];
  });
}

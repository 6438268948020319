/* The visible document as a list of facts: `[kind, where, value]`.

   `where` names an element by its own mark (id, spot, piece, number, log entry) or else by its place below
   the nearest element that has one, so that one missing element does not shift all others. */

(exceptions) => {
  const MARKS = ["id", "data-part", "data-piece", "data-tick", "data-face", "data-spot", "data-seat", "data-entry"];
  const SILENT = ["class", "style"]; // compared as classes, and by the places of pieces
  const found = [];
  const chosen = exceptions.map((one) => ({ ...one, elements: new Set(document.querySelectorAll(one.selector)) }));
  const excepted = (element, kind, name) =>
    chosen.some((one) => one.kind === kind && (!one.name || one.name === name) && one.elements.has(element));

  /* What an element is called. */
  const nameOf = (element) => {
    for (const mark of MARKS) {
      const value = element.getAttribute(mark);
      if (value) return `${mark}=${value}`;
    }
    return "";
  };

  const board = document.getElementById("board");
  const frame = board?.getBoundingClientRect();
  const scale = board ? new DOMMatrix(getComputedStyle(board).transform).a : 1;

  /* The middle of an element, in pixels of the board when it is whole. */
  const placeOf = (element) => {
    const box = element.getBoundingClientRect();
    if (!frame || !box.width) return "";
    const [x, y] = [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y];
    return `${Math.round(x / scale)} ${Math.round(y / scale)}`;
  };

  /* Numbers of drawings without what rounding has added. */
  const rounded = (value) => value.replace(/-?\d+\.\d+(e-?\d+)?/g, (number) => String(Math.round(number)));

  const visit = (element, where, within) => {
    if (excepted(element, "element")) return;
    if (["SCRIPT", "STYLE", "TEMPLATE"].includes(element.tagName)) return;
    found.push(["element", where, element.localName]);
    const shown = element.checkVisibility();
    if (!shown && within && !excepted(element, "shown")) found.push(["hidden", where, ""]);
    for (const name of element.classList) {
      if (!excepted(element, "class", name)) found.push(["class", where, name]);
    }
    for (const { name, value } of element.attributes) {
      if (!SILENT.includes(name) && !excepted(element, "attribute", name)) found.push(["attribute", where, `${name}=${rounded(value)}`]);
    }
    for (const name of ["value", "checked", "disabled", "open"]) {
      if (name in element && !excepted(element, "attribute", name)) found.push(["state", where, `${name}=${element[name]}`]);
    }
    if (shown && element.matches("#board [data-piece]")) found.push(["place", where, placeOf(element)]);
    if (!excepted(element, "text")) {
      const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join(" ");
      if (text.trim()) found.push(["text", where, text.replace(/\s+/g, " ").trim()]);
    }
    const counts = {};
    for (const child of element.children) {
      if (excepted(child, "element")) continue;
      const name = nameOf(child) || child.localName;
      counts[name] = (counts[name] ?? 0) + 1;
      const place = `${name}${counts[name] > 1 ? `:${counts[name]}` : ""}`;
      visit(child, nameOf(child) ? place : `${where} > ${place}`, shown);
    }
  };
  found.push(["title", "", document.title]);
  found.push(["scale", "id=board", scale.toFixed(1)]);
  visit(document.body, "body", true);
  return found;
}

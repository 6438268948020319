/* Pieces glide from their old place to the new one; cards turn, dice roll; numbers that changed hop.

   Only looks move: texts and attributes are true from the first moment on, so whatever reads them at any time reads
   what is so. View Transitions cannot name elements inside an SVG, so the way is animated by hand: from the old
   place on the screen to the new one, along a road where the piece has one. */

import { middle, onScreen } from "./measure.js";
import { still, table } from "./scene.js";

const QUICK = 260; // milliseconds for an ordinary move
const TURN = 420; // for a card, a die or a number
const LONGEST = 900; // for a drive round the whole road
const STEPS = 240; // points of a road
const MIDDLE = { transformBox: "fill-box", transformOrigin: "center" }; // of a drawing too
const HOP = [{ ...MIDDLE }, { ...MIDDLE, color: "var(--brass-ink)", translate: "0 -0.15em", scale: "1.25", offset: 0.3 }, { ...MIDDLE }];
const ROLL = [{ rotate: "-200deg", scale: "0.7" }, { rotate: "30deg", scale: "1.12", offset: 0.7 }, { rotate: "0deg", scale: "1" }];
const FLIP = [{ scale: "0 1" }, { scale: "0 1", offset: 0.25 }, { scale: "1 1" }];

/**
 * @typedef {{ x: number, y: number }} Point in pixels of the screen
 * @typedef {Point & { at: string | undefined }} Place the middle of a piece
 * @typedef {{ pieces: Map<string, Place>, numbers: Map<string, string>, faces: Map<string, string> }} Places
 */

/** The places of all pieces, and the texts of all numbers. @returns {Places} */
export function places() {
  /** @type {Places} */
  const found = { pieces: new Map(), numbers: new Map(), faces: new Map() };
  for (const piece of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-piece]"))) {
    const place = middle(piece);
    if (place.isDrawn) found.pieces.set(piece.dataset.piece ?? "", { ...place, at: piece.dataset.at });
  }
  for (const number of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-tick]"))) {
    found.numbers.set(number.dataset.tick ?? "", number.textContent ?? "");
  }
  for (const thing of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-face]"))) {
    found.faces.set(thing.dataset.face ?? "", thing.dataset.shows ?? "");
  }
  return found;
}

/**
 * Measure what has changed since then; what is returned animates it. Each change between two measures costs a layout.
 * @param {Places} before
 * @returns {() => void}
 */
export function glide(before) {
  if (still() || document.hidden) return () => {};
  const begin = /** @type {(() => void)[]} */ ([]);
  for (const piece of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-piece]"))) {
    const was = before.pieces.get(piece.dataset.piece ?? "") ?? source(piece);
    if (was && was.at === piece.dataset.at) continue;
    const is = middle(piece);
    if (!is.isDrawn) continue;
    if (was) begin.push(arrive(piece, was, is));
    else if (before.pieces.size) begin.push(() => piece.animate([{ opacity: 0 }, { opacity: 1 }], QUICK));
  }
  for (const thing of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-face]"))) {
    const was = before.faces.get(thing.dataset.face ?? "");
    if (before.faces.size && was !== thing.dataset.shows) begin.push(() => turn(thing));
  }
  for (const number of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("[data-tick]"))) {
    const was = before.numbers.get(number.dataset.tick ?? "");
    if (was !== undefined && was !== number.textContent) begin.push(() => number.animate(HOP, { duration: TURN, easing: "ease-out" }));
  }
  return () => {
    for (const animate of begin) animate();
  };
}

/** Turn a card over, or roll a die, to what it shows now. @param {HTMLElement} thing */
function turn(thing) {
  const frames = thing.dataset.how === "roll" ? ROLL : FLIP;
  thing.animate(frames.map((frame) => ({ ...MIDDLE, ...frame })), { duration: TURN, easing: "ease-out" });
}

/** Where a new piece comes from: the spot that its `data-from` names. @param {HTMLElement} piece @returns {Place | undefined} */
function source(piece) {
  const spot = piece.dataset.from ? table.querySelector(`[data-spot="${CSS.escape(piece.dataset.from)}"]`) : null;
  return spot ? { ...middle(spot), at: piece.dataset.from } : undefined;
}

/** A way on the screen, in the units by which an element is moved. @param {Element} element @param {number} x @param {number} y */
function units(element, x, y) {
  const matrix = onScreen(element.parentElement ?? element).inverse();
  return { x: x * matrix.a + y * matrix.c, y: x * matrix.b + y * matrix.d };
}

/** Measure a piece's way from where it was to where it is; what is returned lets it go there. @param {HTMLElement} piece @param {Place} was @param {Point} is */
function arrive(piece, was, is) {
  const way = stops(piece, was, is) ?? [was, is];
  const frames = way.map((point) => {
    const { x, y } = units(piece, point.x - is.x, point.y - is.y);
    return { translate: `${x}px ${y}px` };
  });
  const duration = way.length > 2 ? Math.min(QUICK + way.length * 14, LONGEST) : QUICK;
  return () => {
    const around = piece.closest(".view, .players");
    piece.classList.add("gliding");
    around?.classList.add("glides");
    const animation = piece.animate(frames, { duration, easing: "cubic-bezier(.4, 0, .2, 1)" });
    animation.finished.finally(() => {
      piece.classList.remove("gliding");
      around?.classList.toggle("glides", around.querySelector(".gliding") !== null);
    });
  };
}

/** Measure while each piece is where it goes, not under way to it. @template T @param {() => T} measure @returns {T} */
export function atRest(measure) {
  if (!table.querySelector(".gliding")) return measure();
  table.classList.add("at-rest");
  const measured = measure();
  table.classList.remove("at-rest");
  return measured;
}

/**
 * Points on the screen along the piece's road (`data-along` names the path with that `data-road`), forward and round.
 * @param {HTMLElement} piece
 * @param {Place} was
 * @param {{ x: number, y: number }} is
 */
function stops(piece, was, is) {
  const roads = [...table.querySelectorAll(`path[data-road="${piece.dataset.along}"]`)];
  const road = roads.find((path) => path.getClientRects().length && path.getBoundingClientRect().width);
  if (!(road instanceof SVGPathElement)) return null;
  const matrix = onScreen(road);
  const points = pointsOf(road).map((point) => point.matrixTransform(matrix));
  const nearest = (/** @type {{ x: number, y: number }} */ to) =>
    points.reduce((best, point, index) => {
      const distance = Math.hypot(point.x - to.x, point.y - to.y);
      return distance < best.distance ? { distance, index } : best;
    }, { distance: Infinity, index: 0 }).index;
  const from = nearest(was);
  const ahead = (nearest(is) - from + STEPS) % STEPS || STEPS;
  const way = [];
  for (let step = 0; step <= ahead; step += 5) way.push(points[(from + step) % STEPS]);
  return [was, ...way.slice(1), is];
}

const lines = /** @type {Map<string, DOMPoint[]>} */ (new Map()); // by how the road is drawn

/** Points along a road, measured once, in its own units. @param {SVGPathElement} road */
function pointsOf(road) {
  const drawn = road.getAttribute("d") ?? "";
  const known = lines.get(drawn);
  if (known) return known;
  const total = road.getTotalLength();
  const points = Array.from({ length: STEPS }, (_, index) => DOMPoint.fromPoint(road.getPointAtLength((total * index) / STEPS)));
  lines.set(drawn, points);
  return points;
}

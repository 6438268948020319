/* The picture beside one's name, as it would be with what is chosen: static/faces.css. */

const shown = document.querySelector("#face-shown .face");
const form = shown?.closest("form");

/** The drawings of a group of choices, and the one that is chosen. @param {string} name */
const drawings = (name) => ({
  all: form?.querySelectorAll(`[name="${name}"] ~ * .face`) ?? [],
  chosen: form?.querySelector(`[name="${name}"]:checked ~ * .face`),
});

/** The class that gives a drawing its ground. @param {Element} face */
const colourOf = (face) => [...face.classList].find((name) => name.startsWith("f-")) ?? "";

/** Paint a drawing like another one. @param {Element} face @param {Element} like */
const paint = (face, like) => face.classList.replace(colourOf(face), colourOf(like));

/** Draw the motif of another one. @param {Element} face @param {Element} like */
const draw = (face, like) => face.replaceChildren(...[...like.children].map((use) => use.cloneNode(true)));

form?.addEventListener("change", () => {
  const [colours, motifs] = [drawings("face_colour"), drawings("face_motif")];
  if (!shown || !colours.chosen || !motifs.chosen) return;
  for (const face of [shown, ...motifs.all]) paint(face, colours.chosen);
  for (const face of [shown, ...colours.all]) draw(face, motifs.chosen);
});

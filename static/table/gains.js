/* What an answer says, costs and brings, to be shown elsewhere than on its button. */

/** What an answer's button says, its gains included, for a tip. @param {Element} button */
export function meaning(button) {
  const line = document.createElement("span");
  line.className = "meant";
  line.append((button.querySelector("[data-said]")?.textContent ?? "").trim(), ...gainsOf(button));
  return line;
}

/** A copy of what an answer costs and brings, as on its button. @param {Element} button */
export function gainsOf(button) {
  const gains = button.querySelector(".gains");
  return gains && !gains.closest("[hidden]") ? [gains.cloneNode(true)] : [];
}

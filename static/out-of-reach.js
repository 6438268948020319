/* "The connection is lost": every page with a socket says so while that is so. */

import { isOpen, on } from "./socket.js";

const PATIENCE = 1_500; // before it is said
const box = document.getElementById("offline");
let complaint = 0;

/** Show or hide that the server is out of reach. @param {boolean} away */
export function outOfReach(away) {
  clearTimeout(complaint);
  complaint = 0;
  if (box) box.hidden = !away;
}

/** From now on say so as soon as the line is lost, until there is a sign of life. */
export function watchReach() {
  on("open", () => outOfReach(false));
  on("pong", () => outOfReach(false));
  on("closed", ({ over }) => {
    if (!over) complaint ||= window.setTimeout(() => outOfReach(!isOpen()), PATIENCE);
  });
  window.addEventListener("offline", () => outOfReach(true));
}

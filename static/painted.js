/* The first paint, which nothing should hold up that can wait for it. */

/** Resolves after it; where nobody looks, nothing is painted and nothing waited for. @returns {Promise<void>} */
export const painted = () => new Promise((done) => {
  if (document.hidden) return done();
  requestAnimationFrame(() => setTimeout(done));
  document.addEventListener("visibilitychange", () => done(), { once: true });
});

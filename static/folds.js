/* A fold says in one line how its fields stand: anew when one of them is changed. */

for (const fold of document.querySelectorAll("details[data-words]")) {
  const { words = "{}", otherwise = "" } = /** @type {HTMLElement} */ (fold).dataset;
  const said = /** @type {Record<string, Record<string, string>>} */ (JSON.parse(words));
  const form = /** @type {HTMLFormElement} */ (fold.closest("form"));
  const line = /** @type {HTMLElement} */ (fold.querySelector(".stands"));
  form.addEventListener("change", () => {
    const values = new FormData(form);
    const parts = Object.entries(said).map(([name, of]) => of[String(values.get(name) ?? "")]);
    const text = parts.filter(Boolean).join(" · ") || otherwise;
    line.textContent = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  });
}

/* A button beside each password shows what was typed. It says whose it is by the field's label, and it never stays in
   the way of the form: what is sent is a password again, so that no browser keeps it among other words. */

for (const button of document.querySelectorAll("button[data-reveals]")) {
  const field = document.getElementById(button.getAttribute("data-reveals") ?? "");
  if (!(field instanceof HTMLInputElement)) continue;
  const show = (/** @type {boolean} */ shown) => {
    field.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", String(shown));
  };
  const label = field.labels?.[0];
  if (label) {
    label.id ||= `${field.id}_label`;
    button.setAttribute("aria-describedby", label.id);
  }
  field.spellcheck = false;
  field.setAttribute("autocapitalize", "off");
  button.addEventListener("click", () => show(field.type === "password"));
  field.form?.addEventListener("submit", () => show(false));
  /** @type {HTMLElement} */ (button).hidden = false;
}

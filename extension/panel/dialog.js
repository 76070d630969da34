// Shows confirmation dialogs and forms with a few fields. They use the browser's dialog
// element, which keeps the focus inside, closes on Escape, and returns the focus to
// its previous place.

import { button, el } from "../lib/dom.js";

let dialogs = 0;

/**
 * @param {string} title
 * @param {string} yes the label of the confirming button
 * @param {"grave" | "notice" | ""} kind grave: it cannot be taken back; notice: there is nothing to decide
 * @param {...HTMLElement} content
 * @returns {Promise<boolean>} whether the person agreed
 */
export function ask(title, yes, kind, ...content) {
  const id = `dialog-${++dialogs}`;
  const heading = el("h2", "", title);
  heading.id = id;
  const agree = el("button", kind === "grave" ? "grave" : "primary", yes);
  const buttons = kind === "notice" ? [agree] : [button("Cancel", () => dialog.close()), agree];
  const form = /** @type {HTMLFormElement} */ (el("form", "", heading, ...content, el("div", "dialog-buttons", ...buttons)));
  form.method = "dialog";
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", "", form));
  dialog.setAttribute("aria-labelledby", id);
  let agreed = false;
  form.addEventListener("submit", () => {
    agreed = true;
  });
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    dialog.remove();
    refocus(opener);
    resolve(agreed);
  }));
}

/**
 * Restores the focus where the browser did not. The view may have been redrawn under the
 * dialog: then a button of the same name gets the focus, otherwise the view itself. A
 * dialog's end is reported late: by then the person may have moved the focus.
 * @param {HTMLElement | null} opener
 */
function refocus(opener) {
  if (!opener || document.activeElement !== document.body) return;
  if (opener.isConnected) return opener.focus();
  const seen = (/** @type {Element} */ e) => e.checkVisibility();
  const again = [...document.querySelectorAll("main button")].filter(seen).find((b) => nameOf(b) === nameOf(opener));
  /** @type {HTMLElement | undefined} */ (again ?? [...document.querySelectorAll("main [role=listbox], main [tabindex]")].find(seen))?.focus();
}

/** @param {Element} node */
export const nameOf = (node) => node.getAttribute("aria-label") ?? node.textContent;

/**
 * Returns a labelled text field for a dialog.
 * @param {string} label
 * @param {string} value
 * @param {object} [options]
 * @param {string} [options.hint]
 * @param {string} [options.type]
 * @param {number} [options.most] characters
 * @param {boolean} [options.required]
 */
export function field(label, value, { hint = "", type = "text", most = 400, required = false } = {}) {
  const input = /** @type {HTMLInputElement} */ (el("input", ""));
  input.type = type;
  input.value = value;
  input.maxLength = most;
  input.required = required;
  input.spellcheck = false;
  return { input, node: el("label", "field", el("span", "", label), input, hint ? el("span", "soft small", hint) : "") };
}

/**
 * Returns a labelled select for a dialog.
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} [value]
 */
export function choice(label, options, value = options[0]?.[0]) {
  const input = /** @type {HTMLSelectElement} */ (el("select", ""));
  input.append(...options.map(([v, text]) => new Option(text, v)));
  input.value = value ?? "";
  return { input, node: el("label", "field", el("span", "", label), input) };
}

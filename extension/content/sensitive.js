'use strict';
// Which fields are like passwords: of these nothing is kept beside that
// something was typed. What was one once stays one ("show password" makes a
// text field of it).

function makeSensitive() {
  const { dom, remembered } = Cairn;
  const { sensitive, sensitiveAutocomplete } = Cairn.redact;

  /** Whether a field's name says that its content is secret. */
  const isSecretWord = remembered((/** @type {string} */ s) => sensitive(s));

  /** Fields that were passwords at some time. @type {WeakSet<Element>} */
  const everPassword = new WeakSet();

  /** @param {Element} el remember that this is, for now, a password field */
  function note(el) {
    if (/** @type {HTMLInputElement} */ (el).type === 'password') everPassword.add(el);
  }

  /**
   * @param {Element} el
   * @param {string} [name] its accessible name, where the caller knows it
   * @returns {boolean}
   */
  function is(el, name) {
    if (!takesText(el)) return false;
    note(el);
    if (everPassword.has(el)) return true;
    if (sensitiveAutocomplete(dom.attr(el, 'autocomplete') ?? '')) return true;
    if (saysSecret(el, name ?? Cairn.names.name(el, 'textbox'))) return true;
    if (getComputedStyle(el).getPropertyValue('-webkit-text-security') !== 'none') return true;
    return oneOfManySingles(el);
  }

  /** @param {Element} el @returns {boolean} */
  function takesText(el) {
    if (el instanceof HTMLInputElement) return !NO_TEXT.has(el.type);
    if (el instanceof HTMLTextAreaElement) return true;
    const role = dom.attr(el, 'role');
    return role === 'textbox' || role === 'searchbox' || role === 'combobox' || role === 'spinbutton' || Cairn.roles.editingHost(el);
  }
  const NO_TEXT = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'range', 'color', 'file', 'hidden']);

  /** @param {Element} el @param {string} name @returns {boolean} */
  function saysSecret(el, name) {
    for (const attribute of ['name', 'id', 'placeholder', 'aria-label', 'title', ...Cairn.target.TEST_ID_ATTRIBUTES]) {
      const value = dom.attr(el, attribute);
      if (value && isSecretWord(value)) return true;
    }
    return isSecretWord(name);
  }

  /** @param {Element | null} el @returns {Element | null} */
  function outOf(el) {
    return el && dom.parentElement(el);
  }

  /** @param {Element} el @returns {boolean} whether el is one of a row of one-character boxes, as codes are asked for */
  function oneOfManySingles(el) {
    if (dom.attr(el, 'maxlength') !== '1') return false;
    let singles = 0;
    const around = dom.nearest(el, 'form, fieldset, [role=group]') ?? outOf(outOf(el));
    for (const other of around ? dom.all(around, 'input[maxlength="1"]') : []) {
      if (other !== el) singles++;
    }
    return singles >= 3;
  }

  return { is, note };
}

Cairn.sensitive ??= makeSensitive();

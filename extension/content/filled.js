'use strict';
// Reports whether a text control is empty, and roughly how long its typed text is,
// without ever reading its content.

function makeFilled() {
  const { dom } = Cairn;

  /** CLASSES lists the length classes. Only the class of a length is kept. */
  const CLASSES = [0, 4, 16, 64, 256];

  /** typed stores, for text controls that a person or program typed into, whether they have text. @type {WeakMap<Element, boolean>} */
  const typed = new WeakMap();

  /**
   * is returns true only if the control certainly has text. Where the platform reveals
   * nothing without the value (a number field without typed text), it returns false.
   * @param {Element} el
   * @returns {boolean}
   */
  function is(el) {
    if (el instanceof HTMLTextAreaElement) return el.textLength > 0;
    return dom.isInput(el) ? inputFilled(el) : Cairn.roles.editingHost(el) && hasText(el);
  }

  /** @param {HTMLInputElement} el @returns {boolean} */
  function inputFilled(el) {
    if (Cairn.roles.NO_TEXT.has(el.type)) return false;
    // A placeholder shows exactly while the value is empty.
    if (el.placeholder) return !dom.fits(el, ':placeholder-shown');
    if (el.validity.badInput) return true;
    if (el.required && !el.disabled && !el.readOnly) return !el.validity.valueMissing;
    if ((caret(el) ?? 0) > 0) return true;
    return typed.get(el) ?? dom.fits(el, '[value]:not([value=""])');
  }

  /** @param {Element} el @returns {number | null} the caret's position: the text is at least that long */
  function caret(el) {
    return dom.isInput(el) || el instanceof HTMLTextAreaElement ? el.selectionEnd : null;
  }

  /** @param {Element} el @returns {boolean} whether any text node within has any length */
  function hasText(el) {
    const walker = dom.texts(el);
    for (let n = 0; n < 200 && walker.nextNode(); n++) {
      if (/** @type {Text} */ (walker.currentNode).length > 0) return true;
    }
    return false;
  }

  /** @param {Element} el @param {boolean} some whether the last edit left any text, according to events */
  function noteTyped(el, some) {
    typed.set(el, some);
  }

  /** @param {number} length @returns {number} its class: 0, 4, 16, 64 or 256 */
  function lengthClass(length) {
    return CLASSES.find((c) => length <= c) ?? CLASSES[CLASSES.length - 1];
  }

  return { is, caret, noteTyped, lengthClass };
}

Cairn.filled ??= makeFilled();

'use strict';
// The context of an element, which shows the effect of acting on it: its dialog and
// form, the heading above it, and the buttons that would submit the form. A person
// reads these before pressing OK.

function makeAround() {
  const { dom, names, roles } = Cairn;
  const { fold, clip } = Cairn.text;

  const TEXT_MAX = 400; // of a dialog
  const NAME_MAX = 120; // of anything else
  const SUBMITS_MAX = 5;
  const LEVELS = 6; // ancestors searched for a heading
  const SUBMITS = 'button:not([type="button" i], [type="reset" i]), input:is([type="submit" i], [type="image" i])';
  const HEADINGS = 'h1, h2, h3, h4, h5, h6, legend, [role="heading"]';

  /**
   * @param {Element} el
   * @returns {import('../wire').Around}
   */
  function of(el) {
    /** @type {import('../wire').Around} */
    const around = {};
    const dialog = dom.nearestAround(el, dom.DIALOG);
    if (dialog) around.dialog = textOf(dialog, TEXT_MAX);
    const heading = headingOf(el);
    if (heading) around.heading = heading;
    const form = formOf(el);
    if (!form) return around;
    const said = [names.name(form, roles.role(form)), ...[...dom.all(form, HEADINGS)].slice(0, 2).map((h) => textOf(h, NAME_MAX))].filter(Boolean).join(' · ');
    if (said) around.form = clip(said, TEXT_MAX);
    const address = pathOf(dom.attr(el, 'formaction') ?? dom.attr(form, 'action'));
    if (address) around.address = address;
    const submits = submitsOf(form).map((b) => clip(nameOf(b), NAME_MAX));
    if (submits.length) around.submits = submits;
    return around;
  }

  /** @param {Element} el @returns {Element | null} */
  function formOf(el) {
    const id = dom.attr(el, 'form');
    const root = dom.rootOf(el);
    if (id && (root instanceof Document || root instanceof ShadowRoot)) return dom.byId(root, id);
    return dom.nearestAround(el, 'form');
  }

  /** @param {Element} form @returns {Element[]} its submit buttons, in page order: Enter presses the first */
  function submitsOf(form) {
    const own = dom.attr(form, 'id');
    const root = dom.rootOf(form);
    const elsewhere = own ? dom.all(/** @type {ParentNode} */ (root), `:is(${SUBMITS})[form="${CSS.escape(own)}"]`) : [];
    return [...dom.all(form, SUBMITS), ...elsewhere].slice(0, SUBMITS_MAX);
  }

  /** @param {Element} el @returns {string} */
  const nameOf = (el) => names.name(el, 'button');

  /** @param {Element} el @returns {string} the first heading in the nearest ancestor that has one */
  function headingOf(el) {
    for (let at = dom.parentElement(el), n = 0; at && n < LEVELS && dom.tag(at) !== 'body'; at = dom.parentElement(at), n++) {
      const heading = dom.one(at, HEADINGS);
      if (heading) return textOf(heading, NAME_MAX);
    }
    return '';
  }

  /** @param {Element} el @param {number} most @returns {string} */
  function textOf(el, most) {
    const parts = [];
    const walker = dom.texts(el);
    for (let node = walker.nextNode(), length = 0; node && length < most; node = walker.nextNode()) {
      const text = fold(node.nodeValue ?? '');
      if (!text || hidden(node)) continue;
      parts.push(text);
      length += text.length + 1;
    }
    const label = dom.attr(el, 'aria-label');
    return clip(fold([label ?? '', ...parts].join(' ')), most);
  }

  /** @param {Node} node @returns {boolean} whether a text is not page text, or is the value of a control */
  function hidden(node) {
    const parent = dom.parentElement(node);
    return !!parent && !!dom.nearest(parent, 'script, style, textarea, select, option, template');
  }

  /** @param {string | null | undefined} address @returns {string} its path, which indicates the purpose of a form */
  function pathOf(address) {
    if (!address) return '';
    try {
      return clip(new URL(address, location.href).pathname, NAME_MAX);
    } catch {
      return '';
    }
  }

  return { of };
}

Cairn.around ??= makeAround();

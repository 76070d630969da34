'use strict';
// Which element an event was about, and by what names it can be found again.
// A click on the icon in a button is a click on the button; a click on a label
// is one on its control. The fingerprint holds every stable name at once, so
// that a lost test id still leaves role and name.

function makeTarget() {
  const { dom, roles, names, rows } = Cairn;
  const { looksGenerated } = Cairn.ids;
  const { fold, clip } = Cairn.text;

  /** The attributes that count as test ids, the preferred first. */
  const TEST_ID_ATTRIBUTES = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy'];
  const TEST_ID_SELECTOR = TEST_ID_ATTRIBUTES.map((a) => `[${a}]`).join(',');

  /** Author attributes that stay the same while a page lives on. */
  const STABLE_ATTRIBUTES = ['name', 'data-action', 'data-command', 'data-role', 'formcontrolname'];

  /** Between the selectors of a host and of what is in its shadow root. */
  const SHADOW_JOIN = ' >>> ';
  const SELECTOR_MAX = 300; // longer says less than role and name do
  const POSITION_MAX = 2000; // siblings: a place in a longer list names nothing that lasts, and to count it takes the page's time
  const PATH_MAX = 6; // steps below the nearest stable ancestor
  const NAME_MAX = 80; // of an element that has only its text for a name

  /** @param {Element} el @returns {string} */
  function testId(el) {
    for (const attribute of TEST_ID_ATTRIBUTES) {
      const value = dom.attr(el, attribute);
      if (value) return fold(value);
    }
    return '';
  }

  /**
   * @typedef {object} Subject
   * @property {Element} el what was acted on
   * @property {boolean} actionable whether it is something to act on; a click
   *   elsewhere matters only if something came of it
   */

  /**
   * @param {Event} event
   * @returns {Subject | null} what a pointer event was about
   */
  function subject(event) {
    const hit = dom.origin(event);
    return hit instanceof Element ? actionable(hit) : null;
  }

  /** @param {Element} hit @returns {Subject} */
  function actionable(hit) {
    /** @type {Element | null} */
    let tagged = null;
    for (let el = /** @type {Element | null} */ (hit); el; el = dom.parentElement(el)) {
      if (dom.tag(el) === 'label') {
        const control = /** @type {HTMLLabelElement} */ (el).control;
        if (control && dom.rendered(el)) return { el: control, actionable: true };
      }
      if (roles.editingHost(el) || roles.INTERACTIVE.has(roles.role(el))) return { el, actionable: true };
      if (!tagged && dom.fits(el, TEST_ID_SELECTOR)) tagged = el;
    }
    const acting = Cairn.clickable.around(hit);
    if (acting) return { el: tagged && acting.contains(tagged) ? tagged : acting, actionable: true };
    return { el: tagged ?? hit, actionable: false };
  }

  /**
   * Every stable name of an element.
   * @param {Element} el
   * @returns {Target}
   */
  function fingerprint(el) {
    const role = Cairn.sweep.listedRole(el) || roles.role(el);
    const named = role === 'generic' ? Cairn.clickable.nameOf(el) : names.name(el, role);
    const name = named || (roles.INTERACTIVE.has(role) ? '' : clip(fold(plainText(el)), NAME_MAX));
    /** @type {Target} */
    const target = { tag: dom.tag(el) };
    const id = testId(el);
    if (id) target.testId = id;
    const path = selector(el);
    if (path) target.selector = path;
    if (role) target.role = role;
    if (name) target.name = name;
    if (Cairn.sensitive.is(el)) target.sensitive = true;
    const row = rows.around(el);
    if (row) {
      target.row = row.text;
      if (row.role) target.rowRole = row.role;
    }
    return target;
  }

  /** @param {Element} el @returns {string} the text of something small that is not an editor */
  function plainText(el) {
    if (dom.elementCount(el) > 20 || dom.isEditable(el)) return '';
    if (dom.one(el, 'input, textarea, select, [contenteditable]')) return '';
    const text = dom.text(el) ?? '';
    return text.length <= NAME_MAX * 4 ? text : '';
  }

  /**
   * A short selector that finds this element alone, today and after a reload:
   * an id that no program made up, a stable attribute, else the way down from the
   * nearest ancestor that has one. Hosts of shadow roots come first,
   * joined by ` >>> `.
   * @param {Element} el
   * @returns {string} '' when there is none worth keeping
   */
  function selector(el) {
    const root = dom.rootOf(el);
    if (!(root instanceof Document || root instanceof ShadowRoot)) return '';
    const inner = within(el, root);
    if (!inner) return '';
    if (root instanceof Document) return inner.length <= SELECTOR_MAX ? inner : '';
    const outer = selector(root.host);
    const whole = outer && outer + SHADOW_JOIN + inner;
    return whole.length <= SELECTOR_MAX ? whole : '';
  }

  /** @param {Element} el @param {Document | ShadowRoot} root @returns {string} */
  function within(el, root) {
    /** @type {string[]} */
    const steps = [];
    for (let at = /** @type {Element | null} */ (el); at && steps.length <= PATH_MAX;) {
      const own = anchor(at, root);
      if (own) return [own, ...steps].join(' > ');
      if (at === dom.html() || at === dom.body()) return [dom.tag(at), ...steps].join(' > ');
      const step = nthOfType(at);
      if (!step) return '';
      steps.unshift(step);
      const up = dom.parent(at);
      if (!(up instanceof Element)) return steps.join(' > ');
      at = up;
    }
    return '';
  }

  /** @param {Element} el @param {Document | ShadowRoot} root @returns {string} a selector for el by itself, where it has one */
  function anchor(el, root) {
    const id = dom.attr(el, 'id');
    if (id && !looksGenerated(id)) {
      const byId = `#${CSS.escape(id)}`;
      if (isOnly(root, byId, el)) return byId;
    }
    for (const attribute of [...TEST_ID_ATTRIBUTES, ...STABLE_ATTRIBUTES]) {
      const value = dom.attr(el, attribute);
      if (!value || value.length > 100 || (STABLE_ATTRIBUTES.includes(attribute) && looksGenerated(value))) continue;
      const found = `${dom.tag(el)}[${attribute}="${CSS.escape(value)}"]`;
      if (isOnly(root, found, el)) return found;
    }
    if (dom.tag(el) === 'main' || dom.tag(el) === 'nav' || dom.tag(el) === 'form') {
      if (isOnly(root, dom.tag(el), el)) return dom.tag(el);
    }
    return '';
  }

  /** @param {Document | ShadowRoot} root @param {string} css @param {Element} el @returns {boolean} */
  function isOnly(root, css, el) {
    const found = dom.all(root, css);
    return found.length === 1 && found[0] === el;
  }

  /** @param {Element} el @returns {string} */
  function nthOfType(el) {
    const tag = CSS.escape(dom.tag(el));
    let before = 0;
    let passed = 0;
    for (let other = dom.previousElement(el); other; other = dom.previousElement(other)) {
      if (++passed > POSITION_MAX) return '';
      if (dom.tag(other) === dom.tag(el)) before++;
    }
    if (before) return `${tag}:nth-of-type(${before + 1})`;
    for (let other = dom.nextElement(el); other; other = dom.nextElement(other)) {
      if (++passed > POSITION_MAX) return '';
      if (dom.tag(other) === dom.tag(el)) return `${tag}:nth-of-type(1)`;
    }
    return tag;
  }

  return { subject, actionable, fingerprint, selector, testId, plainText, TEST_ID_ATTRIBUTES, TEST_ID_SELECTOR, SHADOW_JOIN };
}

Cairn.target ??= makeTarget();

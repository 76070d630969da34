'use strict';
// Finds the element that an event was about, and its names for finding it again.
// A click on the icon in a button is a click on the button; a click on a label
// is one on its control. The fingerprint holds every stable name at once, so
// that role and name remain if a test id is lost.

function makeTarget() {
  const { dom, roles, names, rows } = Cairn;
  const { looksGenerated } = Cairn.ids;
  const { fold, clip } = Cairn.text;

  /** TEST_ID_ATTRIBUTES lists the attributes that count as test ids, the preferred first. */
  const TEST_ID_ATTRIBUTES = 'data-testid data-test-id data-test data-qa data-cy'.split(' ');
  const TEST_ID_SELECTOR = TEST_ID_ATTRIBUTES.map((a) => `[${a}]`).join(',');

  /** STABLE_ATTRIBUTES lists author attributes that stay the same while a page lives. */
  const STABLE_ATTRIBUTES = 'name data-action data-command data-role formcontrolname'.split(' ');

  /** SHADOW_JOIN separates the selector of a host and that of an element in its shadow root. */
  const SHADOW_JOIN = ' >>> ';
  const SELECTOR_MAX = 300; // a longer selector is less reliable than role and name
  const POSITION_MAX = 2000; // siblings: a position in a longer list is not stable, and counting it takes time of the page
  const PATH_MAX = 6; // steps below the nearest stable ancestor
  const NAME_MAX = 80; // of an element that has only its text as a name

  const SLIDER = '[role=slider], [type=range]';
  const UNSEEN_PX = 8; // a narrower field is not where a person presses
  const CONTROLS = 'a, button, input, select, textarea, [tabindex]'; // also those that no role is known of, such as a drawn handle
  const TRACK_LEVELS = 3; // between a thumb and its track
  const TRACK_MAX = 64; // pixels that a track is wide
  const TRACK_LONG = 3; // thumbs that it is at least long

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
   * @property {Element} el the element acted on
   * @property {boolean} actionable whether it can be acted on; a click
   *   elsewhere matters only if it had an effect
   */

  /**
   * @param {Event} event
   * @returns {Subject | null} the element that a pointer event was about
   */
  function subject(event) {
    const hit = dom.origin(event);
    return hit instanceof Element ? actionable(hit) : null;
  }

  /** @param {Element} hit @returns {Subject} */
  function actionable(hit) {
    /** @type {Element | null} */
    let tagged = null;
    for (let el = /** @type {Element | null} */ (hit); el; el = dom.drawnIn(el)) { // as the event passes
      if (dom.tag(el) === 'label') {
        const control = Cairn.labels.controlOf(el);
        if (control && dom.rendered(el)) return { el: control, actionable: true };
      }
      if (roles.editingHost(el) || roles.INTERACTIVE.has(roles.role(el))) return { el, actionable: true };
      if (!tagged && dom.fits(el, TEST_ID_SELECTOR)) tagged = el;
    }
    const acting = Cairn.clickable.around(hit);
    const drawn = acting && Cairn.clickable.isOther(acting) ? null : drawnFor(hit, acting);
    if (drawn) return { el: drawn, actionable: true };
    if (acting) return { el: tagged && acting.contains(tagged) ? tagged : acting, actionable: true };
    return { el: tagged ?? hit, actionable: false };
  }

  /** @param {Element} hit @param {Element | null} acting around it @returns {Element | null} the slider or list that hit is drawn for, or the track of several sliders */
  function drawnFor(hit, acting) {
    let at = /** @type {Element | null} */ (hit);
    for (let n = 0; at && n < TRACK_LEVELS; n++, at = dom.parentElement(at)) {
      const { width, height } = dom.rect(at);
      const [only, other] = Math.min(width, height) > TRACK_MAX ? [] : dom.all(at, CONTROLS);
      if (!only) continue;
      if (dom.fits(only, SLIDER)) return !other ? only : dom.fits(other, SLIDER) ? at : null;
      return !other && dom.fits(only, '[role=combobox]') && (acting?.contains(only) || dom.rect(only).width < UNSEEN_PX || dom.transparent(only)) ? only : null;
    }
    return null;
  }

  /** @param {Element} slider @returns {Element | null} the element without other content that its thumb moves on */
  function trackOf(slider) {
    const { width, height } = dom.rect(slider);
    let at = dom.parentElement(slider);
    for (let n = 0; at && n < TRACK_LEVELS && dom.all(at, CONTROLS).length < 2; n++, at = dom.parentElement(at)) {
      const box = dom.rect(at);
      const [long, wide] = box.width > box.height ? [box.width / width, box.height] : [box.height / height, box.width];
      if (wide > TRACK_MAX) return null;
      if (long > TRACK_LONG) return at;
    }
    return null;
  }

  /**
   * fingerprint returns every stable name of an element.
   * @param {Element} el
   * @returns {Target}
   */
  function fingerprint(el) {
    const role = Cairn.sweep.listedRole(el) || roles.role(el);
    const named = nameOf(el, role);
    const silent = roles.INTERACTIVE.has(role) || !nameOf(el, 'generic'); // the text of a closed menu is no name
    const name = named || (silent ? '' : clip(fold(plainText(el)), NAME_MAX));
    const tag = dom.tag(el);
    const row = rows.around(el);
    const equals = row ? [...dom.all(row.el, tag)].filter((e) => Cairn.sweep.listedRole(e) === role && (nameOf(e, role) === named || /cell$/.test(role)) && dom.rendered(e)) : [];
    const rowOf = equals.length > 1 && equals.length;
    const all = { tag, testId: testId(el), selector: selector(el), role, name, before: Cairn.sensitive.before(el), sensitive: Cairn.sensitive.is(el), row: row?.text, rowRole: row?.role, column: Cairn.hints.columnOf(el), hint: named ? '' : Cairn.hints.of(el), rowOf, rowNth: rowOf && equals.indexOf(el) + 1 };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value));
  }

  /** @param {Element} el where a drag ends @returns {Target} its names, or those of its heading, which tells a list without a name from the others */
  function endPrint(el) {
    const print = fingerprint(el);
    const [first, ...rest] = print.testId || (print.role && print.name) ? [] : dom.all(el, dom.TITLE);
    return first && rest.every((other) => dom.tag(other) !== dom.tag(first)) ? fingerprint(first) : print;
  }

  /** @param {Element} el @param {string} role @returns {string} */
  const nameOf = (el, role) => (role === 'generic' ? Cairn.clickable.nameOf(el) : names.name(el, role));

  /** @param {Element} el @returns {string} the text of a small element that is not an editor */
  function plainText(el) {
    if (dom.elementCount(el) > 20 || dom.isEditable(el) || dom.one(el, 'input, textarea, select, [contenteditable]')) return '';
    const text = dom.text(el) ?? '';
    return text.length <= NAME_MAX * 4 ? text : '';
  }

  /**
   * selector returns a short selector that matches only this element, today and after a
   * reload: an id that is not generated, a stable attribute, or else the path from the
   * nearest ancestor that has one. Hosts of shadow roots come first, joined by ` >>> `.
   * @param {Element} el
   * @returns {string} '' if there is no useful one
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
      if (own) {
        const field = `${own} ${dom.tag(el)}`;
        return dom.fits(el, 'input,textarea,select') && isOnly(root, field, el) ? field : [own, ...steps].join(' > ');
      }
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

  /** @param {Element} el @param {Document | ShadowRoot} root @returns {string} a selector for el alone, if it has one */
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
    return ['main', 'nav', 'form'].includes(dom.tag(el)) && isOnly(root, dom.tag(el), el) ? dom.tag(el) : '';
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
    return dom.fits(el, ':only-of-type') ? tag : `${tag}:nth-of-type(${before + 1})`;
  }

  return { subject, actionable, fingerprint, endPrint, trackOf, selector, testId, plainText, TEST_ID_ATTRIBUTES, TEST_ID_SELECTOR, SHADOW_JOIN };
}

Cairn.target ??= makeTarget();

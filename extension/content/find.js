'use strict';
// The elements that a target names, in the document and in every open shadow
// root; and, when there is none, what comes nearest.

function makeFind() {
  const { fold, redact, redactAttr } = Cairn.text;
  const { dom, roles, names, target, refs, walk } = Cairn;

  const NEAREST = 5;
  const ALIKE = 0.3; // less is no help
  const TEXT_MAX = 2000; // of what may be around a target
  const CONSIDERED = 2000; // elements whose names are compared for a hint

  /** What may have a role that the observation does not list. */
  const STRUCTURE = 'nav, main, header, footer, aside, section, form, search, article, img, svg, table, tr, td, th, ul, ol, li, fieldset, details, progress, meter, p, option, optgroup, figure';

  const NO_TEXT = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'range', 'color', 'file', 'hidden']);

  /** @returns {(Document | ShadowRoot)[]} the document and every open shadow root in it */
  function roots() {
    /** @type {(Document | ShadowRoot)[]} */
    const found = [document];
    for (let i = 0; i < found.length; i++) {
      for (const el of dom.all(found[i], '*')) {
        const inside = dom.shadow(el);
        if (inside) found.push(inside);
      }
    }
    return found;
  }

  /** @param {string} css @returns {Element[]} */
  function everywhere(css) {
    return roots().flatMap((root) => [...dom.all(root, css)]);
  }

  /**
   * @param {Target} wanted named in one way
   * @returns {{ elements: Element[] } | { error: Fault }}
   */
  function all(wanted) {
    if (wanted.a11yRef) return byRef(wanted.a11yRef);
    if (wanted.selector) return bySelector(wanted.selector);
    return { elements: wanted.testId ? byTestId(wanted.testId) : byRole(wanted.role ?? '', wanted.name ?? '') };
  }

  /**
   * What a target can be within. A row or a card is told by a word in it, so
   * where nothing has the very name, what contains it as text will do.
   * @param {Target} wanted named in one way
   * @returns {{ elements: Element[] } | { error: Fault }}
   */
  function containers(wanted) {
    const found = all(wanted);
    if ('error' in found) return found;
    let { elements } = found;
    if (!elements.length && wanted.role && wanted.name) {
      const name = fold(wanted.name);
      elements = byRole(wanted.role, '').filter((el) => redact(fold(dom.text(el) ?? '', TEXT_MAX)).includes(name));
    }
    return { elements: elements.filter((el) => dom.rendered(el)) };
  }

  /** @param {Element} el @param {Element} container @returns {boolean} whether el is in container, shadow roots included */
  function isIn(el, container) {
    for (let at = dom.parentElement(el); at; at = dom.parentElement(at)) {
      if (at === container) return true;
    }
    return false;
  }

  /** @param {string} ref @returns {{ elements: Element[] } | { error: Fault }} */
  function byRef(ref) {
    const el = refs.byRef(ref);
    if (el) return { elements: [el] };
    return { error: { code: 'MM_STALE_REF', message: `${fold(ref, 40)} is not on the page`, hint: 'look at the page again for current refs, or use testId or role and name' } };
  }

  /** @param {string} testId @returns {Element[]} */
  function byTestId(testId) {
    const value = CSS.escape(testId);
    for (const attribute of target.TEST_ID_ATTRIBUTES) {
      const exact = everywhere(`[${attribute}="${value}"]`);
      if (exact.length) return exact;
    }
    // As the observation shows it: white space folded, secrets blanked.
    return everywhere(target.TEST_ID_SELECTOR).filter((el) => redactAttr(target.testId(el)) === testId);
  }

  /** @param {string} selector @returns {{ elements: Element[] } | { error: Fault }} */
  function bySelector(selector) {
    const [outer, ...inner] = selector.split(target.SHADOW_JOIN);
    try {
      let elements = [...dom.all(document, outer)];
      if (!elements.length && !inner.length) elements = everywhere(outer);
      for (const css of inner) elements = elements.flatMap((el) => allIn(dom.shadow(el), css));
      return { elements };
    } catch {
      return { error: { code: 'MM_INVALID_INPUT', message: 'the selector is not valid CSS', hint: 'quote attribute values, escape special characters, or use testId or role and name' } };
    }
  }

  /** @param {ShadowRoot | null} root @param {string} css @returns {Element[]} */
  function allIn(root, css) {
    return root ? [...dom.all(root, css)] : [];
  }

  /**
   * By role and name: the name as it is, else without regard to case.
   * @param {string} role @param {string} name @returns {Element[]}
   */
  function byRole(role, name) {
    const wantedRole = role.toLowerCase();
    const wantedName = fold(name);
    const css = roles.INTERACTIVE.has(wantedRole) && wantedRole !== 'option' ? walk.CANDIDATES : `${walk.CANDIDATES}, ${STRUCTURE}`;
    const loose = wantedName.toLowerCase();
    /** @type {Element[]} */
    const exact = [];
    /** @type {Element[]} */
    const folded = [];
    for (const el of everywhere(css)) {
      if ((roles.role(el) || 'generic') !== wantedRole || !exposed(el)) continue;
      const own = nameOf(el, wantedRole);
      if (!name || own === wantedName || redact(own) === wantedName) exact.push(el);
      else if (own.toLowerCase() === loose) folded.push(el);
    }
    return exact.length ? exact : folded;
  }

  /** @param {Element} el @param {string} role @returns {string} */
  function nameOf(el, role) {
    const name = names.name(el, role);
    return name || role !== 'generic' ? name : fold(target.plainText(el), 80);
  }

  /** @param {Element} el @returns {boolean} whether el is shown to a person and to assistive technology */
  function exposed(el) {
    if (dom.tag(el) === 'option') return true;
    return dom.rendered(el) && !dom.nearest(el, '[aria-hidden="true" i], [inert]');
  }

  /** @param {Target} wanted @returns {string} how the target is named, in words */
  function describe(wanted) {
    if (wanted.a11yRef) return `the ref ${fold(wanted.a11yRef, 40)}`;
    if (wanted.testId) return `the test id "${fold(wanted.testId, 80)}"`;
    if (wanted.selector) return `the selector ${fold(wanted.selector, 120)}`;
    return wanted.name ? `role ${wanted.role} and name "${fold(wanted.name, 80)}"` : `role ${wanted.role}`;
  }

  /** @param {Target} wanted @returns {string[]} the elements most like it, in words */
  function nearest(wanted) {
    const sought = wanted.testId ?? wanted.name ?? wanted.selector ?? '';
    /** @type {Map<string, number>} */
    const scores = new Map();
    for (const el of everywhere(walk.CANDIDATES).slice(0, CONSIDERED)) {
      const role = roles.role(el);
      const id = target.testId(el);
      if (!(id || roles.INTERACTIVE.has(role)) || !dom.rendered(el)) continue;
      const name = names.name(el, role);
      if (id) rank(scores, `testId "${redactAttr(id)}"`, alike(sought, id) + (wanted.testId ? 0.2 : 0));
      if (name && role) rank(scores, `${role} "${fold(redact(name), 60)}"`, alike(sought, name) + (role === wanted.role ? 0.2 : 0));
    }
    const ranked = [...scores].filter(([, score]) => score >= ALIKE).sort((a, b) => b[1] - a[1]);
    return ranked.slice(0, NEAREST).map(([words]) => words);
  }

  /** @param {Map<string, number>} scores @param {string} words @param {number} score */
  function rank(scores, words, score) {
    scores.set(words, Math.max(score, scores.get(words) ?? 0));
  }

  /** @param {string} a @param {string} b @returns {number} the share of letter pairs that two strings have in common, 0 to 1 */
  function alike(a, b) {
    const left = pairs(a);
    const right = pairs(b);
    if (!left.size || !right.size) return 0;
    let common = 0;
    for (const pair of left) if (right.has(pair)) common++;
    return (2 * common) / (left.size + right.size);
  }

  /** @param {string} s @returns {Set<string>} */
  function pairs(s) {
    const plain = s.slice(0, 100).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
    const found = new Set();
    for (let i = 0; i + 1 < plain.length; i++) found.add(plain.slice(i, i + 2));
    return found;
  }

  return { all, containers, isIn, describe, nearest, NO_TEXT };
}

Cairn.find ??= makeFind();

'use strict';
// Finds the elements that a target names, in the document and in every shadow root;
// without a match, the most similar ones. A page may be very large: every walk over
// all of it pauses often, so that the page can run.

function makeFind() {
  const { fold, seen, clip, shownAs, shownIn } = Cairn.text;
  const { dom, roles, names, clickable, target, refs, walk, lists } = Cairn;

  const NEAREST = 5;
  const ALIKE = 0.3; // lower similarity is no help
  const TEXT_MAX = 2000; // characters of an element that may be around a target
  const CONSIDERED = 2000; // elements whose names are compared for a hint

  const STRIDE = 500; // elements between two pauses
  const NAMING_STRIDE = 32; // the same where each is named
  const ATTEMPTS = 3; // walks over a page that changes meanwhile; the last one makes no pauses

  /** MASKED matches the placeholder for a secret in names. */
  const MASKED = /REDACTED/;

  const ICONS_MAX = 4; // of one name

  /**
   * Hint saves a walk over every element of a long list: the browser finds matches of a
   * selector, or rows that contain given words, in a fraction of the time, and creates
   * no objects for the other elements.
   * @typedef {object} Hint
   * @property {string} [css] matches all wanted elements
   * @property {string[]} [words] that the row of every wanted element contains
   * @property {number} [most] maximum number of results
   */

  /**
   * @param {(el: Element) => boolean} wanted
   * @param {Hint} [hint]
   * @returns {Generator<void, Element[], void>} all matching elements of the document and of every shadow root in it
   */
  function* everywhere(wanted, hint = {}) {
    for (let attempt = 1; ; attempt++) {
      const found = yield* once(wanted, attempt < ATTEMPTS, hint);
      if (found) return found;
    }
  }

  /**
   * @param {Element} list a long list without shadow trees
   * @param {(el: Element) => boolean} wanted
   * @param {Hint} hint
   * @returns {Generator<void, Element[], void>} the matching elements in its rows
   */
  function* inList(list, wanted, { css, words }) {
    if (css) {
      const fitting = [...dom.all(list, css)];
      yield;
      return fitting.filter(wanted);
    }
    /** @type {Element[]} */
    const found = [];
    /** @type {Element[]} */
    const rows = [];
    yield* lists.having(list, words ?? [], (row) => rows.push(row), () => false);
    for (const row of rows) {
      yield;
      if (wanted(row)) found.push(row);
      const inside = dom.elements(row);
      for (let el = inside.nextNode(); el; el = inside.nextNode()) if (wanted(/** @type {Element} */ (el))) found.push(/** @type {Element} */ (el));
    }
    return found;
  }

  /**
   * @param {(el: Element) => boolean} wanted
   * @param {boolean} pausing
   * @param {Hint} hint
   * @returns {Generator<void, Element[] | null, void>} null if the page changed during the walk, which then missed some elements
   */
  function* once(wanted, pausing, hint) {
    const { most = Infinity } = hint;
    const spares = (hint.css || hint.words) && dom.count() > lists.LONG;
    /** @type {Element[]} */
    const found = [];
    /** The tree of the innermost shadow root is last. */
    const walkers = [dom.elements(document)];
    for (let n = 1; walkers.length; n++) {
      const walker = walkers[walkers.length - 1];
      if (pausing && n % STRIDE === 0) {
        yield;
        if (!dom.connected(walker.currentNode)) return null;
      }
      const el = /** @type {Element | null} */ (walker.nextNode());
      if (!el) {
        walkers.pop();
        continue;
      }
      if (wanted(el)) found.push(el);
      if (found.length >= most) return found;
      if (spares && lists.isLong(el) && !lists.hasShadows(el)) {
        found.push(...(yield* inList(el, wanted, hint)));
        while (walker.lastChild()); // continue after the list
      }
      const inside = dom.shadow(el);
      if (inside) walkers.push(dom.elements(inside));
    }
    return found;
  }

  /**
   * @template T
   * @param {T[]} items
   * @param {(item: T) => boolean} wanted a slow check
   * @returns {Generator<void, T[], void>}
   */
  function* those(items, wanted) {
    /** @type {T[]} */
    const found = [];
    for (let i = 0; i < items.length; i++) {
      if (i % NAMING_STRIDE === NAMING_STRIDE - 1) yield;
      if (wanted(items[i])) found.push(items[i]);
    }
    return found;
  }

  /**
   * @param {Sought} wanted named in one way
   * @returns {Generator<void, { elements: Element[] } | { error: Fault }, void>}
   */
  function* all(wanted) {
    if (wanted.text) return { elements: yield* Cairn.byText.controls(wanted.text) };
    if (wanted.a11yRef) return byRef(wanted.a11yRef);
    if (wanted.selector) return yield* bySelector(wanted.selector);
    return { elements: wanted.testId ? yield* byTestId(wanted.testId) : yield* byRole(wanted.role ?? '', wanted.name ?? '') };
  }

  /**
   * containers returns the elements that a target can be within. A row or a card is named
   * by a word in it, so without an exact name, an element that contains the text matches.
   * @param {Sought} wanted named in one way
   * @returns {Generator<void, { elements: Element[] } | { error: Fault }, void>}
   */
  function* containers(wanted) {
    if (wanted.text) return { elements: yield* Cairn.byText.containers(wanted.text) };
    const found = yield* all(wanted);
    if ('error' in found) return found;
    let { elements } = found;
    if (!elements.length && wanted.role && wanted.name) {
      const name = fold(wanted.name);
      elements = yield* those(yield* byRole(wanted.role, ''), (el) => shownIn(fold(dom.text(el) ?? '', TEXT_MAX), name));
    }
    return { elements: yield* those(elements, (el) => dom.rendered(el)) };
  }

  /** @param {string} ref @returns {{ elements: Element[] } | { error: Fault }} */
  function byRef(ref) {
    const el = refs.byRef(ref);
    const reused = el !== null && Cairn.lines.isReused(el);
    if (el && !reused) return { elements: [el] };
    return { error: { code: 'MM_STALE_REF', message: `${fold(ref, 40)} ${reused ? 'stands in a row that shows another record now' : 'is not on the page'}`, hint: 'look again for current refs, or use testId or role and name; for redrawn rows, within their text' } };
  }

  /** @param {string} testId @returns {Generator<void, Element[], void>} */
  function* byTestId(testId) {
    const attributes = target.TEST_ID_ATTRIBUTES;
    const css = (/** @type {string} */ how) => attributes.map((a) => `[${a}${how}"${CSS.escape(testId)}"]`).join(',');
    const isTagged = (/** @type {Element} */ el) => dom.hasAny(el) && dom.fits(el, target.TEST_ID_SELECTOR);
    let tagged = yield* everywhere(isTagged, { css: css('=') });
    for (const attribute of attributes) {
      const exact = tagged.filter((el) => dom.attr(el, attribute) === testId || tidy(dom.attr(el, attribute)) === testId);
      if (exact.length) return exact;
    }
    // As the observation shows it: white space folded, secrets masked.
    if (dom.count() > lists.LONG) {
      const changed = testId.includes(' ') || MASKED.test(testId);
      tagged = yield* everywhere(isTagged, { css: changed ? target.TEST_ID_SELECTOR : css('*=') });
    }
    return yield* those(tagged, (el) => shownAs(target.testId(el), testId));
  }

  /** @param {string | null} testId @returns {string} the form shown to agents, if it may differ; else empty */
  const tidy = (testId) => testId && /[^!-~]/.test(testId) ? seen(fold(testId)) : '';

  /** @param {string} selector @returns {Generator<void, { elements: Element[] } | { error: Fault }, void>} */
  function* bySelector(selector) {
    const [outer, ...inner] = selector.split(target.SHADOW_JOIN);
    try {
      let elements = [...dom.all(document, outer)];
      if (!elements.length && !inner.length) {
        const hosts = yield* everywhere((el) => dom.shadow(el) !== null);
        elements = hosts.flatMap((host) => allIn(dom.shadow(host), outer));
      }
      for (const css of inner) elements = elements.flatMap((el) => allIn(dom.shadow(el), css));
      return { elements };
    } catch {
      return { error: { code: 'MM_INVALID_INPUT', message: 'the selector is not valid CSS', hint: 'quote attribute values, or use testId or role and name' } };
    }
  }

  /** @param {ShadowRoot | null} root @param {string} css @returns {Element[]} */
  const allIn = (root, css) => root ? [...dom.all(root, css)] : [];

  /**
   * byRole returns the elements with a role and name: all that show the name, or else
   * those that show it in another case, or else those that have it beside an icon. If
   * names are indistinguishable, it prefers none of them.
   * @param {string} role @param {string} name @returns {Generator<void, Element[], void>}
   */
  function* byRole(role, name) {
    const wantedRole = role.toLowerCase();
    const wantedName = seen(fold(name));
    const listed = roles.INTERACTIVE.has(wantedRole) && wantedRole !== 'option';
    const acting = wantedRole === 'generic';
    if (acting) for (const root of [document, ...walk.shadowRoots]) clickable.refresh(root);
    const may = (/** @type {Element} */ el) => walk.isCandidate(el) || (acting ? clickable.may(el) : !listed);
    const words = MASKED.test(wantedName) ? [] : wantedName.toLowerCase().split(' ').filter(Boolean);
    if (words.length && dom.count() > lists.LONG) {
      const { exact, folded } = yield* named(yield* everywhere(may, { words }), wantedRole, wantedName);
      if (exact.length + folded.length) return chosen(exact.length ? exact : folded, acting);
    }
    // A name may come from outside its row.
    const { exact, folded, beside } = yield* named(yield* everywhere(may), wantedRole, wantedName);
    return chosen(exact.length ? exact : folded.length ? folded : beside, acting);
  }

  /** @param {Element[]} found @param {boolean} acting whether the wanted elements have no role @returns {Element[]} those that act like a control, or all if none does */
  function chosen(found, acting) {
    const listed = acting ? found.filter((el) => Cairn.sweep.listedRole(el) === 'generic') : [];
    return listed.length ? listed : found;
  }

  /**
   * @param {Element[]} candidates @param {string} wantedRole @param {string} name
   * @returns {Generator<void, { exact: Element[], folded: Element[], beside: Element[] }, void>} the elements of the role with
   *   the exact name, the name in another case, and the name beside words drawn as pictures
   */
  function* named(candidates, wantedRole, name) {
    const loose = name.toLowerCase();
    /** @type {LabelIndex} */
    const labels = new Map();
    /** @type {Element[]} */
    const folded = [];
    /** @type {Element[]} */
    const beside = [];
    const exact = yield* those(candidates, (el) => {
      if (wantedRole === 'generic' ? !isGeneric(el) : roles.role(el) !== wantedRole) return false;
      if (!exposed(el)) return false;
      if (!name) return true;
      const own = seen(nameOf(el, wantedRole, labels));
      if (shownAs(own, name)) return true;
      if (own.toLowerCase() === loose) folded.push(el);
      else if (own.length > loose.length && own.toLowerCase().includes(loose) && withoutIcons(el, own).toLowerCase() === loose) beside.push(el);
      return false;
    });
    return { exact, folded, beside };
  }

  /** @param {Element} el @param {string} name @returns {string} its name without the words at either end that icon fonts draw as pictures */
  function withoutIcons(el, name) {
    const words = name.split(' ');
    for (let n = 0; n < ICONS_MAX && words.length > 1; n++) {
      if (isIcon(el, words[0])) words.shift();
      else if (isIcon(el, words[words.length - 1])) words.pop();
      else break;
    }
    return words.join(' ');
  }

  /** @param {Element} el @param {string} word of its name @returns {boolean} whether it is drawn as a picture */
  function isIcon(el, word) {
    if (!clickable.LIGATURE.test(word)) return false;
    if (word.includes('_')) return true;
    const parts = dom.elements(el);
    for (let n = 0; n < CONSIDERED && parts.nextNode(); n++) {
      const part = /** @type {Element} */ (parts.currentNode);
      if (dom.firstElement(part) || fold(dom.text(part)) !== word) continue;
      return clickable.isIcon(part, word);
    }
    return false;
  }

  /** @param {Element} el @returns {boolean} whether it is listed as generic, or is a candidate without any role */
  const isGeneric = (el) => Cairn.sweep.listedRole(el) === 'generic' || (!roles.role(el) && walk.isCandidate(el));

  /** @param {Element} el @param {string} role @param {LabelIndex} labels @returns {string} */
  const nameOf = (el, role, labels) => role === 'generic' ? clickable.nameOf(el, labels) : names.name(el, role, labels);

  /** @param {Element} el @returns {boolean} whether el is shown to a person, and to assistive technology unless it can be pressed */
  function exposed(el) {
    if (dom.tag(el) === 'option') return true;
    return (Cairn.sweep.drawnBy(el) !== null || clickable.hoverFor(el) !== null) && !dom.nearest(el, '[inert]') && (!dom.nearest(el, '[aria-hidden="true" i]') || Cairn.sweep.isInReach(el));
  }

  /** @param {Sought} wanted @returns {string} how the target is named, in words */
  function describe(wanted) {
    if (wanted.text) return `the text "${fold(wanted.text, 80)}"`;
    if (wanted.a11yRef) return `the ref ${fold(wanted.a11yRef, 40)}`;
    if (wanted.testId) return `the test id "${fold(wanted.testId, 80)}"`;
    if (wanted.selector) return `the selector ${fold(wanted.selector, 120)}`;
    return wanted.name ? `role ${wanted.role} and name "${fold(wanted.name, 80)}"` : `role ${wanted.role}`;
  }

  /** @param {Sought} wanted @returns {Generator<void, string[], void>} descriptions of the most similar elements */
  function* nearest(wanted) {
    const sought = wanted.text ?? wanted.testId ?? wanted.name ?? wanted.selector ?? '';
    /** @type {Map<string, number>} */
    const scores = new Map();
    /** @type {LabelIndex} */
    const labels = new Map();
    const candidates = yield* everywhere(walk.isCandidate, { most: CONSIDERED });
    for (let i = 0; i < candidates.length; i++) {
      if (i % NAMING_STRIDE === NAMING_STRIDE - 1) yield;
      const el = candidates[i];
      const role = roles.role(el);
      const id = target.testId(el);
      if (!(id || roles.INTERACTIVE.has(role)) || !dom.rendered(el)) continue;
      const name = names.name(el, role, labels);
      if (id) rank(scores, `testId "${id}"`, alike(sought, id) + (wanted.testId ? 0.2 : 0));
      if (name && role) rank(scores, `${role} "${clip(name, 60)}"`, alike(sought, name) + (role === wanted.role ? 0.2 : 0));
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
    return (2 * left.intersection(right).size) / (left.size + right.size || 1);
  }

  /** @param {string} s @returns {Set<string>} */
  function pairs(s) {
    const plain = s.slice(0, 100).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
    const found = new Set();
    for (let i = 0; i + 1 < plain.length; i++) found.add(plain.slice(i, i + 2));
    return found;
  }

  return { all, containers, everywhere, those, describe, nearest };
}

Cairn.find ??= makeFind();

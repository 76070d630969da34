'use strict';
// One pass over the frame's DOM: the elements that an agent could act on or read, and those
// with test ids, as one flat list in document order. Elements in the viewport are named
// first, so that a limit never removes elements that a person sees.

function makeSweep() {
  const { dom, areas, roles, clickable, target, walk, nodes: node } = Cairn;
  const { fold } = Cairn.text;

  const MAX_NODES = 2000; // of an observation: a page of 200 rows with eight buttons each
  const RUN_FIRST = 300; // consecutive elements of one role: the rest of a list waits until the elements after the list are included
  const MAX_TEST_IDS = 2000;
  const SLICE = 256; // elements between two checks of the clock
  const CONSIDERED_MAX = 20_000; // beyond that, only the first elements and those in view
  const FIRST = 5000;
  const NAMING_SLICE = 64; // the same while names are computed, which takes longer

  const LISTED = new Set([...roles.INTERACTIVE, 'heading', 'dialog', 'alertdialog', 'alert', 'status']);

  const CELLS = new Set(['gridcell', 'columnheader', 'row']);
  const PRESSED = 'a[href], button, [role="button"], [role="tab"]';
  const SORTING = /(?:^|[\s_-])(?:sort(?:able|ing)|orderable)(?:[\s_-]|$)/;
  const PARTS = '[role="gridcell"][tabindex], [role="columnheader"][tabindex]';

  /** sanitized is true if invisible characters were dropped from names that are still in use. */
  let sanitized = false;

  /**
   * sweep makes one observation, in slices: the generator pauses between them and returns
   * the Observation.
   * @param {Pass} pass
   * @param {boolean} changed whether the page may have changed since the last one
   * @returns {Generator<void, Observation, void>}
   */
  function* sweep(pass, changed) {
    if (changed) {
      node.forget();
      sanitized = false;
    }
    /** @type {Element[]} */
    const candidates = [];
    yield* walk.candidates(pass, candidates);
    Cairn.generated.refresh([document, ...walk.shadowRoots]);
    const chosen = candidates.length > CONSIDERED_MAX ? yield* choose(candidates, pass) : candidates;
    const found = yield* consider(chosen, pass);
    const { nodes, testIds, truncated, of } = yield* describe(found, pass);
    if (pass.flow) pass.outline = yield* Cairn.outline.build(pass.flow, of, pass);
    sanitized = Cairn.text.sanitized() || sanitized;
    return {
      state: state(),
      testIds,
      a11y: { nodes },
      ...(truncated && { truncated }),
      ...(sanitized && { sanitized }),
    };
  }

  /** @returns {Observation['state']} the frame's address and title */
  function state() {
    return { currentUrl: location.href, currentScreen: '', title: fold(dom.title()) };
  }

  /** @param {Element[]} candidates more elements than can be considered @param {Pass} pass @returns {Generator<void, Element[], void>} the most important ones, in their order */
  function* choose(candidates, pass) {
    pass.partial = true;
    const chosen = candidates.slice(0, FIRST);
    for (let i = FIRST; i < candidates.length && !pass.late; i++) {
      if (i % SLICE === 0) yield;
      if (chosen.length < CONSIDERED_MAX && !outOfView(candidates[i], pass)) chosen.push(candidates[i]);
    }
    return chosen;
  }

  /** @param {Element} el @param {Pass} pass @returns {boolean} */
  const outOfView = (el, pass) => boxOf(el, pass).out;

  /** @param {Element} el @param {Pass} pass @returns {Box} its box, measured once per pass because the query is expensive */
  function boxOf(el, { boxes, view }) {
    let box = boxes.get(el);
    if (!box) {
      const { left, top, width, height } = dom.tag(el) === 'area' ? areas.boxOf(el) : dom.rect(el);
      const [right, bottom] = [left + width, top + height];
      box = { width, height, out: top >= view.height || bottom <= 0 || left >= view.width || right <= 0, beyond: right + view.x <= 0 || bottom + view.y <= 0 };
      boxes.set(el, box);
    }
    return box;
  }

  /** @param {Element[]} candidates @param {Pass} pass @returns {Generator<void, Found[], void>} the visible ones */
  function* consider(candidates, pass) {
    /** @type {Found[]} */
    const found = [];
    for (let i = 0; i < candidates.length && !pass.late; i++) {
      if (i % SLICE === SLICE - 1) yield;
      const item = seen(candidates[i], pass);
      if (item) found.push(item);
    }
    return found;
  }

  /** @param {Element} el @param {Pass} pass @returns {Found | null} */
  function seen(el, pass) {
    const around = walk.aroundOf(dom.drawnIn(el), pass);
    if (around.out && el !== pass.modal) return null;
    const testId = target.testId(el);
    const role = listedRole(el);
    if (!role && !testId) return null;
    if (dom.has(el, 'inert')) return null;
    const drawn = drawnBy(el);
    const box = drawn && boxOf(drawn, pass);
    const empty = !box?.width || !box.height;
    if (!empty && dom.transparent(el) && (role === 'textbox'
      ? !box.out && dom.isInput(el) && isBehind(el) // it holds a value for a script
      : roles.INTERACTIVE.has(role) && dom.mouseless(el) && /** @type {HTMLElement} */ (el).tabIndex < 0 && !dom.fits(el, clickable.CHOSEN))) return null; // it takes neither mouse nor focus: the page draws another for persons
    if ((around.mute || walk.isMute(el)) && (empty || box.out || !isInReach(el, role))) return null;
    const unseen = empty && (!box || Cairn.place.boxOwner(el) === null); // its content may be larger
    const over = unseen && (role === 'generic' || roles.INTERACTIVE.has(role)) ? clickable.hoverFor(el) : null;
    const seen = over ? boxOf(over, pass) : box;
    return seen && { el, role, testId, offscreen: seen.out, empty, hover: !!over, around };
  }

  /** @param {Element} el @returns {Element | null} the part of el that a person sees: itself, or the label of a box that is not rendered, unless its component is listed as such a box */
  function drawnBy(el) {
    if (dom.rendered(el)) return el;
    const around = dom.fits(el, clickable.CHOSEN) ? dom.parentElement(el) : null;
    const { host } = /** @type {ShadowRoot} */ (dom.rootOf(el));
    return around && dom.rendered(around) && !(host && roles.role(host) === roles.role(el)) ? Cairn.place.boxOwner(el) : null;
  }

  /** @param {Element} el hidden from assistive technology @param {string} [role] @returns {boolean} whether it is a control that a person sees and can press all the same */
  function isInReach(el, role = listedRole(el)) {
    const around = dom.parentElement(el);
    const drawn = around && dom.fits(el, clickable.CHOSEN) && !dom.mouseless(el) ? around : el; // what is beside it is its picture
    if ((role !== 'generic' && !roles.INTERACTIVE.has(role)) || !dom.visible(drawn) || (role === 'generic' && around && !clickable.partOf(el) && clickable.around(around))) return false;
    // A list of a pixel stands in for one that scripts draw: a press on its label opens none.
    return (dom.rect(el).width > 1 || role !== 'combobox') && !isBehind(el);
  }

  /** @param {Element} el @returns {boolean} whether something lies over its middle */
  const isBehind = (el) => Cairn.place.coverAt(el, dom.middle(dom.rect(el))) !== null;

  /** @param {Element} el @returns {string} the role to list it under, '' for not at all */
  function listedRole(el) {
    const role = roles.role(el);
    const inner = /^checkb|^switch|^combo/.test(role) && dom.one(dom.shadow(el) ?? el, role === 'combobox' ? 'input[role=combobox]' : clickable.CHOSEN);
    if (inner && dom.rect(inner).width > 1 && (Cairn.names.name(inner) || !Cairn.names.name(el))) return ''; // it is drawn for that one, which is listed
    if (LISTED.has(role)) return role === 'status' && dom.nearest(el, PRESSED) ? '' : role; // the name of a control has the text of a status in it
    if (CELLS.has(role) && (dom.fits(el, '[tabindex], [onclick], [aria-sort]') || sorts(el, role)) && !speaksForParts(el)) return role;
    return (dom.has(el, 'tabindex') || clickable.may(el)) && clickable.is(el) ? 'generic' : '';
  }

  /** @param {Element} el @param {string} role @returns {boolean} whether it is the head of a column, with a class that says that a press sorts by it */
  const sorts = (el, role) => role === 'columnheader' && SORTING.test(dom.attr(el, 'class') ?? '') && !dom.one(el, PRESSED);

  /** @param {Element} el a row or cell @returns {boolean} whether the listed elements in it already have all its text */
  function speaksForParts(el) {
    if (dom.one(el, PARTS)) return true;
    const shown = dom.shownIn(el) ?? el;
    const own = [...dom.all(shown, PRESSED)].reduce((rest, part) => rest.replace(dom.text(part) ?? '', ''), dom.text(shown) ?? '');
    return !!dom.one(shown, `input, select, ${PRESSED}`) && !fold(own);
  }

  /**
   * @param {Found[]} found
   * @param {Pass} pass
   * @returns {Generator<void, { nodes: A11yNode[], testIds: TestID[], truncated: boolean, of: Map<Element, A11yNode[]> }, void>}
   */
  function* describe(found, pass) {
    /** @type {{ at: number, nodes: A11yNode[] }[]} */
    const listed = [];
    /** @type {Map<Element, A11yNode[]>} */
    const of = new Map();
    /** @type {{ at: number, id: TestID }[]} */
    const ids = [];
    let count = 0;
    let truncated = pass.cut || pass.late || pass.partial;
    let turn = 0;
    for (const at of inOrder(found)) {
      if (pass.late || (count >= MAX_NODES && ids.length >= MAX_TEST_IDS)) {
        truncated = true;
        break;
      }
      if (++turn % NAMING_SLICE === 0) yield;
      const item = found[at];
      const room = MAX_NODES - count;
      const nodes = item.role && room > 0 ? node.of(item, pass, room) : [];
      if (item.role && room <= 0) truncated = true;
      count += nodes.length;
      if (nodes.length) {
        listed.push({ at, nodes });
        of.set(item.el, nodes);
      }
      if (!item.testId) continue;
      if (ids.length >= MAX_TEST_IDS) truncated = true;
      else ids.push({ at, id: node.testIdOf(item, nodes[0]) });
    }
    if (found.length > MAX_NODES) for (const list of [listed, ids]) list.sort((a, b) => a.at - b.at);
    const nodes = listed.flatMap((l) => l.nodes);
    return { nodes, testIds: ids.map((i) => i.id), truncated, of };
  }

  /**
   * @param {Found[]} found
   * @returns {number[]} indices in document order; if not all fit, first those in view, and last those deep in long lists
   */
  function inOrder(found) {
    const all = [...found.keys()];
    if (found.length <= MAX_NODES) return all;
    let run = 0;
    const turns = found.map(({ role, offscreen }, at) => {
      run = role === found[at - 1]?.role ? run + 1 : 0;
      return !offscreen ? 0 : run < RUN_FIRST ? 1 : 2;
    });
    return [0, 1, 2].flatMap((turn) => all.filter((at) => turns[at] === turn));
  }

  return { sweep, seen, drawnBy, state, outOfView, boxOf, listedRole, isInReach };
}

Cairn.sweep ??= makeSweep();

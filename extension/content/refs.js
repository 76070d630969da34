'use strict';
// Short names for elements, `e12`, which an agent uses as references. A ref stays the
// same for the same element while its document lives, so one from an earlier
// observation still works as long as the element exists.

function makeRefs() {
  const { dom } = Cairn;

  /** @type {WeakMap<Element, number>} */
  const refs = new WeakMap();
  /** @type {Map<number, WeakRef<Element>>} */
  const elements = new Map();
  let lastRef = 0;
  const collected = new FinalizationRegistry((/** @type {number} */ n) => elements.delete(n));

  /** @param {Element} el @returns {string} `e12`: the same for the same element while its document lives */
  function refOf(el) {
    let n = refs.get(el);
    if (!n) {
      n = ++lastRef;
      refs.set(el, n);
      elements.set(n, new WeakRef(el));
      collected.register(el, n);
    }
    return `e${n}`;
  }

  /** @param {string} ref @returns {Element | null} the element, null if it never existed or is no longer in the document */
  function byRef(ref) {
    const n = /^(?:f\d+)?e(\d{1,9})$/.exec(ref);
    const el = n && elements.get(Number(n[1]))?.deref();
    return el && dom.connected(el) ? el : null;
  }

  return { refOf, byRef };
}

Cairn.refs ??= makeRefs();

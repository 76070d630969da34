'use strict';
// Keys go to the element that has the focus. This file gives an element the focus
// without a press.

function makeFocusing() {
  const { dom, target } = Cairn;

  /** TAKES matches elements that may take the focus. */
  const TAKES = 'a[href], area[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]:not([contenteditable="false" i])';

  /** @returns {Element | null} the element that has the focus in this frame, in the innermost shadow tree */
  function active() {
    let el = document.hasFocus() ? dom.focused(document) : null;
    for (let inside = el && dom.shadow(el); inside; inside = el && dom.shadow(el)) {
      const inner = dom.focused(inside);
      if (!inner) break;
      el = inner;
    }
    return el;
  }

  /** @returns {{ el: Element, matches: number } | { error: Fault, final: boolean }} the element that gets the keys; if a child frame has the focus, only that frame's document knows it */
  function chosen() {
    const el = active();
    if (el && el !== dom.body() && el !== dom.html() && !/^(iframe|frame|object|embed)$/.test(dom.tag(el))) return { el, matches: 1 };
    return { error: Cairn.locate.fault('MM_TARGET_NOT_FOUND', 'nothing has the focus', 'the page as a whole gets the keys'), final: true };
  }

  /** @param {Element} el @returns {boolean} whether keys go to el, or to an element in it */
  function has(el) {
    const at = active();
    return !!at && (at === el || Cairn.dom.isWithin(at, el) || dom.referred(at, 'aria-activedescendant').includes(el));
  }

  /** @param {Element} el @returns {Element[]} el, its control, or the only element in it that takes the focus */
  function takers(el) {
    const control = el instanceof HTMLLabelElement ? el.control : null;
    const inside = [...dom.all(el, TAKES)].filter(dom.rendered);
    return [el, ...(control ? [control] : []), ...(inside.length === 1 ? inside : [])];
  }

  /**
   * give moves the focus to el, unless el or an element within has it already.
   * @param {Element} el @returns {{ located?: import('../wire').Located, error?: Fault, final?: boolean }}
   */
  function give(el) {
    for (const taker of has(el) ? [] : takers(el)) {
      if (!document.hasFocus()) window.focus();
      if (taker instanceof HTMLElement) HTMLElement.prototype.focus.call(taker);
      else if (taker instanceof SVGElement) SVGElement.prototype.focus.call(taker);
      if (has(taker)) break;
    }
    const at = active();
    if (!at || !(has(el) || takers(el).includes(at))) {
      return { error: Cairn.locate.unfit(el, 'does not take the focus', 'mm_click it or its opener, then press without a target'), final: true };
    }
    Cairn.aim.keys(at);
    return { located: { x: 0, y: 0, target: target.fingerprint(el), matches: 1 } };
  }

  return { chosen, give };
}

Cairn.focusing ??= makeFocusing();

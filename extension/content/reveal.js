'use strict';
// What a list draws only while it is in view, or loads as it is scrolled, is not
// on the page before. It is sought as a person would: by scrolling, a screen at
// a time. Parts of the page that draw nothing as they are scrolled are left at
// once, and whatever was scrolled in vain goes back to where it was.

function makeReveal() {
  const { dom, walk } = Cairn;

  const PARTS_MAX = 5; // that scroll, the largest first
  const LOOKED_MAX = 20_000; // elements that may be such a part
  const STEP = 0.8; // of what a part shows
  const HIDDEN_MIN = 40; // pixels: less hides no row
  const DRAWN_MS = 150; // a list draws sooner than this, or it does not
  const LOADED_MS = 600; // at its end, what comes from a server
  const REST_MS = 30; // after a change: they come in bursts

  /**
   * @param {() => Promise<boolean>} found whether what is sought is there now
   * @param {number} deadline of performance.now()
   * @returns {Promise<boolean>} whether it came
   */
  async function seek(found, deadline) {
    const tried = parts().map((part) => ({ part, began: part.scrollTop, next: part.scrollTop + part.clientHeight * STEP }));
    const drawing = await Promise.all(tried.map(({ part, next }) => draws(part, next)));
    for (const [i, { part, began, next }] of tried.entries()) {
      if (drawing[i] && performance.now() < deadline && (await through(part, began, next, found, deadline))) return true;
      part.scrollTo({ top: began, behavior: 'instant' });
    }
    return false;
  }

  /** @returns {Element[]} what scrolls up and down and is in view, the largest first */
  function parts() {
    const page = document.scrollingElement;
    /** @type {Element[]} */
    const found = page && hides(page) ? [page] : [];
    let looked = 0;
    for (const root of [document, ...walk.shadowRoots]) {
      const all = dom.elements(root);
      for (let n = all.nextNode(); n && looked < LOOKED_MAX; n = all.nextNode(), looked++) {
        const el = /** @type {Element} */ (n);
        if (el !== page && hides(el) && /auto|scroll/.test(getComputedStyle(el).overflowY)) found.push(el);
      }
    }
    return found.map((el) => ({ el, size: shown(el) })).filter((p) => p.size > 0).sort((a, b) => b.size - a.size).slice(0, PARTS_MAX).map((p) => p.el);
  }

  /** @param {Element} el @returns {boolean} */
  function hides(el) {
    return el.scrollHeight - el.clientHeight > HIDDEN_MIN && el.clientHeight > 0;
  }

  /** @param {Element} el @returns {number} how much of the viewport it takes */
  function shown(el) {
    if (el === document.scrollingElement) return innerWidth * innerHeight;
    const box = dom.rect(el);
    return Math.max(0, Math.min(box.right, innerWidth) - Math.max(box.left, 0)) * Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0));
  }

  /**
   * @param {Element} part that is at next
   * @param {number} began where it was
   * @param {number} next
   * @param {() => Promise<boolean>} found
   * @param {number} deadline
   * @returns {Promise<boolean>} whether it came: down to the end from where the part is, then from its top
   */
  async function through(part, began, next, found, deadline) {
    return (await found()) || (await along(part, next, Infinity, found, deadline)) || along(part, 0, began, found, deadline);
  }

  /** @param {Element} part @param {number} from @param {number} to @param {() => Promise<boolean>} found @param {number} deadline @returns {Promise<boolean>} */
  async function along(part, from, to, found, deadline) {
    let last = -1;
    for (let at = from; at < to && performance.now() < deadline; at = last + part.clientHeight * STEP) {
      await scrolled(part, at);
      if (await found()) return true;
      if (part.scrollTop <= last || (isAtEnd(part) && !(await grown(part)))) break;
      last = part.scrollTop;
    }
    return false;
  }

  /** @param {Element} part @param {number} top a little further than it is @returns {Promise<boolean>} whether it draws or loads anything there, or at its end */
  async function draws(part, top) {
    return (await scrolled(part, top)) || scrolled(part, part.scrollHeight, LOADED_MS);
  }

  /** @param {Element} part @returns {boolean} */
  function isAtEnd(part) {
    return part.scrollTop + part.clientHeight >= part.scrollHeight - 1;
  }

  /** @param {Element} part @returns {Promise<boolean>} whether there is more of it than there was */
  async function grown(part) {
    const had = part.scrollHeight;
    await change(part, LOADED_MS, () => part.scrollHeight > had);
    return part.scrollHeight > had;
  }

  /** @param {Element} part @param {number} top @param {number} [ms] that it has @returns {Promise<boolean>} whether it draws something then */
  function scrolled(part, top, ms = DRAWN_MS) {
    const drawn = change(part, ms, () => true);
    part.scrollTo({ top, behavior: 'instant' });
    return drawn;
  }

  /** @param {Element} part @param {number} ms at most @param {() => boolean} counts @returns {Promise<boolean>} whether elements came or went there, in a way that counts */
  function change(part, ms, counts) {
    return new Promise((resolve) => {
      const end = (/** @type {boolean} */ came) => {
        observer.disconnect();
        clearTimeout(timer);
        setTimeout(resolve, came ? REST_MS : 0, came);
      };
      const observer = new MutationObserver(() => counts() && end(true));
      observer.observe(part, { childList: true, subtree: true, characterData: true });
      const timer = setTimeout(end, ms, false);
    });
  }

  return { seek, parts };
}

Cairn.reveal ??= makeReveal();

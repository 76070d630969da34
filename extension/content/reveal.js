'use strict';
// Some lists draw rows only while they are in view, or load them as they are scrolled.
// reveal searches for these rows as a person would: by scrolling, a screen at a time. It
// skips parts of the page that draw nothing new, and scrolls parts without a result back
// to their old position.

function makeReveal() {
  const { dom, walk } = Cairn;

  const PARTS_MAX = 5; // scrolling parts that are searched, the largest first
  const LOOKED_MAX = 20_000; // elements checked for being such a part
  const STEP = 0.98; // fraction of the visible height of a part
  const HIDDEN_MIN = 40; // pixels: a smaller hidden rest contains no row
  const DRAWN_MS = 150; // a list that draws on scrolling draws within this time
  const LOADED_MS = 600; // wait at its end for data from a server
  const REST_MS = 15; // after a change: they come in bursts

  /**
   * @param {() => Promise<boolean>} found whether the wanted element exists now
   * @param {number} deadline of performance.now()
   * @returns {Promise<boolean>} whether it appeared
   */
  async function seek(found, deadline) {
    const tried = parts().map((part) => ({ part, began: part.scrollTop, next: part.scrollTop + part.clientHeight * STEP }));
    const drawing = await Promise.all(tried.map(({ part, next }) => draws(part, next)));
    let left = drawing.filter(Boolean).length; // an endless list leaves time for the others
    for (const [i, { part, began, next }] of tried.entries()) {
      const now = performance.now();
      if (drawing[i] && now < deadline && (await through(part, began, next, found, now + (deadline - now) / left--))) return true;
      part.scrollTo({ top: began, behavior: 'instant' });
    }
    return false;
  }

  /** @returns {Element[]} the visible elements that scroll vertically, the largest first */
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

  /** @param {Element} el @returns {number} the area of the viewport that it covers */
  function shown(el) {
    if (el === document.scrollingElement) return innerWidth * innerHeight;
    const box = dom.rect(el);
    return Math.max(0, Math.min(box.right, innerWidth) - Math.max(box.left, 0)) * Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0));
  }

  /**
   * @param {Element} part a part at the scroll position next
   * @param {number} began its original position
   * @param {number} next
   * @param {() => Promise<boolean>} found
   * @param {number} deadline
   * @returns {Promise<boolean>} whether it appeared: first from next down to the end, then from the top
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

  /** @param {Element} part @param {number} top a little further than its position @returns {Promise<boolean>} whether it draws or loads anything there, or at its end */
  async function draws(part, top) {
    return (await scrolled(part, top)) || scrolled(part, part.scrollHeight, LOADED_MS);
  }

  /** @param {Element} part @returns {boolean} */
  function isAtEnd(part) {
    return part.scrollTop + part.clientHeight >= part.scrollHeight - 1;
  }

  /** @param {Element} part @returns {Promise<boolean>} whether it has grown */
  async function grown(part) {
    const had = part.scrollHeight;
    await change(part, LOADED_MS, () => part.scrollHeight > had);
    return part.scrollHeight > had;
  }

  /** @param {Element} part @param {number} top @param {number} [ms] time limit @returns {Promise<boolean>} whether it draws something in that time */
  function scrolled(part, top, ms = DRAWN_MS) {
    const drawn = change(part, ms, () => true);
    part.scrollTo({ top, behavior: 'instant' });
    return drawn;
  }

  /** @param {Element} part @param {number} ms time limit @param {() => boolean} counts @returns {Promise<boolean>} whether its content changed in a way that counts */
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

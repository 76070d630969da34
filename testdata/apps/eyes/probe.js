// The bench's questions to a page, independent of Cairn: where its words are, and
// which element a click really hits. Evaluated in the page as it is.
(() => {
  const probe = {};

  // roots walks the page with its open shadow roots and same-origin frames.
  function* roots(root = document, dx = 0, dy = 0) {
    yield { root, dx, dy };
    for (const el of root.querySelectorAll('*')) {
      if (el.shadowRoot) yield* roots(el.shadowRoot, dx, dy);
      let inner = null;
      try { inner = el.localName === 'iframe' ? el.contentDocument : null; } catch { /* another origin's */ }
      if (inner?.body) { const r = el.getBoundingClientRect(); yield* roots(inner, dx + r.x, dy + r.y); }
    }
  }

  const shown = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

  // seen reports whether the point of a text can be seen: nothing opaque is in
  // front of it.
  function seen(el, x, y) {
    for (const top of el.getRootNode().elementsFromPoint(x, y)) {
      if (top === el || el.contains(top) || top.contains(el)) return true;
      const style = getComputedStyle(top), solid = /^rgb\(/.test(style.backgroundColor) || style.backgroundImage !== 'none';
      if (solid && Number(style.opacity) > 0.9) return false;
    }
    return getComputedStyle(el).pointerEvents === 'none';
  }

  // clipped reports whether an ancestor hides the box: only those that contain
  // the positioned element do.
  function clipped(el, box) {
    let free = '';
    for (let at = el; at instanceof Element && at !== document.body; at = at.parentElement ?? at.getRootNode().host) {
      const style = getComputedStyle(at);
      const contains = free === '' || (free === 'absolute' && style.position !== 'static');
      if (contains && style.overflow !== 'visible') {
        const r = at.getBoundingClientRect();
        if (box.right <= r.left + 1 || box.left >= r.right - 1 || box.bottom <= r.top + 1 || box.top >= r.bottom - 1) return true;
      }
      if (contains) free = style.position === 'absolute' || style.position === 'fixed' ? style.position : '';
    }
    return false;
  }

  // goesOn reports whether the text beside a text, in the same flow, continues its word.
  function goesOn(node, side) {
    const beside = node[side] ?? (node.parentElement && getComputedStyle(node.parentElement).display === 'inline' ? node.parentElement[side] : null);
    if (!beside || (beside.nodeType === 1 && getComputedStyle(beside).display !== 'inline')) return false;
    return (side === 'nextSibling' ? /^[\p{L}\p{N}]/u : /[\p{L}\p{N}]$/u).test(beside.textContent);
  }

  // words lists the different words in the viewport, in lower case, without those in editors: Cairn never reads what was typed.
  probe.words = () => {
    const found = new Set();
    for (const { root, dx, dy } of roots()) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const el = node.parentElement ?? root.host;
        if (!el || !node.data.trim() || el.isContentEditable || /^(script|style|noscript|template|option|textarea)$/.test(el.localName) || !shown(el)) continue;
        for (const m of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
          if ((m.index === 0 && goesOn(node, 'previousSibling')) || (m.index + m[0].length === node.length && goesOn(node, 'nextSibling'))) continue; // a part of a word
          const range = document.createRange();
          range.setStart(node, m.index);
          range.setEnd(node, m.index + m[0].length);
          const box = range.getBoundingClientRect();
          const x = box.x + box.width / 2, y = box.y + box.height / 2;
          if (box.width < 1 || box.height < 4 || x + dx < 0 || y + dy < 0 || x + dx > innerWidth || y + dy > innerHeight) continue;
          if (!clipped(el, box) && seen(el, x, y)) found.add(m[0].toLowerCase());
        }
      }
    }
    return [...found];
  };

  // $ finds the first visible element of a selector with a text, and in it
  // another: $('.row', 'Sarah Chen', '.star').
  probe.$ = (css, text, inner) => {
    for (const { root } of roots()) {
      for (const el of root.querySelectorAll(css)) {
        const own = el.shadowRoot ? el.shadowRoot.textContent : el.textContent;
        if (text && !(own + ' ' + (el.title || el.getAttribute('aria-label') || el.value || '')).includes(text)) continue;
        const hit = inner ? (el.shadowRoot ?? el).querySelector(inner) : el;
        if (hit?.checkVisibility() || hit && shown(el)) return hit;
      }
    }
    return null;
  };
  window.$at = probe.$;

  // trap swallows the next clicks and keeps the hit elements.
  const swallowed = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'touchstart', 'touchend', 'focusin', 'focus', 'change', 'input'];
  let path = null;
  function swallow(e) {
    e.preventDefault();
    e.stopImmediatePropagation();
    if (/down|click/.test(e.type)) path ??= e.composedPath();
  }
  const windows = () => [...roots()].filter(({ root }) => root.defaultView).map(({ root }) => root.defaultView);
  probe.arm = () => { path = null; for (const w of windows()) for (const type of swallowed) w.addEventListener(type, swallow, { capture: true, passive: false }); return true; };
  probe.disarm = () => { for (const w of windows()) for (const type of swallowed) w.removeEventListener(type, swallow, { capture: true }); return true; };

  // hit reports whether the click came to the element: on it, in it, or on a
  // label of it.
  probe.hit = (el) => {
    if (!path) return 'nothing';
    if (path.includes(el) || path.some((at) => at.localName === 'label' && at.control === el)) return 'target';
    const at = path.find((x) => x instanceof Element);
    return `<${at?.localName}${at?.className && typeof at.className === 'string' ? ' class="' + at.className + '"' : ''}> ${(at?.textContent ?? '').trim().slice(0, 40)}`;
  };
  probe.html = (el) => el?.outerHTML.replace(/\s+/g, ' ').slice(0, 300) ?? 'NO SUCH ELEMENT';
  window.cairnBench = probe;
  return true;
})()

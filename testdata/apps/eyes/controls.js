// controls lists the visible elements that act on the page, independent of Cairn: native
// controls, roles, listeners (data-bench-on, by DevTools; React's and jQuery's own) and
// the hand cursor. Each has the words by which a person would name it. data-bench-ref
// marks the elements that the description offers.
(() => {
  const NATIVE = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=""], [contenteditable=true], ' +
    ['button', 'link', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'checkbox', 'radio', 'switch', 'slider', 'spinbutton', 'combobox', 'textbox', 'searchbox', 'treeitem'].map((r) => `[role=${r}]`).join(', ');
  const FIELD = 'input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]):not([type=reset]):not([type=image]):not([type=file]):not([type=color]):not([type=range]), textarea, [contenteditable=""], [contenteditable=true], [role=textbox], [role=searchbox], [role=spinbutton]';
  const TICK = 'input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]';
  const ACTS = /^on(click|mousedown|pointerdown|mouseup|pointerup)/i;
  const fold = (s) => (s ?? '').replace(/[\s\u200b\ue000-\uf8ff]+/g, ' ').trim();
  const up = (el) => el.assignedSlot ?? el.parentElement ?? el.getRootNode().host ?? null;
  const inside = (el, around) => { for (let at = el; at; at = up(at)) if (at === around) return true; return false; };

  function* all(root = document) {
    for (const el of root.querySelectorAll('*')) { yield el; if (el.shadowRoot) yield* all(el.shadowRoot); }
  }
  const pointer = (el) => /^(pointer|grab)$/.test(getComputedStyle(el).cursor);
  const delegated = new Set(); // elements that jQuery's handlers on their ancestors are for

  function listens(el) {
    if (el.hasAttribute('data-bench-on') || el.hasAttribute('onclick') || delegated.has(el)) return true;
    const key = Object.keys(el).find((k) => k.startsWith('__reactProps$') || k.startsWith('__reactEventHandlers$'));
    return !!key && Object.keys(el[key] ?? {}).some((k) => ACTS.test(k) && typeof el[key][k] === 'function');
  }
  function hitAt(x, y) {
    let hit = document.elementFromPoint(x, y);
    for (let inner; hit?.shadowRoot && (inner = hit.shadowRoot.elementFromPoint(x, y)) && inner !== hit;) hit = inner;
    return hit;
  }
  // seen is the point where a person would click it; null if it cannot be seen.
  function seen(el) {
    const r = el.getClientRects().length > 1 && !el.firstElementChild ? el.getClientRects()[0] : el.getBoundingClientRect();
    const box = { l: Math.max(0, r.left), t: Math.max(0, r.top), r: Math.min(innerWidth, r.right), b: Math.min(innerHeight, r.bottom) };
    if (box.r - box.l < 6 || box.b - box.t < 6 || !el.checkVisibility({ visibilityProperty: true })) return null;
    const x = (box.l + box.r) / 2, y = (box.t + box.b) / 2;
    const hit = hitAt(x, y);
    const label = el.labels?.[0] ?? null;
    return hit && (inside(hit, el) || (label && inside(hit, label)) || (el.localName === 'input' && el.parentElement && inside(hit, el.parentElement) && r.width < 60)) ? { x, y, hit } : null;
  }
  const texts = (el, out = []) => { // visible texts in order
    for (const node of (el.localName === 'slot' && el.assignedNodes().length ? el.assignedNodes() : (el.shadowRoot ?? el).childNodes)) {
      if (node.nodeType === 3) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect(), said = fold(node.data);
        if (said && /[\p{L}\p{N}]/u.test(said) && box.width > 1 && box.height > 3 && (!node.parentElement || node.parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) && !isIcon(node)) out.push({ said, box, of: node.parentElement ?? el });
      } else if (node.nodeType === 1 && !/^(script|style|select|textarea|noscript|template)$/.test(node.localName)) texts(node, out);
    }
    return out;
  };
  const isIcon = (node) => /icon|symbol/i.test(node.parentElement?.className ?? '') && /^[a-z_0-9]+$/.test(node.data.trim());
  const cut = (s) => fold(s).split(' ').slice(0, 8).join(' ').slice(0, 50);

  // called returns a person's name for it: its text or tooltip, its label, the words beside or above it.
  function called(el, others) {
    const own = el.matches(FIELD) ? [] : texts(el), given = [el.getAttribute('aria-label'), el.title].filter(Boolean).map(cut);
    if (own.length) return [[...new Set([cut(own.map((t) => t.said).join(' ')), cut(own.map((t) => t.said).sort((a, b) => b.length - a.length)[0]), ...given])].join('|')];
    const label = [...(el.labels ?? [])].map((l) => texts(l)[0]?.said).find(Boolean);
    const byId = (el.getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => id && document.getElementById(id)).filter(Boolean).map((l) => fold(l.textContent)).find(Boolean);
    const said = label || byId || el.getAttribute('aria-label') || el.getAttribute('placeholder') || el.title || (/^(button|submit|reset)$/.test(el.type) && el.value) ||
      el.querySelector('[title], [aria-label], img[alt], svg title')?.getAttribute?.('title') || el.querySelector('[aria-label]')?.getAttribute('aria-label') || el.querySelector('img[alt]')?.alt || el.querySelector('svg title')?.textContent ||
      el.getAttribute('data-original-title') || el.getAttribute('data-bs-original-title');
    if (fold(said)) return [cut(said)];
    if (!el.matches(FIELD + ', ' + TICK + ', select, [role=combobox], [role=slider], input')) return [];
    const r = el.getBoundingClientRect();
    let best = null, far = 160;
    for (const t of others) { // beside or above it, as the eye finds it
      const dy = (t.box.top + t.box.bottom) / 2 - (r.top + r.bottom) / 2;
      const left = r.left - t.box.right, right = t.box.left - r.right;
      let d = Infinity;
      if (Math.abs(dy) < 14 && left > -4) d = left; else if (Math.abs(dy) < 14 && right > -4 && el.matches(TICK)) d = right; else if (r.top - t.box.bottom > -4 && t.box.left < r.right && t.box.right > r.left && r.width > 60) d = 1.5 * (r.top - t.box.bottom) + Math.abs(t.box.left - r.left) / 4;
      if (d < far) { far = d; best = t.said; }
    }
    return best ? [cut(best)] : [];
  }

  const kindOf = (el) => (el.matches(FIELD) ? 'type' : el.matches(TICK) ? 'tick' : el.matches('select, [role=combobox], [role=slider], input') ? '' : 'press');

  window.cairnControls = () => {
    const jq = window.jQuery;
    for (const el of all()) {
      const events = jq?._data?.(el, 'events');
      for (const type of ['click', 'mousedown', 'mouseup']) for (const h of events?.[type] ?? []) if (h.selector) try { for (const t of el.querySelectorAll(h.selector)) delegated.add(t); } catch { /* jQuery's own */ }
    }
    const view = innerWidth * innerHeight, found = [];
    for (const el of all()) {
      if (/^(html|body|option|optgroup|label|path|head|script|style)$/.test(el.localName)) continue;
      const native = el.matches(NATIVE), on = listens(el), hand = pointer(el) && !(up(el) && pointer(up(el)));
      if (!native && !on && !hand) continue;
      if (el.matches('[aria-hidden=true] *, [aria-hidden=true], [inert] *') && !on && !hand) continue;
      if (!el.checkVisibility({ visibilityProperty: true })) continue;
      const at = seen(el); // null elsewhere on the page, where its equals may be
      const r = el.getBoundingClientRect();
      if (!native && (r.width * r.height > view / 4 || (on && !pointer(el) && (el.tabIndex < 0 || fold(el.textContent).length > 80 || el.querySelector(NATIVE))))) continue;
      found.push({ el, native, on, hand, at });
    }
    const set = new Set(found.filter((f) => f.at).map((f) => f.el));
    const kept = found.filter(({ el, native, on }) => {
      if (native) return !(el.localName !== 'input' && el.querySelector('input, textarea') && !fold(el.textContent)) && !(el.tabIndex < 0 && up(el)?.closest(NATIVE) && !fold(el.textContent));
      if (el.closest('label')?.control && !on) return false; // its control counts
      const own = fold(el.textContent);
      if ([...el.querySelectorAll(NATIVE)].some((c) => set.has(c) && (fold(c.textContent) === own || c.matches('input')))) return false;
      for (let a = up(el); a; a = up(a)) if (set.has(a) && (fold(a.textContent) === own || !on)) return false; // the element around it acts the same
      return true;
    });
    const beside = texts(document.body).filter((t) => !t.of.closest(NATIVE));
    const list = kept.map(({ el, native, on, at }) => {
      if (!at) return { el, refs: [], leads: [], kind: kindOf(el), words: called(el, beside) };
      const refs = new Set(), leads = [];
      for (let a = at.hit; a; a = up(a)) { const ref = a.getAttribute('data-bench-ref'); if (ref && (inside(a, el) || (!native && !on) || fold(a.textContent) === fold(el.textContent))) refs.add(ref); }
      for (const inner of [el, ...all(el), ...(el.shadowRoot ? all(el.shadowRoot) : []), ...(el.labels ?? [])]) { const ref = inner.getAttribute('data-bench-ref'); if (ref && (inner === el || !set.has(inner) || !kept.some((k) => k.el === inner))) refs.add(ref); }
      const control = el.closest('label')?.control?.getAttribute('data-bench-ref');
      if (control) refs.add(control);
      if (native && !refs.size) for (let a = up(el), n = 0; a && n < 3; n++, a = up(a)) { const ref = a.getAttribute('data-bench-ref'); if (ref && a.matches(NATIVE)) refs.add(ref); }
      for (const inner of all(el)) if (inner.hasAttribute('data-bench-ref') && !inner.matches(NATIVE)) { const r = inner.getBoundingClientRect(), hit = hitAt(r.x + r.width / 2, r.y + r.height / 2); if (hit && inside(hit, el)) leads.push(inner.getAttribute('data-bench-ref')); }
      if (el.href && !/#$/.test(el.href)) for (const other of document.querySelectorAll('a[data-bench-ref]')) if (other.href === el.href) leads.push(other.getAttribute('data-bench-ref'));
      return { el, refs: [...refs], why: native ? 'native' : on ? 'listens' : 'hand', leads, at, kind: kindOf(el), words: called(el, beside) };
    });
    for (const c of list) { // equal names: the words of the element around only one of them
      const same = list.filter((o) => o !== c && o.words[0]?.toLowerCase() === c.words[0]?.toLowerCase() && o.kind === c.kind);
      if (!c.words.length || !same.length) continue;
      let around = up(c.el);
      for (; around && same.some((o) => inside(o.el, around)); around = up(around));
      const pick = around && texts(around).map((t) => cut(t.said)).find((t) => t.toLowerCase() !== c.words[0].toLowerCase() && t.length > 1);
      if (pick) { c.context = pick; }
    }
    for (const c of list) if (c.context) c.words.unshift(c.context);
    const key = (c) => c.words.join('\0').toLowerCase();
    return list.filter((c) => c.at).map((c) => ({
      refs: c.refs, leads: c.leads, why: c.why, kind: c.kind, words: c.words,
      twins: c.words.length ? list.filter((o) => o !== c && key(o) === key(c) && o.kind === c.kind).length : 0,
      text: fold(c.el.innerText), html: c.el.outerHTML.replace(/\s*data-bench-\w+="[^"]*"/g, '').replace(/\s+/g, ' ').slice(0, 260),
      state: [(c.el.checked === true || c.el.getAttribute('aria-checked') === 'true') && 'checked', c.el.getAttribute('aria-selected') === 'true' && 'selected', c.el.getAttribute('aria-expanded') === 'true' && 'expanded',
        c.el.getAttribute('aria-expanded') === 'false' && 'collapsed', c.el.getAttribute('aria-pressed') === 'true' && 'pressed', c.el.matches(':disabled, [aria-disabled=true]') && 'disabled', /^(page|true|step)$/.test(c.el.getAttribute('aria-current') ?? '') && 'current'].filter(Boolean),
    }));
  };
  window.cairnHeadings = () => [...all()].filter((el) => el.matches('h1, h2, h3, h4, h5, h6, [role=heading], th, legend, label') && seen(el) && texts(el).length).map((el) => cut(texts(el)[0].said).toLowerCase());
  return true;
})()

// Changes a page as pages change between two visits. It stands in front of all of a page's own
// scripts. window.__drift is { kind, pivot, row, epoch, seed }: the change, the element that it is about,
// the text of its row where rows are changed here, and for applications that keep their data in the browser,
// which run this is and its first data.
(() => {
  const { kind, pivot, row, epoch, seed } = window.__drift;
  if (epoch && localStorage.getItem('__epoch') !== epoch) {
    localStorage.clear();
    localStorage.setItem('__epoch', epoch);
    for (const [key, value] of Object.entries(seed ?? {})) localStorage.setItem(key, value);
  }
  const squash = (s) => String(s ?? '').replace(/\s+/g, ' ').trim();
  const visible = (el) => el.checkVisibility?.({ visibilityProperty: true }) !== false && el.getClientRects().length > 0;
  const names = (el) => [el.getAttribute('aria-label'), el.innerText, el.getAttribute('placeholder'), el.getAttribute('title'), el.labels?.[0]?.innerText, el.value].map((s) => squash(s).toLowerCase()).filter(Boolean);
  // pick finds "css|text >> css|text": each part within the one before; equal texts before contained ones.
  function pick(path, all = false) {
    let root = document;
    for (const part of path.split(' >> ')) {
      const [, css, text] = /^(.*?)(?:\|(.*))?$/s.exec(part);
      const found = [...root.querySelectorAll(css)].filter((el) => (all || visible(el)) && !el.closest('#decoys, [data-equal], [data-extra]'));
      const want = text?.toLowerCase(); // style sheets write in capitals
      root = !text ? found[0] : found.find((el) => names(el).includes(want)) ?? found.filter((el) => names(el).some((n) => n.includes(want))).sort((a, b) => a.innerText.length - b.innerText.length)[0];
      if (!root) return null;
    }
    return root;
  }
  let changed = null; // pivot's element after its change
  window.__pick = pick;
  // __css returns a selector for the element of __pick, for a reader that sees the page and no name.
  window.__css = (path) => {
    let el = pick(path) ?? (path === pivot && changed?.isConnected ? changed : null);
    const parts = [];
    for (; el && el.parentElement; el = el.parentElement) {
      if (el.id && /^[a-z][\w-]*$/i.test(el.id)) { parts.unshift('#' + el.id); break; }
      parts.unshift(`${el.localName}:nth-child(${[...el.parentElement.children].indexOf(el) + 1})`);
    }
    return parts.join(' > ');
  };
  if (!kind) return;

  const did = new WeakSet(), once = (el) => el && !did.has(el) && did.add(el);
  const token = () => Math.random().toString(36).slice(2, 9);
  const hit = (what) => navigator.sendBeacon('/__flows/decoy', what);
  const other = { Save: 'Store', Create: 'Add', Add: 'Create', Send: 'Dispatch', Approve: 'Accept', Reject: 'Refuse', Archive: 'Put away', Close: 'Finish', Move: 'Put', Execute: 'Run', Deploy: 'Publish', Login: 'Enter', Star: 'Mark', New: 'Fresh', Delete: 'Remove', Search: 'Find', Done: 'Ready' };
  const reword = (s) => { for (const [a, b] of Object.entries(other)) if (s.includes(a)) return s.replace(a, b); return s + ' now'; };
  const isField = (el) => el.matches('input, textarea, select, [contenteditable]');

  // Each change does its work on whatever is there now, and again whenever the page changes.
  const changes = {
    testids() {
      for (const el of document.querySelectorAll('[data-testid], [data-test], [data-cy]')) {
        if (once(el)) for (const a of ['data-testid', 'data-test', 'data-cy']) if (el.hasAttribute(a)) el.setAttribute(a, 'qa_' + el.getAttribute(a).replace(/[aeiou]/g, ''));
      }
    },
    ids() {
      for (const el of document.querySelectorAll('input[id], select[id], textarea[id], button[id], a[id]')) {
        if (!once(el)) continue;
        const from = el.id, to = 'r' + token();
        el.id = to;
        for (const a of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'list']) {
          for (const x of document.querySelectorAll(`[${a}~="${CSS.escape(from)}"]`)) x.setAttribute(a, x.getAttribute(a).split(/\s+/).map((w) => (w === from ? to : w)).join(' '));
        }
      }
    },
    // ask asks in a box that is no dialog for assistive technology.
    ask() {
      const el = pick(pivot);
      if (!once(el)) return;
      el.addEventListener('click', (e) => {
        if (el.dataset.sure) return;
        e.preventDefault(); e.stopImmediatePropagation();
        const verb = squash(el.innerText || el.getAttribute('aria-label') || el.value) || 'Continue';
        const box = Object.assign(document.createElement('div'), { innerHTML: '<p></p><button type="button">Yes</button> <button type="button">No</button>' });
        box.firstChild.textContent = `${verb}${row ? ' ' + row : ''}?`;
        box.dataset.veil = '';
        box.style.cssText = 'position:fixed;left:20%;top:20%;width:50%;z-index:2147483000;background:#fff;color:#000;padding:2em;border:2px solid';
        box.querySelectorAll('button')[0].onclick = () => { box.remove(); el.dataset.sure = '1'; el.click(); setTimeout(() => delete el.dataset.sure, 50); };
        box.querySelectorAll('button')[1].onclick = () => box.remove();
        document.body.append(box);
      }, true);
    },
    // texts calls the control differently, in each row that has it.
    texts() {
      const el = pick(pivot);
      if (!el || did.has(el)) return;
      changed = el;
      const label = squash(el.innerText), alike = label ? [...document.querySelectorAll(el.localName)].filter((x) => squash(x.innerText) === label) : [el];
      for (const x of alike) if (once(x)) retext(x, reword);
    },
    decoy() {
      const el = pick(pivot);
      if (!el || document.getElementById('decoys')?.isConnected) return;
      const box = Object.assign(document.createElement('aside'), { id: 'decoys' });
      box.setAttribute('aria-label', 'Partner offers');
      const twin = copy(el);
      box.append('Offers from our partners: ', twin);
      document.body.prepend(box);
    },
    equal() {
      const el = pick(pivot);
      if (!once(el) || el.parentElement.querySelector(':scope > [data-equal]')) return;
      const twin = copy(el);
      twin.dataset.equal = '';
      el.before(twin);
    },
    menu() {
      const el = pick(pivot);
      if (!once(el) || el.closest('details[data-more]')) return;
      const more = Object.assign(document.createElement('details'), { innerHTML: '<summary>More actions</summary>' });
      more.dataset.more = '';
      el.before(more);
      more.append(el);
    },
    step() {
      const el = pick(pivot);
      if (!once(el)) return;
      el.addEventListener('click', (e) => {
        if (el.dataset.sure) return;
        e.preventDefault(); e.stopImmediatePropagation();
        const veil = dialog('Are you sure?', ['Yes, go on', 'No, stay here']);
        veil.querySelectorAll('button')[0].onclick = () => { veil.remove(); el.dataset.sure = '1'; el.click(); setTimeout(() => delete el.dataset.sure, 50); };
        veil.querySelectorAll('button')[1].onclick = () => veil.remove();
      }, true);
    },
    banner() { notify('__banner', 'This site uses cookies', ['Accept all cookies', 'Necessary cookies only']); },
    // bar is no dialog for assistive technology: a plain box over the lower half of the window.
    bar() {
      if (!document.body || sessionStorage.__bar || document.querySelector('[data-veil]')) return;
      const bar = Object.assign(document.createElement('div'), { innerHTML: '<p>We value your privacy. We and our 214 partners store cookies on your device.</p><button type="button">Accept all</button> <button type="button">Manage options</button> <button type="button">Reject all</button>' });
      bar.dataset.veil = '';
      bar.style.cssText = 'position:fixed;inset:0;z-index:2147483000;background:#fff;color:#000;padding:2em;border-top:2px solid';
      bar.querySelectorAll('button')[0].onclick = bar.querySelectorAll('button')[2].onclick = () => { sessionStorage.__bar = '1'; bar.remove(); };
      document.body.append(bar);
    },
    notice() { notify('__notice', 'New: share your lists with colleagues', ['Take the tour', 'Not now']); },
    // chat has a control of the same name in a dialog of its own.
    chat() {
      let box = document.getElementById('decoys');
      if (!box?.isConnected) {
        box = Object.assign(document.createElement('div'), { id: 'decoys', role: 'dialog', innerHTML: 'Can we help you? <button type="button">Start a chat</button> ' });
        box.setAttribute('aria-label', 'Chat with us');
        box.style.cssText = 'position:fixed;right:0;bottom:0;z-index:2147483000;background:#fff;color:#000;padding:4px;max-width:160px';
        document.body.append(box);
      }
      const el = pick(pivot);
      if (el && box.childElementCount < 2) box.append(copy(el));
    },
    confirm() {
      const el = pick(pivot);
      if (!once(el)) return;
      el.addEventListener('click', (e) => { if (!confirm('Are you sure?')) { e.preventDefault(); e.stopImmediatePropagation(); } }, true);
    },
    // sure asks as applications ask before they delete: by the verb, with a warning.
    sure() {
      const el = pick(pivot);
      if (!once(el)) return;
      el.addEventListener('click', (e) => {
        if (el.dataset.sure) return;
        e.preventDefault(); e.stopImmediatePropagation();
        const verb = squash(el.innerText || el.getAttribute('aria-label') || el.value) || 'Continue';
        const veil = dialog(`${verb}${row ? ' ' + row : ''}? This cannot be undone.`, ['Back', verb]);
        veil.querySelectorAll('button')[0].onclick = () => veil.remove();
        veil.querySelectorAll('button')[1].onclick = () => { veil.remove(); el.dataset.sure = '1'; el.click(); setTimeout(() => delete el.dataset.sure, 50); };
      }, true);
    },
    capitals() {
      const el = pick(pivot);
      if (!once(el)) return;
      changed = el;
      retext(el, (s) => s.toUpperCase());
    },
    row() { addRow((text) => text.replaceAll(row, 'Zest a lemon')); },
    twin() { addRow((text) => text); },
    // shift inserts rows above while somebody looks at the list, until it holds ten more.
    shift() {
      const first = rowOf();
      if (!first || first.parentElement.dataset.shifts) return;
      first.parentElement.dataset.shifts = '1';
      let n = 0;
      const more = setInterval(() => { if (++n > 10 || !addRow((text) => text.replaceAll(row, `Zest ${n} lemons`), true)) clearInterval(more); }, 250);
    },
    // pages shows two rows at a time, and the row is on the second page.
    pages() {
      const all = sheet.isConnected ? rowsBeside(sheet, true) : rowsBeside(sheet = rowOf() ?? sheet, true);
      if (all.length < 3) return;
      if (!document.querySelector('[data-pager]')) {
        const pager = Object.assign(document.createElement('nav'), { innerHTML: '<button type="button">Previous page</button> <span></span> <button type="button">Next page</button>' });
        pager.dataset.pager = '';
        pager.setAttribute('aria-label', 'Pages');
        pager.querySelectorAll('button').forEach((b, i) => { b.onclick = () => { leaf = i ? leaf + 1 : Math.max(0, leaf - 1); changes.pages(); }; });
        (sheet.closest('table') ?? sheet.parentElement).after(pager);
      }
      const last = Math.ceil(all.length / 2), of = Math.floor(Math.max(0, all.findIndex((x) => x.textContent.includes(row))) / 2);
      leaf = Math.min(leaf, last - 1);
      const label = `${leaf + 1} / ${last}`, span = document.querySelector('[data-pager] span');
      if (span.textContent !== label) span.textContent = label;
      all.forEach((x, i) => {
        const to = (Math.floor(i / 2) - of + 1 + last) % last === leaf ? '' : 'none';
        if (x.style.display !== to) x.style.setProperty('display', to, 'important');
      });
    },
    // behind is the same with another row of that name on each page, which differs in all else.
    behind() {
      if (row && !document.querySelector('[data-extra]')) addRow((text) => (!squash(text) || text.includes(row) ? text : [...text].reverse().join('')));
      changes.pages();
    },
    // language writes names of controls, headings and columns in another language.
    language() {
      document.documentElement.lang = 'de';
      for (const el of document.querySelectorAll('button, a, label, th, h1, h2, h3, h4, legend, summary, input, textarea, [role=button], [role=menuitem], [role=tab], [role=columnheader], [role=dialog], [placeholder]')) {
        if (isData(el)) continue;
        for (const a of ['aria-label', 'placeholder', 'title', ...(el.matches('[type=submit], [type=button]') ? ['value'] : [])]) if (el.hasAttribute(a) && once2(el, a)) el.setAttribute(a, german(el.getAttribute(a)));
        const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
        for (let n; (n = walk.nextNode());) if (squash(n.data).length > 1 && n.data !== said.get(n) && !n.parentElement.closest('select, textarea')) { n.data = german(n.data); said.set(n, n.data); }
      }
    },
    gone() { rowOf()?.style.setProperty('display', 'none', 'important'); },
    order() {
      const one = rowOf();
      if (one && once(one.parentElement)) one.parentElement.append(...rowsBeside(one).reverse());
    },
    columns() {
      for (const tr of document.querySelectorAll('tr, [role=row]')) if (tr.children.length > 2 && once(tr)) tr.prepend(tr.lastElementChild);
    },
    // heads calls the columns differently.
    heads() {
      for (const th of document.querySelectorAll('th, [role=columnheader]')) if (squash(th.innerText) && once(th)) retext(th, (s) => `All ${s}`);
    },
    // classes gives pictures other classes.
    classes() {
      for (const el of document.querySelectorAll('i[class], button svg[class], a svg[class], [role=button] svg[class]')) {
        if (!once(el)) continue;
        if (el === pick(pivot)) changed = el;
        const { width, height } = el.getBoundingClientRect();
        el.style.cssText += `;display:inline-block;width:${width || 16}px;height:${height || 16}px`;
        el.setAttribute('class', el.getAttribute('class').split(/\s+/).map((w) => `ux${w.replace(/[aeiou]/g, '')}`).join(' '));
      }
    },
    // swap has the controls of each row stand the other way round.
    swap() {
      const el = pick(pivot);
      let group = el?.parentElement;
      while (group && !group.matches('tr, [role=row]') && group.children.length < 2) group = group.parentElement;
      if (!group || group.matches('tr, [role=row]')) return;
      for (const g of document.getElementsByTagName(group.localName)) if (g.className === group.className && g.children.length === group.children.length && once(g)) g.append(...[...g.children].reverse());
    },
    // bulk has one button above the list instead of one in each row, and a box in each row.
    bulk() {
      const el = pick(pivot), one = el?.closest('tr, [role=row], li, article');
      if (!one || document.querySelector('[data-bulk]')) return;
      const path = [];
      for (let at = el; at !== one; at = at.parentElement) path.unshift([...at.parentElement.children].indexOf(at));
      const label = squash(el.innerText || el.getAttribute('aria-label') || el.title) || 'Delete';
      const bar = Object.assign(document.createElement('div'), { innerHTML: '<button type="button"></button>' });
      bar.dataset.bulk = '';
      bar.firstChild.textContent = label;
      (one.closest('table') ?? one.parentElement).before(bar);
      for (const row of rowsBeside(one, true)) {
        const button = path.reduce((at, i) => at?.children[i], row), box = Object.assign(document.createElement('input'), { type: 'checkbox' });
        if (!button) continue;
        button.style.setProperty('display', 'none', 'important');
        row.firstElementChild.prepend(box);
        bar.firstChild.addEventListener('click', () => { if (box.checked) button.click(); });
      }
    },
    lazy() {
      const el = pick(pivot);
      if (!once(el)) return;
      const was = el.style.display;
      el.style.setProperty('display', 'none', 'important');
      setTimeout(() => { el.style.display = was; }, 2500);
    },
    moved() {
      const el = pick(pivot);
      if (!once(el)) return;
      const unit = el.closest('label') ?? el, parent = unit.parentElement;
      if (unit !== parent.firstElementChild) parent.prepend(unit); else parent.append(unit);
    },
  };
  // notify shows a dialog until one of its buttons was pressed.
  function notify(key, text, buttons) {
    if (!document.body || sessionStorage[key] || document.querySelector('[data-veil]')) return;
    const veil = dialog(text, buttons);
    for (const b of veil.querySelectorAll('button')) b.onclick = () => { sessionStorage[key] = '1'; veil.remove(); };
  }
  let sheet = document.createElement('i'), leaf = 0; // a row of the list that has pages, and the page that shows
  const said = new WeakMap(); // the translations of each element
  const once2 = (el, a) => { const had = said.get(el) ?? {}; if (had[a] === el.getAttribute(a)) return false; had[a] = german(el.getAttribute(a)); said.set(el, had); return true; };
  const words = { save: 'speichern', changes: 'Änderungen', create: 'anlegen', add: 'hinzufügen', new: 'neu', delete: 'löschen', remove: 'entfernen', edit: 'bearbeiten', cancel: 'abbrechen', close: 'schließen', send: 'senden', search: 'suchen', name: 'Name', title: 'Titel', settings: 'Einstellungen', yes: 'ja', no: 'nein', next: 'weiter', back: 'zurück', more: 'mehr', actions: 'Aktionen', stop: 'anhalten', start: 'starten', move: 'verschieben', archive: 'archivieren', approve: 'freigeben', reject: 'ablehnen', open: 'öffnen', password: 'Passwort', user: 'Benutzer', date: 'Datum', price: 'Preis', status: 'Status' };
  const german = (s) => String(s).replace(/[A-Za-z]+/g, (w) => words[w.toLowerCase()] ?? w + (/[aeiou]$/i.test(w) ? 'n' : 'en'));
  // isData reports whether an element holds people's data: it stands in the row, or in a cell.
  const isData = (el) => (row && squash(el.innerText).includes(row)) || !!el.closest('select') || (!!el.closest('td, [role=cell], [role=gridcell]') && !el.matches('button, [role=button], input') && !el.closest('button'));
  function retext(el, to) {
    for (const a of ['aria-label', 'placeholder', 'title']) if (el.hasAttribute(a)) el.setAttribute(a, to(el.getAttribute(a)));
    const walk = document.createTreeWalker(el.labels?.[0] ?? el, NodeFilter.SHOW_TEXT);
    for (let n; (n = walk.nextNode());) if (squash(n.data).length > 1 && !n.parentElement.closest('select')) { n.data = to(squash(n.data)); break; }
  }
  // rowOf returns the row of the text row: the repeated part of a list beside it.
  function rowOf() {
    if (!row) return null;
    const has = [...document.querySelectorAll('body *')].filter((el) => !el.closest('[data-extra], script, style') && visible(el) && squash(el.innerText).includes(row));
    const cell = has.filter((el) => !has.some((x) => x !== el && el.contains(x)))[0];
    const line = cell?.closest('tr, li, [role=row], [role=listitem], article');
    if (line) return line;
    for (let el = cell; el && el !== document.body; el = el.parentElement) if (rowsBeside(el).length > 2) return el;
    return null;
  }
  function rowsBeside(el, hidden) {
    return [...el.parentElement?.children ?? []].filter((x) => x.localName === el.localName && !x.dataset.extra && x.className === el.className && (hidden || squash(x.innerText) && visible(x)));
  }
  // addRow puts a row above all others whose text rename makes of the changed row's.
  function addRow(rename, again) {
    const one = rowOf(), rows = one && rowsBeside(one);
    if (!rows?.length || !again && one.parentElement.querySelector(':scope > [data-extra]')) return false;
    const extra = copy(one);
    extra.dataset.extra = '1';
    const walk = document.createTreeWalker(extra, NodeFilter.SHOW_TEXT);
    for (let n; (n = walk.nextNode());) n.data = rename(n.data);
    for (const x of [extra, ...extra.querySelectorAll('*')]) for (const a of x.attributes) if (a.value.includes(row)) x.setAttribute(a.name, rename(a.value));
    rows[0].before(extra);
    return true;
  }
  function copy(el) {
    const twin = el.cloneNode(true);
    for (const x of [twin, ...twin.querySelectorAll('*')]) for (const a of ['id', 'for', 'data-testid', 'data-test', 'name', 'form', 'href']) x.removeAttribute(a);
    if (isField(el)) {
      twin.setAttribute('aria-label', el.getAttribute('aria-label') ?? squash(el.labels?.[0]?.innerText) ?? '');
      twin.addEventListener('input', () => hit('typed'));
    } else {
      if (el.matches('button')) twin.type = 'button';
      if (el.matches('a')) twin.href = '/__flows/decoy?link';
    }
    twin.addEventListener('click', (e) => { e.stopPropagation(); hit('clicked'); });
    did.add(twin);
    return twin;
  }
  function dialog(text, buttons) {
    const veil = document.createElement('div');
    veil.dataset.veil = '';
    veil.style.cssText = 'position:fixed;inset:0;z-index:2147483000;background:rgba(0,0,0,.5);display:grid;place-items:center';
    veil.innerHTML = `<div role="dialog" aria-modal="true" aria-label="${text}" style="background:#fff;color:#000;padding:2em"><p>${text}</p>${buttons.map((b) => `<button type="button">${b}</button>`).join(' ')}</div>`;
    document.body.append(veil);
    return veil;
  }
  const change = changes[kind];
  if (!change) return; // the server does it
  let due = false;
  const early = kind !== 'ids' && kind !== 'testids'; // a page's own scripts know its ids: they find their elements first
  const work = () => { due = false; if (document.body && (early || document.readyState !== 'loading')) change(); };
  new MutationObserver(() => { if (!due) { due = true; queueMicrotask(work); } }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class', 'style', 'hidden', 'aria-label'] });
  addEventListener('DOMContentLoaded', () => queueMicrotask(work));
})();

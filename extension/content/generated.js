'use strict';
// Effects of style sheets on text: they change the case of letters, and they add
// text (`::before`, `::after`), such as the star of a required field or an arrow.
// Asking the browser for added text costs more than the rest of a name, and few
// rules add any. So the style sheets are read once to find elements that may have
// some. With an unreadable style sheet, any element may have some.

function makeGenerated() {
  const { dom } = Cairn;

  const RULES_MAX = 20_000; // of one sheet; reading more takes longer than it saves
  const SELECTORS_MAX = 60; // matching more takes longer than asking the browser
  const PRIVATE_USE = /[\ue000-\uf8ff]/g; // icon fonts: these characters are not names
  const PSEUDO = /::?(?:before|after)(?![-\w])/g;

  const ACTING = /(?:^|[ ,])(?:pointer|grab|move|crosshair|cell|zoom-in|zoom-out)$|var\(/;

  /**
   * Selectors holds the selectors of a sheet that add text, those with a cursor for
   * clicks or drags, those that change the element under the mouse, those that then
   * show another element, and those that change the element while it is pressed; the
   * last three without their `:hover` or `:active`. It is partial if a rule or an imported
   * sheet cannot be read, such as one of fonts from another origin.
   * @typedef {typeof KINDS[number]} Kind
   * @typedef {Record<Kind, string[]> & { partial?: boolean }} Selectors
   * @typedef {{ rules: number, selectors: Selectors | null }} Read null if the sheet cannot be read
   */

  const KINDS = /** @type {const} */ (['adding', 'pointing', 'reacting', 'revealing', 'pressing']);
  const ON_ITSELF = /:hover[^\s>+~]*$/;
  const PRESSED = /:active(?=[^\s>+~]*$)/; // pages for touch screens change the pressed element instead
  const INNER = /\([^()]*\)/g;
  const VALUED = /\[[^\]]*\]/g;
  const CLASS = /\.(?:[\w-]|\\[^0-9a-f])+(?![\w\\-])/g; // hover\:shadow is one; a code for a character is not read
  const BESIDE = /:hover[^:]*[+~]/;
  const HOST = /^\s*:host\(:hover\)\s/; // a component shows a part of itself
  const NAMED = /[.#[][^\s>+~]*$/; // a rule for all elements of a tag is no evidence

  /** @type {WeakMap<CSSStyleSheet, Read>} */
  const known = new WeakMap();

  /** suspects is the selector of elements that may have added text: '' for none, null for any. @type {string | null} */
  let suspects = null;

  /** refresh reads new style sheets. It runs once before each pass over the page. @param {Iterable<Document | ShadowRoot>} roots */
  function refresh(roots) {
    suspects = null;
    const found = [];
    for (const root of roots) {
      const adding = all(root, 'adding');
      // Matches of a shadow root's sheet are visible only from within the root.
      if (!adding || adding.length > (root instanceof ShadowRoot ? 0 : SELECTORS_MAX)) return;
      found.push(...adding);
    }
    suspects = found.join(',');
  }

  /**
   * underMouse reads the rules about the mouse. Of a long sheet it leaves out those whose classes the tree has not: a kit styles
   * more components than a page shows.
   * @param {Document | ShadowRoot} root
   * @returns {{ pointing: string | null, reacting: string, revealing: string, pressing: string }} selectors of elements that may
   *   set such a cursor ('' for none, null for any), that change or appear under the mouse, and that change while they are pressed
   */
  function underMouse(root) {
    /** @type {Set<string> | undefined} */
    let has;
    const shown = (/** @type {Kind} */ kind) => {
      const found = all(root, kind);
      if (!found || found.length <= SELECTORS_MAX) return found;
      const here = (has ??= classesIn(root));
      const some = found.filter((one) => classesOf(one).every((name) => here.has(name)));
      return some.length > SELECTORS_MAX ? null : some;
    };
    const pointing = shown('pointing');
    const joined = (/** @type {Kind} */ kind) => (shown(kind) ?? []).join(',');
    return { pointing: pointing && ['[style*="cursor"],[cursor]', ...pointing].join(','), reacting: joined('reacting'), revealing: joined('revealing'), pressing: joined('pressing') };
  }

  /** @param {Document | ShadowRoot} root @returns {Set<string>} the classes of its elements */
  function classesIn(root) {
    const said = new Set([...dom.all(root, '[class]')].map((el) => dom.attr(el, 'class')));
    return new Set([...said].join(' ').split(/\s+/));
  }

  /** @param {string} selector @returns {string[]} the classes that an element and those around it must have */
  function classesOf(selector) {
    return (outside(selector).replace(VALUED, '').match(CLASS) ?? []).map((name) => name.slice(1).replaceAll('\\', ''));
  }

  /** @param {Document | ShadowRoot} root @param {Kind} kind @returns {string[] | null} null if they are unknown; those about a state are the known ones */
  function all(root, kind) {
    const read = dom.sheets(root).map(selectorsOf);
    const complete = read.every((one) => one && !one.partial);
    return complete || (kind !== 'adding' && kind !== 'pointing') ? [...new Set(read.flatMap((one) => one?.[kind] ?? []))] : null;
  }

  /** @param {CSSStyleSheet} sheet @returns {Selectors | null} */
  function selectorsOf(sheet) {
    try {
      const rules = sheet.cssRules;
      const read = known.get(sheet);
      if (read && read.rules === rules.length) return read.selectors;
      const selectors = rules.length > RULES_MAX ? null : readRules(rules);
      known.set(sheet, { rules: rules.length, selectors });
      return selectors;
    } catch {
      return null; // the sheet is from another origin
    }
  }

  /** @param {CSSRuleList} rules @param {string} [outer] the selector of the rule around them @returns {Selectors} */
  function readRules(rules, outer = '') {
    /** @type {Selectors} */
    const out = { adding: [], pointing: [], reacting: [], revealing: [], pressing: [] };
    for (const rule of /** @type {Iterable<any>} */ (rules)) {
      const text = rule instanceof CSSStyleRule ? (outer ? rule.selectorText.replaceAll('&', outer.includes(',') ? `:is(${outer})` : outer) : rule.selectorText) : outer;
      const nested = rule.styleSheet ?? (rule.cssRules?.length ? rule.cssRules : null);
      const inner = nested && (rule.styleSheet ? selectorsOf(nested) : readRules(nested, text));
      if (nested && (!inner || inner.partial)) out.partial = true;
      if (inner) for (const kind of KINDS) out[kind].push(...inner[kind]);
      if (!text || !rule.style) continue; // a rule, or declarations after one that is nested in it
      if (/:hover|:active/.test(text)) readStates(text, rule.style, out);
      const adds = text.match(PSEUDO) && addsText(rule.style.content);
      const points = !adds && ACTING.test(rule.style.cursor);
      if (!adds && !points) continue;
      const selector = text.replace(PSEUDO, (_, at) => (/^$|[\s>+~,(]/.test(text.charAt(at - 1)) ? '*' : ''));
      if (/&|:host/.test(selector) || !valid(selector)) out.partial = true;
      else (adds ? out.adding : out.pointing).push(selector);
    }
    return out;
  }

  /** @param {string} text @param {CSSStyleDeclaration} style @param {Selectors} out */
  function readStates(text, style, out) {
    const { display, visibility, width, height, maxWidth, maxHeight } = style;
    const reveals = (display && display !== 'none') || visibility === 'visible' || /[1-9]/.test(width + height + maxWidth + maxHeight);
    for (const one of apart(text)) {
      const still = one.replace(PRESSED, '');
      if (PRESSED.test(one) && /[.#[]/.test(still) && !/[:+~]/.test(still) && valid(still)) out.pressing.push(still);
      const plain = one.replace(HOST, '').replaceAll(':hover', '');
      const outer = outside(one);
      const itself = ON_ITSELF.test(outer);
      if (!(itself || reveals) || !one.includes(':hover') || BESIDE.test(outer) || (itself && !NAMED.test(outside(plain))) || /:host|::/.test(plain) || !valid(plain)) continue;
      (itself ? out.reacting : out.revealing).push(plain);
    }
  }

  /** @param {string} list @returns {string[]} its selectors. Each is complete: the browser closes open parentheses at the end of one, but not within a list. */
  function apart(list) {
    let depth = 0;
    const split = (/** @type {string} */ c) => {
      depth += Number('(['.includes(c)) - Number(')]'.includes(c));
      return c === ',' && !depth ? '\n' : c;
    };
    return list.replace(/\\.|[(),[\]]/g, split).split('\n');
  }

  /** @param {string} selector @returns {string} it without what is in parentheses */
  function outside(selector) {
    const less = selector.replace(INNER, '');
    return less === selector ? less : outside(less);
  }

  /** @param {string} content @returns {boolean} */
  function addsText(content) {
    if (!content || content === 'none' || content === 'normal') return false;
    return !/^(["'])(.*)\1$/s.test(content) || content.slice(1, -1).replace(PRIVATE_USE, '').trim() !== '';
  }

  /** @param {string} selector @returns {boolean} */
  function valid(selector) {
    try {
      dom.fits(/** @type {Element} */ (dom.html()), selector);
      return true;
    } catch {
      return false;
    }
  }

  /** @param {Element} el @returns {{ before: string, after: string } | null} the text added around that of el, null for none */
  function around(el) {
    const plain = suspects === '' || (suspects !== null && !dom.fits(el, suspects));
    if (plain && dom.tag(el) !== 'q') return null; // the style sheet of the browser only adds quotes
    return { before: added(el, '::before'), after: added(el, '::after') };
  }

  /** @param {Element} el @param {string} pseudo @returns {string} */
  function added(el, pseudo) {
    const style = getComputedStyle(el, pseudo);
    const value = style.content;
    if (value === 'none' || value === 'normal' || style.visibility !== 'visible') return '';
    const [shown, spoken] = value.split(SPOKEN);
    // The spoken text for a sign is a separate word.
    const text = (spoken ? ` ${stringsIn(spoken)} ` : stringsIn(shown)).replace(PRIVATE_USE, '');
    return cased(!text || style.display === 'inline' ? text : ` ${text} `, style.textTransform);
  }

  /** SPOKEN matches the separator between the shown text and its spoken alternative. */
  const SPOKEN = / \/ (?=")/;
  /** PARTS matches a part of content: a string, a quotation mark, or a function, whose strings are not text. */
  const PARTS = /"((?:[^"\\]|\\.)*)"|\b(open|close)-quote|[\w-]+\((?:"(?:[^"\\]|\\.)*"|[^()"]|\([^()]*\))*\)/g;

  /** @param {string} content @returns {string} */
  function stringsIn(content) {
    let out = '';
    for (const [, string, quote] of content.matchAll(PARTS)) {
      out += quote ? (quote === 'open' ? '“' : '”') : (string ?? '').replace(/\\(.)/g, '$1');
    }
    return out;
  }

  /** @param {string} text @param {string} transform of its style @returns {string} text in the letters that a person sees */
  function cased(text, transform) {
    switch (transform) {
      case 'uppercase':
        return text.toUpperCase();
      case 'lowercase':
        return text.toLowerCase();
      case 'capitalize':
        return text.replace(WORD_START, (letter) => letter.toUpperCase());
    }
    return text;
  }
  const WORD_START = /(?<![\p{L}\p{N}'’])\p{L}/gu;

  return { refresh, underMouse, around, cased };
}

Cairn.generated ??= makeGenerated();

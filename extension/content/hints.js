'use strict';
// What an element without a name is called in the page's code: words of its icon,
// its id and its classes. A person sees a picture there; a reader has nothing else.

function makeHints() {
  const { dom, ids } = Cairn;
  const { clip, fold } = Cairn.text;

  const HINT_MAX = 40;
  const WORDS_MAX = 3;
  const WORD_MAX = 24; // characters
  const CLASSES_MAX = 5; // who sets more names looks, not things

  const GIVEN = ['data-action', 'data-act', 'data-command', 'data-icon', 'id', 'name'];
  const PICTURE = 'svg, i, img, [class*="icon" i]';
  const WORD = /^[a-z]{2,}(?:[-_]+[a-z]+)*$/i;
  /** What icon sets put before the word. */
  const SET = /^(?:fa|icon|glyphicon|bi|mdi|ti|ri|bx|lucide|octicon|codicon|pi)[-_]+/i;
  const SAYS_NOTHING = new Set(['active', 'bi', 'btn', 'button', 'clickable', 'fa', 'fab', 'fal', 'far', 'fas', 'glyphicon', 'icon', 'icons', 'item', 'link', 'lucide', 'mdi', 'outline', 'primary', 'secondary', 'svg', 'ti']);

  /** @param {Element} el @returns {string} a few words, '' where the code says nothing either */
  function of(el) {
    /** @type {Set<string>} */
    const words = new Set();
    const add = (/** @type {string | null} */ value) => {
      for (const token of fold(value).split(' ')) {
        const word = token.replace(SET, '');
        if (words.size < WORDS_MAX && word.length <= WORD_MAX && WORD.test(word) && !SAYS_NOTHING.has(word.toLowerCase()) && !ids.looksGenerated(word)) words.add(word);
      }
    };
    for (const attribute of GIVEN) add(dom.attr(el, attribute));
    const picture = dom.one(el, PICTURE);
    if (picture) {
      for (const attribute of GIVEN) add(dom.attr(picture, attribute));
      add(classesOf(picture));
      const drawing = dom.one(picture, 'use');
      if (drawing) add((dom.attr(drawing, 'href') ?? dom.attr(drawing, 'xlink:href') ?? '').split('#').pop() ?? '');
    }
    add(classesOf(el));
    const around = dom.parentElement(el);
    if (around && dom.elementCount(around) === 1) add(classesOf(around)); // it wraps el
    return clip([...words].join(' '), HINT_MAX);
  }

  /** @param {Element} el @returns {string} what is above the cell of a table that el is, or is in */
  function columnOf(el) {
    const cell = dom.nearest(el, 'td');
    const table = cell && dom.nearest(cell, 'table');
    if (!(cell instanceof HTMLTableCellElement && table instanceof HTMLTableElement)) return '';
    const head = table.tHead?.rows[0]?.cells[cell.cellIndex];
    return head ? clip(fold(dom.text(head)), HINT_MAX) : '';
  }

  /** @param {Element} el @returns {string} */
  function classesOf(el) {
    const classes = fold(dom.attr(el, 'class'));
    return classes.split(' ').length <= CLASSES_MAX ? classes : '';
  }

  return { of, columnOf };
}

Cairn.hints ??= makeHints();

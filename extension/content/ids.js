'use strict';
// Which ids a program made up. Counters, hashes and the marks of frameworks' id
// makers change from load to load; a word with a digit in it does not. In one
// visit nobody can see an id change, so what looks random or counted is left
// out, and what changes all the same is told from visit to visit by the names
// that the element had (shared/prior).

function makeIds() {
  const LONGEST = 60; // names that people write are shorter

  /** Marks of id makers that no author writes: React's useId, Aura, JSF. */
  const MARKS = /[:;«»{}]|^_r_|^\d/;

  /** Libraries that number their elements: the rest of such an id is a counter. */
  const NUMBERED =
    /^_*(radix|headlessui|mui|react-aria|react-select|rc|ember|ext-(gen|comp|element)|x-auto|yui|gwt|isc|dijit|dojox?|widget|el-id|cdk|mat|mdc|ng|pn_id|pr_id|pv_id|bvid|downshift|floating-ui|reach|reakit|ariakit|chakra|ui-id|select2|j_id|j_idt|uid|uuid|guid|auto|generated|tmp|lgcl|globalId)[-_:]*(?=.*\d)/i;

  /** Words that say what kind of thing an element is; with a number they say its position. */
  const KINDS = new Set([
    'a', 'accordion', 'box', 'btn', 'button', 'card', 'cell', 'checkbox', 'col', 'column', 'combobox', 'container', 'content', 'dialog', 'div', 'dropdown', 'el', 'element', 'field', 'form',
    'grid', 'group', 'header', 'icon', 'id', 'img', 'inner', 'input', 'item', 'label', 'li', 'link', 'list', 'listbox', 'listitem', 'menu', 'menuitem', 'modal', 'node', 'option',
    'panel', 'popover', 'popup', 'radio', 'region', 'row', 'select', 'slide', 'span', 'svg', 'tab', 'table', 'tabpanel', 'td', 'text', 'textarea', 'textfield', 'toggle', 'tooltip', 'tr', 'trigger', 'wrapper',
  ]);

  const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{6,}$/i;
  const LONG_NUMBER = /^\d{3,}|\d{3,}$/; // a record's number or a counter; three digits within a word are a part of it
  const NO_VOWEL = /^[^aeiouy\d]{6,}$/i;
  const CHANCE = 2.5; // letters of a piece, on the average, below which pieces are no words

  /** @param {string} id @returns {boolean} whether a program made this id up, as far as can be told */
  function looksGenerated(id) {
    if (id.length > LONGEST || MARKS.test(id) || NUMBERED.test(id)) return true;
    const parts = id.split(/[-_.\s]+/).filter(Boolean);
    return parts.some(random) || counted(parts);
  }

  /** @param {string} part of an id, between its separators @returns {boolean} */
  function random(part) {
    if (/[^\u0000-\u007f]/.test(part)) return false; // words of other scripts
    if (HEX.test(part) || LONG_NUMBER.test(part)) return true;
    const letters = part.replace(/\d+/g, '');
    if (letters.length > 5 && NO_VOWEL.test(letters)) return true;
    const runs = part.match(/[a-z]+/gi) ?? [];
    if ((part.match(/\d+/g) ?? []).length > 1 && mean(runs) < CHANCE) return true;
    const words = letters.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
    return words.length > 2 && mean(words) < CHANCE;
  }

  /** @param {string[]} pieces @returns {number} their mean length */
  function mean(pieces) {
    return pieces.reduce((sum, piece) => sum + piece.length, 0) / Math.max(1, pieces.length);
  }

  /** @param {string[]} parts of an id @returns {boolean} whether it is a kind of thing and a number, which is a position */
  function counted(parts) {
    const words = parts.flatMap((part) => part.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []);
    return /\d/.test(parts.join('')) && words.every((word) => word.length === 1 || KINDS.has(word.toLowerCase()));
  }

  return { looksGenerated };
}

Cairn.ids ??= makeIds();

'use strict';
// Secrets that are lists without a label: one-time codes of one make, and the
// words of a seed phrase of any language, each an element of its own.
// Reference: codelists.go of package shared/redact.

/**
 * @param {RedactRules} rules
 * @param {Pick<ReturnType<typeof makeRedactChecks>, 'kindsOf' | 'changes' | 'surprise'> & { isPhrase: (s: string) => boolean }} tests
 */
function makeRedactLists(rules, { kindsOf, changes, surprise, isPhrase }) {
  const { mark } = rules;
  const { remembered } = Cairn;
  const CODE_LIST_MIN = 3;
  const CODE_PREFIX = 3;

  /** @param {string[]} list @returns {string[]} */
  function scrub(list) {
    return phraseCells(codeLists(list));
  }

  /** @param {string[]} list @returns {string[]} */
  function codeLists(list) {
    const out = [...list];
    for (let i = 0; i < out.length; ) {
      let kind = '';
      let n = 0;
      for (; i + n < out.length; n++) {
        if (out[i + n] === mark || (n > 0 && ordinal(out[i + n]))) continue;
        const made = makeOf(out[i + n]);
        if (made === '' || (kind !== '' && made !== kind)) break;
        kind = made;
      }
      if (n >= CODE_LIST_MIN && codesByChance(out.slice(i, i + n))) {
        for (let j = i; j < i + n; j++) if (!ordinal(out[j])) out[j] = mark;
      }
      i += Math.max(n, 1);
    }
    return out;
  }

  /** @param {string} name @returns {boolean} whether it is the number of another */
  function ordinal(name) {
    return name.length < 4 && /^[0-9]{1,2}[.)]?$/.test(name);
  }

  /** How a code is made, '' for what is none. */
  const makeOf = remembered((name) => {
    const s = unnumbered(name);
    return /^[A-Za-z0-9][A-Za-z0-9-]{5,39}$/.test(s) ? s.replace(/[A-Za-z0-9]/g, 'x') : '';
  });

  /** @param {string} s @returns {string} without "1. " or "12) " before it */
  function unnumbered(s) {
    return s.replace(/^[0-9]{1,3}[.)] */, '');
  }

  /** @param {string[]} names @returns {boolean} */
  function codesByChance(names) {
    const seen = new Set();
    let odd = 0;
    let prefix = '';
    for (const name of names) {
      if (name === mark || ordinal(name)) continue;
      const s = unnumbered(name);
      if (seen.has(s)) return false;
      seen.add(s);
      if (seen.size === 1) prefix = s;
      while (!s.startsWith(prefix)) prefix = prefix.slice(0, -1);
      const k = kindsOf(s);
      if ((k.digits > 0 && k.upper + k.lower > 0 && changes(s) >= 2) || (k.digits === 0 && surprise(s, false) >= rules.chance.group)) odd++;
    }
    return odd > 0 && odd * 3 >= seen.size * 2 && (prefix.length < CODE_PREFIX || seen.size === 1);
  }

  /** @param {string[]} list @returns {string[]} */
  function phraseCells(list) {
    const out = [...list];
    for (let i = 0; i < out.length; ) {
      let n = 0;
      let numbered = 0;
      let wide = false;
      while (i + n < out.length && isCell(out[i + n])) {
        const word = unnumbered(out[i + n]);
        if (word !== out[i + n]) numbered++;
        wide ||= /[\u0080-\uffff]/.test(word);
        n++;
      }
      if (n >= rules.seed.minWords && (wide || numbered === n) && isPhrase(out.slice(i, i + n).map(unnumbered).join(' '))) out.fill(mark, i, i + n);
      i += Math.max(n, 1);
    }
    return out;
  }

  /** Whether a name is one word, numbered or not. */
  const isCell = remembered((name) => cellWord(unnumbered(name)));

  /** @param {string} s @returns {boolean} whether it is one word without a capital */
  function cellWord(s) {
    return s !== '' && s.length <= 36 && /^(?:[a-z]|[\u0080-\uffff])+$/.test(s) && !/[\s\p{Lu}]/u.test(s);
  }

  return { scrub };
}

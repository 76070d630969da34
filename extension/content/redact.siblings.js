'use strict';
// What is a secret only by its company: a value behind a label that says that one
// follows. Reference: siblings.go of package shared/redact.

/**
 * @param {RedactRules} rules
 * @param {Pick<ReturnType<typeof makeRedactChecks>, 'kindsOf' | 'checks' | 'surprise'>
 *   & Pick<ReturnType<typeof makeRedactChance>, 'groupsByChance'>
 *   & { sensitive: (...names: string[]) => boolean, nameTokens: (name: string) => string[] }} tests
 */
function makeRedactSiblings(rules, { kindsOf, checks, surprise, groupsByChance, sensitive, nameTokens }) {
  const { mark, labels } = rules;
  const { label } = rules.chance;

  /** How many values a label of each kind may have. @type {Record<string, number>} */
  const MOST = { secret: 1, code: 10, codes: 40, phrase: 33 };

  /** @param {string[]} list @returns {string[]} */
  function scrub(list) {
    const out = [...list];
    for (let i = 0; i + 1 < out.length; i++) {
      // What follows is a phrase of words in upper and lower case: no value.
      if (out[i + 1].includes(' ') && /[A-Z]/.test(out[i + 1]) && /[a-z]/.test(out[i + 1])) continue;
      const kind = knownKind(out[i]);
      const n = kind ? valuesOf(kind, out.slice(i + 1, i + 1 + MOST[kind])) : 0;
      for (let j = i + 1; j <= i + n; j++) if (out[j] !== '') out[j] = mark;
      i += n;
    }
    return out;
  }

  /** The same names come with every look. @type {Map<string, string>} */
  const kinds = new Map();
  const KINDS_MAX = 4000;

  /** @param {string} name @returns {string} labelOf(name), remembered */
  function knownKind(name) {
    let kind = kinds.get(name);
    if (kind === undefined) {
      if (kinds.size >= KINDS_MAX) kinds.clear();
      kind = labelOf(name);
      kinds.set(name, kind);
    }
    return kind;
  }

  /** @param {string} name @returns {string} the kind of label it is, '' for none */
  function labelOf(name) {
    if (name === '' || name.length > labels.max || name.startsWith(mark)) return '';
    const tokens = new Set(nameTokens(name));
    const has = (/** @type {string[]} */ words) => words.some((w) => tokens.has(w));
    if (tokens.has('codes') && has(labels.codes)) return 'codes';
    if (has(labels.phrases) && !has(labels.noPhrases)) return 'phrase';
    const secret = sensitive(name);
    if (has(labels.numbers) || (tokens.has('code') && has(labels.codeBeside)) || (has(labels.fields) && secret)) return 'code';
    return secret ? 'secret' : '';
  }

  /** @param {string} kind @param {string[]} rest @returns {number} how many of rest, from its beginning, the label is of */
  function valuesOf(kind, rest) {
    let n = rest.findIndex((s) => !isValue(kind, s));
    if (n < 0) n = rest.length;
    if (n > 0 && n < 4 && rest[0].length === 1) return 0; // a digit or two are anything
    if (kind === 'phrase' && n > 1 && n < 6) return 0;
    return n;
  }

  /** @param {string} kind @param {string} s @returns {boolean} */
  function isValue(kind, s) {
    if (s === mark) return false;
    const k = kindsOf(s);
    const letters = k.upper + k.lower;
    if (kind === 'code') return codeValue(s, k) || (!s.includes(' ') && k.digits > 0 && checks.labelled(s));
    if (kind === 'codes') {
      if (codeValue(s, k)) return true;
      if (s.length > 24 || s.split(' ').length > 2 || k.digits + letters < 6) return false;
      return (k.digits > 0 && letters > 0) || letters === 0 || (k.upper === 0 && surprise(s, false) >= label * 3);
    }
    if (kind === 'phrase' && k.upper === 0 && k.digits === 0 && letters >= Math.trunc((s.length * 4) / 5)) {
      const words = s.split(/\s+/).filter(Boolean).length;
      if (words >= 4 || s.split('-').length > 2 || (words === 1 && s.length >= 3 && s.length <= 12)) return true;
    }
    return labelledValue(s);
  }

  /** @param {string} s @returns {boolean} one word that is none, or groups by chance */
  function labelledValue(s) {
    const spaces = s.split(' ').length - 1;
    if (spaces) {
      return s.length <= 80 && (groupsByChance(s) || (surprise(s, false) >= 3 * label && s.toLowerCase() === s)) && spaces * 9 >= s.length - 9;
    }
    return s.length >= 5 && s.length <= 512 && (checks.labelled(s) || (kindsOf(s).lower === s.length && surprise(s, false) >= label * 2));
  }

  /** @param {string} s @param {ReturnType<typeof kindsOf>} k @returns {boolean} digits, in groups or not, up to a card's */
  function codeValue(s, k) {
    return /^[0-9 -]{1,23}$/.test(s) && (k.digits === 1 || k.digits >= 3);
  }

  return { scrub };
}

'use strict';
// What is a secret only by its company: a value behind a label that says that one
// follows. Reference: siblings.go of package shared/redact.

/**
 * @param {RedactRules} rules
 * @param {Pick<ReturnType<typeof makeRedactChecks>, 'kindsOf' | 'checks' | 'surprise'>
 *   & Pick<ReturnType<typeof makeRedactChance>, 'groupsByChance'>
 *   & Pick<ReturnType<typeof makeRedactChecks>, 'changes' | 'namePart'>
 *   & { sensitive: (...names: string[]) => boolean, nameTokens: (name: string) => string[], text: (s: string) => string, callsRules: (s: string) => boolean }} tests
 */
function makeRedactSiblings(rules, { kindsOf, changes, checks, namePart, surprise, groupsByChance, sensitive, nameTokens, text, callsRules }) {
  const { mark, labels } = rules;
  const { remembered } = Cairn;
  const { label } = rules.chance;

  /** How many values a label of each kind may have. @type {Record<string, number>} */
  const MOST = { secret: 1, code: 10, codes: 40, phrase: 33 };

  /** @param {string[]} list @returns {string[]} */
  function scrub(list) {
    const out = [...list];
    for (let i = 0; i + 1 < out.length; i++) {
      // What follows is a phrase of words in upper and lower case: no value.
      if (isWords(out[i + 1]) && !numbered(out[i], out[i + 1])) continue;
      const kind = labelOf(out[i]);
      const n = (kind && valuesOf(kind, out.slice(i + 1))) || (saidBefore(out[i], out[i + 1]) ? 1 : 0);
      for (let j = i + 1; j <= i + n; j++) if (out[j] !== '') out[j] = mark;
      i += n;
    }
    return out;
  }

  const isWords = remembered((s) => s.includes(' ') && /[A-Z]/.test(s) && /[a-z]/.test(s));

  const LABEL_DIGITS = 2; // that are a label's own: Address line 2

  /** @param {string} name @param {string} value @returns {boolean} whether a phrase with digits may be what a name says: one that calls for a rule and is not full of digits itself, as in lists of such phrases */
  function numbered(name, value) {
    return /[0-9]/.test(value) && kindsOf(name).digits <= LABEL_DIGITS && says(name);
  }

  /** @param {string} name @param {string} value @returns {boolean} whether both, said in one string, would be a secret */
  function saidBefore(name, value) {
    if (name.length > labels.max || value.length < 4 || value.length > labels.max || value === mark || value.endsWith(':') || !isLabel(name, value)) return false;
    return !scrubbed(`${name.replace(/[: ]+$/, '')}: ${value}`).includes(value);
  }

  /** @param {string} name @param {string} value @returns {boolean} whether it may say what the other is: it calls for a rule, or only the other has digits */
  function isLabel(name, value) {
    return says(name) || (kindsOf(value).digits > 2 && kindsOf(name).digits === 0);
  }

  const says = remembered(callsRules);
  const scrubbed = remembered(text);

  /** The kind of label a name is, '' for none. */
  const labelOf = remembered((name) => {
    if (name === '' || name.length > labels.max || name.startsWith(mark)) return '';
    const lower = name.toLowerCase();
    if (labels.backups.some((w) => lower.includes(w))) return 'codes';
    const tokens = new Set(nameTokens(name));
    const [first, second] = nameTokens(name);
    if (nameTokens(name).length === 2 && labels.words.includes(first) && /^[0-9]/.test(second)) return 'phrase';
    const has = (/** @type {string[]} */ words) => words.some((w) => tokens.has(w));
    if (tokens.has('codes') && has(labels.codes)) return 'codes';
    if (has(labels.phrases) && !has(labels.noPhrases)) return 'phrase';
    const secret = sensitive(name);
    if (has(labels.numbers) || (tokens.has('code') && has(labels.codeBeside)) || (has(labels.fields) && secret)) return 'code';
    return secret ? 'secret' : '';
  });

  /** @param {string} kind @param {string[]} rest @returns {number} how many of rest, from its beginning, the label is of */
  function valuesOf(kind, rest) {
    let n = 0;
    while (n < rest.length && n < MOST[kind] && (rest[n] === mark || isValue(kind, rest[n]))) n++;
    while (kind === 'secret' && n > 0 && n < rest.length && n < MOST_PARTS && (rest[n] === mark || partLike(rest[n]))) n++;
    if (n > 0 && n < 4 && rest[0].length === 1) return 0; // a digit or two are anything
    if (kind === 'phrase' && n > 1 && n < 6) return 0;
    return n;
  }

  const MOST_PARTS = 16; // that one secret may be spread over

  /** @param {string} s @returns {boolean} whether it may be a further part of a secret: one word of letters and digits that is none */
  function partLike(s) {
    const k = kindsOf(s);
    if (s.length < 4 || k.digits + k.upper + k.lower !== s.length || k.upper + k.lower === 0) return false;
    return (k.digits > 0 && !namePart(s)) || (k.upper > 0 && k.lower > 0 && changes(s) > 0 && surprise(s, false) > 0);
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
      return s.length <= 80 && (groupsByChance(s) || (2 * kindsOf(s).lower > s.length && surprise(s, false) >= 3 * label && s.toLowerCase() === s)) && spaces * 9 >= s.length - 9;
    }
    const k = kindsOf(s);
    if (k.digits >= 6 && k.upper + k.lower === 0 && s.length <= 23) return true; // a number in groups
    return s.length >= 5 && s.length <= 512 && (checks.labelled(s) || (kindsOf(s).lower === s.length && surprise(s, false) >= label * 2));
  }

  /** @param {string} s @param {ReturnType<typeof kindsOf>} k @returns {boolean} digits, in groups or not, up to a card's */
  function codeValue(s, k) {
    return /^[0-9 -]{1,23}$/.test(s) && (k.digits === 1 || k.digits >= 3);
  }

  return { scrub };
}

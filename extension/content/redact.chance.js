'use strict';
// What no rule knows and nobody can have written: tokens that stand as if made by
// chance, alone, in groups, or with signs in them as passwords have. Reference:
// chance.go of package shared/redact.

/**
 * @param {RedactRules} rules
 * @param {Pick<ReturnType<typeof makeRedactChecks>, 'kindsOf' | 'beginAlike' | 'fewKinds' | 'isHex' | 'mostlyWords' | 'namePart' | 'nameParts' | 'oddParts' | 'surprise' | 'years'> & Pick<ReturnType<typeof makeRedactFold>, 'alphabet' | 'spared'>} tests
 */
function makeRedactChance(rules, { kindsOf, beginAlike, fewKinds, isHex, mostlyWords, namePart, nameParts, oddParts, surprise, years, alphabet, spared }) {
  const c = rules.chance;
  const { mark } = rules;
  const SPACED_MIN = 12; // characters one by one that may be a secret

  /** @param {string} s @returns {boolean} */
  function chance(s) {
    const bare = s.replace(/=+$/, '');
    const k = kindsOf(bare);
    const letters = k.upper + k.lower;
    const n = letters + k.digits;
    if (letters < 2 || n < c.run || (s.length === 42 && s.startsWith('0x') && isHex(s.slice(2))) || fewKinds(bare)) return false;
    if (isHex(bare)) return n >= c.long && k.digits >= 2;
    if (bare.startsWith('0x') && isHex(bare.slice(2))) return n > c.pointer;
    if (bare.length < s.length && s.length % 4 === 0 && !/[-_]/.test(bare)) return surprise(bare, false) >= c.label;
    if (mostlyWords(bare)) return false;
    const odd = oddParts(bare);
    if (odd.n < c.parts || odd.score < c.each * odd.n) return false;
    if (odd.digits === 0 && (odd.upper === 0 || odd.lower === 0)) return odd.n >= 14 && odd.score >= c.alpha;
    return odd.score >= (odd.n >= c.long ? c.far : c.mixed);
  }

  /** @param {string} s @returns {boolean} whether a word is a password with signs in it */
  function signed(s) {
    const k = kindsOf(s);
    if (k.odd === 0 || s.length < 8 || s.length > 64 || k.digits === 0 || k.upper === 0 || k.lower === 0 || /[/()[\]{}<>`";,|\\:]/.test(s)) return false;
    const at = s.indexOf('@');
    if (at > 0 && s.indexOf('.', at) >= 0) return false; // mail
    if (s.startsWith('U+') || (s[0] === '@' && k.odd === 1)) return false; // a character, somebody's name
    if (s.split('+').length - 1 === k.odd && nameParts(s)) return false; // LGPLv3+_or_GPLv2+
    const bare = s.replace(/[+=]+$/, ''); // LGPLv2.1+
    return kindsOf(bare).odd > 0 && s.split('%').length <= 2 && surprise(bare, true) >= c.signs;
  }

  /** @param {string} s @returns {string} */
  function scrubChance(s) {
    return s.replace(/[A-Za-z0-9_+/-]+={0,2}/g, (whole, at) => {
      const next = s[at + whole.length];
      // Followed by anything else, it is not padded but assigned.
      const token = next === undefined || next <= ' ' || '"\'`,;&).<'.includes(next) ? whole : whole.replace(/=+$/, '');
      if ((token === mark.slice(1, -1) && s[at - 1] === '[') || !chance(token) || spared(s, at, at + token.length)) return whole;
      return mark + whole.slice(token.length);
    });
  }

  /** @param {string} s @returns {string} */
  function scrubSigned(s) {
    return s.replace(/[^\u0000-\u0020]+/g, (whole, at) => {
      const head = /^[([{'"]*/.exec(whole)?.[0] ?? '';
      const tail = /[.,;:!?)'"\]}]*$/.exec(whole)?.[0] ?? '';
      if (head.length + tail.length >= whole.length) return whole;
      const word = whole.slice(head.length, whole.length - tail.length);
      return signed(word) && !spared(s, at + head.length, at + head.length + word.length) ? head + mark + tail : whole;
    });
  }

  /** @param {string} s @returns {string} without runs of equally long groups that stand as if made by chance */
  function scrubGroups(s) {
    let out = '';
    let done = 0;
    let first = 0;
    let count = 0;
    let length = 0;
    let lastEnd = -2;
    const flush = () => {
      if (count >= c.groupsMin && count * length >= c.groupsChars && groupsByChance(s.slice(first, lastEnd)) && !spared(s, first, lastEnd)) {
        out += s.slice(done, first) + mark;
        done = lastEnd;
      }
      count = 0;
    };
    for (const match of s.matchAll(/[A-Za-z0-9]+/g)) {
      const lo = match.index;
      const n = match[0].length;
      const joined = lo === lastEnd + 1 && (s[lo - 1] === ' ' || s[lo - 1] === '-') && n === length;
      if (!joined) flush();
      if (n >= c.groupMin && n <= c.groupMax) {
        if (count === 0) [first, length] = [lo, n];
        count++;
        lastEnd = lo + n;
      }
    }
    flush();
    return done ? out + s.slice(done) : s;
  }

  /** @param {string} s @returns {boolean} */
  function groupsByChance(s) {
    const k = kindsOf(s);
    if (k.upper + k.lower === 0) return k.digits >= 24 && !years(s);
    if (fewKinds(s) || oneGroup(s) || beginAlike(s)) return false;
    const parts = s.split(/[ -]/);
    const score = surprise(s, false);
    if (k.digits === 0) return k.upper + k.lower >= c.long && (parts.length === 1 || parts[0].length > c.groupMin) && score >= c.groupAlpha;
    const odd = parts.filter((part) => part && (!namePart(part) || (isHex(part) && k.upper + k.lower !== part.length))).length;
    const first = s.search(/[ -]/);
    const capitals = k.lower === 0 && first * c.groupsMin < s.length - first; // more groups than the fewest
    return score >= 2 * c.group || ((odd > 1 || capitals) && score >= c.group);
  }

  /** @param {string} s @returns {boolean} whether all its groups are the same */
  function oneGroup(s) {
    const i = s.search(/[ -]/);
    return i > 0 && s.slice(0, i + 1).repeat(Math.trunc(s.length / (i + 1)) + 1).slice(0, s.length) === s;
  }

  /** @param {string} s @returns {string} without runs of single characters, the same space or hyphen between each two, that stand as if made by chance */
  function scrubSpaced(s) {
    return s.replace(/(?<![A-Za-z0-9])[A-Za-z0-9](?:( |-)[A-Za-z0-9])(?:\1[A-Za-z0-9](?![A-Za-z0-9]))+/g, (whole) => {
      const run = whole.replace(/[ -]/g, '');
      return run.length >= SPACED_MIN && /[0-9]/.test(run) && /[A-Za-z]/.test(run) && chance(run) && !alphabet(run) ? mark : whole;
    });
  }

  /** @param {string} input @param {{ run: number, digits: number, singles: number }} traits @returns {string} */
  function scrub(input, { run, digits, singles }) {
    let s = input;
    if (run >= c.run) s = scrubChance(s);
    if (digits > 0 && /[!@#$%^&*+=~?]/.test(s)) s = scrubSigned(s);
    if (s.length >= c.groupsChars + c.groupsMin - 1) s = scrubGroups(s);
    if (singles >= SPACED_MIN) s = scrubSpaced(s);
    return s;
  }

  return { scrub, chance, groupsByChance };
}

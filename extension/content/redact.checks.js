'use strict';
// The named tests of redaction rules: what a pattern found counts as a secret
// only if it passes. They look at ASCII alone. Reference: checks.go of package
// shared/redact.

function makeRedactChecks() {
  /** @type {Record<string, (s: string) => boolean>} */
  const checks = { luhn, iban, secretish, mixed, dense, random, digits5, digits20, keylike, labelled, word, mixedOrLong, official, bytes };
  const chance = /** @type {RedactRules} */ (cairnRedactRules).chance;
  const PAIR_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const SIGNS = '!@#$%^&*+=~?';

  /** @param {string} s 13 to 19 digits of a card issuer with the right check digit @returns {boolean} */
  function luhn(s) {
    const digits = s.replace(/\D/g, '');
    if (digits.length < 13 || digits.length > 19 || digits < '2' || digits >= '7') return false;
    let sum = 0;
    for (let i = 0; i < digits.length; i++) {
      let d = Number(digits[digits.length - 1 - i]);
      if (i % 2 === 1) {
        d *= 2;
        if (d > 9) d -= 9;
      }
      sum += d;
    }
    return sum % 10 === 0;
  }

  /** @param {string} spaced @returns {boolean} whether the remainder of ISO 7064 (97) is 1 */
  function iban(spaced) {
    const s = spaced.replaceAll(' ', '');
    if (s.length < 15 || s.length > 34) return false;
    let rest = 0;
    for (let i = 0; i < s.length; i++) {
      const c = s.charCodeAt((i + 4) % s.length);
      rest = c >= 48 && c <= 57 ? (rest * 10 + c - 48) % 97 : (rest * 100 + c - 65 + 10) % 97;
    }
    return rest === 1;
  }

  /** @param {string} s what stands after "password:" and is no plain word, number or amount @returns {boolean} */
  function secretish(s) {
    if (s.includes('REDACTED')) return false;
    const bare = s.replace(/[.!?)\]}:]+$/, '');
    if (bare.length < 4) return false;
    const k = kindsOf(bare);
    const innerUpper = k.upper > 0 && k.lower > 0 && /[A-Z]/.test(bare.slice(1));
    return (
      (k.digits > 0 && k.upper + k.lower > 0) ||
      (k.odd > 0 && k.upper + k.lower + k.digits >= 4) ||
      (innerUpper && bare.length >= 8) ||
      (k.digits === bare.length && bare.length >= 6)
    );
  }

  /** @param {string} s @returns {boolean} letters and at least two digits */
  function mixed(s) {
    const k = kindsOf(s);
    return k.digits >= 2 && k.upper + k.lower >= 2;
  }

  /** @param {string} s @returns {boolean} a code in groups, letters and digits alternating often */
  function dense(s) {
    const k = kindsOf(s);
    return k.digits >= 2 && k.upper + k.lower >= 3 && (changes(s) >= 4 || surprise(s, false) >= chance.group * 2);
  }

  /** @param {string} s @returns {boolean} characters of different kinds following each other as by chance */
  function random(s) {
    const k = kindsOf(s);
    const letters = k.upper + k.lower;
    // The public address of a wallet names a place.
    if (k.digits < 2 || letters < 2 || (s.length === 42 && s.startsWith('0x') && isHex(s.slice(2)))) return false;
    return (s.length >= 24 && isHex(s)) || changes(s) * 100 >= 30 * (k.digits + letters);
  }

  /** @param {string} s @returns {boolean} base64 of a key of 30 bytes */
  function keylike(s) {
    const k = kindsOf(s);
    return k.digits >= 1 && k.upper >= 8 && k.lower >= 5 && changes(s) >= 8;
  }

  /** @param {string} s @returns {boolean} */
  function digits5(s) {
    return kindsOf(s).digits >= 5;
  }

  /** @param {string} s @returns {boolean} */
  function digits20(s) {
    return kindsOf(s).digits >= 20 && !years(s);
  }

  /** @param {string} s @returns {boolean} whether every group of s is a year */
  function years(s) {
    return s
      .split(/[ -]/)
      .filter(Boolean)
      .every((g) => g.length === 4 && (g.startsWith('19') || g.startsWith('20')));
  }

  /** @param {string} whole what stands behind a label of secrets and is no word @returns {boolean} */
  function labelled(whole) {
    const s = whole.replace(/[.!?)\]}:;]+$/, '');
    const k = kindsOf(s);
    if (secretish(s)) return k.digits > 0 || k.odd > 0 || surprise(s, false) >= chance.label;
    if (s.length < 4 || s.includes('REDACTED')) return false;
    if ((s.match(/[-_.]/g) ?? []).length >= 2 && s.length >= 12) return true;
    const letters = k.upper + k.lower;
    return letters >= 6 && letters + k.digits === s.length && surprise(s, false) >= chance.labelAlpha;
  }

  /** @param {string} s @returns {boolean} whether it is a word that may be a password */
  function word(s) {
    const k = kindsOf(s);
    return k.lower + k.digits >= 5 && k.upper === 0;
  }

  /** @param {string} s @returns {boolean} digits above all, and no word among them */
  function official(s) {
    const k = kindsOf(s);
    return !/[A-Za-z]{5}/.test(s) && k.digits >= 5 && k.upper + k.lower <= k.digits;
  }

  /** @param {string} s @returns {boolean} a code of several groups, or one of letters and digits */
  function mixedOrLong(s) {
    const k = kindsOf(s);
    return k.digits + k.upper >= 8 && (k.digits >= 2 || s.split('-').length > 2);
  }

  /** @param {string} s @returns {boolean} numbers from 0 to 255, or pairs of hex digits */
  function bytes(s) {
    const parts = s
      .split(/[ ,:;]/)
      .filter(Boolean)
      .map((part) => part.replace(/^0x/, '').replace(/^0X/, ''));
    const hex = parts.every((part) => /^[0-9a-fA-F]{2}$/.test(part));
    const small = parts.every((part) => /^[0-9]{0,3}$/.test(part) && (part.length < 3 || part <= '255'));
    return parts.length >= 16 && (hex || (small && !ascending(s)));
  }

  /** @param {string} s @returns {boolean} whether its numbers only grow, as in a list of pages */
  function ascending(s) {
    const numbers = (s.match(/[0-9]+/g) ?? []).map(Number);
    return numbers.every((n, i) => i === 0 || n >= numbers[i - 1]);
  }

  /**
   * How much less likely s is as a word or name of people than as the work of
   * chance, in quarters of a bit.
   * @param {string} s
   * @param {boolean} signed whether a sign is a kind of its own
   * @returns {number}
   */
  function surprise(s, signed) {
    let score = 0;
    let n = 0;
    let last = '';
    let run = 0;
    let before = 26;
    let prev = '';
    const seen = new Set();
    for (const c of s) {
      const kind = c >= '0' && c <= '9' ? 'digit' : c >= 'A' && c <= 'Z' ? 'upper' : c >= 'a' && c <= 'z' ? 'lower' : signed && SIGNS.includes(c) ? 'sign' : '';
      if (!kind) {
        [last, run, before, prev] = ['', 0, 26, c];
        continue;
      }
      if (kind !== 'sign') seen.add(kind);
      n++;
      const capital = kind === 'lower' && last === 'upper' && run === 1;
      if (kind !== last) {
        if (last && !capital) score += chance.turn;
        if (!capital) before = 26;
        run = 0;
      }
      run++;
      last = kind;
      const small = c.toLowerCase();
      if (kind === 'upper' || kind === 'lower') {
        const letter = small.charCodeAt(0) - 97;
        if (small !== prev) score += PAIR_DIGITS.indexOf(chance.pairs[before * 26 + letter]) - chance.pair;
        before = letter;
      }
      prev = small;
    }
    if (seen.size === 3) return score - chance.three * n;
    return seen.size === 2 ? score - chance.kinds * n : score;
  }

  /** @param {string} s @returns {boolean} */
  function isHex(s) {
    return /^[0-9a-fA-F]+$/.test(s);
  }

  /** @param {string} s @returns {{ digits: number, upper: number, lower: number, odd: number }} characters by kind; odd occur in passwords rather than in prose */
  function kindsOf(s) {
    const k = { digits: 0, upper: 0, lower: 0, odd: 0 };
    for (const c of s) {
      if (c >= '0' && c <= '9') k.digits++;
      else if (c >= 'A' && c <= 'Z') k.upper++;
      else if (c >= 'a' && c <= 'z') k.lower++;
      else if ('!@#$%^&*+=~?'.includes(c)) k.odd++;
    }
    return k;
  }

  /** @param {string} s @returns {number} neighbours of different kind; the small letter after a word's one capital is no change */
  function changes(s) {
    let n = 0;
    let last = '';
    let run = 0;
    for (const c of s) {
      const kind = c >= '0' && c <= '9' ? 'digit' : c >= 'A' && c <= 'Z' ? 'upper' : c >= 'a' && c <= 'z' ? 'lower' : '';
      if (!kind) continue;
      if (kind === last) {
        run++;
        continue;
      }
      if (last && !(kind === 'lower' && last === 'upper' && run === 1)) n++;
      last = kind;
      run = 1;
    }
    return n;
  }

  return { kindsOf, changes, checks, isHex, surprise, years };
}

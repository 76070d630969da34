'use strict';
// The named tests of redaction rules: what a pattern found counts as a secret
// only if it passes. They look at ASCII alone. Reference: checks.go of package
// shared/redact.

function makeRedactChecks() {
  /** @type {Record<string, (s: string) => boolean>} */
  const checks = {
    luhn, iban, mixed, dense, random, digits20, keylike, labelled, word, mixedOrLong, official, bytes,
    credential, tokenish, passwordy, codes, caps, coded, paper, filled, phrase: phraseLike,
  };
  const chance = /** @type {RedactRules} */ (cairnRedactRules).chance;
  const PAIR_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const SIGNS = '!@#$%^&*+=~?';

  /** @param {string} s 13 to 19 digits of a card issuer with the right check digit @returns {boolean} */
  function luhn(s) {
    const d = [...s.replace(/\D/g, '')].map(Number);
    return d.length >= 13 && d.length <= 19 && d[0] >= 2 && d[0] <= 6 && doubled(d);
  }

  /** @param {number[]} d @param {number} from the place of the first that is not doubled @returns {number} */
  function doubledFrom(d, from) {
    return d.reduce((sum, v, i) => sum + (i % 2 === from ? v : v > 4 ? 2 * v - 9 : 2 * v), 0) % 10;
  }

  /** @param {number[]} d @returns {boolean} every other digit from the last is doubled (ISO 7812) */
  function doubled(d) {
    return doubledFrom(d, (d.length - 1) % 2) === 0;
  }

  /** @param {string} spaced @returns {boolean} whether the remainder of ISO 7064 (97) is 1 */
  function iban(spaced) {
    const s = spaced.replace(/[ -]/g, '').toUpperCase();
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
    if (k.digits < 1 || k.upper + k.lower < 3 || fewKinds(s) || beginAlike(s)) return false;
    if (!evenGroups(s) && s.split('-').length <= 4 && oddParts(s).n < chance.run) return false;
    return (k.digits >= 2 && changes(s) >= 4) || surprise(s, false) >= chance.group * 2;
  }

  /** @param {string} s @returns {boolean} whether all groups of it are of one length */
  function evenGroups(s) {
    return new Set(s.split(/[ -]/).filter(Boolean).map((part) => part.length)).size <= 1;
  }

  /** @param {string} s @returns {boolean} whether four groups or more begin with the same character, as numbers of characters do, or the first with 0x */
  function beginAlike(s) {
    const parts = s.split(/[ -]/).filter(Boolean);
    return parts.every((part) => part[0] === s[0]) && (parts.length >= 4 || s.startsWith('0x'));
  }

  /** @param {string} s @returns {boolean} whether it is made of so few characters that somebody filled it in */
  function fewKinds(s) {
    return new Set(s).size < 6;
  }

  /** @param {string} s a token @returns {{ n: number, digits: number, upper: number, lower: number, score: number }} those parts of it that are no names */
  function oddParts(s) {
    const parts = s.split(/[-_/+]/).filter(Boolean);
    const hex = parts.filter((part) => part.length >= 4 && isHex(part) && /[0-9]/.test(part)).length;
    const out = { n: 0, digits: 0, upper: 0, lower: 0, score: 0 };
    for (const part of parts) {
      if (namePart(part) && !(hex >= 3 && isHex(part))) continue;
      const k = kindsOf(part);
      out.n += part.length;
      out.digits += k.digits;
      out.upper += k.upper;
      out.lower += k.lower;
      out.score += surprise(part, false);
    }
    return out;
  }

  /** @param {string} s @returns {boolean} whether a part of a token is of people's making: a number, a word, an abbreviation with a number */
  function namePart(s) {
    const letters = s.replace(/^[0-9]+|[0-9]+$/g, '');
    if (letters === '' || (s.length < chance.long && isHex(s))) return true;
    const k = kindsOf(letters);
    if (k.digits > 0 || s.length - letters.length > 5) return false;
    if (letters.length <= 5) return true;
    if (k.upper > 0 && k.lower > 0 && (k.upper > 1 || !/^[A-Z]/.test(letters))) return false;
    return letters.length < 14 && (letters.length === s.length || surprise(letters, false) <= 0);
  }

  /** @param {string} s @returns {boolean} whether half of it or more are words, as in the names of programs */
  function mostlyWords(s) {
    let words = 0;
    for (const [run] of s.matchAll(/[A-Za-z][a-z]*/g)) if (run.length >= 4 && surprise(run, false) <= 0) words += run.length;
    return 2 * words >= (s.match(/[A-Za-z0-9]/g) ?? []).length;
  }

  /** @param {string} whole what stands near a label of secrets @returns {boolean} whether it cannot be a name */
  function credential(whole) {
    const s = whole.replace(/[.,!?)\]}:;"'」』”’»]+$/, '');
    const bare = s.replace(/=+$/, '');
    if (isUUID(s)) return true;
    if (s.length < 8 || s.includes('REDACTED') || s.startsWith('-') || /[[\]<>()|]/.test(s) || placeholder(s) || isNames(s) || mostlyWords(bare)) return false;
    const k = kindsOf(bare);
    if (k.digits === 0 && k.odd === 0 && (k.upper === 0 || k.lower === 0)) return false;
    if (bare.length < s.length && s.length % 4 === 0) return surprise(bare, false) >= chance.label;
    const score = surprise(s, true);
    if (s.length >= chance.long && k.digits + k.upper + k.lower === s.length && k.digits > 0 && score >= 0) return true;
    return score >= chance.credential && (k.digits > 0 || k.odd > 0 || s.length >= 16);
  }

  /** @param {string} s what is behind a maker's prefix @returns {boolean} */
  function tokenish(s) {
    return (mixed(s) && !nameParts(s)) || surprise(s, false) >= chance.labelAlpha;
  }

  /** @param {string} s a token @returns {boolean} whether all its parts are names of people's making */
  function nameParts(s) {
    return s.split(/[-_/+]/).every((part) => part === '' || (namePart(part) && !(part.length >= 8 && isHex(part))));
  }

  /** @param {string} s @returns {boolean} a code of letters and digits, or of capitals that are no word */
  function coded(s) {
    return labelled(s) || caps(s);
  }

  /** @param {string} s the number of a passport or a licence, which has letters @returns {boolean} */
  function paper(s) {
    const k = kindsOf(s);
    return k.digits >= 2 && k.lower * 2 <= s.length;
  }

  /** @param {string} s @returns {boolean} its digits are those of a day of these times, and nothing else is in it */
  function dayLike(s) {
    const d = s.replace(/[^0-9]/g, '');
    if (/[A-Za-z]/.test(s) || d.length !== 8) return false;
    const ends = /^....(?:19|20)/.test(d);
    return (/^(?:19|20)/.test(d) && d[4] <= '1' && d[6] <= '3') || (ends && ((d[0] <= '3' && d[2] <= '1') || (d[0] <= '1' && d[2] <= '3')));
  }

  /** @param {string} whole @returns {boolean} letters with digits or signs, not the name of a method */
  function passwordy(whole) {
    const s = whole.replace(/[.,!?)\]}:;"']+$/, '');
    const k = kindsOf(s);
    if (s.length < 5 || s.includes('REDACTED') || s.split('%').length > 2 || placeholder(s) || isNames(s) || k.lower === 0) return false;
    if (k.digits + k.odd === 0) return s.length >= 8 && k.lower + k.upper === s.length && surprise(s, false) >= chance.group;
    return k.upper + k.lower >= 2 && (k.digits > 0 || surprise(s, true) >= chance.credential);
  }

  /** @param {string} s @returns {boolean} codes in a row behind their name */
  function codes(s) {
    return kindsOf(s).digits >= 5 || surprise(s, false) >= chance.labelAlpha;
  }

  /** @param {string} s @returns {boolean} a code in capitals and digits that is no word */
  function caps(s) {
    const k = kindsOf(s);
    return k.lower === 0 && ((k.digits > 0 && k.upper > 0) || surprise(s, false) >= chance.label);
  }

  /** @param {string} s @returns {boolean} */
  function isUUID(s) {
    return /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/.test(s);
  }

  /** @param {string} s @returns {boolean} no filling-in */
  function filled(s) {
    return !placeholder(s);
  }

  const PHRASE_LENGTHS = new Set([18, 20, 21, 24, 25, 33]);

  /** @param {string} s @returns {boolean} as many words as phrases have, hardly one twice, and the same between each two */
  function phraseLike(s) {
    const words = s.split(/[ ,\n.)-]/).filter((word) => word && !/^[0-9]/.test(word));
    const n = words.length;
    const commas = s.split(',').length - 1;
    const hyphens = s.split('-').length - 1;
    const uniform = (commas === 0 || commas >= n - 1) && (hyphens === 0 || hyphens === n - 1);
    return uniform && new Set(words).size >= n - 3 && (n <= 16 || PHRASE_LENGTHS.has(n));
  }

  const { placeholders, strongPlaceholders } = /** @type {RedactRules} */ (cairnRedactRules);

  /** @param {string} s @returns {boolean} whether it stands for a value that is to be put there: "your_client_secret", "${TOKEN}" */
  function placeholder(s) {
    if (s.includes('${') || s.includes('{{') || s.includes('$(') || (s.startsWith('%') && s.length <= 4)) return true;
    let words = 0;
    let known = 0;
    let strong = 0;
    for (const part of s.split(/[-_. <>[\]{}]/).filter(Boolean)) {
      const k = kindsOf(part);
      if (k.digits > 1 || k.odd > 0) return false;
      words++;
      const word = part.replace(/[0-9]+$/, '').toLowerCase();
      if (placeholders.includes(word)) known++;
      if (strongPlaceholders.includes(word)) strong++;
    }
    return known > 1 || (known === 1 && words === 1) || strong > 0 || (words > 1 && s.includes('_') && s.toUpperCase() === s);
  }

  /** @param {string} s @returns {boolean} whether it is a path or a name of programs, all parts of which people write */
  function isNames(s) {
    return /[/:]/.test(s) && !s.includes('://') && s.split(/[-_./:]/).every((part) => part === '' || namePart(part));
  }

  /** @param {string} s @returns {boolean} characters of different kinds following each other as by chance */
  function random(s) {
    const k = kindsOf(s);
    const letters = k.upper + k.lower;
    // The public address of a wallet names a place.
    if (k.digits < 2 || letters < 2 || (s.length === 42 && s.startsWith('0x') && isHex(s.slice(2)))) return false;
    if (s.length >= 24 && isHex(s)) return true;
    return oddParts(s).n >= chance.run && changes(s) > 0 && changes(s) * 100 >= 30 * (k.digits + letters) && !mostlyWords(s);
  }

  /** @param {string} s @returns {boolean} base64 of a key of 30 bytes */
  function keylike(s) {
    const k = kindsOf(s);
    return k.digits >= 1 && k.upper >= 8 && k.lower >= 5 && changes(s) >= 8;
  }

  /** @param {string} s @returns {boolean} */
  function digits20(s) {
    return kindsOf(s).digits >= 20 && !years(s) && !fewKinds(s);
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
    if (placeholder(s) || isNames(s)) return false;
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
    return !/[A-Za-z]{6}/.test(s) && k.digits >= 5 && k.upper + k.lower <= k.digits;
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

  return { kindsOf, beginAlike, changes, checks, dayLike, doubled, doubledFrom, fewKinds, isHex, isUUID, mostlyWords, placeholder, namePart, nameParts, oddParts, surprise, years };
}

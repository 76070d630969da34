'use strict';
// The tests of what stands beside a label, or alone, and names one thing of
// somebody's: numbers, identifiers, words made up to be let in. Reference:
// identifiers.go of package shared/redact.

/** @param {Omit<ReturnType<typeof makeRedactChecks>, 'checks'>} tests */
function makeRedactIdentifiers({ kindsOf, changes, dayLike, fewKinds, isHex, isUUID, mostlyWords, nameParts, placeholder, years }) {
  const MIN = 6; // letters and digits of an identifier beside a label
  const MIN_DIGITS = 7; // of one of digits alone
  const LONG_DIGITS = 15; // digits alone that a machine is known by, not a piece of goods
  const LONG_RESIDENCE = 12; // words of an address; what has more is a sentence
  const SHORT_HASH = 12; // the longest short name of a version of a source
  const LONG = /** @type {RedactRules} */ (cairnRedactRules).chance.run;

  /** @param {string} s @returns {boolean} digits that name one thing, and are not counted, measured or dated */
  function number(s) {
    const k = kindsOf(s);
    return madeUp(s) && !seconds(s) && (k.upper > 0 || k.digits > 10 || !s.endsWith('00'));
  }

  /** @param {string} said @returns {boolean} a number, or letters and digits that are no name */
  function identifier(said) {
    const s = said.replace(/^[ -]+/, '');
    const k = kindsOf(s);
    const letters = k.upper + k.lower;
    if (k.digits === 2 && k.upper >= 2 && k.lower === 0) return k.upper + 2 >= MIN && changes(s) >= 3;
    if (k.digits < 3 || k.lower > 1 || !madeUp(s)) return false;
    if (letters === 0) {
      const inThrees = s.length === 7 && (s[3] === '-' || s[3] === ' ') && !s.endsWith('00'); // as codes are told
      return (k.digits >= MIN_DIGITS || inThrees) && !network(s) && !unlikeGroups(s) && (k.digits > 9 || !s.endsWith('000'));
    }
    if (k.digits + letters < MIN || (k.digits < 5 && nameParts(s) && !isHex(s))) return false;
    return letters <= k.digits + 1 || (!mostlyWords(s) && k.digits + letters >= LONG);
  }

  /** @param {string} s @returns {boolean} a word that people make up to be let in */
  function coined(s) {
    const k = kindsOf(s);
    if (k.digits < 2 || k.lower === 0 || k.upper + k.lower < 4 || k.digits + k.odd < 3) return false;
    if (/[/\\<>(){}[\],;:|"'=]/.test(s) || placeholder(s) || isUUID(s) || (isHex(s) && s.length <= SHORT_HASH)) return false;
    if (/[!@#$%^&*~?]/.test(s)) return s[0] !== '@' && !mail(s);
    return changes(s) >= 2 && !mostlyWords(s) && !nameParts(s.replaceAll('.', '-'));
  }

  /** @param {string} s @returns {boolean} what opens something: three digits or more, and no year */
  function lockCode(s) {
    const k = kindsOf(s);
    return k.digits >= 3 && k.digits + k.upper >= 4 && k.digits <= 8 && !dayLike(s) && (s[0] !== '0' || k.digits < 8);
  }

  /** @param {string} s @returns {boolean} a password that is told behind the name of a network */
  function networkWord(s) {
    const k = kindsOf(s);
    return k.digits >= 2 && k.upper + k.lower >= 3 && /^[0-9A-Za-z!@#$%^&*+=~?-]*$/.test(s) && !placeholder(s);
  }

  /** @param {string} s @returns {boolean} whether its digits are none of an example, a day, years or a limit */
  function madeUp(s) {
    return !fewDigits(s) && !inOrder(s) && !years(s) && !dayLike(s) && !dayFirst(s) && !limit(s);
  }

  /** @param {string} s @returns {boolean} whether it has only two different digits */
  function fewDigits(s) {
    return new Set(s.match(/[0-9]/g)).size < 3;
  }

  /** @param {string} s @returns {boolean} whether most digits are one more or one less than the one before */
  function inOrder(s) {
    const d = s.match(/[0-9]/g) ?? [];
    let up = 0;
    let down = 0;
    for (let i = 1; i < d.length; i++) {
      if (Number(d[i]) === Number(d[i - 1]) + 1) up++;
      if (Number(d[i]) + 1 === Number(d[i - 1])) down++;
    }
    return 3 * Math.max(up, down) >= 2 * d.length;
  }

  /** @param {string} s @returns {boolean} whether it is a power of two or the number before one */
  function limit(s) {
    if (!/^[0-9]{1,20}$/.test(s)) return false;
    const n = BigInt(s);
    return n < 1n << 64n && ((n & (n - 1n)) === 0n || (n & (n + 1n)) === 0n);
  }

  /** @param {string} s @returns {boolean} whether it counts the seconds of these times, or their thousandths */
  function seconds(s) {
    return /^1[4-9](?:[0-9]{8}|[0-9]{11})$/.test(s);
  }

  /** @param {string} s @returns {boolean} whether it begins with a day as computers write it */
  function dayFirst(s) {
    return /^(?:19|20).{2}-.{2}-.{2}/s.test(s);
  }

  /** @param {string} s @returns {boolean} whether it is an address of a network */
  function network(s) {
    const parts = s.split('.');
    return parts.length === 4 && parts.every((p) => /^[0-9]+$/.test(p) && Number(p) <= 255);
  }

  /** @param {string} s @returns {boolean} whether its groups between dots are of unlike lengths, as those of versions are */
  function unlikeGroups(s) {
    const parts = s.split('.');
    for (let i = 1; i + 1 < parts.length && !parts[i].includes('-'); i++) {
      if (parts[i].length < 2 || parts[i].length !== parts[1].length) return true;
    }
    return false;
  }

  /** @param {string} s @returns {boolean} what names a vehicle, a piece of land or a machine: it has digits, and nothing that a sentence has */
  function registered(s) {
    const { digits, upper, lower } = kindsOf(s);
    const n = digits + upper;
    if (lower > 0 || (digits === s.length && n < LONG_DIGITS)) return false; // digits alone are of goods
    return ((n >= 4 && digits >= 2) || (n >= 6 && digits > 0)) && !dayLike(s) && !years(s) && !inOrder(s);
  }

  /** @param {string} s @returns {boolean} whether it has as many different characters as chance makes */
  function spread(s) {
    return !fewKinds(s);
  }

  /** @param {string} s @returns {boolean} a house has a number of few digits, beside words of capitals or of other scripts */
  function residence(s) {
    if (/[@{}<>=\\$%]/.test(s) || s.includes('://')) return false;
    let words = 0;
    let houses = 0;
    const parts = s.split(/[ ,;、，]+/).filter(Boolean);
    for (const part of parts) {
      const { digits } = kindsOf(part);
      const native = part.charCodeAt(0) >= 128;
      if (digits === 0 && (native || (/^[A-Z]/.test(part) && part.length > 2))) words++;
      else if (digits > 0 && digits <= 5 && part.length - digits <= 4) houses++;
      else if (digits > 0 && native && part.length > 2 * digits) [words, houses] = [words + 2, houses + 1];
    }
    return houses > 0 && words > 0 && words + houses >= 3 && parts.length <= LONG_RESIDENCE;
  }

  /** @param {string} s @returns {boolean} whether it is an address of mail */
  function mail(s) {
    return /^[^@]+@.*\./s.test(s);
  }

  return { checks: { number, identifier, coined, registered, spread, residence, lockCode, networkWord }, fewDigits, inOrder, seconds };
}

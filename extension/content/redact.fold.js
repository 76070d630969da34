'use strict';
// Text as it is read: what looks like ASCII as ASCII, without what nobody sees,
// without percent signs; and what names something public by its company.
// Reference: fold.go and spared.go of package shared/redact.

/**
 * @param {RedactRules} rules
 * @param {Pick<ReturnType<typeof makeRedactChecks>, 'isHex' | 'nameParts'>} tests
 */
function makeRedactFold(rules, { isHex, nameParts }) {
  const INVISIBLE = /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
  const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
  const HYPHENS = /[\u2010-\u2015\u2212]/g;
  const WIDE = /[\u0130\u017f\u212a\uff01-\uff5e\u{1d400}-\u{1d6a3}\u{1d7ce}-\u{1d7ff}]|\p{Nd}/gu;
  /** Letters of which not all engines know that they are ours without a care for case. */
  const LETTERS = new Map([[0x130, 'I'], [0x17f, 's'], [0x212a, 'K']]);
  const MAX_DECODINGS = 5;
  const SPARED_GAP = 4;
  const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

  /** @param {string} s @returns {string} */
  function fold(s) {
    if (!/[\u0080-\uffff]/.test(s)) return s;
    return s.replace(INVISIBLE, '').replace(SPACES, ' ').replace(HYPHENS, '-').replace(WIDE, narrow);
  }

  /** @param {string} c @returns {string} */
  function narrow(c) {
    const r = c.codePointAt(0) ?? 0;
    if (r < 0x80) return c;
    if (LETTERS.has(r)) return LETTERS.get(r) ?? c;
    if (r >= 0xff01 && r <= 0xff5e) return String.fromCharCode(r - 0xff01 + 33);
    if (r >= 0x1d400 && r <= 0x1d6a3) {
      const i = (r - 0x1d400) % 52;
      return String.fromCharCode(i < 26 ? 65 + i : 97 + i - 26);
    }
    if (r >= 0x1d7ce && r <= 0x1d7ff) return String((r - 0x1d7ce) % 10);
    const zero = rules.digitZeros.find((z) => z <= r && r <= z + 9);
    return zero === undefined ? c : String(r - zero);
  }

  /** @param {string} s @returns {boolean} whether it may hold what decoded decodes */
  function encoded(s) {
    return percented(s) || s.includes('&#');
  }

  /** @param {string} s @returns {boolean} whether it holds a percent sign and two hex digits */
  function percented(s) {
    return /%[0-9a-fA-F]{2}/.test(s);
  }

  /** @param {string} word @returns {string} it without its percent signs and numbered characters (&#115;), however often they were encoded, as it is read */
  function decoded(word) {
    let s = word.replace(/&#(?:([0-9]{1,6})|[xX]([0-9a-fA-F]{1,5}));/g, (whole, decimal, hex) => {
      const r = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
      return r > 0 && r <= 0x10ffff && !(r >= 0xd800 && r <= 0xdfff) ? String.fromCodePoint(r) : whole;
    });
    for (let i = 0; i < MAX_DECODINGS && percented(s); i++) {
      try {
        s = decodeURIComponent(s);
      } catch {
        break;
      }
    }
    return fold(s);
  }

  /** @param {string} s @param {(plain: string) => boolean} found @returns {string} without words in which something is found once they are decoded */
  function scrubEncoded(s, found) {
    return encoded(s) ? s.replace(/[^\u0000-\u0020]+/g, (word) => (encoded(word) && found(decoded(word)) ? rules.mark : word)) : s;
  }

  /** @param {string} s @param {number} lo @param {number} hi @returns {boolean} whether that part of s names something public: a commit, a digest, or is a UUID or an alphabet */
  function spared(s, lo, hi) {
    if (alphabet(s.slice(lo, hi)) || asset(s, lo, hi) || versioned(s, lo, hi)) return true;
    const from = Math.max(0, hi - 36);
    for (const match of s.slice(from, lo + 36).matchAll(UUID)) {
      const at = from + match.index;
      if (at <= lo && hi <= at + 36) return at === 0 || !/[A-Za-z0-9\-_.]/.test(s[at - 1]);
    }
    const before = /([A-Za-z0-9]{0,16})((?:[^A-Za-z0-9]){1,4})$/.exec(s.slice(Math.max(0, lo - SPARED_GAP - 16), lo));
    return before !== null && rules.sparedAfter.includes(before[1].replace(/[0-9]+$/, '').toLowerCase());
  }

  /** @param {string} s @returns {boolean} whether most of its characters are each the one before's next */
  function alphabet(s) {
    let next = 0;
    for (let i = 1; i < s.length; i++) if (s.charCodeAt(i) === s.charCodeAt(i - 1) + 1) next++;
    return 2 * next >= s.length;
  }

  /** @param {string} s @param {number} lo @param {number} hi @returns {boolean} whether that part of s is the hash in the name of a file of a page's */
  function asset(s, lo, hi) {
    const ending = /^\.([a-z]*)/.exec(s.slice(hi, hi + 6))?.[1];
    if (ending === undefined || !rules.sparedEndings.includes(ending)) return false;
    const at = s.lastIndexOf('/', hi - 1) + 1;
    return isHex(s.slice(Math.max(at, lo), hi)) && nameParts(s.slice(lo, Math.max(at, lo)));
  }

  /** @param {string} s @param {number} lo @param {number} hi @returns {boolean} whether that part of s is one of a path that names a version of a source */
  function versioned(s, lo, hi) {
    const start = lo - (/[A-Za-z0-9_+/-]*$/.exec(s.slice(0, lo))?.[0].length ?? 0);
    const segments = s.slice(start, hi).split('/');
    const versions = segments.map((segment, i) => i > 0 && isVersion(segments[i - 1], segment));
    return versions.includes(true) && segments.every((segment, i) => versions[i] || nameParts(segment) || segment.length <= 6 || !/[0-9]/.test(segment));
  }

  /** @param {string} before @param {string} segment of a path, behind it @returns {boolean} whether it is a version's number */
  function isVersion(before, segment) {
    return segment.length <= rules.url.longestHash && isHex(segment) && rules.url.versions.includes(before);
  }

  return { isVersion, alphabet, fold, scrubEncoded, spared };
}

'use strict';
// Numbers of persons by the digits or letters that check the others, and numbers
// of telephones. Reference: sums.go of package shared/redact.

/** @param {Pick<ReturnType<typeof makeRedactChecks>, 'dayLike' | 'doubled' | 'doubledFrom' | 'years'> & Pick<ReturnType<typeof makeRedactIdentifiers>, 'fewDigits' | 'inOrder' | 'seconds'>} tests @returns {Record<string, (s: string) => boolean>} */
function makeRedactSums({ dayLike, doubled, doubledFrom, years, fewDigits, inOrder, seconds }) {
  const DNI = 'TRWAGMYFPDXBNJZSQVHLCKE'; // Spain's letters by the remainder of 23

  /** @param {string} s @returns {boolean} the last digits or letters are what the office makes of the others */
  function summed(s) {
    const plain = s.replace(/[ .-]/g, '');
    const d = (plain.match(/[0-9]/g) ?? []).map(Number);
    if (fewDigits(s) || inOrder(s) || (d.length === 10 && seconds(s))) return false;
    if (d.length < plain.length) return summedLetters(plain, d);
    const grouped = plain.length < s.length;
    switch (d.length) {
      case 9:
        return grouped && s[3] === '-' && doubled(d); // Canada
      case 10:
        return (grouped && austrian(d)) || (!grouped && d[2] < 6 && day(raised(d), false) && (weighed(d, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === d[9]);
      case 11:
        if (grouped) return s.split('-').length === 3 && (snils(d) || (11 - (weighed(d, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === d[10]);
        return (snils(d) && d[0] < 2) || pesel(d) || norwegian(d) || baltic(d) || turkish(d) || cpf(d) || taxGerman(d) || (day(d, true) && doubled(d));
      case 12:
        return taxRussian(d) || kuwaiti(d) || count(d.slice(0, 10)) % 97 === count(d.slice(10));
      case 13:
        return (count(d.slice(0, 3)) === 756 && threes(d)) || romanian(d) || emso(d) || (day(d, false) && d[10] < 3 && doubled(d));
      case 18:
        return clabe(d);
      case 19:
      case 20:
        return d[0] === 8 && (d[1] === 9 || (d[1] === 0 && d.length === 20)) && doubled(d); // cards of telephones, of health
      case 22:
        return d[0] === 9 && d[1] > 0 && d[1] < 6 && threes(d); // parcels in America
    }
    return false;
  }

  /** @param {string} s without gaps @param {number[]} d its digits @returns {boolean} summed of what has letters */
  function summedLetters(s, d) {
    const n = s.length;
    const first = /^[A-Z]/.test(s);
    const last = /[A-Z]$/.test(s);
    if (n === 18 && s.startsWith('1Z')) {
      let sum = 0; // UPS
      for (let i = 2; i < 17; i++) sum += (/[A-Z]/.test(s[i]) ? (s.charCodeAt(i) - 63) % 10 : Number(s[i])) << (i & 1); // A is 2
      return !last && (10 - (sum % 10)) % 10 === Number(s[17]);
    }
    if (n === 13 && d.length === 9 && first && last) return [5, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1][weighed(d, [8, 6, 4, 2, 3, 5, 9, 7]) % 11] === d[8]; // parcels of the world's posts
    if (n === 9 && d.length === 8 && last && !first) return DNI[count(d) % 23] === s[8]; // Spain
    if (n === 9 && d.length === 7 && first && last) {
      const sum = weighed(d, [2, 7, 6, 5, 4, 3, 2]) + (s[0] === 'T' || s[0] === 'G' ? 4 : 0); // Singapore
      if (s[0] === 'S' || s[0] === 'T') return 'JZIHGFEDCBA'[sum % 11] === s[8];
      return (s[0] === 'F' || s[0] === 'G') && 'XWUTRQPNMLK'[sum % 11] === s[8];
    }
    if (n >= 8 && n <= 9 && d.length === 7 && !first) {
      const more = n === 9 && s[8] !== 'W' ? 9 * (s.charCodeAt(8) - 64) : 0; // Ireland
      return 'WABCDEFGHIJKLMNOPQRSTUV'[(weighed(d, [8, 7, 6, 5, 4, 3, 2]) + more) % 23] === s[7];
    }
    if (n === 9 && d.length === 7) return (d[0] + d[2] + d[4] + 2 * (d[1] + d[3] + d[5])) % 10 === d[6]; // prescribers in America
    if (n === 10 && d.length === 9 && first) {
      const german = [...String(s.charCodeAt(0) - 64).padStart(2, '0')].map(Number).concat(d);
      const taiwan = [...String(10 + 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(s[0]))].map(Number).concat(d);
      return (
        (doubledFrom(german.slice(0, 10), 0) === german[10] && d[0] + d[1] > 0) ||
        (d[0] < 3 && d[0] > 0 && weighed(taiwan, [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]) % 10 === 0)
      );
    }
    return false;
  }

  /** @param {number[]} d @param {number[]} weights @returns {number} the sum of the first digits by their weights */
  function weighed(d, weights) {
    return weights.reduce((sum, weight, i) => sum + weight * d[i], 0);
  }

  /** @param {number[]} d @returns {number} */
  function count(d) {
    return Number(d.join(''));
  }

  /** @param {number[]} d @returns {boolean} every other digit before the last counts three times */
  function threes(d) {
    return d.reduce((sum, v, i) => sum + v * (1 + 2 * ((d.length - 1 - i) % 2)), 0) % 10 === 0;
  }

  /** @param {number[]} d @param {boolean} yearLast @returns {boolean} whether its first six digits are a day */
  function day(d, yearLast) {
    const month = d[2] * 10 + d[3];
    const at = yearLast ? 0 : 4;
    const n = d[at] * 10 + d[at + 1];
    return month > 0 && month < 13 && n > 0 && n < 32;
  }

  /** @param {number[]} d @returns {number[]} with its month as it is when offices raised it by 20 or 40 */
  function raised(d) {
    return d.map((v, i) => (i === 2 ? v % 2 : v));
  }

  /** @param {number[]} d @returns {boolean} */
  function snils(d) {
    return (weighed(d, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100 === d[9] * 10 + d[10];
  }

  /** @param {number[]} d @returns {boolean} */
  function pesel(d) {
    return d[2] < 4 && day(raised(d), false) && (10 - (weighed(d, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === d[10];
  }

  /** @param {number[]} d @returns {boolean} */
  function norwegian(d) {
    return (
      day([d[0] % 4, ...d.slice(1)], true) &&
      (11 - (weighed(d, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11)) % 11 === d[9] &&
      (11 - (weighed(d, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === d[10]
    );
  }

  /** @param {number[]} d @returns {boolean} a digit of the century, then a day */
  function baltic(d) {
    let sum = weighed(d, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
    if (sum === 10) sum = (weighed(d, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11) % 10;
    return d[0] > 0 && d[0] < 7 && day(d.slice(1), false) && sum === d[10];
  }

  /** @param {number[]} d @returns {boolean} */
  function turkish(d) {
    const odd = d[0] + d[2] + d[4] + d[6] + d[8];
    const even = d[1] + d[3] + d[5] + d[7];
    return d[0] > 0 && (7 * odd - even + 100) % 10 === d[9] && (odd + even + d[9]) % 10 === d[10];
  }

  /** @param {number[]} d @returns {boolean} */
  function cpf(d) {
    const first = 11 - (weighed(d, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
    const second = 11 - (weighed(d, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
    return (first % 11) % 10 === d[9] && (second % 11) % 10 === d[10];
  }

  /** @param {number[]} d @returns {boolean} of the first ten digits one is there twice or three times, no other more than once */
  function taxGerman(d) {
    const seen = new Map();
    let rest = 10;
    for (const v of d.slice(0, 10)) {
      seen.set(v, (seen.get(v) ?? 0) + 1);
      rest = (((rest + v) % 10 || 10) * 2) % 11;
    }
    const alike = [...seen.values()].filter((n) => n > 1);
    return d[0] > 0 && alike.length === 1 && alike[0] < 4 && (11 - rest) % 10 === d[10];
  }

  /** @param {number[]} d @returns {boolean} */
  function austrian(d) {
    return d[0] > 0 && day(d.slice(4), true) && weighed(d, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === d[3];
  }

  /** @param {number[]} d @returns {boolean} */
  function taxRussian(d) {
    return (weighed(d, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === d[10] && (weighed(d, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === d[11];
  }

  /** @param {number[]} d @returns {boolean} */
  function kuwaiti(d) {
    return d[0] > 1 && d[0] < 4 && day(d.slice(1), false) && 11 - (weighed(d, [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11) === d[11];
  }

  /** @param {number[]} d @returns {boolean} */
  function romanian(d) {
    return d[0] > 0 && d[0] < 9 && day(d.slice(1), false) && (weighed(d, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11) % 10 === d[12];
  }

  /** @param {number[]} d @returns {boolean} a day with three digits of its year */
  function emso(d) {
    return (d[4] === 9 || d[4] === 0) && d[2] < 2 && day(d, true) && (11 - (weighed(d, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === d[12];
  }

  /** @param {number[]} d @returns {boolean} */
  function clabe(d) {
    const sum = d.slice(0, 17).reduce((all, v, i) => all + ((v * [3, 7, 1][i % 3]) % 10), 0);
    return (d[0] < 2 || d[0] === 6) && (10 - (sum % 10)) % 10 === d[17];
  }

  /** @param {string} s @returns {boolean} as many digits as numbers of telephones have, and no amount or fraction */
  function telephone(s) {
    const groups = s.split(/[^0-9]+/).filter(Boolean);
    const n = groups.join('').length;
    const abroad = s[0] === '+';
    if (n < 7 || n > 18 || fewDigits(s) || dayLike(s) || years(s) || (groups.length === 1 && (n > 15 || n < 9))) return false;
    if (groups.length === 2 && s.split('.').length === 2) return false;
    if (abroad && (n < 8 || groups[0].length === 4)) return false;
    const amount = groups.length > 1 && !/[(/-]/.test(s) && groups.slice(1).every((g) => g.length === 3);
    return !amount || n > 9 || (!abroad && (n === 9 || s[0] === '0'));
  }

  return { summed, telephone };
}

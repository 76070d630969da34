'use strict';
// The page's engine for the rules of redact.rules.js. It must answer as package
// shared/redact does, which is the reference (its testdata/engine.json holds
// both to the same answers); lengths are UTF-16 units here and bytes there.

/**
 * @typedef {object} RedactTextRule see TextRule of package shared/redact
 * @property {string} [name] of rules about phrases
 * @property {string} pattern
 * @property {string[]} [keywords]
 * @property {number} [minLen]
 * @property {number} [minRun]
 * @property {number} [minDigits]
 * @property {boolean} [fold]
 * @property {number} [group]
 * @property {string} [check]
 * @property {string[]} [unless]
 * @property {string} [not]
 * @property {boolean} [before]
 * @property {boolean} [spare]
 * @property {boolean} [attr]
 * @property {boolean} [shown]
 */

/**
 * @typedef {object} RedactRules see Table of package shared/redact
 * @property {string} mark
 * @property {number} maxText
 * @property {RedactTextRule[]} text
 * @property {{ all: string[], unless?: string[] }[]} fields
 * @property {string[]} fieldWords
 * @property {string[]} autocomplete
 * @property {{ schemes: string[], params: string[], maxValue: number, maxUrl: number, hosts: string[], versions: string[], longestHash: number, longestName: number, rights: string[], tokenLen: number, token: string }} url
 * @property {{ bits: number, set: string, minWord: number, maxWord: number, minWords: number }} seed
 * @property {{ pairs: string, run: number, long: number, mixed: number, far: number, alpha: number, signs: number, group: number, label: number, labelAlpha: number, each: number, turn: number, kinds: number, three: number, pair: number, groupAlpha: number, pointer: number, parts: number, credential: number, groupsMin: number, groupMin: number, groupMax: number, groupsChars: number }} chance
 * @property {{ max: number, codes: string[], phrases: string[], noPhrases: string[], numbers: string[], codeBeside: string[], fields: string[], words: string[], backups: string[] }} labels
 * @property {string[]} sparedAfter
 * @property {string[]} sparedEndings
 * @property {string[]} bundleEndings
 * @property {string[]} placeholders
 * @property {string[]} strongPlaceholders
 * @property {number[]} digitZeros
 */

function makeRedact() {
  const rules = /** @type {RedactRules} */ (cairnRedactRules);
  const tests = makeRedactChecks();
  const identifiers = makeRedactIdentifiers(tests);
  /** @type {Record<string, (s: string) => boolean>} */
  const checks = { ...tests.checks, ...identifiers.checks, ...makeRedactSums({ ...tests, ...identifiers }) };
  const read = makeRedactFold(rules, tests);
  const byChance = makeRedactChance(rules, { ...tests, ...read });

  const MAX_PASSES = 5; // a string that never settles is dropped whole
  const MAX_SEED_GAP = 8; // between two words of a phrase, numbering included

  const compiled = rules.text.map((rule) => ({
    ...rule,
    called: 0, // by the words of which string, see callRules
    phrase: Boolean(rule.name) && rule.name !== 'phrase-after',
    expression: /** @type {RegExp | null} */ (null), // made at first use: most pages need few
    excuse: /** @type {RegExp | null} */ (null),
  }));

  /** The keywords of the rules by their first two characters; those of one character by it. @type {Map<number, { word: string, rules: typeof compiled }[]>} */
  const gate = new Map();
  for (const rule of compiled) {
    for (const word of rule.keywords ?? []) {
      const at = word.length > 1 ? (word.charCodeAt(0) << 16) | word.charCodeAt(1) : word.charCodeAt(0);
      const there = gate.get(at);
      if (there) there.push({ word, rules: [rule] });
      else gate.set(at, [{ word, rules: [rule] }]);
    }
  }
  const always = compiled.filter((rule) => !rule.keywords);
  let calls = 0;

  /** @param {string} s @returns {number} what rule.called is of the rules that its words call for, until the next call */
  function callRules(s) {
    const call = ++calls;
    for (const rule of always) rule.called = call;
    const lower = s.toLowerCase();
    /** @param {number} key @param {number} i */
    const at = (key, i) => {
      for (const { word, rules } of gate.get(key) ?? []) if (lower.startsWith(word, i)) for (const rule of rules) rule.called = call;
    };
    for (let i = 0; i < lower.length; i++) {
      const c = lower.charCodeAt(i);
      if (c >= 128) at(c, i);
      if (i + 1 < lower.length) at((c << 16) | lower.charCodeAt(i + 1), i);
    }
    return call;
  }

  /** @param {string} s what the page shows @returns {string} */
  function text(s) {
    return scrub(s, false);
  }

  /** @param {string} s what the page's author wrote: a test id, a selector @returns {string} */
  function attr(s) {
    return scrub(s, true);
  }

  /** @param {string} s @param {boolean} byAuthor @returns {string} */
  function scrub(s, byAuthor) {
    const whole = s.length > rules.maxText ? s.slice(0, rules.maxText) : s;
    const folded = read.fold(whole);
    const out = settled(folded, byAuthor);
    return out === folded ? whole : out;
  }

  /** @param {string} s @param {boolean} byAuthor @returns {string} */
  function settled(s, byAuthor) {
    let now = s;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const once = scrubOnce(now, byAuthor);
      if (once === now) return now;
      now = once;
    }
    return rules.mark;
  }

  /** @param {string} input @param {boolean} byAuthor @returns {string} */
  function scrubOnce(input, byAuthor) {
    let s = input;
    const { words, ...traits } = traitsOf(s);
    if (words >= rules.seed.minWords) s = scrubSeed(s);
    if (s.includes('://')) s = scrubAddresses(s);
    s = read.scrubEncoded(s, (plain) => scrubRules(plain, byAuthor, traitsOf(plain)) !== plain);
    return scrubRules(s, byAuthor, traits);
  }

  /** @param {string} input @param {boolean} byAuthor @param {{ run: number, digits: number, singles: number }} traits @returns {string} */
  function scrubRules(input, byAuthor, traits) {
    const { run, digits } = traits;
    let s = input;
    const call = callRules(s);
    for (const rule of compiled) {
      if (rule.called !== call || (rule.attr && !byAuthor) || (rule.shown && byAuthor) || s.length < (rule.minLen ?? 0) || run < (rule.minRun ?? 0) || digits < (rule.minDigits ?? 0)) continue;
      s = apply(rule, s);
    }
    return byChance.scrub(s, traits);
  }

  const CONTEXT_MAX = 24; // characters before a match that may say what it is

  /** @param {string} s @param {number} match @returns {number} where what stands before a match in its sentence begins, without digits */
  function contextBefore(s, match) {
    let at = match;
    while (at > 0 && match - at < CONTEXT_MAX && !/[0-9\n!?]/.test(s[at - 1])) at--;
    return at;
  }

  /** @param {RedactTextRule & { expression: RegExp | null, excuse: RegExp | null }} rule @param {string} s @returns {string} */
  function apply(rule, s) {
    rule.expression ??= new RegExp(rule.pattern, rule.fold ? 'gdi' : 'gd');
    if (rule.not) rule.excuse ??= new RegExp(rule.not, 'i');
    let out = '';
    let done = 0;
    for (const match of s.matchAll(rule.expression)) {
      const secret = match[rule.group ?? 0];
      if (!secret || secret === rules.mark || !hits(rule, match[0], secret) || rule.excuse?.test(s.slice(rule.before ? contextBefore(s, match.index) : match.index, match.index + match[0].length))) continue;
      const at = match.indices?.[rule.group ?? 0]?.[0] ?? match.index;
      if (rule.spare && read.spared(s, at, at + secret.length)) continue;
      out += s.slice(done, at) + rules.mark;
      done = at + secret.length;
    }
    return done ? out + s.slice(done) : s;
  }

  /** @param {RedactTextRule} rule @param {string} match @param {string} secret @returns {boolean} */
  function hits(rule, match, secret) {
    const lower = rule.unless && match.toLowerCase();
    if (rule.unless?.some((harmless) => lower?.startsWith(harmless))) return false;
    return !rule.check || !Object.hasOwn(checks, rule.check) || checks[rule.check](secret);
  }

  /** @param {string} s @returns {{ run: number, digits: number, words: number, singles: number }} what the gates look at */
  function traitsOf(s) {
    let run = 0;
    let longest = 0;
    let digits = 0;
    let word = 0;
    let words = 0;
    let singles = 0; // letters and digits that stand alone
    let alnums = 0;
    for (let i = 0; i < s.length; i++) {
      const c = s.charCodeAt(i);
      const letter = (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
      const digit = c >= 48 && c <= 57;
      if (digit) digits++;
      // Letters, digits and _ + / = -
      run = letter || digit || c === 95 || c === 43 || c === 47 || c === 61 || c === 45 ? run + 1 : 0;
      if (run > longest) longest = run;
      word = letter ? word + 1 : 0;
      if (letter || digit) alnums++;
      else {
        if (alnums === 1) singles++;
        alnums = 0;
      }
      if (word === rules.seed.minWord) words++;
    }
    return { run: longest, digits, words, singles: alnums === 1 ? singles + 1 : singles };
  }

  /** Letters in a row; what is beyond ASCII counts as one, so a word of another script is no seed word. */
  const WORD = /[A-Za-z\u0080-\uffff]+/g;

  /** @param {string} s @returns {boolean} */
  function isSmall(s) {
    return s[0] >= 'a' && s[0] <= 'z';
  }

  /** @param {string} s @returns {string} s without runs of words that make a wallet's phrase */
  function scrubSeed(s) {
    let out = '';
    let done = 0;
    let first = 0;
    let last = 0;
    let count = 0;
    const flush = () => {
      if (count >= rules.seed.minWords) {
        out += s.slice(done, first) + rules.mark;
        done = last;
      }
      count = 0;
    };
    for (const match of s.matchAll(WORD)) {
      const at = match.index;
      if (count > 0 && at - last > MAX_SEED_GAP) flush();
      if (!seedWord(match[0])) {
        flush();
        continue;
      }
      if (count > 0 && isSmall(match[0]) !== isSmall(s[first])) flush();
      if (!count) first = at;
      last = at + match[0].length;
      count++;
    }
    flush();
    return done ? out + s.slice(done) : s;
  }

  /**
   * Siblings of which none is a secret by itself: the words of a seed phrase, and
   * what stands behind a label.
   * @param {string[]} list
   * @returns {string[]} list, or a copy with what is secret replaced
   */
  function names(list) {
    return siblings.scrub(lists.scrub(seedNames(list)));
  }

  /** @param {string[]} list @returns {string[]} */
  function seedNames(list) {
    const out = [...list];
    /** @type {number[]} */
    let run = [];
    const flush = () => {
      if (run.length >= rules.seed.minWords) for (const i of run) out[i] = rules.mark;
      run = [];
    };
    list.forEach((name, i) => {
      const part = seedPart(name);
      if (part === 'word') run.push(i);
      else if (part === 'end') flush();
    });
    flush();
    return out;
  }

  /** What a name may be to a phrase whose words stand one by one. */
  const seedPart = Cairn.remembered((name) => {
    const words = name.match(WORD);
    if (!words) return name.length > MAX_SEED_GAP ? 'end' : 'gap';
    return words.length > 1 || !name.endsWith(words[0]) || !seedWord(words[0]) ? 'end' : 'word';
  });

  /** @type {Uint8Array | null} */
  let members = null;

  /** @param {string} word @returns {boolean} */
  function seedWord(word) {
    const { minWord, maxWord, bits, set } = rules.seed;
    if (word.length < minWord || word.length > maxWord || !/^(?:[a-z]+|[A-Z]+)$/.test(word)) return false;
    members ??= Uint8Array.from(atob(set), (c) => c.charCodeAt(0));
    let hash = 2166136261;
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ (word.charCodeAt(i) | 0x20), 16777619);
    const bit = ((hash ^ (hash >>> 15)) >>> 0) % bits;
    return (members[bit >> 3] & (1 << (bit & 7))) !== 0;
  }

  /** @param {string[]} given what a field is called @returns {boolean} whether one of it says that its content is secret */
  function sensitive(...given) {
    return given.some((name) => name !== '' && sensitiveName(name));
  }

  /** @param {string} name @returns {boolean} */
  function sensitiveName(name) {
    const s = name.slice(0, rules.maxText);
    const lower = s.toLowerCase();
    if (rules.fieldWords.some((word) => lower.includes(word))) return true;
    const tokens = new Set(nameTokens(s));
    return rules.fields.some((rule) => rule.all.every((t) => tokens.has(t)) && !rule.unless?.some((t) => tokens.has(t)));
  }

  /** @param {string} name @returns {string[]} runs of letters and of digits, lower-cased, split where case begins a word */
  function nameTokens(name) {
    // A capital begins a token after a small letter, or after a capital when a
    // small letter follows.
    const split = name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ');
    return (split.match(/\p{L}+|[0-9]+/gu) ?? []).map((t) => t.toLowerCase());
  }

  /** @param {string} value of an autocomplete attribute @returns {boolean} */
  function sensitiveAutocomplete(value) {
    const tokens = value.toLowerCase().split(/\s+/, 8);
    return tokens.some((t) => rules.autocomplete.some((a) => t === a || (a.endsWith('-') && t.startsWith(a))));
  }

  /** @param {string} s @returns {boolean} whether one of its words calls for a rule */
  function callsRules(s) {
    const call = callRules(s);
    return compiled.some((rule) => rule.keywords && rule.called === call);
  }

  /** @param {string} s @returns {boolean} */
  function isPhrase(s) {
    return compiled.some((rule) => rule.phrase && apply(rule, s) !== s);
  }

  const lists = makeRedactLists(rules, { ...tests, isPhrase });
  const siblings = makeRedactSiblings(rules, { ...tests, ...byChance, sensitive, nameTokens, text, callsRules });
  const { url, scrubAddresses } = makeRedactUrl(rules, attr, { ...tests, ...byChance, ...read, nameTokens, sensitive });

  return { text, attr, url, names, sensitive, sensitiveAutocomplete, mark: rules.mark };
}

Cairn.redact ??= makeRedact();

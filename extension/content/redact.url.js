'use strict';
// What of an address is kept: scheme, host and path without tokens, query
// values only where their name says that they are a place, a fragment where it
// is a route. Reference: url.go of package shared/redact.

/**
 * @param {RedactRules} rules
 * @param {(s: string) => string} attr the text rules for what an author wrote
 * @param {Pick<ReturnType<typeof makeRedactChecks>, 'kindsOf' | 'changes' | 'checks' | 'isHex' | 'isUUID' | 'mostlyWords' | 'namePart' | 'surprise'> & Pick<ReturnType<typeof makeRedactFold>, 'isVersion'> & { nameTokens: (name: string) => string[], sensitive: (...names: string[]) => boolean }} tests
 */
function makeRedactUrl(rules, attr, { kindsOf, changes, checks, isHex, isUUID, mostlyWords, namePart, surprise, nameTokens, sensitive, isVersion }) {
  const rule = rules.url;
  const WEB = new Set(['http', 'https', 'ws', 'wss']);

  /** @param {string} raw @param {boolean} [shown] in a text: values that anybody can read may stay @returns {string} */
  function url(raw, shown = false) {
    const s = wholeParts(raw.trim(), rules.maxText).split(/[\u0000-\u0020\s]/, 1)[0];
    const parts = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/s.exec(s);
    if (!parts) return wholeParts(pathQueryFragment(s, false, shown), rule.maxUrl);
    if (s === 'about:blank' || s === 'about:srcdoc') return s;
    const scheme = parts[1].toLowerCase();
    if (!parts[2].startsWith('//') || !rule.schemes.includes(scheme)) return `${scheme}:`;
    const rest = parts[2].slice(2);
    const end = rest.search(/[/?#\\]/);
    const authority = end < 0 ? rest : rest.slice(0, end);
    const name = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
    const user = shown && !name.includes(':') && readable(name) ? `${name}@` : '';
    const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
    if (!plainHost(host)) return `${scheme}:`;
    return wholeParts(`${scheme}://${user}${host}${pathQueryFragment(end < 0 ? '' : rest.slice(end), rule.hosts.includes(host), shown)}`, rule.maxUrl);
  }

  /** @param {string} s @param {number} n @returns {string} the longest beginning of an address that ends where a part of it does: half a token would no longer look like one */
  function wholeParts(s, n) {
    if (s.length <= n) return s;
    const head = s.slice(0, n + 1);
    const at = Math.max(...['/', '?', '&', '#'].map((sep) => head.lastIndexOf(sep)));
    return head.slice(0, Math.max(0, at)).replace(/[?&#]+$/, '');
  }

  /** @param {string} host @returns {boolean} */
  function plainHost(host) {
    return /^[a-z0-9.\-_:[\]\u0080-\uffff]+$/.test(host) && !host.includes('[redacted]');
  }

  /** @param {string} s @param {boolean} invites whether the first part of the path gives a right @param {boolean} shown @returns {string} */
  function pathQueryFragment(s, invites, shown) {
    const [before, fragment] = cutAt(s, '#');
    const [path, query] = cutAt(before, '?');
    const q = cleanQuery(query, shown);
    const f = cleanFragment(fragment, shown);
    return cleanPath(path, invites) + (q && `?${q}`) + (f && `#${f}`);
  }

  /** @param {string} s @param {string} sep @returns {[string, string, boolean]} what is before and after the first sep, and whether it is there */
  function cutAt(s, sep) {
    const at = s.indexOf(sep);
    return at < 0 ? [s, '', false] : [s.slice(0, at), s.slice(at + sep.length), true];
  }

  /** @param {string} path @param {boolean} invites @returns {string} */
  function cleanPath(path, invites) {
    let right = false; // what comes next gives a right to whoever has it
    return path
      .split('/')
      .map((segment, i, all) => {
        const version = i > 0 && isVersion(all[i - 1], segment);
        const token = (!version && tokenSegment(segment)) || (right && grant(segment));
        right = givesRight(segment) || (i === 0 && invites) || (right && /^[0-9]+$/.test(segment)); // a number says whose it is; the key comes behind it
        return token ? rule.token : segment;
      })
      .join('/');
  }

  /** @param {string} segment @returns {boolean} whether it says that the next one is a key: /invite/… */
  function givesRight(segment) {
    return segment.length <= 40 && segment !== rule.token && nameTokens(segment).some((word) => rule.rights.includes(word));
  }

  /** @param {string} segment @returns {boolean} whether it may be such a key: it is no word */
  function grant(segment) {
    const k = kindsOf(segment);
    const letters = k.upper + k.lower;
    if (segment.length < 6) return false;
    return (k.digits > 0 && letters > 0) || k.digits >= 6 || (/^[A-Za-z_-]+$/.test(segment) && surprise(segment, false) >= rules.chance.labelAlpha);
  }

  /** @param {string} query @param {boolean} shown @returns {string} */
  function cleanQuery(query, shown) {
    const kept = [];
    for (const part of query.split('&')) {
      const [name, value, pair] = cutAt(part, '=');
      if (!pair) {
        if (/^[A-Za-z_-]{1,31}$/.test(name) || (shown && readable(name))) kept.push(name);
      } else if (plainName(name)) {
        const stays = (rule.params.includes(name.toLowerCase()) && plainValue(value)) || (shown && !sensitive(name) && !givesRight(name) && readable(value));
        kept.push(stays ? `${name}=${value}` : `${name}=`);
      }
    }
    return kept.join('&');
  }

  /** @param {string} value @returns {boolean} whether it says in words and small numbers what it is of */
  function readable(value) {
    let plain;
    try {
      plain = decodeURIComponent(value.replace(/\+/g, ' '));
    } catch {
      return false;
    }
    if (plain === '' || plain.length > 2 * rule.maxValue || plain.includes('@')) return false;
    if (plain.includes('://')) return !plain.includes('?') && url(plain, true) === plain; // an address without values of its own
    return plain.split(/[^A-Za-z0-9\u0080-\uffff]+/).every((part) => part === '' || readableWord(part));
  }

  /** @param {string} s @returns {boolean} letters that are a word or few, or digits that are few, or a few of both */
  function readableWord(s) {
    const { digits } = kindsOf(s);
    const letters = s.replace(/[0-9]+$/, '');
    if (letters === '') return digits <= 4;
    if (digits !== s.length - letters.length || digits > 3) return false;
    return letters.length <= 3 || (surprise(letters, false) <= 0 && changes(letters) <= 1 + Math.floor(letters.length / 8));
  }

  /** @param {string} fragment @param {boolean} shown @returns {string} a route as it is, '' for anything else */
  function cleanFragment(fragment, shown) {
    const [path, query, hasQuery] = cutAt(fragment, '?');
    if (/[=&]/.test(path)) return shown && !hasQuery ? cleanQuery(path, shown) : '';
    const bang = path.startsWith('!') ? '!' : '';
    const q = hasQuery ? cleanQuery(query, shown) : '';
    return bang + cleanPath(path.slice(bang.length), false) + (q && `?${q}`);
  }

  /** @param {string} raw a path segment @returns {boolean} whether it names a right or one object, not a place */
  function tokenSegment(raw) {
    if (raw.length < SHORT_KEY_MIN) return false;
    const segment = unescaped(raw);
    if (segment === rule.token) return false;
    if (isUUID(segment) || (!segment.includes('://') && attr(segment) !== segment)) return true;
    const k = kindsOf(segment);
    const letters = k.upper + k.lower;
    if ((segment.length >= 32 && letters === segment.length && !mostlyWords(segment)) || segment.length > rule.longestName) return true;
    if (shortKey(segment, k)) return true;
    if (versions(segment) || bundle(segment)) return false;
    if (letters < 2 || k.digits < 2) return false;
    if (segment.length >= 16 && checks.random(segment)) return true;
    return segment.length >= rule.tokenLen && !slug(segment);
  }

  /** How long the shortest name of a thing is that only those know who were told it. */
  const SHORT_KEY_MIN = 7;

  /** @param {string} segment @param {ReturnType<typeof kindsOf>} k @returns {boolean} whether it is such a name: four in ten characters differ in kind from the one before, as in no name */
  function shortKey(segment, k) {
    const n = k.digits + k.upper + k.lower;
    return n === segment.length && k.upper > 1 && k.lower > 0 && changes(segment) * 10 >= 4 * n;
  }

  /** @param {string} s @returns {string} */
  function unescaped(s) {
    try {
      return decodeURIComponent(s);
    } catch {
      return s;
    }
  }

  /** @param {string} segment @returns {boolean} whether every part is a word, a number or short, as people read addresses */
  function slug(segment) {
    let words = 0;
    for (const part of segment.split(/[-_.~+, ]+/).filter(Boolean)) {
      const { digits } = kindsOf(part);
      if (digits === part.length && part.length <= 10) continue;
      if ((digits === 0 && part.length <= 20) || (namePart(part) && mostlyWords(part)) || /^v[0-9]{1,3}$/.test(part) || (part.length > 5 && readableWord(part))) words++;
      else if (part.length > 4) return false;
    }
    return words > 0;
  }

  /** @param {string} s @returns {boolean} whether it is numbers of versions and words beside them: v1.12.0-beta.2...v1.13.0 */
  function versions(s) {
    const parts = s.split(/[.-]+/).filter(Boolean);
    const numbers = (/** @type {string} */ part) => /^(?:v[0-9]{1,3}|[0-9]{1,4})$/.test(part);
    return s.includes('.') && parts.length > 0 && numbers(parts[0]) && parts.every((part) => numbers(part) || (readableWord(part) && kindsOf(part).lower >= 2 && kindsOf(part).upper === 0));
  }

  /** @param {string} s @returns {boolean} whether it is the name of a script or a sheet of styles, with or without the hash of what is in it */
  function bundle(s) {
    const at = s.lastIndexOf('.');
    if (at < 0 || !rules.bundleEndings.includes(s.slice(at + 1))) return false;
    return s.slice(0, at).split(/[._/+-]+/).filter(Boolean).every((part) => namePart(part) || (isHex(part) && part.length <= 20));
  }

  /** @param {string} name of a parameter @returns {boolean} */
  function plainName(name) {
    return /^[A-Za-z0-9_.[\]-]{1,40}$/.test(name) && !(name.length >= 16 && checks.random(name));
  }

  /** @param {string} value @returns {boolean} */
  function plainValue(value) {
    if (value === '' || value.length > rule.maxValue || !/^[A-Za-z0-9_./:-]+$/.test(value)) return false;
    return !value.split('/').some(tokenSegment);
  }

  /** @param {string} s @returns {string} s with every web address in it redacted */
  function scrubAddresses(s) {
    return s.replace(/([A-Za-z]*):\/\/[^\u0000-\u0020"'<>`{}|\\^]*/g, (whole, scheme) => {
      const end = addressEnd(whole, scheme.length + 3);
      // A second address may follow what ends the first.
      return inText(whole.slice(0, end), scheme.toLowerCase()) + scrubAddresses(whole.slice(end));
    });
  }

  /** @param {string} s that begins with an address @param {number} at where its host begins @returns {number} where it ends: before a bracket that closes nothing of it, and not with what ends a sentence */
  function addressEnd(s, at) {
    let end = at;
    let open = 0;
    for (; end < s.length; end++) {
      if (s[end] === '(' || s[end] === '[') open++;
      if ((s[end] === ')' || s[end] === ']') && --open < 0) break;
    }
    while (end > at && '.,;:!?*'.includes(s[end - 1])) end--;
    return end;
  }

  /** @param {string} raw an address @param {string} scheme @returns {string} what of it may stay in a text: all where nothing is missing but capitals of its host */
  function inText(raw, scheme) {
    if (!WEB.has(scheme) || raw.length === scheme.length + 3) return raw;
    if (!/[/?#@]/.test(raw.slice(scheme.length + 3))) return raw; // a host alone, or what a program puts one in place of
    const clean = url(raw, true);
    return clean.toLowerCase() === raw.toLowerCase() ? raw : clean;
  }

  return { url: (/** @type {string} */ raw) => url(raw), scrubAddresses };
}

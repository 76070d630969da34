// Extensions under test. A browser that Cairn starts may hold extensions whose
// pages agents work on (cairn run --load-extension). Their addresses begin with
// an id that is another one on every machine, so Cairn shows and remembers them
// by the manifest's name: chrome-extension://<id>/popup.html is
// extension://<name>/popup.html. Both forms are translated here alone.

import { readPairingFile } from "./settings.js";

/** @typedef {{id: string, name: string}} Tested */

const CHROME = "chrome-extension://";
const OURS = "extension://";

/** @type {Promise<Tested[]> | undefined} */
let listed;

/** @returns {Promise<Tested[]>} the extensions under test in this browser, mostly none */
export function tested() {
  listed ??= readPairingFile().then((file) => file?.extensions ?? []);
  return listed;
}

/**
 * @param {string | undefined} url as the browser has it
 * @returns {Promise<Tested | undefined>} the extension under test whose page that is
 */
export async function testedAt(url) {
  return (await tested()).find(({ id }) => url === CHROME + id || url?.startsWith(`${CHROME}${id}/`));
}

/**
 * @param {string} text
 * @param {Tested} one
 * @returns {string} with the extension's addresses by its name
 */
export function named(text, { id, name }) {
  return text.replaceAll(CHROME + id, OURS + name);
}

/**
 * @param {string} text
 * @param {Tested} one
 * @returns {string} with the extension's addresses as the browser has them
 */
export function unnamed(text, { id, name }) {
  return text.replaceAll(new RegExp(`(?<![a-z-])${OURS}${name}(?![a-z0-9.-])`, "g"), CHROME + id);
}

/**
 * @template {string | undefined} T
 * @param {T} url as the browser has it
 * @returns {Promise<T | string>} as Cairn shows it
 */
export async function shown(url) {
  const one = await testedAt(url);
  return one && url ? named(url, one) : url;
}

/**
 * @param {string} url as Cairn shows it
 * @returns {Promise<string>} as the browser has it
 */
export async function real(url) {
  return (await tested()).reduce((text, one) => unnamed(text, one), url);
}

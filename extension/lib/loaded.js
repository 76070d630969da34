// Handles extensions under test. A browser that Cairn starts may contain extensions whose
// pages agents work on (cairn run --load-extension). Their addresses begin with an id
// that differs on every machine, so Cairn shows and stores them with the manifest's
// name: chrome-extension://<id>/popup.html becomes extension://<name>/popup.html. Only
// this file translates between the two forms.

import { readPairingFile } from "./pairing.js";

/** @typedef {{id: string, name: string}} Tested */

const CHROME = "chrome-extension://";
const OURS = "extension://";

/** @type {Promise<Tested[]> | undefined} */
let listed;

/** @returns {Promise<Tested[]>} the extensions under test in this browser, usually none */
export function tested() {
  listed ??= readPairingFile().then((file) => file?.extensions ?? []);
  return listed;
}

/**
 * @param {string | undefined} url in the browser's form
 * @returns {Promise<Tested | undefined>} the extension under test that owns the page
 */
export async function testedAt(url) {
  return (await tested()).find(({ id }) => url === CHROME + id || url?.startsWith(`${CHROME}${id}/`));
}

/** @param {string} text @param {Tested} one @returns {string} with the extension's addresses in Cairn's form */
export function named(text, { id, name }) {
  return text.replaceAll(CHROME + id, OURS + name);
}

/** @param {string} text @param {Tested} one @returns {string} with the extension's addresses in the browser's form */
export function unnamed(text, { id, name }) {
  return text.replaceAll(new RegExp(`(?<![a-z-])${OURS}${name}(?![a-z0-9.-])`, "g"), CHROME + id);
}

/**
 * @template {string | undefined} T
 * @param {T} url in the browser's form
 * @returns {Promise<T | string>} in Cairn's form
 */
export async function shown(url) {
  const one = await testedAt(url);
  return one && url ? named(url, one) : url;
}

/** @param {string} url in Cairn's form @returns {Promise<string>} in the browser's form */
export async function real(url) {
  return (await tested()).reduce((text, one) => unnamed(text, one), url);
}

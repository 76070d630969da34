// Creates globally unique ids.

/** RFC 4648 base32 in lower case: 5 bits a letter, safe in file names. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** Letters of a random part: 100 bits. */
const RANDOM_LETTERS = 20;

/** @returns {string} 20 random letters and digits */
export function randomLetters() {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_LETTERS));
  return Array.from(bytes, (b) => ALPHABET[b & 31]).join("");
}

/** @returns {string} the id of a new step */
export const newStepId = () => `s-${randomLetters()}`;

/** @returns {string} the id of a new ambient session */
export const newAmbientId = () => `ambient-${randomLetters()}`;

/** @param {number} bytes @returns {string} that many random bytes as lower-case hex */
export function randomHex(bytes) {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** @param {Uint8Array} bytes @returns {string} */
export function toHex(bytes) {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex @returns {Uint8Array<ArrayBuffer>} empty when hex is not hex */
export function fromHex(hex) {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) return new Uint8Array(0);
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** The grammar of step and session ids: an id cannot be a path, a pattern or a device name of Windows. */
const ID = /^(?!(?:con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$))[a-z0-9][a-z0-9._-]{3,63}$/i;

/** @param {unknown} id @returns {id is string} */
export function isId(id) {
  return typeof id === "string" && ID.test(id);
}

// Performs the mutual proof at the start of a link (shared/wire/doc.go): both sides hold
// the pairing key and neither sends it. Proofs are bound to the port, so that a program
// on another port cannot forward them to the companion.

import { fromHex, toHex } from "../lib/ids.js";

/** The key has 32 bytes. */
const KEY_HEX = /^[0-9a-f]{64}$/;

/** @param {unknown} key @returns {key is string} */
export function isKey(key) {
  return typeof key === "string" && KEY_HEX.test(key);
}

/** Computes and checks proofs with the key, for one port. */
export class Prover {
  #key;

  /** @param {CryptoKey} key */
  constructor(key) {
    this.#key = key;
  }

  /** @param {string} hex the pairing key @param {number} port of the connection @returns {Promise<Prover>} */
  static async from(hex, port) {
    const bound = await crypto.subtle.sign("HMAC", await importKey(fromHex(hex)), text(`port|${port}`));
    return new Prover(await importKey(bound));
  }

  /**
   * Compares in constant time.
   * @param {string} proof the companion's, in hex
   * @param {string} nonceC ours
   * @param {string} nonceS the companion's
   * @returns {Promise<boolean>}
   */
  companionProved(proof, nonceC, nonceS) {
    return crypto.subtle.verify("HMAC", this.#key, fromHex(String(proof)), text(`s|${nonceC}|${nonceS}`));
  }

  /**
   * @param {string} nonceC
   * @param {string} nonceS
   * @param {string} installId
   * @returns {Promise<string>} our proof, in hex
   */
  async prove(nonceC, nonceS, installId) {
    const signed = await crypto.subtle.sign("HMAC", this.#key, text(`e|${nonceS}|${nonceC}|${installId}`));
    return toHex(new Uint8Array(signed));
  }
}

/** @param {BufferSource} bytes */
const importKey = (bytes) => crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);

/** @param {string} s */
const text = (s) => new TextEncoder().encode(s);

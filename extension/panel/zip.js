// Builds a zip archive of text files, stored without compression: the only form in which
// a browser can download a directory.

/** @import {ExportFile} from "../wire" */

const encoder = new TextEncoder();

/** Table of CRC-32 in the form that zip uses (polynomial 0xedb88320). */
const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = TABLE[(c ^ byte) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** @param {ExportFile[]} files @returns {Blob} */
export function zip(files) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const entries = [];
  let offset = 0;
  for (const { name, text } of files) {
    const [path, data] = [encoder.encode(name), encoder.encode(text)];
    // Header fields: version 2.0, names in UTF-8, stored, 1 January 1980.
    const head = [...u16(20), ...u16(0x0800), ...u16(0), ...u16(0), ...u16(0x21), ...u32(crc32(data)), ...u32(data.length), ...u32(data.length), ...u16(path.length), 0, 0];
    parts.push(bytes([0x50, 0x4b, 3, 4, ...head]), path, data);
    entries.push(bytes([0x50, 0x4b, 1, 2, 20, 0, ...head, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...u32(offset)]), path);
    offset += 4 + head.length + path.length + data.length;
  }
  const size = entries.reduce((sum, e) => sum + e.length, 0);
  const end = bytes([0x50, 0x4b, 5, 6, 0, 0, 0, 0, ...u16(files.length), ...u16(files.length), ...u32(size), ...u32(offset), 0, 0]);
  return new Blob([...parts, ...entries, end], { type: "application/zip" });
}

/** @param {number[]} list */
const bytes = (list) => Uint8Array.from(list);
const u16 = (/** @type {number} */ n) => [n & 0xff, (n >>> 8) & 0xff];
const u32 = (/** @type {number} */ n) => [...u16(n & 0xffff), ...u16(n >>> 16)];

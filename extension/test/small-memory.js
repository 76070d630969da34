// Makes a core that runs out of memory early, so that tests can see a real
// instance die a real death: the same code, with a maximum written into the
// memory section of the Wasm file.

const PAGE = 64 << 10;
const MEMORY_SECTION = 5;

/**
 * @param {Uint8Array} wasm a module whose memory has no maximum
 * @param {number} maxBytes the bound of its growth
 */
export function limitMemory(wasm, maxBytes) {
  for (let at = 8; at < wasm.length; ) {
    const id = wasm[at];
    const size = readLeb(wasm, at + 1);
    const body = size.next;
    const end = body + size.value;
    if (id === MEMORY_SECTION) {
      // One memory, flags 0 (no maximum), minimum pages.
      if (wasm[body] !== 1 || wasm[body + 1] !== 0) throw new Error("expected one memory without a maximum");
      const minimum = wasm.slice(body + 2, end);
      const section = [1, 1, ...minimum, ...writeLeb(Math.ceil(maxBytes / PAGE))];
      return Uint8Array.from([...wasm.slice(0, at), id, ...writeLeb(section.length), ...section, ...wasm.slice(end)]);
    }
    at = end;
  }
  throw new Error("no memory section");
}

function readLeb(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const b = bytes[at++];
    value |= (b & 0x7f) << shift;
    if (b < 0x80) return { value, next: at };
  }
}

function writeLeb(value) {
  const out = [];
  for (; value > 0x7f; value >>>= 7) out.push((value & 0x7f) | 0x80);
  return [...out, value];
}

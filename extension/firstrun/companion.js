// Finds a companion on this computer before it is paired, so that the person needs only
// one button.

import { DefaultPort, PortTries } from "../lib/limits.js";

/** Bounds the wait for a port's answer. */
const ANSWER_MS = 1500;

/**
 * Looks on the companion's usual ports. Only a companion lets this extension open a
 * socket there; the pairing key is neither sent nor needed.
 * @param {(url: string) => WebSocket} [open]
 * @returns {Promise<number | undefined>} its port
 */
export async function findCompanion(open = (url) => new WebSocket(url)) {
  const tries = Array.from({ length: PortTries }, (_, i) => answers(DefaultPort + i, open));
  return Promise.any(tries).catch(() => undefined);
}

/** @param {number} port @param {(url: string) => WebSocket} open @returns {Promise<number>} */
function answers(port, open) {
  return new Promise((resolve, reject) => {
    const socket = open(`ws://127.0.0.1:${port}/sync`);
    const end = setTimeout(() => {
      socket.close();
      reject(new Error(`port ${port} does not answer`));
    }, ANSWER_MS);
    socket.onopen = () => {
      clearTimeout(end);
      socket.close();
      resolve(port);
    };
    socket.onerror = () => {
      clearTimeout(end);
      reject(new Error(`nothing answers on port ${port}`));
    };
  });
}

/**
 * @template T
 * @param {IDBRequest<T>} request or a promise, of a sealed store
 * @returns {Promise<T>}
 */
export function result(request) {
  if (request instanceof Promise) return request;
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

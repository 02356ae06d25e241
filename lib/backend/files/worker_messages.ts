/**
 * Bytes as a message to a Worker, or from one: Deno walks over the keys of each message of `node:worker_threads`, and
 * makes a text of each rank of an array (10 MiB took 420 MiB and 5 s). A buffer has none.
 *
 * @returns the buffer of the array, copied when it holds more than the array; to be transferred
 */
export function messageOf(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const { buffer, byteLength } = bytes;
  // No slice(): that of a Buffer of Node is a view of its whole pool.
  return byteLength === buffer.byteLength ? buffer : new Uint8Array(bytes).buffer;
}

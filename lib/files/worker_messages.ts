/** Starts the Workers of this folder, asks them, and makes messages of bytes for them. @module */

import { Worker } from "node:worker_threads";

/**
 * Starts a Worker of this folder. The archive contains only scripts, with each Worker bundled beside them.
 *
 * @param heapMiB maximum size of its JavaScript heap, MiB
 * @param workerData what the Worker finds as `workerData`
 */
export function startedWorker(name: string, heapMiB: number, workerData?: object): Worker {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const script = new URL(`./${name}.${extension}`, import.meta.url);
  return new Worker(script, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMiB } });
}

interface WorkerLimits {
  /** Maximum size of its JavaScript heap, MiB. */
  readonly heapMiB: number;
  readonly withinMs: number;
  /** What the Worker finds as `workerData`. */
  readonly workerData?: object;
}

/** What a Worker answered; or that it ended before, or was too slow. */
type WorkerAnswer<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "ended" | "late" };

/**
 * Has a Worker of its own read a file, which isolates one that exhausts its time or memory.
 *
 * @param bytes empty afterwards
 */
export async function askWorker<Answer>(
  name: string,
  { heapMiB, withinMs, workerData }: WorkerLimits,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<WorkerAnswer<Answer>> {
  const { promise, resolve } = Promise.withResolvers<WorkerAnswer<Answer>>();
  const worker = startedWorker(name, heapMiB, workerData);
  const ended = () => resolve({ kind: "ended" });
  worker.once("message", (answer: Answer) => resolve({ kind: "answered", answer }))
    .on("error", ended).once("exit", ended);
  const timer = setTimeout(() => resolve({ kind: "late" }), withinMs);
  const buffer = messageOf(bytes);
  worker.postMessage(buffer, [buffer]);
  const answer = await promise;
  clearTimeout(timer);
  await worker.terminate();
  return answer;
}

/**
 * Bytes as a message to or from a Worker: Deno enumerates the keys of each message of `node:worker_threads`, and
 * creates a string for each index of an array (10 MiB took 420 MiB and 5 s). A buffer has none.
 *
 * @returns the buffer of the array, copied when it is larger than the array; to be transferred
 */
export function messageOf(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const { buffer, byteLength } = bytes;
  // Not slice(): that of a Node Buffer is a view of its whole pool.
  return byteLength === buffer.byteLength ? buffer : new Uint8Array(bytes).buffer;
}

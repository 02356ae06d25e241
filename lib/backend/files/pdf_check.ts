import { Worker } from "node:worker_threads";
import { Refused } from "@/lib/backend/core/refused.ts";
import { messageOf } from "./worker_messages.ts";

/** Why a file is not taken as a PDF. */
export type PdfFault = "not-a-pdf" | "broken" | "too-complex" | "encrypted" | "active-content";

export interface OpenedPdf {
  /** Why it is refused; null for a PDF that a reader opens and that only shows pages. */
  readonly fault: PdfFault | null;
  /** The bytes of the file, which the Worker has given back; empty when it has ended with them. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What the Worker says of a file. */
export interface PdfAnswer extends Pick<OpenedPdf, "fault"> {
  readonly buffer: ArrayBuffer;
  readonly workerBytes: number;
}

/** Within how long a PDF is opened, ms. */
const OPENED_WITHIN_MS = 10_000;
/** JavaScript heap of the Worker, MiB. */
const HEAP_MIB = 96;
/** A Worker that holds more than this, bytes, is ended, and its memory freed with it: a new one holds 15 MiB. */
const KEPT_BYTES = 24 * 1_024 * 1_024;
/** Files that wait for the one that is being opened; more are refused for now. */
const WAITING_MAX = 16;

/** The archive holds scripts only, each Worker bundled beside them. */
const SCRIPT = new URL(
  `./pdf_worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`,
  import.meta.url,
);

const HEAD = new TextEncoder().encode("%PDF-");
/** Nothing but blanks follows the end of the file: another format may hide after it. */
const END = /%%EOF[\0\t\n\f\r ]*$/;
const END_BYTES = 1_024;

/**
 * Opens a file as a document.
 *
 * Its first and last bytes are looked at here; then a library opens it in a Worker of its own, one file at a time.
 *
 * @param bytes empty from here on: a file of 20 MiB is lent to the Worker, not copied
 * @throws Refused when too many wait
 * @spec deposits.pdf
 */
export async function openedPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  if (!HEAD.every((byte, at) => bytes[at] === byte)) return { fault: "not-a-pdf", bytes };
  const end = new TextDecoder("latin1").decode(bytes.subarray(-END_BYTES));
  if (!END.test(end)) return { fault: "broken", bytes };
  if (waiting >= WAITING_MAX) throw new Refused("overloaded");
  waiting++;
  const mine = last.then(() => opened(bytes));
  last = mine.catch(() => null);
  try {
    return await mine;
  } finally {
    waiting--;
  }
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
let worker: Worker | null = null;

/** Opens a file in the Worker: one that runs it out of time or memory takes nothing else with it. */
async function opened(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPdf> {
  const { promise, resolve } = Promise.withResolvers<PdfAnswer>();
  const mine = worker ??= started();
  const failed = () => {
    if (worker === mine) worker = null;
    resolve({ fault: "too-complex", workerBytes: 0, buffer: new ArrayBuffer() });
  };
  const timer = setTimeout(() => void mine.terminate(), OPENED_WITHIN_MS);
  mine.once("message", resolve).once("error", failed).once("exit", failed);
  mine.ref();
  const buffer = messageOf(bytes);
  mine.postMessage(buffer, [buffer]);
  const { fault, workerBytes, buffer: returned } = await promise;
  clearTimeout(timer);
  mine.removeAllListeners();
  // It serves the next file, and does not keep the program alive.
  mine.on("error", failed).on("exit", failed).unref();
  if (workerBytes > KEPT_BYTES) await mine.terminate();
  return { fault, bytes: new Uint8Array(returned) };
}

function started(): Worker {
  return new Worker(SCRIPT, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB } });
}

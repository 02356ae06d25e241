import { Worker } from "node:worker_threads";
import { Refused } from "@/lib/backend/core/refused.ts";

/** Why a file is not taken as a PDF. */
export type PdfFault = "not-a-pdf" | "broken" | "encrypted" | "active-content";

/** What the Worker says of a file. */
export interface PdfAnswer {
  readonly fault: PdfFault | null;
  /** What its streams were unpacked to. */
  readonly unpackedBytes: number;
}

/** Within how long a PDF is opened, ms. */
const OPENED_WITHIN_MS = 10_000;
/** JavaScript heap of the Worker, MiB. */
const HEAP_MIB = 96;
/** The Worker serves again after a file of this size, sent and unpacked, bytes: beyond, its memory is freed with it. */
const KEPT_BYTES = 2 * 1_024 * 1_024;
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
 * Why a file is refused as a document; null when it is a PDF that a reader opens and that only shows pages.
 *
 * Its first and last bytes are looked at here; then a library opens it in a Worker of its own, one file at a time.
 *
 * @throws Refused when too many wait
 * @spec deposits.pdf
 */
export async function pdfFault(bytes: Uint8Array): Promise<PdfFault | null> {
  if (!HEAD.every((byte, at) => bytes[at] === byte)) return "not-a-pdf";
  const end = new TextDecoder("latin1").decode(bytes.subarray(-END_BYTES));
  if (!END.test(end)) return "broken";
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
async function opened(bytes: Uint8Array): Promise<PdfFault | null> {
  const { promise, resolve } = Promise.withResolvers<PdfAnswer>();
  const mine = worker ??= started();
  const failed = () => {
    if (worker === mine) worker = null;
    resolve({ fault: "broken", unpackedBytes: 0 });
  };
  const timer = setTimeout(() => void mine.terminate(), OPENED_WITHIN_MS);
  mine.once("message", resolve).once("error", failed).once("exit", failed);
  mine.ref();
  mine.postMessage(bytes);
  const { fault, unpackedBytes } = await promise;
  clearTimeout(timer);
  mine.removeAllListeners();
  // It serves the next file, and does not keep the program alive.
  mine.on("error", failed).on("exit", failed).unref();
  if (bytes.length + unpackedBytes > KEPT_BYTES) await mine.terminate();
  return fault;
}

function started(): Worker {
  return new Worker(SCRIPT, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB } });
}

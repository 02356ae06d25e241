import { Refused } from "@/lib/backend/core/refused.ts";
import type { DrawingAnswer, DrawingTask, PdfOptions, PdfPage } from "./pdf_parts.ts";
import { startedWorker } from "./worker_messages.ts";

/** Time limit to draw a page, ms. */
const DRAWN_WITHIN_MS = 10_000;
/** JavaScript heap of the Worker, MiB. */
const HEAP_MIB = 128;
/** Maximum number of documents written at the same time; others are refused. */
const OPEN_MAX = 16;

/** Error for a document that the Worker could not draw. */
export class PdfNotDrawn extends Error {
  override name = "PdfNotDrawn";
}

/** A whole PDF, for a document of a few pages. @throws Refused when too many are being written */
export async function pdfBytes(
  options: PdfOptions,
  pages: Iterable<PdfPage>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await Array.fromAsync(pdfChunks(options, pages));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * The bytes of a PDF, page by page, drawn in a Worker without blocking the event loop.
 *
 * @throws Refused when too many are being written
 * @throws PdfNotDrawn when the Worker fails
 */
export async function* pdfChunks(
  options: PdfOptions,
  pages: AsyncIterable<PdfPage> | Iterable<PdfPage>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (openCount >= OPEN_MAX) throw new Refused("overloaded");
  openCount++;
  const id = ++lastId;
  const drawing = current ??= new Drawing();
  try {
    yield* await drawing.answer({ id, kind: "open", options });
    for await (const page of pages) yield* await drawing.answer({ id, kind: "page", page });
    yield* await drawing.answer({ id, kind: "end" });
  } finally {
    drawing.drop(id);
    openCount--;
    if (openCount === 0) {
      current = null;
      await drawing.end();
    }
  }
}

let lastId = 0;
let openCount = 0;
let current: Drawing | null = null;

type Bytes = readonly Uint8Array<ArrayBuffer>[];

/** A Worker that ends with its last document: its memory is freed, and it does not keep the process alive. */
class Drawing {
  readonly #worker = startedWorker("pdf_drawing_worker", HEAP_MIB);
  readonly #waiting = new Map<number, PromiseWithResolvers<Bytes>>();
  #fault: PdfNotDrawn | null = null;

  constructor() {
    this.#worker
      .on("message", (answer: DrawingAnswer) => this.#settle(answer))
      .on("error", (fault: unknown) => this.#fail(String(fault)))
      .on("exit", () => this.#fail("The Worker ended"));
  }

  async answer(task: DrawingTask): Promise<Bytes> {
    if (this.#fault !== null) throw this.#fault;
    const waiting = Promise.withResolvers<Bytes>();
    this.#waiting.set(task.id, waiting);
    const timer = setTimeout(() => void this.#worker.terminate(), DRAWN_WITHIN_MS);
    this.#worker.postMessage(task);
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(task.id);
    }
  }

  drop(id: number): void {
    const task: DrawingTask = { id, kind: "drop" };
    this.#worker.postMessage(task);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(answer: DrawingAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if ("buffers" in answer) {
      waiting?.resolve(answer.buffers.map((buffer) => new Uint8Array(buffer)));
    } else waiting?.reject(new PdfNotDrawn(answer.fault));
  }

  #fail(reason: string): void {
    this.#fault ??= new PdfNotDrawn(reason);
    if (current === this) current = null;
    for (const { reject } of this.#waiting.values()) reject(this.#fault);
  }
}

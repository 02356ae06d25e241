/** Describes the pages of a PDF as data and has a Worker draw them. @module */

import { CallError } from "@/lib/base/errors.ts";
import type { QrCode } from "./qr_code.ts";
import { startedWorker } from "./worker_messages.ts";

/** A heading or a paragraph, which may span lines and pages. */
export interface PdfText {
  readonly kind: "text";
  readonly tag: "H1" | "H2" | "P";
  readonly text: string;
  /** Font size, points. */
  readonly size: number;
  readonly isBold?: boolean;
  readonly isSoft?: boolean;
  /** Space above it, points; ignored at the top of a page. */
  readonly above: number;
}

export type PdfLook = Pick<PdfText, "size" | "isBold" | "isSoft" | "above">;

export function pdfText(tag: PdfText["tag"], text: string, look: PdfLook): PdfText {
  return { kind: "text", tag, text, ...look };
}

/** A colour that repeats the meaning of the text. */
export type PdfTone = "good" | "bad" | "very-bad";

export interface PdfCell {
  readonly text: string;
  readonly tone?: PdfTone | null;
}

/** A table with a row of headings; the first cell of each row is its heading. */
export interface PdfTable {
  readonly kind: "table";
  readonly above: number;
  readonly head: readonly {
    readonly text: string;
    readonly isWide: boolean;
    /** Its cells are texts, which begin at the left. */
    readonly isText?: boolean;
  }[];
  readonly rows: readonly (readonly PdfCell[])[];
}

/** Charts under a heading, as many as leave room for the notes of their page. */
export interface PdfCharts {
  readonly kind: "charts";
  readonly heading: PdfText;
  readonly charts: readonly PdfBars[];
}

/** Bars compared in one chart. */
export interface PdfBars {
  readonly label: string;
  /** The chart in words, for screen readers. */
  readonly alt: string;
  /** The first bar is the subject; the others are the references. No value is negative. */
  readonly bars: readonly { readonly label: string; readonly value: number }[];
}

/** A JPEG or a PNG at the top right of its page, beside the first texts. */
interface PdfPicture {
  readonly kind: "picture";
  readonly alt: string;
}

/** Notes in small letters, with a QR code at their right. */
export interface PdfNotes {
  readonly kind: "notes";
  readonly above: number;
  readonly notes: readonly string[];
  readonly link: {
    readonly code: QrCode;
    /** The code in words, for screen readers. */
    readonly alt: string;
    /** Text under the code. */
    readonly text: string;
    readonly url: string;
  } | null;
}

/** A part of a page of a PDF; each page starts on a new sheet. */
export type PdfPart = PdfText | PdfTable | PdfCharts | PdfPicture | PdfNotes;
export type PdfPage = readonly PdfPart[];

export interface PdfOptions {
  readonly title: string;
  /** Epoch ms. */
  readonly now: number;
  /** The image of its pictures, stored once for all pages. */
  readonly image?: Uint8Array | null;
}

/** A message to the Worker, one task of a document at a time. */
export type DrawingTask =
  & { readonly id: number }
  & (
    | { readonly kind: "open"; readonly options: PdfOptions }
    | { readonly kind: "page"; readonly page: PdfPage }
    | { readonly kind: "end" | "drop" }
  );

/** The bytes produced by a task, or the reason of its failure. */
export type DrawingAnswer =
  | { readonly id: number; readonly buffers: readonly ArrayBuffer[] }
  | { readonly id: number; readonly fault: string };

/** Time limit to draw a page, ms. */
const DRAWN_WITHIN_MS = 10_000;
/** JavaScript heap of the Worker, MiB. */
const HEAP_MIB = 128;
/** Maximum number of documents written at the same time; others are refused. */
const OPEN_MAX = 16;

/** Error for a document that the Worker could not draw. */
class PdfNotDrawn extends Error {
  override name = "PdfNotDrawn";
}

/** A whole PDF, for a document of a few pages. @throws CallError when too many are being written */
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
 * @throws CallError when too many are being written
 * @throws PdfNotDrawn when the Worker fails
 */
export async function* pdfChunks(
  options: PdfOptions,
  pages: AsyncIterable<PdfPage> | Iterable<PdfPage>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (openCount >= OPEN_MAX) throw new CallError("overloaded");
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

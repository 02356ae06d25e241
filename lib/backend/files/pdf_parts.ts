/** Content of the pages of a PDF, as plain data, sent to the Worker that draws it. @module */
import type { QrCode } from "./qr_code.ts";

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
  readonly head: readonly { readonly text: string; readonly isWide: boolean }[];
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

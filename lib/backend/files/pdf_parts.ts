/** What a page of a PDF says, as plain data: the Worker that draws it is handed nothing else. @module */
import type { QrCode } from "./qr_code.ts";

/** A heading or a paragraph, over as many lines and pages as it takes. */
export interface PdfText {
  readonly kind: "text";
  readonly tag: "H1" | "H2" | "P";
  readonly text: string;
  /** Size of its letters, points. */
  readonly size: number;
  readonly isBold?: boolean;
  readonly isSoft?: boolean;
  /** Space above it, points; none at the top of a page. */
  readonly above: number;
}

/** A colour that says what words say too. */
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

/** Drawings under a heading, as many as leave room for the notes of their page. */
export interface PdfCharts {
  readonly kind: "charts";
  readonly heading: PdfText;
  readonly charts: readonly PdfBars[];
}

/** Figures of one thing beside each other. */
export interface PdfBars {
  readonly label: string;
  /** What the bars show, in words, for those who do not see them. */
  readonly alt: string;
  /** The first is what it is about; the others are what it is compared with. None is negative. */
  readonly bars: readonly { readonly label: string; readonly value: number }[];
}

/** A JPEG or a PNG at the top right of its page, beside the first texts. */
export interface PdfPicture {
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
    /** What the code is, in words. */
    readonly alt: string;
    /** What is under it. */
    readonly text: string;
    readonly url: string;
  } | null;
}

/** What a PDF is made of: each page begins on a new sheet. */
export type PdfPart = PdfText | PdfTable | PdfCharts | PdfPicture | PdfNotes;
export type PdfPage = readonly PdfPart[];

export interface PdfOptions {
  readonly title: string;
  /** Epoch ms. */
  readonly now: number;
  /** The file of its pictures, stored once for all pages. */
  readonly image?: Uint8Array | null;
}

/** What the Worker is asked, one task of a document at a time. */
export type DrawingTask =
  & { readonly id: number }
  & (
    | { readonly kind: "open"; readonly options: PdfOptions }
    | { readonly kind: "page"; readonly page: PdfPage }
    | { readonly kind: "end" | "drop" }
  );

/** The bytes that a task made, or why it failed. */
export type DrawingAnswer =
  | { readonly id: number; readonly buffers: readonly ArrayBuffer[] }
  | { readonly id: number; readonly fault: string };

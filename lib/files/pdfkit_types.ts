/** The part of pdfkit used here; pdfkit has no types. @module */

import type { Font } from "./fontkit_types.ts";

/** An element of the structure tree, for screen readers. */
export interface StructureElement {
  add(child: StructureElement): this;
  end(): void;
}

interface ElementOptions {
  /** Description of a picture, for screen readers. */
  readonly alt?: string;
  /** Left, top, right and bottom of a picture, points. */
  readonly bbox?: readonly [number, number, number, number];
}

/** A picture, decoded once and drawn many times. */
export interface OpenedImage {
  readonly width: number;
  readonly height: number;
}

interface TextOptions {
  readonly width?: number;
  readonly lineGap?: number;
  /** False for a single line without a width; lines are broken by default. */
  readonly lineBreak?: false;
}

export interface TableCell {
  readonly text: string;
  readonly type: "TH" | "TD";
  readonly scope?: "Column" | "Row";
  readonly align?: { readonly x: "left" | "right"; readonly y: "center" };
  readonly font?: { readonly src: string; readonly size: number };
  readonly textColor?: string;
  readonly backgroundColor?: string;
}

interface TableOptions {
  readonly structParent: StructureElement;
  readonly columnStyles: readonly (number | "*")[];
  readonly defaultStyle: {
    readonly border: { readonly [side in "top" | "right" | "bottom" | "left"]: number };
    readonly borderColor: { readonly bottom: string };
    readonly padding: readonly number[];
  };
  readonly data: readonly (readonly TableCell[])[];
}

interface Metadata {
  Title: string;
  CreationDate: Date;
}

interface DocumentOptions {
  readonly size: "A4";
  readonly margin: number;
  readonly lang: string;
  readonly tagged: true;
  readonly pdfVersion: "1.7";
  readonly displayTitle: true;
  readonly autoFirstPage: false;
  /** The font of the first page: null for none, else a standard one. */
  readonly font: null;
  readonly info: Metadata;
  /** Ours, not the library's: receives the bytes of {@link PDFDocument.push}. */
  readonly made: Uint8Array<ArrayBuffer>[];
  /** Ours, not the library's: called after the last bytes. */
  readonly onWhole: () => void;
}

export declare class PDFDocument {
  constructor(options: DocumentOptions);
  protected readonly options: DocumentOptions;
  /** The opened fonts, with the cached layout of every word drawn. */
  protected readonly _fontFamilies: Readonly<Record<string, { layoutCache: object }>>;
  readonly info: Metadata;
  readonly page: { readonly width: number; readonly height: number; maxY(): number };
  x: number;
  y: number;
  addPage(): this;
  continueOnNewPage(): this;
  end(): void;
  /** Emits bytes; null after the last. */
  protected push(bytes: Uint8Array<ArrayBuffer> | null): boolean;
  /** Writes the title a second time, as XML. */
  protected endMetadata(): void;
  protected appendXML(xml: string): void;
  /** @param family name by which an opened font is found */
  registerFont(name: string, font: Font, family: string): this;
  font(name: string): this;
  fontSize(points: number): this;
  /** @param withGap as lines are drawn, with the gap of the font */
  currentLineHeight(withGap: true): number;
  fillColor(colour: string): this;
  text(text: string, options?: TextOptions): this;
  text(text: string, x: number, y: number, options?: TextOptions): this;
  heightOfString(text: string, options?: TextOptions): number;
  widthOfString(text: string): number;
  table(options: TableOptions): this;
  save(): this;
  restore(): this;
  translate(x: number, y: number): this;
  scale(factor: number): this;
  rect(x: number, y: number, width: number, height: number): this;
  path(svg: string): this;
  fill(colour?: string): this;
  openImage(bytes: Uint8Array): OpenedImage;
  image(
    image: OpenedImage,
    x: number,
    y: number,
    options: { readonly width: number; readonly height: number },
  ): this;
  struct(type: string, options?: ElementOptions): StructureElement;
  struct(type: string, options: ElementOptions, children: (() => void)[]): StructureElement;
  addStructure(element: StructureElement): this;
}

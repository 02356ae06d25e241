import { PDFDict, PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { inflateSync } from "node:zlib";

/** The shapes that the pages of a PDF draw, in points from the top left corner of the page. */
interface ReadDrawing {
  /** Left, top, width and height of each rectangle, without those that only clip texts. */
  readonly boxes: readonly (readonly number[])[];
  /** The matrix of each picture and each code: scales are the first and fourth numbers, the place the last two. */
  readonly places: readonly (readonly number[])[];
  /** The colour of each shape and text that changes it, such as "#0b5567". */
  readonly colours: readonly string[];
  /** Left, top, right and bottom of each figure, as screen readers are told. */
  readonly figures: readonly (readonly number[])[];
}

/** Reads the drawing operators of each page. */
export function readDrawing(bytes: Uint8Array): ReadDrawing {
  const file = new TextDecoder("latin1").decode(bytes);
  const contents = streamsOf(file, bytes).filter((text) => text.startsWith(TOP_DOWN)).join("\n");
  return {
    boxes: numbersBefore("re(?!\\nW)", contents),
    places: numbersBefore("cm", contents.replaceAll(TOP_DOWN, "")),
    colours: [...contents.matchAll(/^([\d.]+ [\d.]+ [\d.]+) scn$/gm)]
      .map(([, shares = ""]) => hexColour(shares)),
    figures: [...file.matchAll(/\/BBox \[([^\]]*)\]/g)].map(([, box = ""]) => fromTop(box)),
  };
}

/** Height of a page, points. */
const HEIGHT = 841.89;

/** The matrix that makes vertical places of a page grow downwards. */
const TOP_DOWN = `1 0 0 -1 0 ${HEIGHT} cm`;

/** A box measured from the bottom of the page. */
function fromTop(box: string): number[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = box.split(" ").map(Number);
  return [left, HEIGHT - top, right, HEIGHT - bottom].map(hundredth);
}

/** The compressed streams of a file. */
function streamsOf(file: string, bytes: Uint8Array): string[] {
  return [...file.matchAll(/\/FlateDecode\s+>>\s+stream\r?\n/g)].map(({ 0: start, index }) => {
    const from = index + start.length;
    const packed = bytes.subarray(from, file.indexOf("endstream", from));
    return new TextDecoder("latin1").decode(inflateSync(packed));
  });
}

function numbersBefore(operator: string, content: string): number[][] {
  return [...content.matchAll(new RegExp(`^([-\\d. ]+) ${operator}$`, "gm"))]
    .map(([, numbers = ""]) => rounded(numbers));
}

function rounded(numbers: string): number[] {
  return numbers.trim().split(/\s+/).map((number) => hundredth(Number(number)));
}

function hundredth(points: number): number {
  return Math.round(points * 100) / 100;
}

/** A colour, of three shares from 0 to 1. */
function hexColour(shares: string): string {
  const bytes = shares.split(" ").map((share) => Math.round(Number(share) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** A font used by the pages of a PDF. */
interface ReadFont {
  readonly name: string;
  /** Bytes of its program in the file; 0 when it is not embedded. */
  readonly embeddedBytes: number;
}

/** The fonts of a PDF, read with another library than the writer. */
export async function readFonts(bytes: Uint8Array): Promise<ReadFont[]> {
  const { context } = await PDFDocument.load(bytes);
  const dictionaries = context.enumerateIndirectObjects().map(([, object]) => object)
    .filter((object) => object instanceof PDFDict);
  const fonts = dictionaries.filter((one) =>
    one.get(PDFName.of("Type")) === PDFName.of("Font") && !one.has(PDFName.of("DescendantFonts"))
  );
  return fonts.map((font) => {
    const descriptor = font.lookupMaybe(PDFName.of("FontDescriptor"), PDFDict);
    const program = descriptor?.lookup(PDFName.of("FontFile2"));
    return {
      name: font.lookup(PDFName.of("BaseFont"), PDFName).decodeText(),
      embeddedBytes: program?.sizeInBytes() ?? 0,
    };
  });
}

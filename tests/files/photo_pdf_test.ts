import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from "@cantoo/pdf-lib";
import { encode as encodePng } from "fast-png";
import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { imageKind } from "@/lib/base/image_format.ts";
import { encodedJpeg } from "@/lib/files/image_codecs.ts";
import { areJoinedPhotos, joinedPhotos } from "@/lib/files/joined_photos.ts";
import { plainJpeg } from "@/lib/files/jpeg_segments.ts";
import { openedPdf } from "@/lib/files/pdf_check.ts";
import { contentFault } from "@/lib/files/pdf_reading.ts";
import { openedPhoto } from "@/lib/files/photo_check.ts";
import { photoPdf } from "@/lib/files/photo_pdf.ts";
import { A_PNG, aPhoto, segment, TURNED } from "@/tests/helpers/file_bytes.ts";
import { aPdf, hostileFiles } from "@/tests/helpers/hostile_pdfs.ts";
import { SAMPLE_JPEGS } from "./sample_images.ts";

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const codesOf = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

async function aJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const data = Uint8ClampedArray.from({ length: 40 * 20 * 4 }, (_, at) => (at * 7) % 256);
  return await encodedJpeg(new ImageData(data, 40, 20), 80);
}

/** A JPEG with other segments after its first marker. */
function withSegments(
  jpeg: Uint8Array,
  ...others: readonly (readonly number[])[]
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...jpeg.subarray(0, 2), ...others.flat(), ...jpeg.subarray(2)]);
}

function kept(file: Uint8Array<ArrayBuffer>) {
  const jpeg = plainJpeg(file);
  if (typeof jpeg === "string") throw new TypeError(jpeg);
  return { ...jpeg, bytes: Uint8Array.from(jpeg.parts.flatMap((part) => [...part])) };
}

async function pdfText(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const pdf = await photoPdf(file);
  if (typeof pdf === "string") throw new TypeError(pdf);
  strictEqual(await contentFault(pdf), null);
  return latin1(pdf);
}

/** The size of the page of a PDF, and where its image is drawn. */
async function drawnPage(text: string): Promise<[size: string, matrix: string]> {
  const page = (await PDFDocument.load(Buffer.from(text, "latin1"))).getPage(0);
  const { width, height } = page.getSize();
  const contents = page.node.Contents();
  const stream = contents instanceof PDFArray ? contents.lookup(0) : contents;
  ok(stream instanceof PDFRawStream);
  const drawing = latin1(decodePDFRawStream(stream).decode());
  const matrix = /^(.+) cm\n\/\S+ Do\n?$/m.exec(drawing)?.[1] ?? drawing;
  return [`${width} ${height}`, matrix];
}

/** EXIF with an orientation, in either byte order. */
function exif(orientation: number, isLittle = false): number[] {
  const big = [...[0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]];
  const little = [...[42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]];
  return segment(0xe1, [
    ...codesOf(isLittle ? "Exif\0\0II" : "Exif\0\0MM"),
    ...isLittle ? little : big,
  ]);
}

// @spec deposits.photos
Deno.test("plainJpeg() removes metadata, and what follows the end", async () => {
  const jpeg = await aJpeg();
  const comment = segment(0xfe, codesOf("%PDF-1.4 9 0 obj"));
  const tail = codesOf("PK\x03\x04<script>%PDF-1.4");
  const file = Uint8Array.from([...withSegments(jpeg, comment, TURNED), ...tail]);
  const { bytes, width, height, orientation } = kept(file);
  deepStrictEqual({ width, height, orientation }, { width: 40, height: 20, orientation: 6 });
  strictEqual(/Exif|JFIF|PDF|script|PK/.test(latin1(bytes)), false);
  deepStrictEqual(bytes, kept(jpeg).bytes);
  deepStrictEqual(kept(bytes).bytes, bytes);
  // A photograph within the metadata of the first one is not looked at, nor its orientation.
  const within = segment(0xe2, [...withSegments(jpeg, exif(3))]);
  deepStrictEqual(kept(withSegments(jpeg, within, exif(8))).orientation, 8);
});

// @spec deposits.photos
Deno.test("plainJpeg() keeps progressive, grey and subsampled images, and refuses inks", () => {
  const { inks, ...readable } = SAMPLE_JPEGS;
  for (const [name, text] of Object.entries(readable)) {
    const { width, height, channels } = kept(Uint8Array.fromBase64(text));
    deepStrictEqual([width, height, channels], [90, 70, name === "grey" ? 1 : 3], name);
  }
  strictEqual(plainJpeg(Uint8Array.fromBase64(inks)), "photo-unsupported");
});

// @spec deposits.photos
Deno.test("plainJpeg() knows red, green and blue from luminance, whose marks are removed", () => {
  const photo = aPhoto({ width: 16, height: 16 });
  const adobe = (transform: number) =>
    segment(0xee, [...codesOf("Adobe"), 0, 100, 0, 0, 0, 0, transform]);
  const isRgb = (...others: readonly number[][]) => kept(withSegments(photo, ...others)).isRgb;
  deepStrictEqual([isRgb(), isRgb(adobe(1)), isRgb(adobe(0))], [false, false, true]);
  const named = photo.slice();
  const frame = latin1(named).indexOf("\xff\xc0");
  ["R", "G", "B"].forEach((id, rank) => named[frame + 10 + 3 * rank] = id.charCodeAt(0));
  strictEqual(kept(named).isRgb, true);
  strictEqual(kept(withSegments(named, segment(0xe0, codesOf("JFIF\0")))).isRgb, false);
});

// @spec deposits.photos
Deno.test("plainJpeg() refuses what is cut, too large, hides bytes in tables, or has wrong lengths", async () => {
  const jpeg = await aJpeg();
  const at = latin1(jpeg).indexOf("\xff\xc2");
  const changed = (offset: number, bytes: readonly number[]) => {
    const copy = jpeg.slice();
    copy.set(bytes, offset);
    return plainJpeg(copy);
  };
  for (let length = 0; length < jpeg.length; length += 7) {
    strictEqual(plainJpeg(jpeg.subarray(0, length)), "photo-broken");
  }
  strictEqual(plainJpeg(jpeg.subarray(0, -2)), "photo-broken");
  strictEqual(changed(at + 5, [0xff, 0xff, 0xff, 0xff]), "photo-too-large");
  strictEqual(changed(at + 5, [0, 0]), "photo-unsupported");
  strictEqual(changed(at + 4, [12]), "photo-unsupported");
  strictEqual(changed(4, [0xff, 0xff]), "photo-broken");
  strictEqual(changed(4, [0, 0]), "photo-broken");
  // Arithmetic coding.
  strictEqual(changed(at + 1, [0xc9]), "photo-unsupported");
  const words = codesOf("<script>alert(1)</script>");
  for (const marker of [0xc4, 0xdb, 0xdd]) {
    strictEqual(plainJpeg(withSegments(jpeg, segment(marker, words))), "photo-broken", `${marker}`);
  }
  strictEqual(plainJpeg(withSegments(jpeg, segment(0xf0, words))), "photo-unsupported");
  strictEqual(plainJpeg(withSegments(jpeg, words)), "photo-broken");
  const restart = segment(0xdd, [0, 0]);
  strictEqual(plainJpeg(withSegments(jpeg, Array(10_001).fill(restart).flat())), "photo-broken");
});

// @spec deposits.photos
Deno.test("photoPdf() draws a JPEG upright, by each of the eight orientations", async () => {
  const jpeg = await aJpeg();
  const [wide, high] = ["842 421", "421 842"];
  // Where the corners of the image go: its lower left, lower right and upper left, then its page.
  const drawings = {
    1: ["842 0 0 421 0 0", wide],
    2: ["-842 0 0 421 842 0", wide],
    3: ["-842 0 0 -421 842 421", wide],
    4: ["842 0 0 -421 0 421", wide],
    5: ["0 -842 -421 0 421 842", high],
    6: ["0 -842 421 0 0 842", high],
    7: ["0 842 421 0 0 0", high],
    8: ["0 842 -421 0 421 0", high],
  };
  for (const [orientation, [matrix, page]] of Object.entries(drawings)) {
    for (const isLittle of [false, true]) {
      const file = withSegments(jpeg, exif(Number(orientation), isLittle));
      const text = await pdfText(file);
      deepStrictEqual(await drawnPage(text), [page, matrix], orientation);
      strictEqual(text.includes(latin1(kept(jpeg).bytes)), true);
    }
  }
  const other = await pdfText(withSegments(jpeg, exif(9)));
  deepStrictEqual(await drawnPage(other), [wide, "842 0 0 421 0 0"]);
});

/** The image of a PDF: its colours, and its rows. */
async function imageOf(text: string) {
  const pdf = await PDFDocument.load(Buffer.from(text, "latin1"));
  const image = pdf.context.enumerateIndirectObjects().map(([, object]) => object)
    .find((object) => String(object).includes("/Subtype /Image"));
  ok(image instanceof PDFRawStream);
  const dictionary = String(image.dict);
  match(dictionary, /\/Predictor 2/);
  const [, colours = ""] = /\/ColorSpace \/(\w+)/.exec(dictionary) ?? [];
  const [, columns = ""] = /\/Width (\d+)/.exec(dictionary) ?? [];
  const channels = colours === "DeviceRGB" ? 3 : 1;
  const width = Number(columns) * channels;
  const rows = inflateSync(image.contents);
  return {
    colours,
    rows: Array.from({ length: rows.length / width }, (_, row) => {
      const values = [...rows.subarray(row * width, (row + 1) * width)];
      values.forEach((value, at) => values[at] = (value + (values[at - channels] ?? 0)) & 255);
      return values;
    }),
  };
}

// @spec deposits.photos
Deno.test("photoPdf() stores the pixels of a PNG on white, in colours or in greys", async () => {
  const png = (channels: 1 | 2 | 3 | 4, data: readonly number[]) =>
    new Uint8Array(encodePng({ width: 2, height: 2, channels, data: Uint8Array.from(data) }));
  const colours = [250, 0, 10, 0, 255, 3, 1, 2, 3, 9, 9, 9];
  deepStrictEqual(await imageOf(await pdfText(png(3, colours))), {
    colours: "DeviceRGB",
    rows: [colours.slice(0, 6), colours.slice(6)],
  });
  deepStrictEqual(await imageOf(await pdfText(png(1, [0, 255, 7, 9]))), {
    colours: "DeviceGray",
    rows: [[0, 255], [7, 9]],
  });
  const clear = await pdfText(
    png(4, [...[10, 20, 30, 0], ...[100, 0, 0, 51], ...Array(8).fill(255)]),
  );
  deepStrictEqual((await imageOf(clear)).rows[0], [255, 255, 255, 224, 204, 204]);
  strictEqual((await pdfText(A_PNG)).includes("IHDR"), false);
});

// @spec deposits.photos
Deno.test("photoPdf() refuses a PNG that is cut, damaged, or has too many pixels", async () => {
  for (let length = 16; length < A_PNG.length - 12; length += 9) {
    strictEqual(await photoPdf(A_PNG.slice(0, length)), "photo-broken", `${length}`);
  }
  const huge = A_PNG.slice();
  huge.set([0, 0, 0x40, 0, 0, 0, 0x40, 0], 16);
  strictEqual(await photoPdf(huge), "photo-too-large");
  const none = A_PNG.slice();
  none.set([0, 0, 0, 0], 16);
  strictEqual(await photoPdf(none), "photo-broken");
});

// @spec deposits.photos, deposits.pdf
Deno.test("openedPhoto() gives a PDF that a deposit accepts, and refuses one that hides an object", async () => {
  const jpeg = await aJpeg();
  for (const file of [jpeg.slice(), A_PNG.slice()]) {
    const { fault, bytes } = await openedPhoto(file, 1e6);
    strictEqual(file.length, 0);
    deepStrictEqual([fault, (await openedPdf(bytes)).fault], [null, null]);
  }
  const refused = async (file: Uint8Array<ArrayBuffer>, maxBytes = 1e6) =>
    (await openedPhoto(file, maxBytes)).fault;
  // Among the coded pixels, where any byte may stand.
  const hidden = codesOf("\nendstream\nendobj\n9 0 obj<</S/JavaScript/JS(x)>>endobj\n");
  const end = jpeg.length - 2;
  const file = Uint8Array.from([...jpeg.subarray(0, end), ...hidden, ...jpeg.subarray(end)]);
  strictEqual(typeof plainJpeg(file), "object");
  strictEqual(await refused(file), "photo-broken");
  const whole = [...jpeg.subarray(0, end), ...aPdf(), ...jpeg.subarray(end)];
  strictEqual(await refused(Uint8Array.from(whole)), "photo-broken");
  const images = hostileFiles().filter(({ bytes }) => imageKind(bytes) !== null);
  ok(images.length > 0);
  for (const { name, bytes } of images) strictEqual(await refused(bytes), "photo-broken", name);
  strictEqual(await refused(jpeg.slice(0, 100)), "photo-broken");
  strictEqual(await refused(jpeg.slice(), jpeg.length), "photo-too-large");
});

// @spec deposits.photos
Deno.test("photoPdf() makes one PDF of several photographs, a page each in their order", async () => {
  const [wide, high] = [aPhoto({ width: 64, height: 32 }), aPhoto({ width: 32, height: 64 })];
  const pdf = await photoPdf(joinedPhotos([wide, high, A_PNG]));
  ok(typeof pdf !== "string");
  strictEqual((await openedPdf(pdf.slice())).fault, null);
  const pages = (await PDFDocument.load(pdf)).getPages().map((page) => page.getSize());
  deepStrictEqual(pages.slice(0, 2), [{ width: 842, height: 421 }, { width: 421, height: 842 }]);
  strictEqual(pages.length, 3);
  strictEqual(await photoPdf(joinedPhotos([wide, aPdf()])), "photos-only");
  strictEqual(await photoPdf(joinedPhotos(Array(21).fill(wide))), "photos-too-many");
  strictEqual(await photoPdf(joinedPhotos([wide, high]).slice(0, -1)), "photo-broken");
  strictEqual(areJoinedPhotos(joinedPhotos([wide, high])), true);
  for (const other of ["photos 12", "photos \n", "photos 1,\n", "%PDF-1.7\nphotos 1\n"]) {
    strictEqual(areJoinedPhotos(new TextEncoder().encode(other)), false, other);
  }
});

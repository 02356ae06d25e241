/** Decodes and encodes JPEG and PNG images with WebAssembly packages, whose files are read at run time. @module */

import decodeJpeg, { init as initJpegDecoder } from "@jsquash/jpeg/decode.js";
import encodeJpeg, { init as initJpegEncoder } from "@jsquash/jpeg/encode.js";
import decodePng, { init as initPngDecoder } from "@jsquash/png/decode.js";
import { encode as encodePng } from "fast-png";
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { createInflate } from "node:zlib";
import { sumBy } from "@/lib/base/sums.ts";

/** The compiled code of each package. */
const WASM_FILES = {
  jpegDecoder: "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm",
  jpegEncoder: "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm",
  pngDecoder: "@jsquash/png/codec/pkg/squoosh_png_bg.wasm",
} as const;

const require = createRequire(import.meta.url);

function compiled(file: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(require.resolve(file));
}

/** Maximum number of scans of a JPEG; a progressive one has about ten. */
const SCANS_MAX = 200;

/**
 * The pixels of a JPEG, upright by its EXIF orientation.
 *
 * @throws Error when it is truncated, damaged, or uses an unsupported encoding
 */
export async function decodedJpeg(file: ArrayBuffer): Promise<ImageData> {
  if (scanCount(new Uint8Array(file)) > SCANS_MAX) throw new TypeError("Too many scans");
  const wasmBinary = compiled(WASM_FILES.jpegDecoder);
  // The library only warns about missing data, and fills the rest of the image with grey.
  const printErr = (warning: string) => {
    throw new TypeError(warning);
  };
  await initJpegDecoder({ wasmBinary, printErr });
  return await decodeJpeg(file, { preserveOrientation: true });
}

/** Number of start markers of a scan; those in metadata are counted too. */
function scanCount(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xda) count++;
  }
  return count;
}

/** @param quality 1 to 100 */
export async function encodedJpeg(pixels: ImageData, quality: number): Promise<EncodedBytes> {
  await (jpegEncoder ??= initJpegEncoder({ wasmBinary: compiled(WASM_FILES.jpegEncoder) }));
  return new Uint8Array(await encodeJpeg(pixels, { quality }));
}

let jpegEncoder: Promise<void> | null = null;

type EncodedBytes = Uint8Array<ArrayBuffer>;

/**
 * The pixels of a PNG, at eight bits per sample.
 *
 * @throws Error when it is truncated or damaged, or inflates to more than its pixels
 */
export async function decodedPng(file: ArrayBuffer): Promise<ImageData> {
  await refuseSurplus(file);
  await initPngDecoder(compiled(WASM_FILES.pngDecoder));
  return await decodePng(file);
}

/** Encodes a PNG, with three bytes a pixel when all pixels are opaque. */
export function encodedPng({ width, height, data }: ImageData): EncodedBytes {
  const isOpaque = data.every((value, at) => at % 4 !== 3 || value === 255);
  const own = isOpaque ? data.filter((_, at) => at % 4 !== 3) : data;
  return new Uint8Array(encodePng({ width, height, data: own, channels: isOpaque ? 3 : 4 }));
}

/** Inflates the data of a PNG, since its decoder ignores what follows the last pixel. */
async function refuseSurplus(file: ArrayBuffer): Promise<void> {
  const reading = Readable.from([...packedPixels(new DataView(file))]);
  const inflating = createInflate();
  let left = unpackedLength(new DataView(file));
  try {
    for await (const part of reading.pipe(inflating)) {
      left -= part.length;
      if (left < 0) throw new TypeError("More than its pixels");
    }
  } finally {
    reading.destroy();
    inflating.destroy();
  }
}

/** Length of the signature of a PNG, and of what surrounds the data of a chunk: its length, its name and its CRC. */
const SIGNATURE_BYTES = 8;
const FRAME_BYTES = 12;
/** "IDAT". */
const PIXEL_CHUNK = 0x49444154;

/** @throws Error for a truncated chunk */
function* packedPixels(file: DataView<ArrayBuffer>): Generator<EncodedBytes> {
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= file.byteLength;) {
    const length = file.getUint32(at);
    const isPixels = file.getUint32(at + 4) === PIXEL_CHUNK;
    if (isPixels) yield new Uint8Array(file.buffer, at + 8, length);
    at += FRAME_BYTES + length;
  }
}

/** Samples per pixel, by colour type (PNG §11.2.1). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** First column and row of the passes of an interlaced image, and the steps between their pixels (PNG §8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const ALL_AT_ONCE = [[0, 0, 1, 1]] as const;

/** Length of the rows of all passes, each with its filter byte. @throws Error for a truncated header */
function unpackedLength(file: DataView): number {
  const [width, height] = [file.getUint32(16), file.getUint32(20)];
  const pixelBits = file.getUint8(24) * (SAMPLES[file.getUint8(25)] ?? 0);
  const passes = file.getUint8(28) === 0 ? ALL_AT_ONCE : PASSES;
  return sumBy<typeof PASSES[number] | typeof ALL_AT_ONCE[number]>(
    passes,
    ([left, top, across, down]) => {
      const [columns, rows] = [
        Math.ceil((width - left) / across),
        Math.ceil((height - top) / down),
      ];
      return columns <= 0 ? 0 : rows * (1 + Math.ceil(columns * pixelBits / 8));
    },
  );
}

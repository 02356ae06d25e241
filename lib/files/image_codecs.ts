/** Decodes and encodes JPEG and PNG images with WebAssembly packages, whose files are read at run time. @module */

import decodeJpeg, { init as initJpegDecoder } from "@jsquash/jpeg/decode.js";
import encodeJpeg, { init as initJpegEncoder } from "@jsquash/jpeg/encode.js";
import decodePng, { init as initPngDecoder } from "@jsquash/png/decode.js";
import { encode as encodePng } from "fast-png";
import { createRequire } from "node:module";

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

/** The pixels of a PNG, at eight bits per sample. @throws Error when it is truncated or damaged */
export async function decodedPng(file: ArrayBuffer): Promise<ImageData> {
  await initPngDecoder(compiled(WASM_FILES.pngDecoder));
  return await decodePng(file);
}

/** Encodes a PNG, with three bytes a pixel when all pixels are opaque. */
export function encodedPng({ width, height, data }: ImageData): EncodedBytes {
  const isOpaque = data.every((value, at) => at % 4 !== 3 || value === 255);
  const own = isOpaque ? data.filter((_, at) => at % 4 !== 3) : data;
  return new Uint8Array(encodePng({ width, height, data: own, channels: isOpaque ? 3 : 4 }));
}

import type { Pixels } from "./image_reduction.ts";

/** Tag of the orientation, in the first directory of a TIFF. */
const ORIENTATION_TAG = 0x0112;
/** Length of "Exif" and its zeros, of which a decoder may leave a part. */
const HEAD_MAX_BYTES = 6;
const ENTRY_BYTES = 12;

/**
 * EXIF orientation of a picture: 1 upright, 3 upside down, 6 turned left, 8 turned right; 2, 4, 5 and 7 are
 * mirrored.
 *
 * @param exif with its header, or a part of it; null for none
 * @returns 1 to 8; 1 when it is missing or invalid
 */
export function exifOrientation(exif: Uint8Array<ArrayBuffer> | null): number {
  if (exif === null) return 1;
  const order = exif.findIndex((byte, at) => isOrder(byte) && exif[at + 1] === byte);
  if (order < 0 || order > HEAD_MAX_BYTES) return 1;
  const view = new DataView(exif.buffer, exif.byteOffset + order, exif.length - order);
  try {
    const isLittle = view.getUint16(0) === 0x4949;
    const directory = view.getUint32(4, isLittle);
    const count = view.getUint16(directory, isLittle);
    for (let rank = 0; rank < count; rank++) {
      const at = directory + 2 + rank * ENTRY_BYTES;
      if (view.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
      const value = view.getUint16(at + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch {
    // An offset outside the data: no orientation.
  }
  return 1;
}

/** Byte order, written twice: "I" for little-endian, "M" for big-endian. */
function isOrder(byte: number): boolean {
  return byte === 0x49 || byte === 0x4d;
}

/** Position in the stored picture of each pixel of the upright picture, by orientation. */
const SOURCES: readonly ((x: number, y: number, w: number, h: number) => [number, number])[] = [
  (x, y) => [x, y],
  (x, y, w) => [w - 1 - x, y],
  (x, y, w, h) => [w - 1 - x, h - 1 - y],
  (x, y, _, h) => [x, h - 1 - y],
  (x, y) => [y, x],
  (x, y, _, h) => [y, h - 1 - x],
  (x, y, w, h) => [w - 1 - y, h - 1 - x],
  (x, y, w) => [w - 1 - y, x],
];

/** The upright picture. @param orientation 1 to 8 */
export function oriented(image: Pixels, orientation: number): Pixels {
  const sourceOf = SOURCES[orientation - 1];
  if (orientation === 1 || sourceOf === undefined) return image;
  const { width: w, height: h } = image;
  const [width, height] = orientation >= 5 ? [h, w] : [w, h];
  const data = new Uint8Array(w * h * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = sourceOf(x, y, w, h);
      const from = (fromY * w + fromX) * 4;
      data.set(image.data.subarray(from, from + 4), (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

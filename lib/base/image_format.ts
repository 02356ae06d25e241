/** Recognises JPEG and PNG images, measures them and checks their limits. @module */

import type { FieldError } from "./validators.ts";

/** An allowed image format. @spec forms.images */
type ImageKind = "jpeg" | "png";

export const IMAGE_MEDIA_TYPES = { jpeg: "image/jpeg", png: "image/png" } as const satisfies Record<
  ImageKind,
  string
>;

/** Maximum size of an image, bytes: phone photographs have 3 to 15 million. */
export const IMAGE_MAX_BYTES = 16_000_000;

/** Maximum pixels of an image, in millions: a decoder takes up to 16 bytes for each. */
export const IMAGE_MAX_MEGAPIXELS = 16;

/** Maximum side of an image, pixels: a small file may decode to a huge image. */
const IMAGE_MAX_PIXELS = 10_000;

/** Width and height, pixels. */
interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Format of an image from its first bytes, not from its name or declared type.
 *
 * @param bytes the file, or at least its first 16 bytes
 * @returns null when it is neither JPEG nor PNG
 */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  if (startsWith(bytes, JPEG_START)) return "jpeg";
  return startsWith(bytes, PNG_START) ? "png" : null;
}

/**
 * Declared size of an image: from the header chunk of a PNG, or the frame header of a JPEG.
 *
 * @returns null when it is neither, or is truncated
 */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (imageKind(bytes)) {
    case "png":
      return view.byteLength < PNG_SIZE_END
        ? null
        : { width: view.getUint32(PNG_START.length), height: view.getUint32(20) };
    case "jpeg": {
      const at = jpegFrame(view);
      return at === null ? null : { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    case null:
      return null;
  }
}

/**
 * The error of an image field.
 *
 * @spec forms.images
 * @returns null for a JPEG or PNG that declares its size and is within the limits
 */
export function imageError(bytes: Uint8Array): FieldError | null {
  if (bytes.length > IMAGE_MAX_BYTES) return { code: "max-bytes", maxBytes: IMAGE_MAX_BYTES };
  const size = imageSize(bytes);
  if (size === null || size.width === 0 || size.height === 0) return { code: "not-valid" };
  if (Math.max(size.width, size.height) > IMAGE_MAX_PIXELS) {
    return { code: "max-pixels", maxPixels: IMAGE_MAX_PIXELS };
  }
  if (size.width * size.height > IMAGE_MAX_MEGAPIXELS * 1e6) {
    return { code: "max-megapixels", maxMegapixels: IMAGE_MAX_MEGAPIXELS };
  }
  return hasInks(bytes) ? { code: "print-colours" } : null;
}

/** SOI marker of a JPEG, then the first byte of another marker. */
const JPEG_START = [0xff, 0xd8, 0xff];
/** The signature of PNG, then the length and the name of its header chunk. */
const PNG_START = [
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  ...[0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52],
];
/** Width and height follow the signature, four bytes each. */
const PNG_SIZE_END = PNG_START.length + 8;

/** Walks the segments up to the frame header. @returns its position; null when there is none */
function jpegFrame(view: DataView): number | null {
  let at = 2;
  while (at + JPEG_FRAME_LENGTH <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (isFrameMarker(marker)) return at;
    // A marker may be preceded by any number of fill bytes.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Bytes of a frame header: marker, length, precision, height, width. */
const JPEG_FRAME_LENGTH = 9;

/** Whether a marker begins a frame: SOF0 to SOF15, except three that are tables (DHT, JPG, DAC). */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Whether a JPEG has the four colours of a printer, which its decoder does not convert. */
function hasInks(bytes: Uint8Array): boolean {
  if (imageKind(bytes) !== "jpeg") return false;
  const at = jpegFrame(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return at !== null && bytes[at + 9] === 4;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

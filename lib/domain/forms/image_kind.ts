import type { FieldError } from "./field_errors.ts";

/** An image that may be uploaded. @spec F §5 "Image upload accepts only jpeg or png" */
export type ImageKind = "jpeg" | "png";

/** The media type each kind is served as. */
export const IMAGE_MEDIA_TYPES = { jpeg: "image/jpeg", png: "image/png" } as const satisfies Record<
  ImageKind,
  string
>;

/**
 * What an image is by its first bytes, whatever its name or declared type.
 *
 * @param bytes the file, or at least its first 16 bytes
 * @returns null when it is neither JPEG nor PNG
 */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  if (startsWith(bytes, JPEG_START)) return "jpeg";
  return startsWith(bytes, PNG_START) ? "png" : null;
}

/**
 * The error of an image field.
 *
 * @spec F §5 "only jpeg or png, else error not-valid"
 * @returns null for a JPEG or a PNG
 */
export function imageError(bytes: Uint8Array): FieldError | null {
  return imageKind(bytes) === null ? { code: "not-valid" } : null;
}

/** Start of image, then the first byte of a marker. */
const JPEG_START = [0xff, 0xd8, 0xff];
/** The signature of PNG, then the length and the name of its header chunk. */
const PNG_START = [
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  ...[0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52],
];

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

import type { FieldError } from "@/lib/domain/forms/field_errors.ts";
import {
  IMAGE_MAX_BYTES,
  IMAGE_MEDIA_TYPES,
  imageError,
  imageKind,
} from "@/lib/domain/forms/image_kind.ts";

/** A valid uploaded image, with the type detected from its content, not the declared one. */
export interface UploadedImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: "image/jpeg" | "image/png";
}

/** What is made of a file: its image, or what is wrong with it. */
type ReadImage =
  | { readonly ok: true; readonly image: UploadedImage }
  | { readonly ok: false; readonly error: FieldError };

/** Reads the image of a form. @spec forms.images */
export async function uploadedImage(file: File): Promise<ReadImage> {
  // Looked at before it is read: what is too heavy is not loaded.
  if (file.size > IMAGE_MAX_BYTES) return { ok: false, error: tooHeavy() };
  const bytes = await file.bytes();
  const error = imageError(bytes);
  const kind = imageKind(bytes);
  if (error !== null || kind === null) return { ok: false, error: error ?? { code: "not-valid" } };
  return { ok: true, image: { bytes, mediaType: IMAGE_MEDIA_TYPES[kind] } };
}

function tooHeavy(): FieldError {
  return { code: "max-bytes", maxBytes: IMAGE_MAX_BYTES };
}

import { Refused } from "@/lib/backend/core/refused.ts";
import { reencodedImage } from "@/lib/backend/files/image_check.ts";
import type { EncodedImage } from "@/lib/backend/files/image_encoding.ts";
import { type ErrorCode, ERRORS } from "@/lib/contract/errors.ts";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";
import { IMAGE_MAX_BYTES, imageError } from "@/lib/domain/forms/image_kind.ts";
import { errorText } from "@/lib/text/errors.ts";

/** What is made of a file: its image, or what is wrong with it. */
type ReadImage =
  | { readonly ok: true; readonly image: EncodedImage }
  | { readonly ok: false; readonly error: FieldError; readonly status: number };

/**
 * Reads the image of a form, decoded and encoded again: a photograph of a telephone is too large for the body of a call,
 * what is left of it is not. Its file is empty afterwards.
 *
 * @spec forms.images
 */
export async function uploadedImage(file: File): Promise<ReadImage> {
  // Looked at before it is read: what is too heavy is not loaded.
  if (file.size > IMAGE_MAX_BYTES) return wrong(tooHeavy());
  const bytes = await file.bytes();
  const error = imageError(bytes);
  if (error !== null) return wrong(error);
  try {
    const image = await reencodedImage(bytes);
    return image === null ? refused("not-valid") : { ok: true, image };
  } catch (fault) {
    if (fault instanceof Refused) return refused(fault.code);
    throw fault;
  }
}

/** The form is at fault, or its image cannot be looked at now. */
function refused(code: ErrorCode): ReadImage {
  const error: FieldError = { code: "message", message: errorText(code) };
  return { ok: false, error, status: ERRORS[code].status };
}

function wrong(error: FieldError): ReadImage {
  return { ok: false, error, status: 400 };
}

function tooHeavy(): FieldError {
  return { code: "max-bytes", maxBytes: IMAGE_MAX_BYTES };
}

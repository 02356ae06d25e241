import { Refused } from "@/lib/backend/core/refused.ts";
import { reencodedImage } from "@/lib/backend/files/image_check.ts";
import type { EncodedImage } from "@/lib/backend/files/image_encoding.ts";
import { type ErrorCode, ERRORS } from "@/lib/contract/errors.ts";
import type { FieldError } from "@/lib/domain/forms/field_errors.ts";
import { IMAGE_MAX_BYTES, imageError } from "@/lib/domain/forms/image_kind.ts";
import { errorText } from "@/lib/text/errors.ts";

/** The image of a file, or its error. */
type ReadImage =
  | { readonly ok: true; readonly image: EncodedImage }
  | { readonly ok: false; readonly error: FieldError; readonly status: number };

/**
 * Decodes the image of a form and encodes it again, smaller: a phone's photograph exceeds the body of a call. The file
 * is empty afterwards.
 *
 * @spec forms.images
 */
export async function uploadedImage(file: File): Promise<ReadImage> {
  // Checked first, so that a file that is too large is not loaded.
  if (file.size > IMAGE_MAX_BYTES) return wrong({ code: "max-bytes", maxBytes: IMAGE_MAX_BYTES });
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

/** Error of an image that is invalid, or that cannot be decoded now. */
function refused(code: ErrorCode): ReadImage {
  const error: FieldError = { code: "message", message: errorText(code) };
  return { ok: false, error, status: ERRORS[code].status };
}

function wrong(error: FieldError): ReadImage {
  return { ok: false, error, status: 400 };
}

/** Reads files sent with forms: texts, images and imports. @module */

import { release } from "@/lib/base/bytes.ts";
import { CallError, type ErrorCode, ERRORS } from "@/lib/base/errors.ts";
import { IMAGE_MAX_BYTES, imageError } from "@/lib/base/image_format.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import { isGzip, unzipped } from "@/lib/files/decompression.ts";
import { TEXT_FAULT_MESSAGES, textFault } from "@/lib/files/file_text.ts";
import type { EncodedImage } from "@/lib/files/image_encoding.ts";
import { reencodedImage } from "@/lib/files/image_reencoding.ts";
import type { SheetChoice } from "@/lib/files/workbook_text.ts";
import type { Form } from "@/lib/ui/form.ts";
import { textOfFile } from "./body_limits.ts";
import { takeSlot } from "./body_slots.ts";
import { refusedAs } from "./errors.ts";
import { type CallOutcome, type FormAction, reported, shownAgain } from "./form_handlers.ts";
import { refusedBy, valuesOf, wrongFields } from "./form_values.ts";
import type { PageContext } from "./state.ts";

/** Largest text of a file, bytes: the limit of the imports' calls. */
const MAX_BYTES = 32_000_000;

/**
 * The text of an uploaded file, decompressed when it is gzip; of an Excel workbook, its first sheet or each as CSV.
 *
 * @returns null when it begins like gzip but cannot be decompressed
 * @throws HttpError 413 when it is too long, compressed or not; 503 when there is no slot for it
 * @throws CallError when it is a workbook that cannot be read
 */
export async function uploadedText(
  file: File,
  request: Request,
  sheets?: SheetChoice,
): Promise<string | null> {
  const sent = await file.bytes();
  const isZipped = isGzip(sent);
  const onBytes = (bytes: number) => takeSlot(request, bytes);
  try {
    const bytes = isZipped ? await unzipped(sent, MAX_BYTES, { onBytes }) : sent;
    if (isZipped) release(sent);
    if (bytes.length > MAX_BYTES) throw new CallError("too-large");
    return await textOfFile(request, bytes, sheets);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === "bad-request") return null;
    if (error.code === "bad-workbook") throw error;
    throw refusedAs(error.code);
  }
}

/** Result of the import of a file, or of its dry run. */
export interface FileReport<Answer> {
  readonly report: Answer;
  readonly isDry: boolean;
}

export interface SentFile {
  readonly name: string;
  readonly text: string;
  /** "true" for a dry run. */
  readonly dryRun: "true" | "false";
}

const BAD_FILE = { ok: false, code: "bad-file", status: ERRORS["bad-file"].status } as const;

/** The refusal of a workbook that cannot be read. */
function badWorkbook(error: unknown) {
  if (!(error instanceof CallError) || error.code !== "bad-workbook") throw error;
  return { ok: false, code: error.code, status: ERRORS[error.code].status } as const;
}

/** A form that sends a file to a call: shows the call's report, or leads to the next page. */
export function takesFile<Name extends string, Body, Answer>(
  form: Form<Name, Body, never>,
  { req }: Pick<PageContext, "req">,
  ask: (file: SentFile, body: Body) => Promise<CallOutcome<Answer>>,
  next?: (answer: Answer) => string,
  sheets?: SheetChoice,
): FormAction<FileReport<Answer>> {
  return async (sent) => {
    const values = valuesOf(form, sent);
    const body = form.read(values);
    const file = sent.file("file");
    if (file === null || body === null) {
      const missing = file === null && { file: { code: "required" } as const };
      const errors = { ...form.errors(values), ...missing };
      return shownAgain(sent, { ...wrongFields(values, {}), errors });
    }
    const isDry = sent.intent === "try";
    const text = await uploadedText(file, req, sheets).then(
      (read) => read ?? BAD_FILE,
      badWorkbook,
    );
    if (typeof text !== "string") {
      return shownAgain(sent, refusedBy(values, text, form.refusals));
    }
    const fault = textFault(text);
    if (fault !== null) {
      const errors = { file: { code: "message", message: TEXT_FAULT_MESSAGES[fault] } } as const;
      return shownAgain(sent, { ...wrongFields(values, {}), errors });
    }
    const outcome = await ask({ name: file.name, text, dryRun: isDry ? "true" : "false" }, body);
    if (!outcome.ok) {
      // An import says what it looked for in the file.
      const sentence = outcome.issues?.find(({ path }) => path === "body" || path === "columns")
        ?.message;
      const refusal = { ...outcome, ...sentence !== undefined && { sentence } };
      return shownAgain(sent, refusedBy(values, refusal, form.refusals));
    }
    if (next !== undefined) return { done: true, next: next(outcome.answer) };
    return reported(sent, { report: outcome.answer, isDry }, values);
  };
}

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
    if (fault instanceof CallError) return refused(fault.code);
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

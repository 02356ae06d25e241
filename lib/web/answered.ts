import { HttpError } from "fresh";
import { type ErrorCode, ERRORS, isErrorCode } from "@/lib/contract/errors.ts";

/** The parts of a call's result that pages use. */
export type CallResult<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly code: ErrorCode };

/**
 * The answer of a call that the page requires.
 *
 * @throws HttpError with the refusal's status and code, which `_error.tsx` turns into a French page
 */
export function answered<Answer>(result: CallResult<Answer>): Answer {
  if (result.ok) return result.answer;
  throw refusedAs(result.code);
}

/** The error with the status and the code of a refusal, which `_error.tsx` turns into a French page. */
export function refusedAs(code: ErrorCode): HttpError {
  return new HttpError(ERRORS[code].status, code);
}

/** HTTP status of an error that a page threw; 500 for an unexpected one. */
export function errorStatus(error: unknown): number {
  return error instanceof HttpError ? error.status : 500;
}

/** Code of an error that a page threw; null for an unexpected one. */
export function errorCode(error: unknown): ErrorCode | null {
  return error instanceof HttpError && isErrorCode(error.message) ? error.message : null;
}

/** Whether a response is a page, rather than a file or data. */
export function isPage({ headers }: Pick<Response, "headers">): boolean {
  return headers.get("content-type")?.startsWith("text/html") ?? false;
}

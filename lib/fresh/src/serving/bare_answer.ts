import { STATUS_CODES } from "node:http";
import { HttpError } from "../http_error.ts";

/** The last resort, when no error page answered: a status and its name. */
export function bareAnswer(error: unknown): Response {
  if (!(error instanceof HttpError)) console.error(error);
  const status = error instanceof HttpError ? error.status : 500;
  const text = error instanceof HttpError && error.message ? error.message : STATUS_CODES[status];
  return new Response(text ?? "", { status });
}

import { HttpError } from "../http_error.ts";

/** Names of the statuses that an app without error pages may come to. */
const NAMES: Record<number, string | undefined> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  503: "Service Unavailable",
};

/** The last resort, when no error page answered: a status and its name. */
export function bareAnswer(error: unknown): Response {
  if (!(error instanceof HttpError)) console.error(error);
  const { status, message } = error instanceof HttpError
    ? error
    : new HttpError(500, "Internal server error");
  return new Response(message || NAMES[status] || String(status), { status });
}

/** Code of a refusal whose answer has none: a proxy, or a page of error, answered. */
export function codeOfStatus(status: number): "not-signed-in" | "forbidden" | "unknown-error" {
  if (status === 401) return "not-signed-in";
  return status === 403 ? "forbidden" : "unknown-error";
}

/** The four failures of a request without a readable response. @spec calls.requests */
type RequestFailure = "ajax error" | "ajax timeout" | "url is required" | "invalid url";

interface RequestFacts {
  /** HTTP status; 0 without a response. */
  status: number;
  response: Response | null;
  request: Request | null;
  cause?: unknown;
}

/** A failed request: message, status, response and request. @spec calls.errors */
export class RequestError extends Error {
  override name = "RequestError";
  readonly status: number;
  readonly response: Response | null;
  readonly request: Request | null;

  constructor(message: RequestFailure, facts: RequestFacts) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.response = facts.response;
    this.request = facts.request;
  }
}

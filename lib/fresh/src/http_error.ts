/**
 * An answer that is an HTTP status: thrown anywhere, it climbs to the nearest `_error.tsx`.
 *
 * The message is "" when omitted.
 */
export class HttpError extends Error {
  override readonly name = "HttpError";

  constructor(readonly status: number, message = "", options?: ErrorOptions) {
    super(message, options);
  }
}

/** Answers outside of pages: malformed paths, bodies that are too large, uncaught errors. @module */
import { type ErrorCode, ERRORS } from "@/lib/contract/errors.ts";
import { lastResortPage } from "@/lib/text/last_resort.ts";

/** An error answer: JSON for API callers, a small French page for browsers. */
export function refusal(code: ErrorCode, request: Request, requestId: string): Response {
  const { status, message } = ERRORS[code];
  const close = { connection: "close" };
  if (request.headers.get("accept")?.includes("text/html")) {
    const headers = { "content-type": "text/html; charset=utf-8", ...close };
    return new Response(lastResortPage(code, requestId), { status, headers });
  }
  return Response.json({ code, message }, { status, headers: close });
}

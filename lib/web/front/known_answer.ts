/** Answers that a client has already (RFC 9110 §13). @module */

/** Whether `If-None-Match` has this ETag. */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get("if-none-match");
  if (known === null) return false;
  const tags = known.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag.replace(/^W\//, ""));
}

/** Whether the client has this answer already. */
export function isUnchanged(request: Request, answer: Response): boolean {
  const etag = answer.headers.get("etag");
  return etag !== null && answer.status === 200 && isKnown(request, etag);
}

/** 304, without the policy: a cached page keeps the nonce it came with. */
export function unchanged(answer: Response): Response {
  answer.body?.cancel().catch(() => {}); // A body that has failed refuses.
  const headers = [...answer.headers].filter(([name]) => isOf304(name));
  return new Response(null, { status: 304, headers });
}

/** Whether a header of a page belongs to its 304. */
export function isOf304(name: string): boolean {
  return name !== "content-security-policy" && name !== "content-length" && name !== "content-type";
}

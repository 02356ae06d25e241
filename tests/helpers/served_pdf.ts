import { deepStrictEqual, strictEqual } from "node:assert/strict";

/** Checks that an answer is a PDF, with the headers that keep it from running anything. */
export async function isServedAs(answer: Response, bytes: Uint8Array): Promise<void> {
  deepStrictEqual(await answer.bytes(), bytes);
  const { headers } = answer;
  strictEqual(headers.get("content-type"), "application/pdf");
  strictEqual(headers.get("x-content-type-options"), "nosniff");
  const policy = "default-src 'none'; frame-ancestors 'self'";
  strictEqual(headers.get("content-security-policy"), policy);
}

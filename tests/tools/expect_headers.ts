/**
 * What OWASP ASVS 5.0 asks of every answer of a site (chapter V3), as one list that any test may hold an answer to.
 *
 * @module
 */
import { ok, strictEqual } from "node:assert/strict";

/** Asserts V3.2 to V3.4 on one answer; `https` says how the reader came. */
export function expectHeaders(answer: Response, { https = false } = {}): void {
  const header = (name: string) => answer.headers.get(name);
  const where = `${answer.status} ${answer.url}`;
  strictEqual(header("x-content-type-options"), "nosniff", `${where}: V3.4.4`);
  ok(["same-origin", "no-referrer"].includes(header("referrer-policy") ?? ""), `${where}: V3.4.5`);
  strictEqual(header("cross-origin-opener-policy"), "same-origin", `${where}: V3.4.8`);
  strictEqual(header("cross-origin-resource-policy"), "same-origin", where);
  ok(header("permissions-policy")?.includes("camera=()"), where);
  strictEqual(header("access-control-allow-origin"), null, `${where}: V3.4.2`);
  ok((header("strict-transport-security") !== null) === https, `${where}: V3.4.1`);
  ok(header("x-request-id") !== null, where);
  ok(header("cache-control") !== null, where);
  ok(header("server") === null && header("x-powered-by") === null, where);
  if (answer.status !== 304) expectPolicy(header("content-security-policy") ?? "", where);
  if (answer.body !== null) expectType(header("content-type") ?? "", where);
  for (const cookie of answer.headers.getSetCookie()) expectCookie(cookie, https);
}

/** V3.4.3 and V3.4.6: what a page may load, and who may frame it. */
function expectPolicy(policy: string, where: string): void {
  const directives = new Map(
    policy.split(";").map((part) => part.trim().split(/\s+/)).map((
      [name = "", ...values],
    ) => [name, values]),
  );
  ok(directives.has("default-src"), `${where}: V3.4.3 in ${policy}`);
  ok(directives.has("frame-ancestors"), `${where}: V3.4.6 in ${policy}`);
  if (directives.get("default-src")?.[0] !== "'none'") {
    for (const name of ["object-src", "base-uri"]) {
      strictEqual(directives.get(name)?.join(), "'none'", where);
    }
  }
  ok(!/unsafe-|\*|\bhttp:|upgrade-insecure-requests/.test(policy), `${where}: ${policy}`);
}

/** V4.1.1: a type, with its characters when it is text. */
function expectType(type: string, where: string): void {
  ok(type !== "", `${where}: no content-type`);
  if (/^text\/(html|plain|csv)/.test(type)) ok(/charset=utf-8/i.test(type), `${where}: ${type}`);
}

/** V3.3: a cookie no script reads, no other site sends. */
function expectCookie(cookie: string, https: boolean): void {
  ok(/;\s*HttpOnly/i.test(cookie), `V3.3.4: ${cookie}`);
  ok(/;\s*SameSite=(Lax|Strict)/i.test(cookie), `V3.3.2: ${cookie}`);
  ok(/;\s*Path=\//i.test(cookie), cookie);
  if (https) ok(/^__Host-.*;\s*Secure/i.test(cookie), `V3.3.1: ${cookie}`);
}

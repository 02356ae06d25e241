/**
 * The headers that OWASP ASVS 5.0 (chapter V3) requires of every answer, as one list for any test.
 * @module
 */
import { deepStrictEqual } from "node:assert/strict";

/** Asserts V3.3 and V3.4 on one answer; `https` is the scheme of the request. */
export function expectHeaders(answer: Response, options: { https?: boolean } = {}): void {
  deepStrictEqual(headerFaults(answer, options), [], `${answer.status} ${answer.url}`);
}

/**
 * Headers of V3.3 and V3.4 that one answer lacks, one a line; `https` is the scheme of the request.
 */
export function headerFaults(answer: Response, { https = false } = {}): string[] {
  const header = (name: string) => answer.headers.get(name);
  const rules: readonly [rule: string, isKept: boolean][] = [
    ["V3.4.1 strict-transport-security", (header("strict-transport-security") !== null) === https],
    [
      "V3.4.1 of a year at least",
      !https || maxAge(header("strict-transport-security")) >= 31536000,
    ],
    ["V3.4.2 access-control-allow-origin", header("access-control-allow-origin") === null],
    ["V3.4.4 x-content-type-options", header("x-content-type-options") === "nosniff"],
    [
      "V3.4.5 referrer-policy",
      ["same-origin", "no-referrer"].includes(header("referrer-policy") ?? ""),
    ],
    ["V3.4.8 cross-origin-opener-policy", header("cross-origin-opener-policy") === "same-origin"],
    [
      "V3.5.8 cross-origin-resource-policy",
      header("cross-origin-resource-policy") === "same-origin",
    ],
    ["permissions-policy", header("permissions-policy")?.includes("camera=()") ?? false],
    ["x-request-id", header("x-request-id") !== null],
    ["cache-control", header("cache-control") !== null],
    ["V13.4.6 server", header("server") === null && header("x-powered-by") === null],
  ];
  return [
    ...rules.flatMap(([rule, isKept]) => isKept ? [] : [rule]),
    ...answer.status === 304 ? [] : policyFaults(header("content-security-policy") ?? ""),
    ...answer.body === null ? [] : typeFaults(header("content-type") ?? ""),
    ...answer.headers.getSetCookie().flatMap((cookie) => cookieFaults(cookie, https)),
  ];
}

function maxAge(text: string | null): number {
  return Number(/max-age=(\d+)/.exec(text ?? "")?.[1] ?? 0);
}

/** V3.4.3 and V3.4.6: allowed sources of a page, and allowed frames. */
function policyFaults(policy: string): string[] {
  const directives = new Map(
    policy.split(";").map((part) => part.trim().split(/\s+/)).map((
      [name = "", ...values],
    ) => [name, values.join(" ")]),
  );
  const isPage = directives.get("default-src") !== "'none'";
  const rules: readonly [rule: string, isKept: boolean][] = [
    ["V3.4.3 default-src", directives.has("default-src")],
    ["V3.4.6 frame-ancestors", /^'(none|self)'$/.test(directives.get("frame-ancestors") ?? "")],
    ["V3.4.3 object-src", !isPage || directives.get("object-src") === "'none'"],
    ["V3.4.3 base-uri", !isPage || directives.get("base-uri") === "'none'"],
    ["form-action", !isPage || directives.get("form-action") === "'self'"],
    ["unsafe sources", !/unsafe-|\*|\bhttp:|upgrade-insecure-requests/.test(policy)],
  ];
  return rules.flatMap(([rule, isKept]) => isKept ? [] : [`${rule} in ${policy}`]);
}

/** V4.1.1: a content type, with its charset when it is text. */
function typeFaults(type: string): string[] {
  if (type === "") return ["V4.1.1 no content-type"];
  const isText = /^text\/(html|plain|csv)/.test(type);
  return isText && !/charset=utf-8/i.test(type) ? [`V4.1.1 ${type}`] : [];
}

/** V3.3: a cookie that no script can read and no other site can send. */
function cookieFaults(cookie: string, https: boolean): string[] {
  const rules: readonly [rule: string, isKept: boolean][] = [
    ["V3.3.4 HttpOnly", /;\s*HttpOnly/i.test(cookie)],
    ["V3.3.2 SameSite", /;\s*SameSite=(Lax|Strict)/i.test(cookie)],
    ["Path", /;\s*Path=\/(;|$)/i.test(cookie)],
    ["V3.3.1 Secure and __Host-", !https || /^__Host-.*;\s*Secure/i.test(cookie)],
    ["V3.3.5 4096 bytes", cookie.length <= 4096],
  ];
  return rules.flatMap(([rule, isKept]) => isKept ? [] : [`${rule}: ${cookie}`]);
}

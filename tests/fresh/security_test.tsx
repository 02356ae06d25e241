/**
 * The content security policy that csp() sends, and the requests that csrf() allows to write.
 * @module
 */

import { App, csp, type CSPOptions, csrf, type CsrfOptions } from "fresh";
import { deepStrictEqual, match, notStrictEqual, strictEqual } from "node:assert/strict";
import { askerOf, fixtureSite } from "./fixture_site.ts";

const HEADER = "content-security-policy";

async function policyOf(options: CSPOptions, header = HEADER): Promise<string[]> {
  const app = new App().use(csp(options)).get("/", (ctx) => ctx.text(""));
  const response = await askerOf(app.handler())("/");
  return (response.headers.get(header) ?? "").split("; ");
}

Deno.test("csp() starts from this site alone", async () => {
  const policy = await policyOf({});
  for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'self'"]) {
    strictEqual(policy.includes(directive), true, directive);
  }
  strictEqual(policy.includes("script-src 'self' 'unsafe-inline'"), true);
});

Deno.test("csp() lets a directive given take the place of its default", async () => {
  const policy = await policyOf({ csp: ["img-src 'self' https://tiles.example"] });
  deepStrictEqual(policy.filter((directive) => directive.startsWith("img-src")), [
    "img-src 'self' https://tiles.example",
  ]);
});

Deno.test("csp({ reportOnly }) sends the other header", async () => {
  const app = new App().use(csp({ reportOnly: true })).get("/", (ctx) => ctx.text(""));
  const { headers } = await askerOf(app.handler())("/");
  strictEqual(headers.get(HEADER), null);
  match(headers.get("content-security-policy-report-only") ?? "", /default-src 'self'/);
});

Deno.test("csp({ reportTo }) says where to report", async () => {
  const policy = await policyOf({ reportTo: "/csp-report" });
  strictEqual(policy.some((directive) => /^report-(to|uri) /.test(directive)), true);
});

Deno.test("csp({ useNonce }) writes one nonce per page, the same in the policy and the markup", async () => {
  const ask = await fixtureSite();
  const seen = new Set<string>();
  for (const path of ["/pages/inline", "/pages/inline", "/islands/counter"]) {
    const response = await ask(path);
    const policy = response.headers.get(HEADER) ?? "";
    const nonce = /script-src [^;]*'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
    const html = await response.text();
    const inline = html.match(/<(script|style)(?![^>]* src=)[^>]*>/g) ?? [];
    notStrictEqual(inline.length, 0);
    for (const tag of inline) strictEqual(tag.includes(`nonce="${nonce}"`), true, tag);
    strictEqual(policy.includes("'unsafe-inline'"), false);
    seen.add(nonce);
  }
  strictEqual(seen.size, 3);
});

Deno.test("csp({ useNonce }) names no nonce when the page holds nothing inline (here only)", async () => {
  const policy = (await (await fixtureSite())("/blog/new")).headers.get(HEADER) ?? "";
  match(policy, /script-src 'self';/);
  strictEqual(policy.includes("unsafe-inline"), false);
});

Deno.test("a script with a source bears no nonce (here only)", async () => {
  const app = new App().use(csp({ useNonce: true })).route("/", {
    component: () => <script src="/a.js"></script>,
  });
  const response = await askerOf(app.handler())("/");
  strictEqual(await response.text(), '<script src="/a.js"></script>');
  strictEqual((response.headers.get(HEADER) ?? "").includes("nonce"), false);
});

Deno.test("inline scripts bear no nonce without csp({ useNonce }) (here only: there each script and style does)", async () => {
  const app = new App().route("/", { component: () => <script>1</script> });
  strictEqual(await (await askerOf(app.handler())("/")).text(), "<script>1</script>");
});

Deno.test("csp({ useNonce }) knows the nonce of a page by its response: of a copy it names none (as the real Fresh)", async () => {
  const policies = [true, false].map(async (isCopied) => {
    const app = new App().use(csp({ useNonce: true }))
      .use(async (ctx) => {
        const response = await ctx.next();
        return isCopied ? new Response(response.body, response) : response;
      })
      .get("/", (ctx) => ctx.render(<script>1</script>));
    const { headers } = await askerOf(app.handler())("/");
    return /script-src 'self' 'nonce-/.test(headers.get(HEADER) ?? "");
  });
  deepStrictEqual(await Promise.all(policies), [false, true]);
});

async function statusOf(
  headers: Record<string, string>,
  { method = "POST", options = {} }: { method?: string; options?: CsrfOptions<unknown> } = {},
): Promise<number> {
  const app = new App().use(csrf(options)).all("/", () => new Response("ok"));
  return (await askerOf(app.handler())("/", { method, headers })).status;
}

const CASES: [headers: Record<string, string>, status: number][] = [
  [{ "sec-fetch-site": "same-origin" }, 200],
  [{ "sec-fetch-site": "none" }, 200],
  [{ "sec-fetch-site": "same-site" }, 403],
  [{ "sec-fetch-site": "cross-site" }, 403],
  [{ "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
  [{ origin: "http://localhost" }, 200],
  [{ origin: "https://localhost" }, 403],
  [{ origin: "http://localhost:81" }, 403],
  [{ origin: "https://evil.example" }, 403],
  [{ origin: "null" }, 403],
];

for (const [headers, status] of CASES) {
  Deno.test(`csrf() answers ${status} to a POST with ${JSON.stringify(headers)}`, async () => {
    strictEqual(await statusOf(headers), status);
  });
}

for (const method of ["PUT", "PATCH", "DELETE"]) {
  Deno.test(`csrf() refuses a foreign ${method}`, async () => {
    strictEqual(await statusOf({ origin: "https://evil.example" }, { method }), 403);
  });
}

for (const method of ["GET", "HEAD", "OPTIONS"]) {
  Deno.test(`csrf() lets a foreign ${method} read`, async () => {
    strictEqual(await statusOf({ "sec-fetch-site": "cross-site" }, { method }), 200);
  });
}

Deno.test("csrf() lets in the origins listed, as a string, a list or a rule", async () => {
  const headers = { "sec-fetch-site": "cross-site", origin: "https://partner.example" };
  const partner = "https://partner.example";
  for (const origin of [partner, ["https://other.example", partner]]) {
    strictEqual(await statusOf(headers, { options: { origin } }), 200);
  }
  const rule = (origin: string) => origin.endsWith("partner.example");
  strictEqual(await statusOf(headers, { options: { origin: rule } }), 200);
  strictEqual(await statusOf(headers, { options: { origin: () => false } }), 403);
  strictEqual(await statusOf(headers, { options: { origin: "https://other.example" } }), 403);
});

Deno.test("csrf() refuses for any content type", async () => {
  for (const type of ["text/plain", "application/json", "multipart/form-data; boundary=x"]) {
    const headers = { "content-type": type, "sec-fetch-site": "cross-site" };
    strictEqual(await statusOf(headers), 403);
  }
});

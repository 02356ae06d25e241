/**
 * Middlewares of Fresh: the content security policy that csp() sends, the requests that csrf() allows to write, and
 * the keys, caching and compression of static files.
 * @module
 */

import { App, csp, type CSPOptions, csrf, type CsrfOptions } from "fresh";
import { deepStrictEqual, match, notStrictEqual, strictEqual } from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
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

Deno.test("csp() may report alone, under the other header, and says where", async () => {
  const header = "content-security-policy-report-only";
  const policy = await policyOf({ reportOnly: true, reportTo: "/csp-report" }, header);
  deepStrictEqual(policy.filter((directive) => /^(default-src|report-\w+) /.test(directive)), [
    "default-src 'self'",
    "report-to csp-endpoint",
    "report-uri /csp-report",
  ]);
  deepStrictEqual(await policyOf({ reportOnly: true }), [""]);
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
  const policy = (await (await fixtureSite())("/")).headers.get(HEADER) ?? "";
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

for (const method of ["PUT", "PATCH", "DELETE", "GET", "HEAD", "OPTIONS"]) {
  const status = /^[PD]/.test(method) ? 403 : 200;
  Deno.test(`csrf() answers ${status} to a foreign ${method}`, async () => {
    strictEqual(await statusOf({ "sec-fetch-site": "cross-site" }, { method }), status);
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

const FOREVER = "public, max-age=31536000, immutable";

/** The stylesheet's URL as a page names it, with its key. */
async function keyedUrl(): Promise<string> {
  const html = await (await (await fixtureSite())("/")).text();
  return /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? "";
}

Deno.test("a file asked by its own name is to be checked again each time (the real Fresh: not kept at all)", async () => {
  const response = await (await fixtureSite())("/style.css");
  strictEqual(response.status, 200);
  match(response.headers.get("content-type") ?? "", /^text\/css/);
  match(response.headers.get("cache-control") ?? "", /no-cache/);
  match(await response.text(), /^main \{\n {2}max-width: 60rem;/);
});

Deno.test("a file asked with the build's key is cached for ever", async () => {
  const ask = await fixtureSite();
  const url = await keyedUrl();
  match(url, /^\/style\.css\?\w+=\w+$/);
  strictEqual((await ask(url)).headers.get("cache-control"), FOREVER);
});

Deno.test("a file asked with another build's key is not kept (here only: led to its own name)", async () => {
  const stale = (await keyedUrl()).replace(/=\w+$/, "=0123456789abcdef");
  const { headers } = await (await fixtureSite())(stale);
  match(headers.get("cache-control") ?? "", /no-cache/);
});

Deno.test("a file has a weak etag, and is 304 to who has it (the real Fresh: where it has its key)", async () => {
  const ask = await fixtureSite();
  const etag = (await ask("/style.css")).headers.get("etag") ?? "";
  match(etag, /^W\/"\w+"$/);
  for (const known of [etag, `"other", ${etag}`]) {
    const response = await ask("/style.css", { headers: { "if-none-match": known } });
    deepStrictEqual([response.status, await response.text()], [304, ""]);
    strictEqual(response.headers.get("etag"), etag);
  }
  strictEqual((await ask("/style.css", { headers: { "if-none-match": '"x"' } })).status, 200);
});

Deno.test("304 repeats the etag and the caching of its file (here only: its type alone)", async () => {
  const ask = await fixtureSite();
  const url = await keyedUrl();
  const etag = (await ask(url)).headers.get("etag") ?? "";
  const { status, headers } = await ask(url, { headers: { "if-none-match": etag } });
  deepStrictEqual([status, headers.get("etag"), headers.get("cache-control")], [
    304,
    etag,
    FOREVER,
  ]);
  strictEqual(headers.get("content-type"), null);
});

Deno.test("a file is found by any spelling of its name", async () => {
  const ask = await fixtureSite();
  for (const path of ["/%73tyle.css", "/style%2ecss", "/style%2Ecss"]) {
    strictEqual((await ask(path)).status, 200, path);
  }
});

Deno.test("files that begin with a dot, or are in such a folder, are not served (the real Fresh: once built)", async () => {
  const ask = await fixtureSite();
  for (const path of ["/.env", "/.hidden/file.txt", "/%2eenv", "/x/../.env"]) {
    strictEqual((await ask(path)).status, 404, path);
  }
});

Deno.test("nothing outside the static folder is served (a coded path: 404 here only)", async () => {
  const ask = await fixtureSite();
  for (const path of ["/../main.ts", "/..%2fmain.ts", "/main.ts", "/static/style.css"]) {
    strictEqual((await ask(path)).status, 404, path);
  }
});

Deno.test("HEAD answers a file's headers alone", async () => {
  const response = await (await fixtureSite())("/style.css", { method: "HEAD" });
  deepStrictEqual([response.status, await response.text()], [200, ""]);
  match(response.headers.get("content-type") ?? "", /^text\/css/);
});

Deno.test("a file is not posted to: 405 (as the real Fresh)", async () => {
  const ask = await fixtureSite();
  for (const method of ["POST", "PUT", "DELETE"]) {
    const response = await ask("/style.css", { method });
    deepStrictEqual([response.status, await response.text()], [405, "Method Not Allowed"], method);
  }
});

Deno.test("a file is sent compressed as the browser prefers, and says it varies (here only)", async () => {
  const ask = await fixtureSite();
  const plain = await (await ask("/style.css")).text();
  const cases: [accepted: string, encoding: string | null][] = [
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["identity", null],
    ["", null],
  ];
  for (const [accepted, encoding] of cases) {
    const response = await ask("/style.css", { headers: { "accept-encoding": accepted } });
    strictEqual(response.headers.get("content-encoding"), encoding, accepted);
    strictEqual(response.headers.get("vary"), "Accept-Encoding");
    const bytes = new Uint8Array(await response.arrayBuffer());
    strictEqual(decoded(bytes, encoding), plain);
  }
});

Deno.test("a file too small to gain by it is sent as it is", async () => {
  const response = await (await fixtureSite())("/logo.svg", {
    headers: { "accept-encoding": "br" },
  });
  strictEqual(response.headers.get("content-encoding"), null);
  strictEqual(response.headers.get("content-type"), "image/svg+xml");
  match(await response.text(), /^<svg/);
});

Deno.test("island scripts are cached for ever: their names hold their content's hash (here only)", async () => {
  const ask = await fixtureSite();
  const html = await (await ask("/islands/counter")).text();
  const scripts = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)];
  strictEqual(scripts.length > 0, true);
  for (const [, url = ""] of scripts) {
    const { status, headers } = await ask(url);
    deepStrictEqual([status, headers.get("cache-control")], [200, FOREVER]);
    match(headers.get("content-type") ?? "", /^(text|application)\/javascript/);
  }
});

function decoded(bytes: Uint8Array, encoding: string | null): string {
  const plain = encoding === "br"
    ? brotliDecompressSync(bytes)
    : encoding === "gzip"
    ? gunzipSync(bytes)
    : bytes;
  return new TextDecoder().decode(plain);
}

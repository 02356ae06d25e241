/** Static files: keys, caching, conditional requests, compression. */
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { fixtureSite } from "./fixture_site.ts";

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

Deno.test("favicon.ico, where there is none, has the page of what is not found (here only: an empty answer there)", async () => {
  const response = await (await fixtureSite())("/favicon.ico");
  strictEqual(response.status, 404);
  match(await response.text(), /<h1>404<\/h1>/);
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

import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict";
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { bytesOf, cachedPage } from "@/lib/web/page_cache.ts";

const SCRIPT = "$boot([[i0,{}]])";
const HTML = `<html><script type="module" nonce="abc">${SCRIPT}</script>` +
  `<script type="module" src="/i.js"></script><p>nonce="abc" est un mot</p></html>`;
const policy = (sources: readonly string[]) => `script-src ${sources.join(" ")}`;

function headerOf(page: ReturnType<typeof cachedPage>, name: string): string | undefined {
  return page.headers.find(([header]) => header === name)?.[1];
}

Deno.test("cachedPage() allows its inline scripts by their hash and has no nonce", () => {
  const page = cachedPage(HTML, "abc", policy);
  const hash = createHash("sha256").update(SCRIPT).digest("base64");
  strictEqual(headerOf(page, "content-security-policy"), `script-src 'sha256-${hash}'`);
  const text = new TextDecoder().decode(bytesOf(page, null));
  strictEqual(text.includes(`<script type="module">${SCRIPT}`), true);
});

Deno.test("cachedPage() finds each element with the nonce, including styles, for any text between", () => {
  const style = ".a{color:red}";
  const html = `<style nonce="abc">${style}</style>${HTML}`;
  const page = cachedPage(html, "abc", policy);
  const hashes = [style, SCRIPT].map((text) =>
    `'sha256-${createHash("sha256").update(text).digest("base64")}'`
  );
  strictEqual(headerOf(page, "content-security-policy"), `script-src ${hashes.join(" ")}`);
});

Deno.test("cachedPage() has different ETags for two pages, and the same for one", () => {
  const page = cachedPage(HTML, "abc", policy);
  strictEqual(cachedPage(HTML.replaceAll("abc", "xyz"), "xyz", policy).etag === page.etag, false);
  strictEqual(cachedPage(HTML, "abc", policy).etag, page.etag);
  notStrictEqual(cachedPage(HTML.replace("mot", "autre mot"), "abc", policy).etag, page.etag);
});

Deno.test("bytesOf() compresses once", () => {
  const page = cachedPage(HTML, "abc", policy);
  const compressed = bytesOf(page, "gzip");
  strictEqual(bytesOf(page, "gzip"), compressed);
  deepStrictEqual(new Uint8Array(gunzipSync(compressed)), new Uint8Array(bytesOf(page, null)));
});

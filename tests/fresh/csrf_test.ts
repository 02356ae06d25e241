/** Requests that csrf() allows to write. */
import { App, csrf, type CsrfOptions } from "fresh";
import { strictEqual } from "node:assert/strict";
import { askerOf } from "./fixture_site.ts";

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

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import { asLandlord } from "@/tests/helpers/a_site.ts";

/** The directives of a content policy, by name. */
function directivesOf(policy: string | null): Map<string, string> {
  const parts = (policy ?? "").split(";").map((part) => part.trim()).filter(Boolean);
  return new Map(parts.map((part) => {
    const [name = "", ...sources] = part.split(" ");
    return [name, sources.join(" ")];
  }));
}

// @spec contracting.viewer, demo.calls
Deno.test("document of the demo is framed in its page: neither the page nor the PDF blocks the browser's viewer", () =>
  asLandlord(async (reader) => {
    const list = await reader.get("/home/documents/to-validate");
    const path = /href="(\/home\/documents\/all\/[^"?]+)"/.exec(list.html)?.[1];
    ok(path, list.text);
    const page = await reader.get(path);
    const frame = /<iframe[^>]*>/.exec(page.html)?.[0] ?? "";
    ok(!frame.includes("sandbox"), frame);
    const source = /src="([^"]+)"/.exec(frame)?.[1]?.replaceAll("&amp;", "&");
    ok(source?.startsWith("/"), frame);
    // A frame of this site needs no more than `default-src`.
    const directives = directivesOf(page.headers.get("content-security-policy"));
    strictEqual(directives.get("default-src"), "'self'");
    deepStrictEqual([directives.has("frame-src"), directives.has("sandbox")], [false, false]);
    const { status, headers } = await reader.get(source ?? "");
    strictEqual(status, 200);
    strictEqual(headers.get("content-type"), "application/pdf");
    strictEqual(
      headers.get("content-security-policy"),
      "default-src 'none'; frame-ancestors 'self'",
    );
    match(headers.get("content-disposition") ?? "", /^inline; filename=/);
    strictEqual(headers.get("x-frame-options"), null);
    strictEqual(headers.get("cross-origin-resource-policy"), "same-origin");
  }));

demoTest("printed page of a document has its facts, and no empty frame", async ({ page, go }) => {
  await go("/home/documents/to-validate");
  await page.locator("td a, tbody th a").first().click();
  const frame = page.locator("iframe.document-pdf");
  await frame.waitFor();
  await page.emulateMedia({ media: "print" });
  strictEqual(await frame.isVisible(), false);
  match(await page.innerText("main"), /Attente validation/);
});

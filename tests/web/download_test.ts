import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { csvDownload, pdfResponse } from "@/lib/web/downloads.ts";
import { ContentPolicy } from "@/lib/web/headers.ts";

Deno.test("csvDownload() is saved under its name, accents included, and has a byte-order mark", async () => {
  const file = csvDownload(new Blob(["\uFEFFÉté\r\n"]).stream(), "relevé d'été.csv");
  strictEqual(file.headers.get("content-type"), "text/csv; charset=utf-8");
  strictEqual(
    file.headers.get("content-disposition"),
    `attachment; filename="releve dete.csv"; filename*=UTF-8''relev%C3%A9%20d%27%C3%A9t%C3%A9.csv`,
  );
  deepStrictEqual([...(await file.bytes()).slice(0, 3)], [0xef, 0xbb, 0xbf]);
});

Deno.test("file's name cannot add a header", () => {
  const file = csvDownload(new Blob(["x"]).stream(), 'a"\r\nX-Evil: 1;.csv');
  const disposition = file.headers.get("content-disposition") ?? "";
  strictEqual(/[\r\n]/.test(disposition), false);
  strictEqual(file.headers.get("x-evil"), null);
});

Deno.test("pdfResponse() has the type whose policy runs no script, and lets this site alone frame it", () => {
  const { headers } = pdfResponse(new Uint8Array(1), "a.pdf", "inline");
  const type = headers.get("content-type");
  strictEqual(type, "application/pdf");
  const policy = new ContentPolicy({ tiles: { url: "https://tiles.example" } });
  strictEqual(policy.of(type, null), "default-src 'none'; frame-ancestors 'self'");
});

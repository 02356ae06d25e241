import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { acceptsGzip, compressed, isCompressible } from "@/lib/web/compression.ts";
import { csvDownload, pdfResponse, readLines, tableFile } from "@/lib/web/downloads.ts";
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
  const { headers } = pdfResponse({ bytes: new Uint8Array(1), fileName: "a.pdf" }, "inline");
  const type = headers.get("content-type");
  strictEqual(type, "application/pdf");
  const policy = new ContentPolicy({ tiles: { url: "https://tiles.example" } });
  strictEqual(policy.of(type, null), "default-src 'none'; frame-ancestors 'self'");
});

/** Five lines, two on a page; the pages read, in order. */
function fiveLines() {
  const asked: string[] = [];
  const read = (page: string) => {
    asked.push(page);
    const first = (Number(page) - 1) * 2;
    return Promise.resolve({ lines: [1, 2, 3, 4, 5].slice(first, first + 2), pageCount: 3 });
  };
  return { asked, read };
}

Deno.test("readLines() reads the page of the URL, and every page for its file", async () => {
  const { asked, read } = fiveLines();
  const page = await readLines(new URL("https://a.example/lines?page=2"), read);
  deepStrictEqual([page.table.page, page.report.lines, page.rows], [2, [3, 4], [3, 4]]);
  const file = await readLines(new URL("https://a.example/lines?page=2&csv=comma"), read);
  deepStrictEqual(file.rows, [1, 2, 3, 4, 5]);
  deepStrictEqual(asked, ["2", "1", "2", "3"]);
});

const TABLE = {
  fileName: "volumes.csv",
  columns: [
    { label: "Mois", value: ({ month }: { month: string; volume: number }) => month },
    { label: "Volume", unit: "m³", value: ({ volume }: { volume: number }) => volume },
    { label: "Action" },
  ],
  rows: [{ month: "janvier", volume: 1.5 }],
};

function at(query: string): URL {
  return new URL(`http://a.test/liste${query}`);
}

Deno.test("tableFile() writes units in the headers, and leaves out columns without a value", async () => {
  const file = tableFile(at("?csv=semicolon"), TABLE);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file?.arrayBuffer());
  strictEqual(text, "\uFEFFMois;Volume (m³)\r\njanvier;1,5");
  strictEqual(file?.headers.get("content-type"), "text/csv; charset=utf-8");
});

const PAGE = "<p>Écart (%) de la chaufferie</p>".repeat(100);

function page(init: ResponseInit = {}): Response {
  return new Response(PAGE, {
    ...init,
    headers: { "content-type": "text/html; charset=utf-8", ...init.headers },
  });
}

Deno.test("acceptsGzip() reads the names and the weights of a header", () => {
  const accepting = [
    "gzip, deflate, br",
    "gzip, deflate",
    "GZIP;q=1.0, br;q=0.5",
    "br;q=0, gzip",
    "*",
  ];
  const others = ["", "identity", "br, gzip;q=0", "br", "*;q=0", "gzip;q=abc"];
  deepStrictEqual([...accepting, ...others].filter(acceptsGzip), accepting);
});

Deno.test("isCompressible() is true for text, false for small or already compressed formats", () => {
  strictEqual(isCompressible(page()), true);
  strictEqual(isCompressible(Response.json({ a: 1 })), true);
  strictEqual(
    isCompressible(new Response("a", { headers: { "content-type": "image/png" } })),
    false,
  );
  strictEqual(
    isCompressible(new Response("a", { headers: { "content-type": "text/event-stream" } })),
    false,
  );
  strictEqual(isCompressible(page({ headers: { "content-encoding": "br" } })), false);
  strictEqual(
    isCompressible(page({ headers: { "cache-control": "public, no-transform" } })),
    false,
  );
  strictEqual(isCompressible(page({ status: 206 })), false);
  strictEqual(isCompressible(new Response(null, { status: 204 })), false);
});

Deno.test("compressed() keeps status, headers and text, and makes a strong ETag weak", async () => {
  const answer = await compressed(
    page({ status: 404, headers: { etag: '"a"', "x-a": "b" } }),
  );
  deepStrictEqual(
    [
      answer.status,
      answer.headers.get("content-encoding"),
      answer.headers.get("etag"),
      answer.headers.get("x-a"),
    ],
    [404, "gzip", 'W/"a"', "b"],
  );
  const bytes = await answer.bytes();
  ok(bytes.length < PAGE.length / 5);
  strictEqual(new TextDecoder().decode(gunzipSync(bytes)), PAGE);
});

Deno.test("compressed() streams a long CSV", async () => {
  const { readable, writable } = new TransformStream<
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>
  >();
  const writer = writable.getWriter();
  const answer = await compressed(
    new Response(readable, { headers: { "content-type": "text/csv" } }),
  );
  ok(answer.body);
  const reader = answer.body.getReader();
  const text = new TextEncoder().encode("Mois,Conso\n".repeat(500));
  const written = writer.write(text);
  const first = await reader.read();
  await written;
  strictEqual(first.done, false, "bytes come before the end is known");
  const parts = [first.value ?? new Uint8Array()];
  const closed = writer.close();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
  }
  await closed;
  const plain = gunzipSync(await new Blob(parts).bytes());
  strictEqual(plain.length, text.length);
});

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { callPaths } from "@/lib/api/routing.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { fileParts, PART, sendReadings } from "@/lib/ingest/readings_upload.ts";
import { FILE_PACE_BYTES } from "@/lib/web/body_limits.ts";
import { TWO_IMPORTED } from "./imported_file.ts";

/** Time of each {@link FILE_PACE_BYTES}, ms. */
const PACE_MS = 30_000;

const REPORT = { ...TWO_IMPORTED, lineCount: 1, insertedCount: 1 };

/** Sends a file; `bodies` are those of the requests. */
async function sentFile(name: string, content: BlobPart) {
  const bodies: string[] = [];
  const fetch = async (request: Request) => {
    bodies.push(await request.text());
    return Response.json(REPORT);
  };
  const sent = await sendReadings(new File([content], name), new FormData(), {
    projectId: "p1",
    path: callPaths({ importReadings: CALLS.importReadings }).importReadings,
    signal: new AbortController().signal,
    onShare: () => {},
    options: { fetch, base: "http://127.0.0.1/" },
  });
  return { sent, bodies };
}

/** The bodies of the requests that send a file, after the one that asks for remembered columns. */
async function bodiesOf(name: string, content: BlobPart): Promise<string[]> {
  const { sent, bodies } = await sentFile(name, content);
  strictEqual(sent.kind, "done");
  return bodies.slice(1);
}

Deno.test("sendReadings() knows gzip by its first bytes, as the server does, regardless of the file's name", async () => {
  const text = "date;serie;valeur\n01/01/2026;Gaz;1";
  for (const name of ["releves.csv.gz", "RELEVES.GZ", "releves.csv"]) {
    deepStrictEqual(await bodiesOf(name, new Uint8Array(gzipSync(text))), [text], name);
    deepStrictEqual(await bodiesOf(name, text), [text], name);
  }
});

// @spec imports.pace
Deno.test("sendReadings() gives a part the time that it takes at the slowest pace of the server", () => {
  const text = `date;serie;valeur\n${"2026-01-01T00:00:00Z;Compteur;12345\n".repeat(100_000)}`;
  const longest = Math.max(...[...fileParts(text, PART.characters)].map((one) => one.text.length));
  ok(longest > PART.characters);
  const takenMs = longest / FILE_PACE_BYTES * PACE_MS;
  ok(takenMs < PART.timeoutMs, `${takenMs} ms`);
});

// @spec imports.column-choice
Deno.test("sendReadings() sends the columns of the form with each part, and returns those of the file", async () => {
  const line = "2026-01-01T00:00:00Z;Compteur;12345\n";
  const text = `Export\nQuand;Repère;Relevé\n${line.repeat(40_000)}`;
  const form = new FormData();
  const typed = { "shown.line": "2", "shown.heading": "quand repere releve", "unit.2": "kWh" };
  const roles = { "role.0": "date", "role.1": "series", "role.2": "value" };
  for (const [name, value] of Object.entries({ ...typed, ...roles })) form.set(name, value);
  const asked: URLSearchParams[] = [];
  const heads: string[] = [];
  const fetch = async (request: Request) => {
    asked.push(new URL(request.url).searchParams);
    heads.push((await request.text()).slice(0, 28));
    return Response.json(REPORT);
  };
  const sent = await sendReadings(new File([text], "releves.csv"), form, {
    projectId: "p1",
    path: callPaths({ importReadings: CALLS.importReadings }).importReadings,
    signal: new AbortController().signal,
    onShare: () => {},
    options: { fetch, base: "http://127.0.0.1/" },
  });
  strictEqual(asked.length, 2);
  for (const query of asked) {
    deepStrictEqual([query.get("columns"), query.get("heading")], ["date,series,value:kWh", "2"]);
  }
  deepStrictEqual(heads, Array(2).fill("Export\nQuand;Repère;Relevé\n2"));
  deepStrictEqual(sent.sample?.columns.map(({ chosen }) => chosen), ["date", "series", "value"]);
});

// @spec imports.remembered-columns
Deno.test("sendReadings() asks for the columns remembered for the file, and cuts its parts after their heading", async () => {
  const line = "2026-01-01T00:00:00Z;Compteur;12345\n";
  const text = `date;Export\n\nQuand;Repère;Relevé\n${line.repeat(40_000)}`;
  const remembered = {
    id: "c1",
    at: "2026-01-01T00:00:00.000Z",
    line: 3,
    columns: "date,,index:L",
  };
  const asked: URLSearchParams[] = [];
  const bodies: string[] = [];
  const fetch = async (request: Request) => {
    asked.push(new URL(request.url).searchParams);
    bodies.push(await request.text());
    return Response.json({ ...REPORT, remembered });
  };
  const sent = await sendReadings(new File([text], "releves.csv"), new FormData(), {
    projectId: "p1",
    path: callPaths({ importReadings: CALLS.importReadings }).importReadings,
    signal: new AbortController().signal,
    onShare: () => {},
    options: { fetch, base: "http://127.0.0.1/" },
  });
  deepStrictEqual(
    asked.map((query) => ["dryRun", "columns", "heading"].map((name) => query.get(name))),
    [["true", null, null], ...Array(2).fill(["false", "date,,index:L", "3"])],
  );
  strictEqual(bodies[0]?.split("\n").length, 32);
  ok(bodies[2]?.startsWith("date;Export\n\nQuand;Repère;Relevé\n2026"));
  const { sample } = sent;
  deepStrictEqual([sample?.line, sample?.isRemembered], [3, true]);
  deepStrictEqual(sample?.columns.map(({ chosen, unit }) => [chosen, unit]), [
    ["date", ""],
    ["", ""],
    ["index", "L"],
  ]);
});

Deno.test("sendReadings() says that a file is not a CSV file, and sends nothing", async () => {
  const { sent, bodies } = await sentFile("releves.xlsx", `PK\x03\x04\0${"x".repeat(300_000)}`);
  deepStrictEqual([sent.kind, bodies], ["failed", []]);
  const message = sent.kind === "failed" ? sent.message : "";
  strictEqual(
    message,
    "Ce fichier n’est pas un CSV\u00A0: enregistrez-le au format CSV dans le tableur.",
  );
});

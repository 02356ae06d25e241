import { ok, strictEqual } from "node:assert/strict";
import { LOGIN_PATH } from "@/lib/ui/links.ts";
import {
  chunked,
  depositBody,
  DOCUMENT_PATH,
  endless,
  MIB,
  upload,
  type Uploaded,
  withProvider,
  WRITTEN_MAX,
} from "@/tests/flows/hostile_uploads.ts";
import { aPdf, bytesOf, hostileFiles } from "@/tests/helpers/hostile_pdfs.ts";
import { forgetPeak, peakResidentMiB, residentMiB } from "@/tests/loading/process_figures.ts";

const GIB = 1_024 * MIB;
const AT_ONCE = 4;
/** Largest increase of the server's memory, MiB. */
const ADDED_MIB = 30;
/** The same for documents of the largest size, four at once. */
const ADDED_BY_LARGEST_MIB = 90;
/** Requests before the memory at rest is measured: their code and caches are no part of uploads. */
const WARMING_ROUNDS = 20;
/** Time in which the server frees the memory of its start and of those requests, ms. */
const SETTLED_MS = 3_000;

/**
 * QS7: uploads of 2 GiB, announced and streamed, four at once, then every hostile file, then four
 * of the largest size at once: none is stored, reading stops at the limit, and the memory of the
 * server stays bounded.
 */
export default async function hostileUploads(): Promise<void> {
  await withProvider(async ({ url, pid: server }, token) => {
    await warm(url, token);
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    forgetPeak(server);
    const restMiB = residentMiB(server);
    for (
      const [name, length, body] of [
        ["announced", `Content-Length: ${2 * GIB}`, () => endless(2 * GIB)],
        ["streamed", "Transfer-Encoding: chunked", () => chunked(endless(2 * GIB))],
      ] as const
    ) {
      const all = await Promise.all(
        Array.from({ length: AT_ONCE }, () => upload(url, { token, length, body: body() })),
      );
      console.log(`2 GiB ${name}, ${AT_ONCE} at once: ${all.map(uploadText).join(", ")}`);
      for (const { status, writtenBytes } of all) {
        ok([413, 503, null].includes(status), `${status}`);
        ok(writtenBytes < WRITTEN_MAX, `${writtenBytes} bytes were written`);
      }
    }
    const addedMiB = peakResidentMiB(server) - restMiB;
    console.log(`memory of the server: ${restMiB.toFixed(0)} MiB at rest, +${addedMiB.toFixed(0)}`);
    const hostile = hostileFiles();
    for (const { name, bytes } of hostile) {
      const body = depositBody(bytes);
      const length = `Content-Length: ${body.length}`;
      strictEqual((await upload(url, { token, length, body: [body] })).status, 400, name);
    }
    const mostMiB = peakResidentMiB(server) - restMiB;
    const left = residentMiB(server).toFixed(0);
    console.log(
      `${hostile.length} hostile files refused; +${mostMiB.toFixed(0)} MiB, then ${left}`,
    );
    const largestMiB = await sendLargest(url, token, server) - restMiB;
    ok(addedMiB <= ADDED_MIB, "memory while uploads are refused");
    ok(mostMiB <= ADDED_MIB, "memory while hostile files are refused");
    ok(largestMiB <= ADDED_BY_LARGEST_MIB, "memory while the largest files are refused");
  });
}

/** Asks for pages, and for the document that is deposited. */
async function warm(url: string, token: string): Promise<void> {
  for (let round = 0; round < WARMING_ROUNDS; round++) {
    for (const path of ["/", LOGIN_PATH, DOCUMENT_PATH]) {
      const headers = { "X-Authtoken": token };
      await (await fetch(url + path, { headers, redirect: "manual" })).arrayBuffer();
    }
  }
}

/** Sends hostile files of the largest size at once. @returns the most memory of the server, MiB */
async function sendLargest(url: string, token: string, server: number): Promise<number> {
  const body = depositBody(largestFile());
  const length = `Content-Length: ${body.length}`;
  const all = await Promise.all(
    Array.from({ length: AT_ONCE }, () => upload(url, { token, length, body: [body] })),
  );
  const peakMiB = peakResidentMiB(server);
  console.log(
    `19 MiB, ${AT_ONCE} at once: ${all.map(uploadText).join(", ")}; ${peakMiB.toFixed(0)} MiB`,
  );
  for (const { status } of all) ok(status === 400 || status === 503, `${status}`);
  ok(all.some(({ status }) => status === 400), "one at least is opened");
  return peakMiB;
}

/** A scan of 19 MiB in a PDF that runs a script. */
function largestFile(): Uint8Array<ArrayBuffer> {
  const scan = new Uint8Array(19 * MIB).fill(65);
  const image = `<< /Type /XObject /Length ${scan.length} >>\nstream\n`;
  return aPdf({
    catalogue: "/OpenAction << /S /JavaScript /JS (x) >>",
    objects: [[bytesOf(image), scan, "\nendstream"]],
  });
}

function uploadText({ status, writtenBytes }: Uploaded): string {
  return `${status ?? "closed"} after ${(writtenBytes / MIB).toFixed(1)} MiB`;
}

import { ok, strictEqual } from "node:assert/strict";
import { hostileFiles } from "@/tests/backend/files/hostile_pdfs.ts";
import {
  chunked,
  depositBody,
  endless,
  MIB,
  upload,
  type Uploaded,
  withProvider,
  WRITTEN_MAX,
} from "@/tests/flows/hostile_uploads.ts";
import { peakResidentMiB, residentMiB } from "@/tools/loading/process_figures.ts";

const GIB = 1_024 * MIB;
const AT_ONCE = 4;
/** What may be added to the memory of the server, each upload being read up to the limit of a document. */
const ADDED_MIB = 30 + 20 * AT_ONCE;

/**
 * QS7: uploads of 2 GiB, announced and streamed, four at once, then every hostile file: none is stored, reading stops at
 * the limit, and the memory of the server stays bounded.
 */
export default async function qs7(): Promise<void> {
  await withProvider(async ({ url, pids: [server] }, token) => {
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
    ok(mostMiB <= ADDED_MIB, "memory while hostile files are refused");
    ok(addedMiB <= ADDED_MIB, "memory while uploads are refused");
  });
}

function uploadText({ status, writtenBytes }: Uploaded): string {
  return `${status ?? "closed"} after ${(writtenBytes / MIB).toFixed(1)} MiB`;
}

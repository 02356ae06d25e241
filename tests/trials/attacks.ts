/** Attacks, each a part: guessed ids, strings that run, files that fill the memory. @module */
import { ok, strictEqual } from "node:assert/strict";
import { LOGIN_PATH } from "@/lib/ui/links.ts";
import { withOwnedSite } from "@/tests/access/an_owned_site.ts";
import { guessIds } from "@/tests/access/guessed_ids.ts";
import { HOSTILE_STRINGS } from "@/tests/access/hostile_strings.ts";
import { inTurn, nothingSent, readAll, sendForms } from "@/tests/access/injection.ts";
import { lookAtAll } from "@/tests/access/injection_in_browser.ts";
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

export default {
  access_matrix: accessMatrix,
  injection: injectionTrial,
  hostile_uploads: hostileUploads,
};

const GUESSES = 10_000;

/** QS2: 10,000 ids guessed over HTTP; the tests already cover every call × role × place. */
async function accessMatrix(): Promise<void> {
  const leaks = await guessIds(GUESSES);
  console.log(`${GUESSES} ids guessed, ${leaks.length} leaks`);
  if (leaks.length > 0) throw new Error(leaks.slice(0, 10).join("\n"));
}

const STRINGS = 5_000;

/** Number of rounds also checked in a browser, which opens every page. */
const LOOKED_AT = 10;

/** Rounds on one site before a new one replaces it: lists grow with each form. */
const ROUNDS_PER_SITE = 8;

/**
 * QS8: 5,000 hostile strings through the text fields of every form, read again on every page and in
 * every file.
 */
async function injectionTrial(): Promise<void> {
  const sent = nothingSent();
  const next = inTurn(HOSTILE_STRINGS.slice(0, STRINGS));
  let pageCount = 0;
  for (let round = 0; sent.stringCount < STRINGS;) {
    await withOwnedSite(async (site) => {
      for (let here = 0; here < ROUNDS_PER_SITE && sent.stringCount < STRINGS; here++, round++) {
        await sendForms(site, next, sent);
        await readAll(site, sent);
        if (round % Math.ceil(STRINGS / 150 / LOOKED_AT) !== 0) continue;
        const looked = await lookAtAll(site);
        pageCount += looked.pageCount;
        sent.faults.push(...looked.faults);
      }
      sent.faults.push(...site.faults.map((fault) => `a fault of ours: ${fault}`));
    });
  }
  console.log(
    `${sent.stringCount} strings in ${sent.formCount} forms, ${sent.savedCount} of them saved; ` +
      `${pageCount} pages opened in a browser; ${sent.faults.length} got out or ran`,
  );
  if (sent.faults.length > 0) throw new Error(sent.faults.slice(0, 20).join("\n"));
}

const GIB = 1_024 * MIB;
const AT_ONCE = 4;
/** Largest increase of the server's memory, MiB. */
const ADDED_MIB = 30;
/** The same for hostile files, each of which is read in a Worker. */
const ADDED_BY_HOSTILE_MIB = 90;
/** The same for documents of the largest size, four at once: the budget of bodies, 62 MiB, and two Workers. */
const ADDED_BY_LARGEST_MIB = 130;
/** Requests before the memory at rest is measured: their code and caches are no part of uploads. */
const WARMING_ROUNDS = 20;
/** Time in which the server frees the memory of its start and of those requests, ms. */
const SETTLED_MS = 3_000;

/**
 * QS7: uploads of 2 GiB, announced and streamed, four at once, then every hostile file, then four
 * of the largest size at once: none is stored, reading stops at the limit, and the memory of the
 * server stays bounded.
 */
async function hostileUploads(): Promise<void> {
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
    ok(mostMiB <= ADDED_BY_HOSTILE_MIB, "memory while hostile files are refused");
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

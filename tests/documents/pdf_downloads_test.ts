import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { callAs, signedIn } from "@/tests/helpers/a_platform.ts";
import { ORG, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Page, withSite } from "@/tests/helpers/a_site.ts";
import { reached, type SickBucket, withSickBucket } from "@/tests/helpers/s3_server.ts";
import { anAwaitedDocument, REQUEST } from "@/tests/helpers/some_documents.ts";
import { serve } from "@/tests/tools/loopback.ts";
import { DEPOSITOR, largeDeposit, largeFile } from "./killed_deposit.ts";

/** More than the buffers of a connection. */
const FILE = largeFile(8_000_000);

interface Served {
  readonly bucket: SickBucket;
  readonly faults: unknown[];
  /** Requests the PDF from a running server, by a call. */
  ask(headers?: Record<string, string>): Promise<Response>;
  /** The text of its page for a user of the landlord. */
  shown(): Promise<Page>;
}

/** A deposited document, whose file is in a bucket, behind a server on a port. */
function withServedPdf(test: (served: Served) => Promise<void>): Promise<void> {
  return withSickBucket((bucket) => {
    const s3 = reached(bucket);
    return withSite(async (site) => {
      await writeResidence(site);
      const at = await anAwaitedDocument(site.platform.own.services);
      const body = { ...largeDeposit(), file: FILE.slice() };
      ok((await callAs(site, DEPOSITOR)("uploadDocument", { ...at, body })).ok);
      await someone(site, { roles: ["collect:documents:read"] });
      const { token } = await signedIn(site);
      const { url, close } = serve(site.handler);
      const path = `/api/collect/orgs/${ORG}/contracting/requests/${REQUEST}/documents/`;
      const ask = (headers: Record<string, string> = {}) =>
        fetch(`${url}${path}${at.documentId}/pdf`, {
          headers: { ...headers, "x-authtoken": token },
        });
      const visitor = await site.signIn();
      const shown = () => visitor.get(links.documentPdf(REQUEST, at.documentId, "inline"));
      try {
        await test({ bucket, faults: site.faults, ask, shown });
      } finally {
        await close();
      }
    }, { documents: { s3 } });
  });
}

// @spec deposits.flow
Deno.test("PDF has its Content-Length, is sent whole to a reader who requests a range, and is never cached", () =>
  withServedPdf(async ({ ask, shown }) => {
    strictEqual((await shown()).headers.get("cache-control"), "no-store");
    for (const headers of [{}, { range: "bytes=0-99" }, { range: "bytes=100-" }]) {
      const answer = await ask(headers);
      strictEqual(answer.status, 200);
      deepStrictEqual(
        ["content-length", "accept-ranges", "content-encoding"].map((name) =>
          answer.headers.get(name)
        ),
        [String(FILE.length), null, null],
      );
      deepStrictEqual(await answer.bytes(), FILE);
    }
  }));

// @spec deposits.flow
Deno.test("PDF whose bucket disconnects midway is an aborted transfer, never a shorter file; the next one is whole", () =>
  withServedPdf(async ({ bucket, ask }) => {
    for (const then of ["cut", "silence"] as const) {
      bucket.sickness = { way: "answer", afterBytes: 3_000_000, then };
      const answer = await ask();
      deepStrictEqual(
        [answer.status, answer.headers.get("content-length")],
        [200, String(FILE.length)],
      );
      await rejects(answer.bytes(), then);
      bucket.sickness = null;
      deepStrictEqual(await (await ask()).bytes(), FILE);
    }
  }));

// @spec deposits.flow, calls.errors
Deno.test("PDF whose bucket is down is 503, and its page says that documents cannot be read", () =>
  withServedPdf(async ({ bucket, faults, ask, shown }) => {
    bucket.failure = 503;
    const refused = await ask();
    deepStrictEqual([refused.status, (await refused.json()).code], [503, "files-unreachable"]);
    const page = await shown();
    strictEqual(page.status, 503);
    match(page.text, /Les documents ne peuvent être ni déposés ni lus pour l’instant/);
    bucket.failure = null;
    bucket.sickness = { way: "answer", afterBytes: 0, then: "silence" };
    const silent = await ask();
    deepStrictEqual([silent.status, (await silent.json()).code], [503, "files-unreachable"]);
    bucket.sickness = null;
    strictEqual(faults.splice(0).length, 3);
    deepStrictEqual(await (await ask()).bytes(), FILE);
  }));

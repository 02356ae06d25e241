import { deepStrictEqual, notDeepStrictEqual, ok } from "node:assert/strict";
import type { CallFunction, CallName, Input } from "@/lib/app/catalogue.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { DEMO_ORG } from "@/lib/demo/seed/people.ts";
import { pdfChunks } from "@/lib/files/pdf_writer.ts";
import { signedIn, withPlatform } from "@/tests/helpers/a_platform.ts";
import { answerOf, NOW } from "@/tests/helpers/fixtures.ts";
import { readTags } from "@/tests/helpers/read_pdf.ts";

const { landlord } = DEMO_ACCOUNTS;
const orgId = DEMO_ORG.id;
const projectId = "p01";
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** A write of each area, with the read that shows it. */
const WRITES: readonly ((ask: CallFunction) => Promise<readonly [CallName, unknown, unknown]>)[] = [
  shown("createTag", { orgId, body: { name: "Gardien", sortOrder: 9 } }, "listTags", { orgId }),
  shown(
    "createTeam",
    { orgId, body: { name: "Visite", roles: ["collect:read"], users: [], tags: [] } },
    "listTeams",
    { orgId },
  ),
  shown(
    "inviteUser",
    { orgId, body: { email: "visite@demo.example", forename: "Ève", surname: "Roy" } },
    "listOrgUsers",
    { orgId },
  ),
  shown(
    "createProvider",
    { orgId, body: { name: "Visite SARL", emails: ["visite@demo.example"] } },
    "listProviders",
    { orgId },
  ),
  shown(
    "createHouseType",
    { projectId, body: { name: "T9", area: 200, occupants: 9 } },
    "listHouseTypes",
    { projectId },
  ),
  shown(
    "createDisplayMessage",
    { projectId, body: { priority: 1, from: "2026-01-01", to: null, message: "Visite" } },
    "listDisplayMessages",
    { projectId },
  ),
];

/** Makes a write and returns the answer of its read. */
function shown<Write extends CallName, Read extends CallName>(
  write: Write,
  body: Input<Write>,
  read: Read,
  at: Input<Read>,
): (ask: CallFunction) => Promise<readonly [CallName, unknown, unknown]> {
  return async (ask) => {
    const before = await ask(read, at);
    await answerOf(ask(write, body));
    return [read, before, await ask(read, at)];
  };
}

// @spec demo.visits
Deno.test("each of two visitors of one demo account sees their own writes, and no other", () =>
  withPlatform(async (built) => {
    const visitor = async () => (await signedIn(built, landlord.email, landlord.password)).ask;
    const [one, other] = [await visitor(), await visitor()];
    for (const write of WRITES) {
      const [read, before, mine] = await write(one);
      notDeepStrictEqual(mine, before, read);
      const [, theirs] = await write(other);
      deepStrictEqual(theirs, before, read);
      const [, newcomers] = await write(await visitor());
      deepStrictEqual(newcomers, before, read);
    }
  }, { demo: true }));

// @spec demo.visits
Deno.test("day after a visit began it is signed out, and the demo is unchanged", () =>
  withPlatform(async (built) => {
    const { platform: { identities }, clock } = built;
    const { ask, token } = await signedIn(built, landlord.email, landlord.password);
    const readAll = () =>
      Promise.all([
        ask("listTags", { orgId }),
        ask("listTeams", { orgId }),
        ask("listProviders", { orgId }),
        ask("listHouseTypes", { projectId }),
        ask("listDisplayMessages", { projectId }),
      ]);
    const before = await readAll();
    for (const write of WRITES) await write(ask);
    clock.advance(DAY_MS - SECOND_MS);
    const written = await readAll();
    written.forEach((found, rank) => notDeepStrictEqual(found, before[rank]));
    clock.advance(SECOND_MS);
    deepStrictEqual((await identities.byToken(token, "header")).kind, "anonymous");
    // Even a caller admitted before the end of the visit reads nothing of it.
    deepStrictEqual(await readAll(), before);
  }, { demo: true }));

// @spec demo.visits, reports.orders
Deno.test("visitor of the demo gets the PDF they order, and no other visitor does", () =>
  withPlatform(async (built) => {
    const visitor = async () => (await signedIn(built, landlord.email, landlord.password)).ask;
    const [one, other] = [await visitor(), await visitor()];
    const houseIds = ["p01-l001", "p01-l002"];
    const month = "2026-01";
    const ordered = await answerOf(
      one("orderConsumptionReports", { projectId, month, body: { houseIds } }),
    );
    await built.platform.reports.idle();
    const at = { reportId: ordered.id };
    const listed = await answerOf(one("listQueuedReports", {}));
    deepStrictEqual(listed.map(({ state }) => state), ["done"]);
    const made = await answerOf(one("getQueuedReportPdf", at));
    const { pages } = await readTags(new Uint8Array(made.bytes));
    deepStrictEqual(pages.length, 2);
    deepStrictEqual((await other("getQueuedReportPdf", at)).ok, false);
    await answerOf(one("getConsumptionReportPdf", { projectId, houseId: "p01-l001", month }));
  }, { demo: true }));

// @spec reports.orders
Deno.test("visitor's order that could not be made at once is made when their page is read again", () =>
  withPlatform(async (built) => {
    const { ask } = await signedIn(built, landlord.email, landlord.password);
    const { platform: { reports } } = built;
    const states = async () => {
      return (await answerOf(ask("listQueuedReports", {}))).map(({ state }) => state);
    };
    await whileBusy(async () => {
      const body = { houseIds: ["p01-l001"] };
      ok((await ask("orderConsumptionReports", { projectId, month: "2026-01", body })).ok);
      await reports.idle();
    });
    deepStrictEqual(await states(), ["queued"]);
    await reports.idle();
    deepStrictEqual(await states(), ["done"]);
  }, { demo: true }));

/** Orders while the writer of PDFs is at its limit. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<[]>();
  const noPage = async function* () {
    yield* await promise;
  };
  const writing = Array.from(
    { length: 16 },
    () => Array.fromAsync(pdfChunks({ title: "", now: NOW }, noPage())),
  );
  try {
    return await work();
  } finally {
    resolve([]);
    await Promise.all(writing);
  }
}

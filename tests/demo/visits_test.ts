import {
  deepStrictEqual,
  notDeepStrictEqual,
  notStrictEqual,
  ok,
  strictEqual,
} from "node:assert/strict";
import type { CallFunction, CallName, Input } from "@/lib/app/catalogue.ts";
import { OverlayStore } from "@/lib/demo/overlay.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { DEMO_ORG } from "@/lib/demo/seed/people.ts";
import { pdfChunks } from "@/lib/files/pdf_writer.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import type { Key, ListOptions, Selector, Store } from "@/lib/store/store.ts";
import { callAs, signedIn, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import { answerOf, NOW, withStore } from "@/tests/helpers/fixtures.ts";
import { readTags } from "@/tests/helpers/read_pdf.ts";
import { fc } from "@/tests/npm/fast_check.ts";

function visit(base: Store, visitorId: string, now: () => number = () => 0): OverlayStore {
  return new OverlayStore(base, { visitorId, untilMs: DAY_MS }, now);
}

async function listed(store: Store, selector: Selector, options?: ListOptions) {
  const entries = await Array.fromAsync(store.list(selector, options));
  return entries.map(({ key, value }) => [key.at(-1), value]);
}

// @spec demo.visits
Deno.test("OverlayStore: only the visitor sees what they wrote", () =>
  withStore(async (base) => {
    await base.atomic().set(keys.org("o"), "base").commit();
    const [one, two] = [visit(base, "one"), visit(base, "two")];
    await one.atomic().set(keys.org("o"), "changed").set(keys.org("new"), "mine").commit();
    strictEqual((await one.get(keys.org("o"))).value, "changed");
    strictEqual((await one.get(keys.org("new"))).value, "mine");
    strictEqual((await two.get(keys.org("o"))).value, "base");
    deepStrictEqual(await two.get(keys.org("new")), {
      key: keys.org("new"),
      value: null,
      versionstamp: null,
    });
    strictEqual((await base.get(keys.org("o"))).value, "base");
  }));

Deno.test("OverlayStore: of two writers of one visit, one succeeds and the other conflicts", () =>
  withStore(async (base) => {
    await base.atomic().set(keys.org("o"), 1).commit();
    const [tab, other] = [visit(base, "one"), visit(base, "one")];
    const seen = await tab.get(keys.org("o"));
    const outcomes = await Promise.all(
      [tab, other].map((own) => own.atomic().check(seen).set(keys.org("o"), 2).commit()),
    );
    deepStrictEqual(outcomes.map(({ ok }) => ok).sort(), [false, true]);
  }));

Deno.test("OverlayStore: counters start from the base's and are exact under concurrency", () =>
  withStore(async (base) => {
    const key = keys.version("project", "p");
    await base.atomic().sum(key, 5n).commit();
    const own = visit(base, "one");
    await Promise.all(Array.from({ length: 20 }, () => own.atomic().sum(key, 2n).commit()));
    deepStrictEqual((await own.get(key)).value, new Deno.KvU64(45n));
    deepStrictEqual((await base.get(key)).value, new Deno.KvU64(5n));
    await own.atomic().sum(key, 1n).sum(key, 1n).commit();
    deepStrictEqual((await own.get(key)).value, new Deno.KvU64(47n));
  }));

Deno.test("OverlayStore: after a day, nothing a visitor wrote is visible", () =>
  withStore(async (base) => {
    let nowMs = 0;
    await base.atomic().set(keys.org("o"), "base").set(keys.org("p"), "base").commit();
    const own = visit(base, "one", () => nowMs);
    const { versionstamp } = await own.get(keys.org("o"));
    await own.atomic().set(keys.org("o"), "mine").delete(keys.org("p")).set(keys.org("q"), 1)
      .commit();
    nowMs = DAY_MS - 1;
    deepStrictEqual(await listed(own, { prefix: keys.org.under() }), [["o", "mine"], ["q", 1]]);
    nowMs = DAY_MS;
    deepStrictEqual(await listed(own, { prefix: keys.org.under() }), [["o", "base"], [
      "p",
      "base",
    ]]);
    deepStrictEqual(await own.get(keys.org("o")), {
      key: keys.org("o"),
      value: "base",
      versionstamp,
    });
    // A new visit of the same user overwrites the expired one.
    const next = new OverlayStore(base, { visitorId: "one", untilMs: 2 * DAY_MS }, () => nowMs);
    const seen = await next.get(keys.org("o"));
    strictEqual((await next.atomic().check(seen).set(keys.org("o"), "again").commit()).ok, true);
    strictEqual((await next.get(keys.org("o"))).value, "again");
  }));

Deno.test("OverlayStore answers as a plain store does, for any writes, lists and checks", async () => {
  const texts = fc.constantFrom("a", "b", "é", "\ufffd", "\u{10000}");
  const part = fc.oneof(texts, fc.integer({ min: -2, max: 2 }));
  const key = fc.array(part, { minLength: 1, maxLength: 2 }).map((rest): Key => ["k", ...rest]);
  const write = fc.record({ key, value: fc.option(fc.integer({ min: 1, max: 99 })) });
  const options = fc.record({ reverse: fc.boolean(), limit: fc.integer({ min: 1, max: 6 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { maxLength: 12 }),
      fc.array(write, { maxLength: 12 }),
      fc.tuple(key, key),
      options,
      async (below, over, [start, end], walk) => {
        const [base, plain] = [await openStore(":memory:"), await openStore(":memory:")];
        const own = visit(base, "one");
        await writeAll([base, plain], below);
        await writeAll([own, plain], over);
        for (const selector of [{ prefix: ["k"] }, { prefix: ["k"], start }, { start, end }]) {
          if ("end" in selector && !(await isOrdered(plain, selector))) continue;
          deepStrictEqual(await pairs(own, selector, walk), await pairs(plain, selector, walk));
        }
        for (const { key: wanted } of [...below, ...over]) {
          deepStrictEqual((await own.get(wanted)).value, (await plain.get(wanted)).value);
        }
        base.close();
        plain.close();
      },
    ),
    { seed: 20260101, numRuns: 150 },
  );
});

async function writeAll(
  stores: readonly Store[],
  writes: readonly { key: Key; value: number | null }[],
): Promise<void> {
  for (const store of stores) {
    for (const { key, value } of writes) {
      const atomic = store.atomic();
      await (value === null ? atomic.delete(key) : atomic.set(key, value)).commit();
    }
  }
}

async function pairs(store: Store, selector: Selector, walk: ListOptions) {
  const entries = await Array.fromAsync(store.list(selector, walk));
  return entries.map(({ key, value }) => [key, value]);
}

/** False for a selector whose end precedes its start, which a store refuses. */
async function isOrdered(store: Store, selector: Selector): Promise<boolean> {
  return await Array.fromAsync(store.list(selector)).then(() => true, () => false);
}

const { email, password } = DEMO_ACCOUNTS.landlord;

/** Begins a visit of the demo, and opens a page. */
async function aVisit(built: TestPlatform): Promise<Caller> {
  const { caller, ask } = await signedIn(built, email, password);
  ok((await ask("getMe", {})).ok);
  return caller;
}

// @spec demo.visits
Deno.test("few visits of the demo are ready, and the others find what they wrote", () =>
  withPlatform(async (built) => {
    const first = await aVisit(built);
    const body = { forename: "Camille", surname: "Durand" };
    ok((await callAs(built, first)("changeName", { body })).ok);
    const ready = await built.platform.responderFor(first);
    strictEqual(await built.platform.responderFor(first), ready);
    for (let visit = 0; visit < 24; visit++) await aVisit(built);
    notStrictEqual(await built.platform.responderFor(first), ready);
    const me = await answerOf(callAs(built, first)("getMe", {}));
    strictEqual(me.surname, "Durand");
  }, { demo: true }));

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

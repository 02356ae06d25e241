import {
  deepStrictEqual,
  doesNotMatch,
  match,
  notStrictEqual,
  ok,
  strictEqual,
} from "node:assert/strict";
import { commitShown } from "@/lib/api/writes.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { purgeReports } from "@/lib/app/sweep.ts";
import { CallError } from "@/lib/base/errors.ts";
import { makeReports } from "@/lib/consumption_reports/pdf_jobs.ts";
import {
  queuedReportRecord,
  queueReport,
  reportOrderRecord,
} from "@/lib/consumption_reports/records.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { writeParts } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { listIds, listStored, type Store } from "@/lib/store/store.ts";
import { anAccount, signedIn } from "@/tests/helpers/a_platform.ts";
import {
  ORG,
  OTHER_WRITER,
  PROJECT,
  someone,
  withResidence,
  writeResidence,
} from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import {
  A_QUEUED_REPORT,
  A_REPORT,
  LEASE_MS,
  looksWhole,
  writeOrders,
} from "@/tests/helpers/consumption_reports.ts";
import { answerOf, codeOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { readTags } from "@/tests/helpers/read_pdf.ts";
import { auditLines, withStoreFile } from "@/tests/helpers/stores.ts";
import { type ReportedPlace, withReports } from "./reported.ts";

// @spec queued-reports.owner
Deno.test("user's reports are listed newest first, readable once done, with the role that they were ordered with, and deleted; another user's are not found", () =>
  withResidence(async (built) => {
    const { store } = built;
    const ask = await someone(built, { roles: ["collect:housesconsreport:read"] });
    const ada = (await accountByEmail(store, "ada@bailleur.fr"))?.id ?? "";
    await anAccount(built, { email: "eve@bailleur.fr" });
    const { ask: eve } = await signedIn(built, "eve@bailleur.fr");
    const bytes = new TextEncoder().encode("%PDF-1.7 bilans");
    const running = {
      ...A_REPORT,
      createdAt: "2025-11-03T08:00:00Z",
      state: "running",
      fileName: null,
    };
    await store.atomic()
      .set(keys.blob("r1"), await writeParts(store, "r1", [bytes]))
      .set(keys.queuedReport(ada, "r1"), A_REPORT)
      .set(keys.queuedReport(ada, "r2"), running)
      .commit();
    const listed = async () => (await answerOf(ask("listQueuedReports", {}))).map(({ id }) => id);
    deepStrictEqual(await listed(), ["r2", "r1"]);
    const pdf = await answerOf(ask("getQueuedReportPdf", { reportId: "r1" }));
    deepStrictEqual(pdf, { fileName: "bilans-2025-10.pdf", bytes });
    strictEqual(codeOf(await ask("getQueuedReportPdf", { reportId: "r2" })), "not-found");
    for (const name of ["getQueuedReportPdf", "deleteQueuedReport"] as const) {
      strictEqual(codeOf(await eve(name, { reportId: "r1" })), "not-found");
    }
    const admin = await someone(built, { email: "zoe@bailleur.fr", isAdmin: true });
    const at = { projectId: PROJECT, email: "ada@bailleur.fr" };
    ok((await admin("putProjectUserRoles", { ...at, body: { roles: [] } })).ok);
    deepStrictEqual(await listed(), ["r2"]);
    strictEqual(codeOf(await ask("getQueuedReportPdf", { reportId: "r1" })), "not-found");
    ok((await ask("deleteQueuedReport", { reportId: "r1" })).ok);
    strictEqual((await store.get(keys.queuedReport(ada, "r1"))).value, null);
    const lines = await auditLines(built);
    deepStrictEqual(
      lines.flatMap(({ action, email, projectId, subject }) =>
        action === "deleteQueuedReport" ? [{ email, projectId, subject }] : []
      ),
      [{ email: "ada@bailleur.fr", projectId: PROJECT, subject: A_REPORT.label }],
    );
  }));

// @spec queued-reports.owner
Deno.test("report being made shows its progress, its page refreshes until it is done, and its form deletes it", () =>
  withSite(async (site) => {
    const id = await anAccount(site);
    await writeResidence(site);
    await site.store.atomic()
      .set(keys.member(ORG, id), { isAdmin: false })
      .set(keys.roles(PROJECT, id), ["collect:housesconsreport:read"])
      .commit();
    const key = keys.queuedReport(id, "r1");
    await site.store.atomic().set(key, { ...A_QUEUED_REPORT, state: "running", progress: 40 })
      .commit();
    const visitor = await site.signIn();
    const running = await visitor.get("/home/reports");
    match(running.text, /En préparation\u00A0: 40\u00A0%/);
    match(
      running.html,
      /<progress max="100" value="40" aria-label="Bilans de consommation, octobre 2025"/,
    );
    match(running.html, FOLLOWED);
    match(running.html, RELOADED);
    const done = { ...A_QUEUED_REPORT, state: "done", progress: 100, fileName: "bilans.pdf" };
    await site.store.atomic().set(key, done).commit();
    const ended = await visitor.get("/home/reports");
    match(ended.html, /href="\/home\/reports\/r1" download/);
    doesNotMatch(ended.html, FOLLOWED);
    doesNotMatch(ended.html, RELOADED);
    match(ended.html, /name="key" value="r1"/);
    const remove = () => visitor.post("/home/reports", { key: "r1", intent: "remove" });
    strictEqual((await remove()).headers.get("location"), "/home/reports");
    match((await visitor.get("/home/reports")).text, /Aucun bilan demandé/);
    const again = await remove();
    strictEqual(again.status, 404);
    match(again.text, /Cet élément n’existe pas ou plus/);
  }));

/** The island that refreshes a page each minute. */
const FOLLOWED = /data-every-seconds="\d+"/;
/** The element that reloads it without JavaScript. */
const RELOADED =
  /<head>.*<noscript><meta http-equiv="refresh" content="60" ?\/?><\/noscript>.*<\/head>/s;

const at = { projectId: PROJECT, month: "2026-01" };

/** Three dwellings, A1 to A3. */
async function threeHouses({ drawing }: ReportedPlace): Promise<string[]> {
  const houses: string[] = [];
  for (const name of ["A1", "A2", "A3"]) {
    houses.push(await drawing({ "2025-01-01": 100 }, { name }));
  }
  return houses;
}

async function ordered(ask: CallFunction, houseIds: string[] = []): Promise<string> {
  return (await answerOf(ask("orderConsumptionReports", { ...at, body: { houseIds } }))).id;
}

async function reportsOf(ask: CallFunction) {
  return await answerOf(ask("listQueuedReports", {}));
}

/** Number of entries that reports store, without their list. */
async function leftBehind(store: Store): Promise<number> {
  const families = [keys.blob, keys.blobPart, keys.reportOrder, keys.reportOrderHouses, keys.lease];
  const counts = families.map(async (family) =>
    (await Array.fromAsync(store.list({ prefix: family.under() }))).length
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

// @spec reports.orders, queued-reports.names
Deno.test("ordered reports are made at once, as one PDF with a page for each dwelling, for their user only", () =>
  withReports(async (place) => {
    const { built, ask } = place;
    const [first = "", , third = ""] = await threeHouses(place);
    const whole = await ordered(ask);
    const selected = await ordered(ask, [third, first]);
    await built.platform.reports.idle();
    const listed = await reportsOf(ask);
    const made = [
      [whole, "", ["A1", "A2", "A3"]],
      [selected, " de 2\u00A0logements", ["A1", "A3"]],
    ] as const;
    for (const [id, count, names] of made) {
      const report = listed.find((one) => one.id === id);
      ok(report);
      deepStrictEqual([report.state, report.progress], ["done", 100]);
      strictEqual(report.label, `Bilans de consommation${count}, Les Lilas, janvier 2026`);
      const pdf = await answerOf(ask("getQueuedReportPdf", { reportId: id }));
      ok(
        pdf.fileName.startsWith(`${report.label} (${report.createdAt.slice(0, 10)} `),
        pdf.fileName,
      );
      const { pages } = await readTags(pdf.bytes);
      deepStrictEqual(pages.map((page) => page[2]?.[1]), names);
    }
    const other = await someone(built, OTHER_WRITER);
    deepStrictEqual(await reportsOf(other), []);
    strictEqual(codeOf(await other("getQueuedReportPdf", { reportId: whole })), "not-found");
    for (const { id } of await reportsOf(ask)) {
      ok((await ask("deleteQueuedReport", { reportId: id })).ok);
    }
    strictEqual(await leftBehind(built.store), 0);
  }));

// @spec reports.orders
Deno.test("orderConsumptionReports refuses more than twenty reports", () =>
  withReports(async ({ built, ask, drawing }) => {
    await drawing({ "2025-01-01": 100 });
    const accountId = (await listIds(built.store, keys.member.under(ORG)))[0] ?? "";
    const report = { label: "", projectId: PROJECT, createdAt: "2026-02-01T00:00:00Z" };
    const made = { ...report, state: "done", progress: 100, fileName: "" };
    const atomic = built.store.atomic();
    for (let rank = 0; rank < 18; rank++) {
      atomic.set(keys.queuedReport(accountId, `made-${rank}`), made);
    }
    await atomic.commit();
    const months = ["2026-01", "2025-12", "2025-11"];
    const said = await Promise.all(
      months.map((month) =>
        codeOfCall(ask("orderConsumptionReports", { ...at, month, body: { houseIds: [] } }))
      ),
    );
    deepStrictEqual(said.toSorted(), ["limit-reached", "ok", "ok"]);
  }));

/** A queued order that is not started, of a user with an earlier one. */
async function waitingOrder({ built, ask }: ReportedPlace, attempts = 0): Promise<string> {
  await ordered(ask);
  await built.platform.reports.idle();
  const { store } = built;
  const accountId = (await listIds(store, keys.member.under(ORG)))[0] ?? "";
  const atomic = store.atomic();
  const createdAt = new Date(built.clock.now()).toISOString();
  queueReport(atomic, {
    id: "waiting",
    report: { ...A_QUEUED_REPORT, createdAt },
    order: { accountId, ...at, isWhole: true, attempts },
    houseIds: [],
  });
  await atomic.commit();
  return "waiting";
}

async function stateOf(ask: CallFunction, id: string) {
  return (await reportsOf(ask)).find((report) => report.id === id)?.state ?? "deleted";
}

// @spec reports.same-order
Deno.test("an order equals the queued one for the same dwellings and month, until that one is started", () =>
  withReports(async (place) => {
    const [first = "", second = ""] = await threeHouses(place);
    const { built, ask } = place;
    const id = await waitingOrder(place);
    // The job makes the orders of these calls later.
    built.platform.own.services.reportsOrdered = () => {};
    strictEqual(await ordered(ask), id);
    const selected = await ordered(ask, [first, second]);
    notStrictEqual(selected, id);
    strictEqual(await ordered(ask, [second, first]), selected);
    notStrictEqual(await ordered(ask, [first]), selected);
    const december = { ...at, month: "2025-12", body: { houseIds: [] } };
    const other = await answerOf(ask("orderConsumptionReports", december));
    notStrictEqual(other.id, id);
    await makeReports(built.platform.own.services);
    deepStrictEqual((await reportsOf(ask)).map(({ state }) => state), Array(5).fill("done"));
    notStrictEqual(await ordered(ask), id);
  }));

// @spec reports.orders
Deno.test("makeReports() makes nothing for a user who may no longer read the reports, nor for an order that ended its process three times", () =>
  withReports(async (place) => {
    await threeHouses(place);
    const { built: { platform, store }, ask } = place;
    const id = await waitingOrder(place, 3);
    strictEqual(await makeReports(platform.own.services), 0);
    strictEqual(await stateOf(ask, id), "failed");
    await waitingOrder(place);
    const accountId = (await listIds(store, keys.member.under(ORG)))[0] ?? "";
    const scopes = [{ kind: "project", id: PROJECT }, { kind: "account", id: accountId }] as const;
    await commitShown(platform.own.services, scopes, (atomic) => {
      atomic.set(keys.roles(PROJECT, accountId), ["collect:houseadmin"]);
    });
    strictEqual(await makeReports(platform.own.services), 0);
    strictEqual(await stateOf(ask, id), "failed");
  }));

// @spec reports.orders
Deno.test("report deleted while it is made leaves no entry", () =>
  withReports(async (place) => {
    await threeHouses(place);
    const { built: { platform, store }, ask } = place;
    const id = await waitingOrder(place);
    const made = makeReports(platform.own.services);
    while (await stateOf(ask, id) === "queued") {
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const report of await reportsOf(ask)) {
      ok((await ask("deleteQueuedReport", { reportId: report.id })).ok);
    }
    strictEqual(await made, 0);
    strictEqual(await leftBehind(store), 0);
  }));

// @spec reports.orders
Deno.test("purgeReports() deletes reports 30 days after their order, with their files", () =>
  withReports(async (place) => {
    await threeHouses(place);
    const { built: { platform, store, clock }, ask } = place;
    await ordered(ask);
    await platform.reports.idle();
    clock.advance(30 * 24 * 3_600_000 - 1);
    strictEqual(await purgeReports({ store, now: clock.now }), 0);
    clock.advance(1);
    strictEqual(await purgeReports({ store, now: clock.now }), 1);
    strictEqual((await listIds(store, keys.queuedReport.under())).length, 0);
    strictEqual(await leftBehind(store), 0);
  }));

// @spec reports.orders
Deno.test("makeReports() makes a report later, after any number of delays by compactions", () =>
  withReports(async (place) => {
    await threeHouses(place);
    const { built: { platform: { own: { services } } }, ask } = place;
    const id = await waitingOrder(place);
    let refusals = 5;
    const busy: typeof services = {
      ...services,
      seriesOf: (...residence) => {
        if (refusals > 0) throw new CallError("readings-waiting");
        return services.seriesOf(...residence);
      },
    };
    for (; refusals > 0; refusals--) {
      strictEqual(await makeReports(busy), 0);
      strictEqual(await stateOf(ask, id), "queued");
    }
    strictEqual(await makeReports(busy), 1);
    strictEqual(await stateOf(ask, id), "done");
  }));

/** Makes reports in a separate process. */
async function made(path: string, ...rest: number[]) {
  const script = new URL("./killed_reports.ts", import.meta.url).pathname;
  const { success, signal, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", "--no-check", script, path, ...rest.map(String)],
  }).output();
  const [printed = "", said = ""] = [stdout, stderr].map((bytes) =>
    new TextDecoder().decode(bytes)
  );
  return { success, signal, count: Number(printed), said };
}

// @spec reports.orders
Deno.test("process killed during a report leaves no visible part of it, and another one makes it whole", () =>
  withStoreFile(async (path) => {
    await writeOrders(path, 1);
    // Before its pages, and between two of them.
    for (const [rank, commit] of [2, 12].entries()) {
      const { signal, said } = await made(path, rank * LEASE_MS, commit);
      strictEqual(signal, "SIGKILL", said);
      const store = await openStore(path);
      const [report] = await listStored(store, keys.queuedReport.under(), queuedReportRecord);
      strictEqual(report?.record.state, "running");
      const [order] = await listStored(store, keys.reportOrder.under(), reportOrderRecord);
      strictEqual(order?.record.attempts, rank + 1);
      strictEqual((await listIds(store, keys.blob.under())).length, 0);
      store.close();
    }
    const { success, count, said } = await made(path, 2 * LEASE_MS);
    deepStrictEqual([success, count], [true, 1], said);
    const store = await openStore(path);
    await looksWhole(store, 1);
    store.close();
  }));

import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { writeParts } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { anAccount, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  ORG,
  PROJECT,
  someone,
  withResidence,
  writeResidence,
} from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { A_QUEUED_REPORT, A_REPORT } from "@/tests/helpers/consumption_reports.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { auditLines } from "@/tests/helpers/stores.ts";

/** The account of {@link someone}. */
async function idOf({ store }: TestPlatform): Promise<string> {
  return (await accountByEmail(store, "ada@bailleur.fr"))?.id ?? "";
}

// @spec queued-reports.owner
Deno.test("user's reports are listed newest first, readable once done, and deleted; another user's are not found", () =>
  withResidence(async (built) => {
    const { store } = built;
    const ask = await someone(built, { roles: ["collect:housesconsreport:read"] });
    const ada = await idOf(built);
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
    const list = await answerOf(ask("listQueuedReports", {}));
    deepStrictEqual(list.map(({ id }) => id), ["r2", "r1"]);
    const pdf = await answerOf(ask("getQueuedReportPdf", { reportId: "r1" }));
    deepStrictEqual(pdf, { fileName: "bilans-2025-10.pdf", bytes });
    const early = await ask("getQueuedReportPdf", { reportId: "r2" });
    strictEqual(early.ok ? "ok" : early.code, "not-found");
    for (const name of ["getQueuedReportPdf", "deleteQueuedReport"] as const) {
      const other = await eve(name, { reportId: "r1" });
      strictEqual(other.ok ? "ok" : other.code, "not-found");
    }
    ok((await ask("deleteQueuedReport", { reportId: "r1" })).ok);
    const gone = await ask("getQueuedReportPdf", { reportId: "r1" });
    strictEqual(gone.ok ? "ok" : gone.code, "not-found");
    const lines = await auditLines(built);
    deepStrictEqual(
      lines.flatMap(({ action, email, projectId, subject }) =>
        action === "deleteQueuedReport" ? [{ email, projectId, subject }] : []
      ),
      [{ email: "ada@bailleur.fr", projectId: PROJECT, subject: A_REPORT.label }],
    );
  }));

// @spec queued-reports.owner
Deno.test("report of a residence is neither listed nor read without the role that it was ordered with", () =>
  withResidence(async (built) => {
    const { store } = built;
    const ask = await someone(built, { roles: ["collect:housesconsreport:read"] });
    const admin = await someone(built, { email: "eve@bailleur.fr", isAdmin: true });
    const own = await idOf(built);
    await store.atomic()
      .set(keys.blob("r1"), await writeParts(store, "r1", [new TextEncoder().encode("%PDF-1.7")]))
      .set(keys.queuedReport(own, "r1"), A_REPORT)
      .commit();
    const seen = async () => {
      const list = await answerOf(ask("listQueuedReports", {}));
      const pdf = await ask("getQueuedReportPdf", { reportId: "r1" });
      return [list.length, pdf.ok ? "ok" : pdf.code];
    };
    deepStrictEqual(await seen(), [1, "ok"]);
    const at = { projectId: PROJECT, email: "ada@bailleur.fr" };
    ok((await admin("putProjectUserRoles", { ...at, body: { roles: [] } })).ok);
    deepStrictEqual(await seen(), [0, "not-found"]);
    ok((await ask("deleteQueuedReport", { reportId: "r1" })).ok);
  }));

Deno.test("queued report is deleted by its form; a deleted one is reported as gone", () =>
  withSite(async (site) => {
    const id = await anAccount(site);
    await site.store.atomic().set(keys.queuedReport(id, "r1"), A_QUEUED_REPORT).commit();
    const visitor = await site.signIn();
    const page = await visitor.get("/home/reports");
    const key = /name="key" value="([^"]*)"/.exec(page.html)?.[1] ?? "";
    strictEqual(key, "r1");
    const done = await visitor.post("/home/reports", { key, intent: "remove" });
    strictEqual(done.headers.get("location"), "/home/reports");
    match((await visitor.get("/home/reports")).text, /Aucun bilan demandé/);
    const again = await visitor.post("/home/reports", { key, intent: "remove" });
    strictEqual(again.status, 404);
    match(again.text, /Cet élément n’existe pas ou plus/);
  }));

// @spec queued-reports.owner
Deno.test("report being made shows its progress, and its page refreshes until it is done", () =>
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
  }));

/** The island that refreshes a page each minute. */
const FOLLOWED = /data-every-seconds="\d+"/;
/** The element that reloads it without JavaScript. */
const RELOADED =
  /<head>.*<noscript><meta http-equiv="refresh" content="60" ?\/?><\/noscript>.*<\/head>/s;

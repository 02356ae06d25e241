import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { QueuedReportRecord } from "@/lib/backend/records/queued_reports.ts";
import { writeParts } from "@/lib/backend/kv/blobs.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { anAccount, signedIn, withPlatform } from "@/tests/backend/a_platform.ts";

const DONE: QueuedReportRecord = {
  label: "Bilans de consommation, octobre 2025",
  projectId: "p1",
  createdAt: "2025-11-02T08:00:00Z",
  state: "done",
  progress: 100,
  fileName: "bilans-2025-10.pdf",
};

// @spec queued-reports.owner
Deno.test("user's reports are listed newest first, readable once done, and deleted; another user's are not found", () =>
  withPlatform(async (built) => {
    const { store } = built;
    const ada = await anAccount(built);
    await anAccount(built, { email: "eve@bailleur.fr" });
    const { ask } = await signedIn(built);
    const { ask: eve } = await signedIn(built, "eve@bailleur.fr");
    const bytes = new TextEncoder().encode("%PDF-1.7 bilans");
    const running = {
      ...DONE,
      createdAt: "2025-11-03T08:00:00Z",
      state: "running",
      fileName: null,
    };
    await store.atomic()
      .set(keys.blob("r1"), await writeParts(store, "r1", [bytes]))
      .set(keys.queuedReport(ada, "r1"), DONE)
      .set(keys.queuedReport(ada, "r2"), running)
      .commit();
    const list = await ask("listQueuedReports", {});
    ok(list.ok);
    deepStrictEqual(list.answer.map(({ id }) => id), ["r2", "r1"]);
    const pdf = await ask("getQueuedReportPdf", { reportId: "r1" });
    ok(pdf.ok);
    deepStrictEqual(pdf.answer, { fileName: "bilans-2025-10.pdf", bytes });
    const early = await ask("getQueuedReportPdf", { reportId: "r2" });
    strictEqual(early.ok ? "ok" : early.code, "not-found");
    for (const name of ["getQueuedReportPdf", "deleteQueuedReport"] as const) {
      const other = await eve(name, { reportId: "r1" });
      strictEqual(other.ok ? "ok" : other.code, "not-found");
    }
    ok((await ask("deleteQueuedReport", { reportId: "r1" })).ok);
    const gone = await ask("getQueuedReportPdf", { reportId: "r1" });
    strictEqual(gone.ok ? "ok" : gone.code, "not-found");
  }));

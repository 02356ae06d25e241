import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { sweep } from "@/lib/app/sweep.ts";
import { mailReports } from "@/lib/consumption_reports/mail_jobs.ts";
import type { ReportMailsRecord } from "@/lib/consumption_reports/records.ts";
import { runDocumentActions } from "@/lib/documents/bulk_actions.ts";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { purgeSeries } from "@/lib/platform/purge_job.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Key, listIds, type Store } from "@/lib/store/store.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, withResidence } from "@/tests/helpers/a_residence.ts";
import { A_REPORT } from "@/tests/helpers/consumption_reports.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import {
  begins,
  ends,
  MINUTE,
  REPORT,
  storeAlarm,
  withReports,
  writeReport,
} from "@/tests/helpers/some_alarms.ts";
import { someDocuments, storedDocuments, writeRegisters } from "@/tests/helpers/some_documents.ts";

/** Matches no schema. */
const BAD = 7;

async function spoil(store: Store, ...wanted: readonly Key[]): Promise<void> {
  const atomic = store.atomic();
  for (const key of wanted) atomic.set(key, BAD);
  await atomic.commit();
}

async function recipients(store: Store): Promise<string[]> {
  return (await queuedMails(store)).map(({ to }) => to).sort();
}

// @spec alarms.report-mails
Deno.test("mailAlarms() writes the other mails of an organisation with an unreadable report, event or residence", () =>
  withReports(async (built) => {
    const { store, clock, platform: { own: { services } } } = built;
    await store.atomic().set(keys.project("p0"), aProject({ name: "Les Ormes" }))
      .set(keys.projectOfOrg(ORG, "p0"), true).commit();
    await writeReport(built);
    const alarmId = await begins(built);
    const other = await begins(built, { projectId: "p0" });
    const stored = keys.openAlarm("p0", other);
    const { value: alarm } = await store.get(stored);
    const event = keys.alarmEvent(ORG, PROJECT, "a0", "start");
    const report = keys.orgAlarmReport(ORG, "r0");
    await spoil(store, report, event, stored);
    const fails = () =>
      rejects(mailAlarms(services), (fault) => {
        const text = String(fault);
        return /^AggregateError: 3 of the reports failed: /.test(text) &&
          [report, event].every((key) => text.includes(key.join("/"))) &&
          text.includes("Les Ormes (p0)");
      });
    clock.advance(5 * MINUTE);
    await fails();
    deepStrictEqual(await recipients(store), REPORT.emails);
    // The page of the jobs shows it until it is repaired.
    clock.advance(MINUTE);
    await fails();
    await ends(built, alarmId);
    clock.advance(5 * MINUTE);
    await fails();
    strictEqual((await queuedMails(store)).length, 2);
    await store.atomic().delete(report).delete(event).set(stored, alarm).commit();
    clock.advance(MINUTE);
    ok(await mailAlarms(services));
    ok(await mailAlarms(services));
    const said = (await queuedMails(store)).map(({ letter }) =>
      letter?.kind === "alarms" ? [letter.started.count, letter.ended.count] : []
    );
    deepStrictEqual(said.sort(), [[0, 1], [1, 0], [1, 0]]);
  }));

Deno.test("mailAlarms() retains what a report was mailed while its residence is unreadable", () =>
  withReports(async (built) => {
    const { store, clock, platform: { own: { services } } } = built;
    await writeReport(built);
    // It waits for another kind of alarm, and keeps the event that the first one has written about.
    await store.atomic().set(keys.orgAlarmReport(ORG, "r2"), { ...REPORT, emails: ["nobody"] })
      .commit();
    const alarmId = await begins(built);
    clock.advance(5 * MINUTE);
    await rejects(mailAlarms(services), /r2 \(Astreinte\)/);
    strictEqual((await queuedMails(store)).length, 1);
    const stored = keys.openAlarm(PROJECT, alarmId);
    const { value: alarm } = await store.get(stored);
    await spoil(store, stored);
    clock.advance(MINUTE);
    await rejects(mailAlarms(services), /Les Lilas/);
    await store.atomic().set(stored, alarm).delete(keys.orgAlarmReport(ORG, "r2")).commit();
    clock.advance(MINUTE);
    ok(await mailAlarms(services));
    strictEqual((await queuedMails(store)).length, 1);
  }));

// @spec contracting.mails, contracting.making
Deno.test("jobs of documents continue after an unreadable organisation, provider, list entry or action", () =>
  withResidence(async (built) => {
    const { store, clock, platform: { own: { services } } } = built;
    await writeRegisters(store);
    await spoil(store, keys.orgFeatures("o0"), keys.documentAction(ORG, "x1"));
    await rejects(
      makeAllDocuments(services),
      /^AggregateError: 1 of the requests failed: .*\/o0: /,
    );
    strictEqual((await storedDocuments(store)).length, 1);
    await rejects(
      runDocumentActions(services),
      /^AggregateError: 2 of the actions failed: .*\/o0: .*\/x1: /,
    );
    const [document] = await someDocuments(services);
    ok(document);
    await spoil(
      store,
      keys.provider(ORG, "v0"),
      keys.documentIndex(ORG, "awaited", "2026-01-01", "r1", "d0"),
    );
    clock.goTo("2026-02-10T06:00:00Z");
    await rejects(mailDocuments(services), /^AggregateError: 3 of the recipients failed: /);
    deepStrictEqual(await recipients(store), ["agence@chauffage.fr", "suivi@chauffage.fr"]);
  }));

Deno.test("mailDocuments() writes for the others when an organisation is unreadable", () =>
  withResidence(async (built) => {
    const { store, clock, platform: { own: { services } } } = built;
    await writeRegisters(store);
    await someDocuments(services);
    await store.atomic().set(keys.orgFeatures("o0"), { documentManagement: true })
      .set(keys.org("o0"), BAD).commit();
    clock.goTo("2026-02-10T06:00:00Z");
    await rejects(mailDocuments(services), /^AggregateError: 1 of the recipients failed: o0: /);
    deepStrictEqual(await recipients(store), ["agence@chauffage.fr", "suivi@chauffage.fr"]);
  }));

// @spec reports.mails
Deno.test("mailReports() processes the other residences when the mails of one are unreadable", () =>
  withResidence(async (built) => {
    const { store, platform: { own: { services } } } = built;
    const mails: ReportMailsRecord = { firstMonth: "2025-06" };
    // A deleted residence is named too, since it was processed.
    await store.atomic().set(keys.reportMails("p0"), BAD).set(keys.reportMails("p9"), mails)
      .commit();
    await rejects(
      mailReports(services),
      /^AggregateError: 2 of the residences failed: .*\/p0: .*; p9: /,
    );
  }));

// @spec alarms.retention
Deno.test("purgeSeries() deletes the other alarms of a residence with an unreadable one", () =>
  withResidence(async (built) => {
    const { store, clock: { now } } = built;
    const ended = { start: "2018-12-30T00:00:00Z", end: "2018-12-31T00:00:00Z" };
    const bad = await storeAlarm(store, { ...ended, start: "2018-12-29T00:00:00Z" });
    await storeAlarm(store, ended);
    const works = { equipmentId: null, houseId: null, handler: null, accountId: "" };
    await store.atomic().set(keys.alarmMute(PROJECT, "m0"), BAD)
      .set(keys.alarmMute(PROJECT, "m1"), {
        ...works,
        from: ended.start,
        to: ended.end,
        reason: "",
      })
      .set(keys.closedAlarm(PROJECT, bad), BAD).commit();
    await rejects(
      purgeSeries(store, now),
      /^AggregateError: 2 of the organisations or residences failed: /,
    );
    deepStrictEqual(await listIds(store, keys.closedAlarm.under(PROJECT)), [bad]);
    deepStrictEqual(await listIds(store, keys.alarmMute.under(PROJECT)), ["m0"]);
  }));

Deno.test("sweep() deletes the other ordered reports when one is unreadable", () =>
  withPlatform(async ({ store, clock: { now } }) => {
    await store.atomic().set(keys.queuedReport("a1", "r0"), BAD)
      .set(keys.queuedReport("a1", "r1"), A_REPORT).commit();
    await rejects(
      sweep({ store, now, sweepFiles: () => Promise.resolve() }),
      /^AggregateError: 1 of the removals failed: .*\/r0: /,
    );
    deepStrictEqual(await listIds(store, keys.queuedReport.under("a1")), ["r0"]);
  }));

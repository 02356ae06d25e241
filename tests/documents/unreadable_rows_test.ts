import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { runDocumentActions } from "@/lib/documents/bulk_actions.ts";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Key, type Store } from "@/lib/store/store.ts";
import { aProject, ORG, PROJECT, withResidence } from "@/tests/helpers/a_residence.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import {
  begins,
  ends,
  MINUTE,
  REPORT,
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

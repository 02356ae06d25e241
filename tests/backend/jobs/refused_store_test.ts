import { deepStrictEqual, ok, rejects } from "node:assert/strict";
import { compactSeries } from "@/lib/backend/jobs/compact_series.ts";
import { mailAlarms } from "@/lib/backend/jobs/mail_alarms.ts";
import { mailDocuments } from "@/lib/backend/jobs/mail_documents.ts";
import { mailReports } from "@/lib/backend/jobs/mail_reports.ts";
import { makeAllDocuments } from "@/lib/backend/jobs/make_documents.ts";
import { makeReports } from "@/lib/backend/jobs/make_reports.ts";
import { postWebhooks } from "@/lib/backend/jobs/post_webhooks.ts";
import { purgeSeries } from "@/lib/backend/jobs/purge_series.ts";
import { runDocumentActions } from "@/lib/backend/jobs/run_document_actions.ts";
import { sendOutbox } from "@/lib/backend/jobs/send_outbox.ts";
import { sweep } from "@/lib/backend/jobs/sweep.ts";
import { watchAlarms } from "@/lib/backend/jobs/watch_alarms.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type TestPlatform, withPlatform } from "@/tests/backend/a_platform.ts";
import { ORG, PROJECT, writeResidence } from "@/tests/backend/a_residence.ts";
import { storedDocuments, writeRegisters } from "@/tests/backend/some_documents.ts";
import { type Faults, faultyStore } from "@/tests/backend/kv/faulty_store.ts";
import { begins, MINUTE, REPORT } from "./reported_alarms.ts";

type Jobs = Readonly<Record<string, () => Promise<unknown>>>;

/** The jobs of a platform, and the addresses that were written to. */
function jobsOf({ clock: { now }, platform }: TestPlatform, sent: string[]): Jobs {
  const { watcher, own: { services } } = platform;
  const { store } = services;
  const origins = () => ({ own: "https://suivi.example", apps: {}, loginPath: "/login" });
  const carry = (mail: { to: { address: string } }) => {
    sent.push(mail.to.address);
    return Promise.resolve({ outcome: "sent" } as const);
  };
  const from = "suivi@bailleur.example";
  return {
    "compact series": () => compactSeries(store, now),
    "make documents": () => makeAllDocuments(services),
    "run document actions": () => runDocumentActions(services),
    "mail documents": () => mailDocuments(services),
    "make reports": () => makeReports(services),
    "mail reports": () => mailReports(services),
    "watch alarms": () => watchAlarms({ store, now, watcher }),
    "mail alarms": () => mailAlarms(services),
    "post webhooks": () => postWebhooks({ store, now, way: null, origins }),
    "send outbox": () => sendOutbox({ store, now, from, origins, carrier: { carry } }),
    "purge series": () => purgeSeries(store, now),
    "sweep files": () => sweep({ store, now, sweepFiles: () => Promise.resolve() }),
  };
}

/** A platform whose store fails as it is told, with an alarm to mail and a document to make and to remind of. */
function withJobs(
  test: (jobs: Jobs, faults: Faults, built: TestPlatform, sent: string[]) => Promise<void>,
): Promise<void> {
  const faults: Faults = { errorRate: 0, conflictRate: 0, delayRate: 0, delayMs: 0 };
  return withPlatform(async (built) => {
    await writeResidence(built);
    await writeRegisters(built.store);
    await built.store.atomic().set(keys.orgAlarmReport(ORG, "r1"), REPORT)
      .set(keys.alarmReport(PROJECT, "r2"), { ...REPORT, emails: ["jour@bailleur.fr"] }).commit();
    await begins(built);
    built.clock.advance(5 * MINUTE);
    const sent: string[] = [];
    await test(jobsOf(built, sent), faults, built, sent);
  }, { before: (store) => faultyStore(store, faults, 7) });
}

const MAILED = [
  "agence@chauffage.fr",
  "jour@bailleur.fr",
  "nuit@bailleur.fr",
  "suivi@chauffage.fr",
];

Deno.test("each job fails while the store refuses all for a minute, and its next run does all of its work once", () =>
  withJobs(async (jobs, faults, { store, clock }, sent) => {
    for (const [name, run] of Object.entries(jobs)) {
      faults.errorRate = 1;
      await rejects(run(), name);
      faults.errorRate = 0;
      clock.advance(MINUTE);
      await run();
      clock.advance(MINUTE);
      await run();
    }
    deepStrictEqual(sent.sort(), MAILED);
    deepStrictEqual((await storedDocuments(store)).length, 1);
  }));

Deno.test("jobs whose store fails now and then, before a commit or after it, lose nothing and do nothing twice", () =>
  withJobs(async (jobs, faults, { store, clock }, sent) => {
    // What a server took, and nothing says so, leaves twice: mails are sent once the store is well.
    const { "send outbox": send, ...others } = jobs;
    ok(send);
    let failures = 0;
    faults.errorRate = 0.1;
    for (let round = 0; round < 30; round++) {
      for (const run of Object.values(others)) await run().catch(() => failures++);
      clock.advance(MINUTE);
    }
    ok(failures > 0);
    faults.errorRate = 0;
    // Leases that could not be given back are over.
    clock.advance(15 * MINUTE);
    for (const run of Object.values(others)) await run();
    await send();
    deepStrictEqual(sent.sort(), MAILED);
    deepStrictEqual((await storedDocuments(store)).length, 1);
  }));

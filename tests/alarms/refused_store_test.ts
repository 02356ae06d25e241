import { deepStrictEqual, ok, rejects } from "node:assert/strict";
import { watchAlarms } from "@/lib/alarms/evaluation_job.ts";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { postWebhooks } from "@/lib/alarms/webhook_jobs.ts";
import { sweep } from "@/lib/app/sweep.ts";
import { mailReports } from "@/lib/consumption_reports/mail_jobs.ts";
import { makeReports } from "@/lib/consumption_reports/pdf_jobs.ts";
import { runDocumentActions } from "@/lib/documents/bulk_actions.ts";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { sendOutbox } from "@/lib/mail/send_outbox.ts";
import type { OutgoingMail } from "@/lib/mail/smtp.ts";
import { purgeSeries } from "@/lib/platform/purge_job.ts";
import { compactSeries } from "@/lib/series/compaction_jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, withResidence } from "@/tests/helpers/a_residence.ts";
import { type Faults, faultyStore } from "@/tests/helpers/changed_stores.ts";
import { OF_APP } from "@/tests/helpers/mails.ts";
import { begins, MINUTE, REPORT } from "@/tests/helpers/some_alarms.ts";
import { storedDocuments, writeRegisters } from "@/tests/helpers/some_documents.ts";

type Jobs = Readonly<Record<string, () => Promise<unknown>>>;

interface Sent {
  readonly to: string;
  readonly subject: string;
}

/** The jobs of a platform. @param sent receives the sent mails */
function jobsOf({ clock: { now }, platform }: TestPlatform, sent: Sent[]): Jobs {
  const { watcher, own: { services } } = platform;
  const { store } = services;
  const origins = () => ({ own: "https://suivi.example", apps: {}, loginPath: "/login" });
  const carry = ({ to, subject }: OutgoingMail) => {
    sent.push({ to: to.address, subject });
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
    "send outbox": () => sendOutbox({ ...OF_APP, store, now, from, origins, carrier: { carry } }),
    "purge series": () => purgeSeries(store, now),
    "sweep files": () => sweep({ store, now, sweepFiles: () => Promise.resolve() }),
  };
}

/**
 * A platform with a store that fails on demand, an alarm to mail, and a document to create and to
 * remind of.
 */
function withJobs(
  seed: number,
  test: (jobs: Jobs, faults: Faults, built: TestPlatform, sent: Sent[]) => Promise<void>,
): Promise<void> {
  const faults: Faults = { errorRate: 0, conflictRate: 0, delayRate: 0, delayMs: 0 };
  return withResidence(async (built) => {
    await writeRegisters(built.store);
    await built.store.atomic().set(keys.orgAlarmReport(ORG, "r1"), REPORT)
      .set(keys.alarmReport(PROJECT, "r2"), { ...REPORT, emails: ["jour@bailleur.fr"] }).commit();
    await begins(built);
    built.clock.advance(5 * MINUTE);
    const sent: Sent[] = [];
    await test(jobsOf(built, sent), faults, built, sent);
  }, { before: (store) => faultyStore(store, faults, seed) });
}

const DOCUMENTS = "Eco-Platform : documents demandés par Bailleur";
/** The alarm starts and is then found ended: nothing watches the series of this residence. */
const BEGUN = "Eco-Platform : alerte, Les Lilas, Plus de relevés";
const ENDED = "Eco-Platform : fin d’alerte, Les Lilas, Plus de relevés (surveillance arrêtée)";

const MAILED: readonly Sent[] = [
  { to: "agence@chauffage.fr", subject: DOCUMENTS },
  { to: "jour@bailleur.fr", subject: ENDED },
  { to: "nuit@bailleur.fr", subject: ENDED },
  { to: "suivi@chauffage.fr", subject: DOCUMENTS },
];

function sorted(mails: readonly Sent[]): Sent[] {
  return mails.toSorted((one, other) => one.to < other.to ? -1 : one.to > other.to ? 1 : 0);
}

Deno.test("each job fails while the store refuses every operation for a minute, and its next run does all of its work once", () =>
  withJobs(7, async (jobs, faults, { store, clock }, sent) => {
    for (const [name, run] of Object.entries(jobs)) {
      faults.errorRate = 1;
      await rejects(run(), name);
      faults.errorRate = 0;
      clock.advance(MINUTE);
      await run();
      clock.advance(MINUTE);
      await run();
    }
    deepStrictEqual(sorted(sent), MAILED);
    deepStrictEqual((await storedDocuments(store)).length, 1);
  }));

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
  Deno.test(`jobs whose store fails at random, before a commit or after it, lose nothing and repeat nothing (seed ${seed})`, () =>
    withJobs(seed, async (jobs, faults, { store, clock }, sent) => {
      // A mail accepted but not recorded would be sent twice: mails are sent once the store works
      // again.
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
      // Leases that could not be deleted expire, then a mail has waited for the next changes.
      for (const minutes of [15, 3]) {
        clock.advance(minutes * MINUTE);
        for (const run of Object.values(others)) await run();
      }
      await send();
      // A report written before the end was found has a mail about each.
      const begun = sent.filter(({ subject }) => subject === BEGUN).map(({ to }) => to);
      deepStrictEqual(begun.length, new Set(begun).size);
      deepStrictEqual(sorted(sent.filter(({ subject }) => subject !== BEGUN)), MAILED);
      deepStrictEqual((await storedDocuments(store)).length, 1);
    }));
}

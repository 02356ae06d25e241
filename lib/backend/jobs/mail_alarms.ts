import { type PlacedReport, placedReports } from "@/lib/backend/embedded/alarms/placed_reports.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { commitEach } from "@/lib/backend/kv/commit_each.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { type Atomic, type Entry, idOf, readEntry } from "@/lib/backend/kv/store.ts";
import { queueMail } from "@/lib/backend/mail/outbox.ts";
import { type ReportMailRecord, reportMailRecord } from "@/lib/backend/records/alarm_mails.ts";
import { type MailPlan, mailsDue, NO_REMINDER } from "@/lib/domain/alarms/report_mails.ts";
import { alarmLetter } from "./alarm_letters.ts";
import { type AlarmNews, readAlarmNews } from "./alarm_news.ts";
import { checkOrganisation, mayHaveMails } from "./checked_organisations.ts";
import { leasedRun } from "./leased_run.ts";
import type { RunFaults } from "./run_faults.ts";
import { queueWebhooks } from "./webhook_rows.ts";

/** Maximum changes in one mail: their marks and the posts to a webhook are in its commit. */
const CHANGES_PER_MAIL = { without: 1_000, withWebhook: 200 };
/** Events deleted in one commit, each unless it was written again meanwhile. */
const DELETED_PER_COMMIT = 90;

/**
 * Sends the mails of alarm reports: alarms that started or ended, and reminders of open ones.
 *
 * One commit writes a mail and the mark of its changes; an event is deleted once no report has to mail it.
 *
 * @spec alarms.report-mails
 * @returns true when every organisation that may have mails was checked; null when another process runs the job
 * @throws AggregateError naming the reports that failed: the others were handled
 */
export function mailAlarms(services: Services): Promise<boolean | null> {
  const job = {
    name: "mail alarms",
    subjects: "reports",
    isIdle: async () => (await organisationsToMail(services)).length === 0,
  } as const;
  return leasedRun(services, job, async (lease, faults) => {
    for (const orgId of await organisationsToMail(services)) {
      if (!await lease.renew()) return false;
      const mail = () => mailOrganisation(services, orgId, faults);
      await faults.try(orgId, () => checkOrganisation(services, orgId, mail));
    }
    return true;
  });
}

async function organisationsToMail(services: Services): Promise<string[]> {
  const ids = await listIds(services.store, keys.org.under());
  const areToMail = await Promise.all(ids.map((orgId) => mayHaveMails(services, orgId)));
  return ids.filter((_, rank) => areToMail[rank]);
}

/** @returns when there may be something to do next, epoch ms; `Infinity` when only a write can cause it */
async function mailOrganisation(services: Services, orgId: string, faults: RunFaults) {
  const faultsBefore = faults.count;
  const unreadable = new Set<string>();
  const reports = await placedReports(services, orgId, (key, fault) => {
    unreadable.add(markKey(orgId, String(key.at(-2)), idOf(key)));
    faults.unreadable(key, fault);
  });
  const news = await readAlarmNews(services, orgId, {
    isReminding: reports.some(({ report }) => report.notifyEvery !== ""),
    faults,
  });
  const waiting = new Set<string>();
  let { nextMs } = news;
  for (const placed of reports) {
    const { report, ownerId, id } = placed;
    const all = news.changesIn(placed.projectIds).map((change) => change.id);
    const wait = (left: Left) => {
      left.waiting.forEach((one) => waiting.add(one));
      nextMs = Math.min(nextMs, left.nextMs ?? Infinity);
    };
    const isDone = await faults.try(
      `${orgId}/${ownerId}/${id} (${report.name})`,
      async () => wait(await mailReport(services, { orgId, placed, news })),
    );
    if (!isDone) wait({ waiting: all, nextMs: null });
  }
  await deleteEvents(services, news.events.filter(({ id }) => !waiting.has(id)));
  const marks = reports.map(({ ownerId, id }) => markKey(orgId, ownerId, id));
  await deleteOldMarks(services, orgId, new Set([...marks, ...unreadable]));
  // Faults are reported by every run while they last.
  return faults.count > faultsBefore ? services.now() : nextMs;
}

function markKey(orgId: string, ownerId: string, reportId: string): string {
  return keys.alarmMail(orgId, ownerId, reportId).join("/");
}

interface Round {
  readonly orgId: string;
  readonly placed: PlacedReport;
  readonly news: AlarmNews;
}

interface Left {
  readonly waiting: readonly string[];
  readonly nextMs: number | null;
}

async function mailReport(services: Services, round: Round): Promise<Left> {
  const { store, now, outbox } = services;
  const { orgId, placed: { ownerId, id, report, projectIds }, news } = round;
  const entry = await readEntry(store, keys.alarmMail(orgId, ownerId, id), reportMailRecord);
  const before = entry.value ?? { ...NO_REMINDER, mailed: [] };
  const changes = news.changesIn(projectIds);
  const plan = mailsDue({
    report,
    changes: changes.filter((change) => !before.mailed.includes(change.id)),
    open: news.openIn(projectIds),
    mark: before,
    nowMs: now(),
    limit: CHANGES_PER_MAIL[report.webhookUrl === "" ? "without" : "withWebhook"],
  });
  const left = { waiting: plan.waiting.map((change) => change.id), nextMs: plan.nextMs };
  const changeIds = changes.map((change) => change.id);
  const mailed = new Set([...before.mailed, ...plan.mailed.map((change) => change.id)]);
  const record: ReportMailRecord = {
    ...plan.mark,
    mailed: [
      ...before.mailed.filter((id) => news.unread.has(id)),
      ...changeIds.filter((id) => mailed.has(id)),
    ],
  };
  if (plan.mail === null && isSame(record, before)) return left;
  const atomic = store.atomic()
    .check({ key: entry.key, versionstamp: entry.versionstamp })
    .set(entry.key, record);
  if (plan.mail !== null) await queueLetter(services, atomic, round, { ...plan, mail: plan.mail });
  if (!(await atomic.commit()).ok) return { waiting: changeIds, nextMs: now() };
  if (plan.mail !== null) outbox.hasQueued();
  return left;
}

/** Adds a mail and its webhooks to a commit. */
async function queueLetter(
  services: Services,
  atomic: Atomic,
  { orgId, placed }: Pick<Round, "orgId" | "placed">,
  { mail, mailed }: Pick<MailPlan, "mailed"> & { readonly mail: NonNullable<MailPlan["mail"]> },
): Promise<void> {
  const { ownerId, id, report, key } = placed;
  const letter = await alarmLetter(services, { orgId, placed, mail });
  const to = report.emails.map((email) => ({ email }));
  const forReport = { ownerId, reportId: id, key: key.map(String) };
  queueMail(atomic, await services.outbox.sealed(letter, { to, forReport }));
  await queueWebhooks(services, atomic, { orgId, placed, changes: mailed });
}

function isSame(one: ReportMailRecord, other: ReportMailRecord): boolean {
  return one.sinceMs === other.sinceMs && one.remindedMs === other.remindedMs &&
    one.mailed.join() === other.mailed.join();
}

/** Those written again meanwhile are read by the next run. */
function deleteEvents({ store }: Services, events: readonly { readonly entry: Entry }[]) {
  return commitEach(store, events, {
    perCommit: DELETED_PER_COMMIT,
    fill: (atomic, { entry }) => atomic.check(entry).delete(entry.key),
  });
}

/** Deletes the marks of deleted reports. @param stored marks of the stored reports, as {@link markKey} */
async function deleteOldMarks({ store }: Services, orgId: string, stored: ReadonlySet<string>) {
  for await (const entry of store.list({ prefix: keys.alarmMail.under(orgId) })) {
    if (!stored.has(entry.key.join("/"))) {
      await store.atomic().check(entry).delete(entry.key).commit();
    }
  }
}

/** Mails the monthly reports to occupants who have not received them yet. @module */

import type { Services } from "@/lib/api/services.ts";
import type { IsoDate, IsoMonth } from "@/lib/base/civil_dates.ts";
import { CallError } from "@/lib/base/errors.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { type OccupancyRecord, occupancyRecords, ownOccupancy } from "@/lib/housing/records.ts";
import { queueMail } from "@/lib/mail/outbox.ts";
import { organisationName } from "@/lib/organisations/members.ts";
import { residenceTitle } from "@/lib/residences/records.ts";
import { readProject } from "@/lib/residences/residences.ts";
import { daysWithin } from "@/lib/series/day_spans.ts";
import { leasedRun } from "@/lib/store/job_runs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Lease } from "@/lib/store/leases.ts";
import {
  listStored,
  type MaybeEntry,
  readEntries,
  type Stored,
  unchanged,
} from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { isReadyToMail, mailedIn, mailedMonth, occupanciesToMail } from "./mail_rules.ts";
import { type ConsumptionReportLetter, consumptionReportLetters } from "./mail_text.ts";
import {
  type ReportMailedRecord,
  reportMailedRecord,
  type ReportMailsRecord,
  reportMailsRecord,
} from "./records.ts";
import type { ReportSheet } from "./schema.ts";
import { spanOfMonth } from "./series_month.ts";
import { readReportSheets } from "./sheets.ts";

/**
 * Mails the report of the last month to the occupants of residences with report mails, once each.
 *
 * One commit writes a mail and the mark of its occupancy, and requires that mails are on and the occupancy is
 * unchanged.
 *
 * @spec reports.mails
 * @returns true when every residence was checked; null when another process runs the job
 * @throws AggregateError naming the residences that failed: the others were handled
 */
export function mailReports(services: Services): Promise<boolean | null> {
  const { store } = services;
  const job = { name: "mail reports", subjects: "residences" } as const;
  return leasedRun(services, job, async (lease, faults) => {
    let isOver = true;
    const prefix = keys.reportMails.under();
    const all = await faults.readInPart(() => listStored(store, prefix, reportMailsRecord));
    for (const stored of all) {
      await faults.try(() => residenceTitle(store, stored.id), async () => {
        isOver = await mailResidence(services, stored, lease);
      });
      if (!isOver) return false;
    }
    return true;
  });
}

interface Mailing {
  readonly services: Services;
  readonly projectId: string;
  readonly month: IsoMonth;
  readonly today: IsoDate;
  readonly mails: Stored<ReportMailsRecord>["entry"];
}

interface DueHouse {
  readonly houseId: string;
  readonly occupancies: MaybeEntry<OccupancyRecord[]>;
  readonly mailed: MaybeEntry<ReportMailedRecord>;
  readonly due: ReturnType<typeof occupanciesToMail<OccupancyRecord>>;
}

/** @returns false when another process has the lease now */
async function mailResidence(
  services: Services,
  { id: projectId, record: { firstMonth }, entry: mails }: Stored<ReportMailsRecord>,
  lease: Lease,
): Promise<boolean> {
  if (firstMonth === null) return true;
  const { orgId, timeZone } = await readProject(services, projectId);
  const today = civilDateOf(services.now(), timeZone);
  const month = mailedMonth(today, firstMonth);
  if (month === null) return true;
  const mailing: Mailing = { services, projectId, month, today, mails };
  const houses = await dueHouses(mailing);
  if (houses.length === 0) return true;
  const sheets = await readySheets(mailing, houses);
  const organisation = await organisationName(services, orgId);
  for (const house of houses) {
    const letters = await lettersTo(services, house, { sheets, organisation });
    if (letters.length === 0) continue;
    if (!await lease.renew()) return false;
    await mailHouse(mailing, house, letters);
  }
  return true;
}

async function dueHouses({ services: { store }, projectId, month }: Mailing): Promise<DueHouse[]> {
  const stored = await listStored(store, keys.occupancies.under(projectId), occupancyRecords);
  const marks = await readEntries(
    store,
    stored.map(({ id }) => keys.reportMailed(projectId, id)),
    reportMailedRecord,
  );
  return stored.flatMap(({ id: houseId, record, entry: occupancies }, position) => {
    const mailed = marks[position];
    const due = occupanciesToMail(record, { month, mark: mailed?.value ?? null });
    return mailed === undefined || due.length === 0 ? [] : [{ houseId, occupancies, mailed, due }];
  });
}

/** The reports that are complete enough, by dwelling and day: most are requested for the last day of the month. */
async function readySheets(
  { services, projectId, month, today }: Mailing,
  houses: readonly DueHouse[],
): Promise<ReadonlyMap<string, ReportSheet>> {
  const requested = houses.flatMap(({ houseId, due }) => due.map(({ on }) => ({ houseId, on })));
  const ready = new Map<string, ReportSheet>();
  for (const [on, ofDay] of Map.groupBy(requested, (one) => one.on)) {
    const houseIds = ofDay.map(({ houseId }) => houseId);
    const query = { projectId, month, houseIds, on, reader: "occupants" } as const;
    const found = await readReportSheets(services, query).catch(whileFiling);
    for (const sheet of found?.ok ? found.answer : []) {
      if (isReadyToMail(sheet.items, today)) ready.set(`${sheet.houseId} ${on}`, sheet);
    }
  }
  return ready;
}

/** Readings that are being filed: the next run looks again. @throws every other fault */
function whileFiling(fault: unknown): null {
  if (fault instanceof CallError) return null;
  throw fault;
}

/** Whether a report was read with the days that the occupancy has now. */
function isOf({ month, from, to }: ReportSheet, occupancy: OccupancyRecord): boolean {
  const days = daysWithin(occupancy, spanOfMonth(month));
  return from === days.from && to === days.to;
}

interface AddressedLetter {
  readonly occupancy: OccupancyRecord;
  readonly letter: ConsumptionReportLetter;
}

async function lettersTo(
  services: Services,
  { houseId, due }: DueHouse,
  { sheets, organisation }: {
    readonly sheets: ReadonlyMap<string, ReportSheet>;
    readonly organisation: string;
  },
): Promise<AddressedLetter[]> {
  const letters: AddressedLetter[] = [];
  for (const { occupancy, on } of due) {
    const sheet = sheets.get(`${houseId} ${on}`);
    if (sheet === undefined || !isOf(sheet, occupancy)) continue;
    const path = await hasPage(services, sheet, occupancy) ? links.ownReport(sheet) : null;
    letters.push({ occupancy, letter: { kind: "consumption-report", organisation, sheet, path } });
  }
  return letters;
}

/** True when an occupant may open the page of the dwelling now: an invitation that was not accepted opens none. */
async function hasPage(
  { store, now }: Services,
  { projectId, houseId }: ReportSheet,
  { id, accountId }: OccupancyRecord,
): Promise<boolean> {
  if (accountId === null) return false;
  const own = await ownOccupancy(store, { projectId, houseId, accountId, now: now() });
  return own !== null && own.record.id === id && own.roles.size > 0;
}

async function mailHouse(
  { services: { store, outbox, now }, month, mails }: Mailing,
  { occupancies, mailed }: DueHouse,
  letters: readonly AddressedLetter[],
): Promise<void> {
  const occupancyIds = [
    ...mailedIn(mailed.value, month),
    ...letters.map(({ occupancy }) => occupancy.id),
  ];
  const record: ReportMailedRecord = { month, occupancyIds, at: new Date(now()).toISOString() };
  const atomic = store.atomic().check(unchanged(mails), unchanged(occupancies), unchanged(mailed))
    .set(mailed.key, record);
  for (const { occupancy: { email, name }, letter } of letters) {
    const to = [{ email, name: name ?? "" }];
    queueMail(atomic, await outbox.sealed(consumptionReportLetters.letter(letter), { to }));
  }
  if ((await atomic.commit()).ok) outbox.hasQueued();
}

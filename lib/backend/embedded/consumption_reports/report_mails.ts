import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import { isCurrent, versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import {
  type ReportMailedRecord,
  reportMailedRecord,
  type ReportMailsRecord,
  reportMailsRecord,
} from "@/lib/backend/records/consumption_reports.ts";
import { occupancyRecords } from "@/lib/backend/records/occupancies.ts";
import type { ConsumptionReportMails } from "@/lib/domain/consumption_reports/types.ts";
import { isWithin } from "@/lib/domain/housing/occupancy.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { offIn } from "./settings.ts";

/** State of the monthly mails: on or off, number of dwellings, last mail. @spec reports.mails */
export const getConsumptionReportMails: Handler<"getConsumptionReportMails"> = async (
  services,
  { projectId },
) => {
  const { store, now } = services;
  const off = await offIn(services, projectId);
  if (off !== null) return off;
  const [entry, { timeZone }, houses, mailed] = await Promise.all([
    readEntry(store, keys.reportMails(projectId), reportMailsRecord),
    readProject(services, projectId),
    listStored(store, keys.occupancies.under(projectId), occupancyRecords),
    listStored(store, keys.reportMailed.under(projectId), reportMailedRecord),
  ]);
  const today = civilDateOf(now(), timeZone);
  const firstMonth = entry.value?.firstMonth ?? null;
  const houseCount =
    houses.filter(({ record }) =>
      record.some((occupancy) => occupancy.email !== "" && isWithin(occupancy, today))
    ).length;
  const last = lastMails(mailed.map(({ record }) => record));
  const isOn = firstMonth !== null;
  return { ok: true, answer: { isOn, firstMonth, houseCount, last, version: versionOf(entry) } };
};

function lastMails(mailed: readonly ReportMailedRecord[]): ConsumptionReportMails["last"] {
  const month = mailed.map((one) => one.month).toSorted().at(-1);
  if (month === undefined) return null;
  const ofMonth = mailed.filter((one) => one.month === month);
  return {
    month,
    mailCount: sumBy(ofMonth, ({ occupancyIds }) => occupancyIds.length),
    at: ofMonth.map(({ at }) => at).toSorted().at(-1) ?? "",
  };
}

/** Turns the monthly mail on, from the current month: earlier ones are not mailed. @spec reports.mails */
export const putConsumptionReportMails: Handler<"putConsumptionReportMails"> = (
  services,
  { projectId, body: { isOn, version } },
  caller,
) => {
  const change = { projectId, caller, action: "putConsumptionReportMails" } as const;
  return write(services, change, async (atomic) => {
    const [off, entry, { timeZone }] = await Promise.all([
      offIn(services, projectId),
      readEntry(services.store, keys.reportMails(projectId), reportMailsRecord),
      readProject(services, projectId),
    ]);
    if (off !== null) return off;
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const running = monthOf(civilDateOf(services.now(), timeZone));
    const record: ReportMailsRecord = {
      firstMonth: isOn ? entry.value?.firstMonth ?? running : null,
    };
    atomic.set(entry.key, record);
    return { ok: true, answer: null, subject: "" };
  });
};

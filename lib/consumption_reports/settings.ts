/** Reads and writes the report settings of a residence, and the mailing of its reports. @module */

import { doReferencesExist } from "@/lib/api/entities.ts";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent, transact, versionOf } from "@/lib/api/writes.ts";
import { monthOf } from "@/lib/base/civil_dates.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { reencodedImage } from "@/lib/files/image_reencoding.ts";
import { occupancyRecords } from "@/lib/housing/records.ts";
import { readFeatures, readProject } from "@/lib/residences/residences.ts";
import { isWithin } from "@/lib/series/day_spans.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, type MaybeEntry, readEntry } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import {
  CONSUMPTION_REPORTS_ENTITIES,
  NO_REPORT_SETTINGS,
  type ReportMailedRecord,
  reportMailedRecord,
  type ReportMailsRecord,
  reportMailsRecord,
  type ReportSettingsRecord,
  reportSettingsRecord,
} from "./records.ts";
import type { ConsumptionReportMails } from "./schema.ts";

/** Why a residence has no consumption reports; null when it has them. */
export async function offIn(services: Services, projectId: string) {
  const { housesConsreport } = await readFeatures(services, projectId);
  return housesConsreport ? null : { ok: false, code: "consumption-reports-off" } as const;
}

export async function readReportSettings(
  services: Services,
  projectId: string,
): Promise<MaybeEntry & { value: ReportSettingsRecord }> {
  const key = keys.reportSettings(projectId);
  const entry = await readEntry(services.store, key, reportSettingsRecord);
  return { ...entry, value: entry.value ?? NO_REPORT_SETTINGS };
}

/** References, prices and image; none until set. @spec reports.settings */
export const getConsumptionReportSettings: Handler<"getConsumptionReportSettings"> = async (
  services,
  { projectId },
) => {
  const off = await offIn(services, projectId);
  if (off !== null) return off;
  const entry = await readReportSettings(services, projectId);
  const image = entry.value.image?.toBase64() ?? null;
  return { ok: true, answer: { ...entry.value, image, version: versionOf(entry) } };
};

/** The image alone, for occupants, who cannot read the settings. @spec reports.image */
export const getOwnReportImage: Handler<"getOwnReportImage"> = async (services, at, caller) => {
  const found = await getConsumptionReportSettings(services, at, caller);
  if (!found.ok) return found;
  const { image, imageMimeType } = found.answer;
  return { ok: true, answer: { image, imageMimeType } };
};

/**
 * Changes references, prices and image. An image sent back unchanged is kept; another one is decoded, encoded again
 * and stored.
 *
 * @spec reports.settings
 */
export const putConsumptionReportSettings: Handler<"putConsumptionReportSettings"> = async (
  services,
  { projectId, body: { version, image: sent, imageMimeType: _, ...settings } },
  caller,
) => {
  const known = (await readReportSettings(services, projectId)).value;
  const image = await imageToStore(sent, known);
  if (image === null) return { ok: false, code: "not-valid" };
  const change = { projectId, caller, action: "putConsumptionReportSettings" } as const;
  const key = keys.reportSettings(projectId);
  return await transact(services, change, async (atomic) => {
    const record: ReportSettingsRecord = { ...settings, ...image };
    const [off, entry, areThere] = await Promise.all([
      offIn(services, projectId),
      readReportSettings(services, projectId),
      doReferencesExist(services, CONSUMPTION_REPORTS_ENTITIES.reportSettings.refersTo, {
        placeId: projectId,
        record,
        key,
      }),
    ]);
    if (off !== null) return off;
    if (!areThere) return { ok: false, code: "unknown-reference", issues: NO_SUCH_SOURCE };
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    atomic.set(key, record);
    return { ok: true, answer: null, subject: "" };
  });
};

const NO_SUCH_SOURCE = [{ path: "body.djuSource", message: "No such outdoor source" }];

type StoredImage = Pick<ReportSettingsRecord, "image" | "imageMimeType">;

/** @returns null when it is not an image */
async function imageToStore(sent: string | null, known: StoredImage): Promise<StoredImage | null> {
  if (sent === null) return { image: null, imageMimeType: null };
  const { image, imageMimeType } = known;
  if (sent === image?.toBase64()) return { image, imageMimeType };
  const found = await reencodedImage(Uint8Array.fromBase64(sent));
  return found && { image: found.bytes, imageMimeType: found.mimeType };
}

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
  return transact(services, change, async (atomic) => {
    const [off, entry, { timeZone }] = await Promise.all([
      offIn(services, projectId),
      readEntry(services.store, keys.reportMails(projectId), reportMailsRecord),
      readProject(services, projectId),
    ]);
    if (off !== null) return off;
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const currentMonth = monthOf(civilDateOf(services.now(), timeZone));
    const record: ReportMailsRecord = {
      firstMonth: isOn ? entry.value?.firstMonth ?? currentMonth : null,
    };
    atomic.set(entry.key, record);
    return { ok: true, answer: null, subject: "" };
  });
};

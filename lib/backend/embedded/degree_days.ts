import type { Caller } from "../../contract/caller.ts";
import type { Backend, Input, Outcome } from "../../contract/catalogue.ts";
import { DEGREE_DAYS_CALLS } from "../../contract/degree_days.ts";
import { isOutdoorSeries } from "../../domain/facilities/outdoor_series.ts";
import type { DjuSlot, OutdoorSource } from "../../domain/facilities/types.ts";
import { datesOfMonth, type IsoDate } from "../../domain/periods/civil_dates.ts";
import { monthsOfYear } from "../../domain/periods/months.ts";
import { slotsOf } from "../../domain/periods/slots.ts";
import { newId } from "../accounts/secrets.ts";
import { listEntries, readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import { rangeOf } from "./facility_data.ts";
import { outdoorSourceRecord, settingsRecord } from "./facility_records.ts";
import { importOutdoorDays, putMonthlyDju } from "./outdoor_import.ts";
import {
  cachedOutdoor,
  listOutdoor,
  monthDju,
  monthMeanC,
  type OutdoorYear,
  readOutdoorYears,
  type StoredOutdoor,
  typedDju,
} from "./outdoor.ts";
import { seriesRecord } from "./project_records.ts";
import { isCurrent, saveInProject, unchanged, versionOf } from "./saving.ts";
import type { Services } from "./services.ts";

/** Outdoor temperatures and degree days. */
export function degreeDaysArea(services: Services) {
  return {
    listOutdoorSources: ({ projectId }) => listSources(services, projectId),
    createOutdoorSource: (input, caller) => createSource(services, input, caller),
    putOutdoorSource: (input, caller) => putSource(services, input, caller),
    deleteOutdoorSource: (input, caller) => deleteSource(services, input, caller),
    importOutdoorDays: (input, caller) => importOutdoorDays(services, input, caller),
    putMonthlyDju: (input, caller) => putMonthlyDju(services, input, caller),
    getDju: (input) => getDju(services, input),
    getDjuDailyYear: (input) => getDjuDailyYear(services, input),
  } satisfies Pick<Backend, keyof typeof DEGREE_DAYS_CALLS>;
}

async function listSources(
  services: Services,
  projectId: string,
): Promise<Outcome<"listOutdoorSources">> {
  return { ok: true, answer: (await listOutdoor(services, projectId)).map(sourceOf) };
}

function sourceOf({ id, record, entry }: StoredOutdoor): OutdoorSource {
  return { id, ...record, version: versionOf(entry) };
}

async function createSource(
  services: Services,
  { projectId, body }: Input<"createOutdoorSource">,
  caller: Caller,
): Promise<Outcome<"createOutdoorSource">> {
  const { version: _, ...record } = body;
  const refused = await refusedSeries(services, projectId, record.seriesId);
  if (refused !== null) return { ok: false, code: refused };
  const id = newId();
  const change = {
    caller,
    action: "createOutdoorSource",
    projectId,
    subject: record.name,
  } as const;
  await saveInProject(services, change, (atomic) => {
    atomic.set(keys.outdoorSource(projectId, id), record);
  });
  return { ok: true, answer: { id } };
}

async function putSource(
  services: Services,
  { projectId, outdoorSourceId, body }: Input<"putOutdoorSource">,
  caller: Caller,
): Promise<Outcome<"putOutdoorSource">> {
  const { version, ...record } = body;
  const key = keys.outdoorSource(projectId, outdoorSourceId);
  const entry = await readEntry(services.store, key, outdoorSourceRecord);
  if (entry.value === null) return { ok: false, code: "not-found" };
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  const refused = await refusedSeries(services, projectId, record.seriesId);
  if (refused !== null) return { ok: false, code: refused };
  const change = { caller, action: "putOutdoorSource", projectId, subject: record.name } as const;
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.check(unchanged(entry)).set(key, record);
  });
  return saved.ok ? { ok: true, answer: null } : saved;
}

/** Why an outdoor source cannot read a series; null when it can. */
async function refusedSeries(
  { store }: Services,
  projectId: string,
  seriesId: string | null,
): Promise<"unknown-reference" | "not-outdoor-series" | null> {
  if (seriesId === null) return null;
  const { value } = await readEntry(store, keys.dataseries(projectId, seriesId), seriesRecord);
  if (value === null) return "unknown-reference";
  return isOutdoorSeries(value) ? null : "not-outdoor-series";
}

async function deleteSource(
  services: Services,
  { projectId, outdoorSourceId }: Input<"deleteOutdoorSource">,
  caller: Caller,
): Promise<Outcome<"deleteOutdoorSource">> {
  const key = keys.outdoorSource(projectId, outdoorSourceId);
  const entry = await readEntry(services.store, key, outdoorSourceRecord);
  if (entry.value === null) return { ok: false, code: "not-found" };
  const prefix = keys.efficiencySettings.under(projectId);
  const settings = await listEntries(services.store, { prefix }, settingsRecord);
  const isUsed = settings.some(({ value }) =>
    value.some((one) => one.djuSource === outdoorSourceId)
  );
  if (isUsed) return { ok: false, code: "in-use" };
  const years: (readonly (string | number)[])[] = [];
  for (const family of [keys.djuDays, keys.djuMonths]) {
    for await (const found of services.store.list({ prefix: family.under(outdoorSourceId) })) {
      years.push(found.key.map((part) => typeof part === "number" ? part : String(part)));
    }
  }
  const subject = entry.value.name;
  const change = { caller, action: "deleteOutdoorSource", projectId, subject } as const;
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.check(unchanged(entry)).delete(key);
    for (const year of years) atomic.delete(year);
  });
  return saved.ok ? { ok: true, answer: null } : { ok: false, code: "in-use" };
}

async function getDju(
  services: Services,
  { projectId, outdoorSourceId, segment }: Input<"getDju">,
): Promise<Outcome<"getDju">> {
  const range = rangeOf(segment);
  const isMonthly = range.type === "monthly" || range.type === "monthly-shifted";
  if (!isMonthly && range.type !== "daily") return { ok: false, code: "bad-period" };
  const source = await sourceById(services, projectId, outdoorSourceId);
  if (source === null) return { ok: false, code: "not-found" };
  const dates = slotsOf(range).map((slot) => slot.segment);
  const years = await readOutdoorYears(services, { projectId, source, dates });
  const slots = dates.map((date) => {
    const outdoor = years.get(Number(date.slice(0, 4)));
    return isMonthly ? monthSlot(date, outdoor) : daySlot(date, outdoor);
  });
  return { ok: true, answer: { outdoorSourceId, slots } };
}

async function getDjuDailyYear(
  services: Services,
  { projectId, outdoorSourceId, year }: Input<"getDjuDailyYear">,
): Promise<Outcome<"getDjuDailyYear">> {
  const source = await sourceById(services, projectId, outdoorSourceId);
  if (source === null) return { ok: false, code: "not-found" };
  const dates = monthsOfYear(Number(year)).flatMap(datesOfMonth);
  const years = await readOutdoorYears(services, { projectId, source, dates });
  const slots = dates.map((date) => daySlot(date, years.get(Number(year))));
  return { ok: true, answer: { outdoorSourceId, slots } };
}

async function sourceById(
  services: Services,
  projectId: string,
  sourceId: string,
): Promise<StoredOutdoor | null> {
  return (await cachedOutdoor(services, projectId)).find(({ id }) => id === sourceId) ?? null;
}

function monthSlot(slot: string, outdoor: OutdoorYear | undefined): DjuSlot {
  if (!outdoor) return { slot, dju: null, meanC: null, completeness: 0, typed: false };
  const { value, completeness } = monthDju(outdoor, slot);
  const typed = typedDju(outdoor, slot) !== null;
  return { slot, dju: value, meanC: monthMeanC(outdoor, slot), completeness, typed };
}

function daySlot(slot: IsoDate, outdoor: OutdoorYear | undefined): DjuSlot {
  const dju = outdoor?.dailyDju[slot] ?? null;
  return {
    slot,
    dju,
    meanC: outdoor?.dailyC[slot] ?? null,
    completeness: dju === null ? 0 : 1,
    typed: false,
  };
}

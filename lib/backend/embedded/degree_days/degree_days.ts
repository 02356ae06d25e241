import { entityOf, hasOwnName } from "@/lib/backend/embedded/entities.ts";
import { rangeOf } from "@/lib/backend/embedded/facilities/facility_data.ts";
import { cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import { whileReferredTo } from "@/lib/backend/embedded/reference_rules.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import { hasSuitableSeries } from "@/lib/backend/embedded/series_read.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { DjuSlot } from "@/lib/domain/facilities/types.ts";
import {
  datesOfMonth,
  type IsoDate,
  type IsoMonth,
  yearOf,
} from "@/lib/domain/periods/civil_dates.ts";
import { monthsOfYear } from "@/lib/domain/periods/months.ts";
import { slotsOf } from "@/lib/domain/periods/slots.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { byName } from "@/lib/domain/tables/sort.ts";
import {
  cachedOutdoor,
  monthDju,
  monthMeanC,
  type OutdoorYear,
  readOutdoorYears,
  typedDju,
} from "./outdoor.ts";

export * from "./outdoor_import.ts";

/** Outdoor temperatures and degree days. @spec degree-days.manual-months */
const sources = entityOf(ENTITIES.outdoorSource, {
  compare: byName,
  subject: ({ name }) => name,
  rules: [hasSuitableSeries(ENTITIES.outdoorSource), hasOwnName],
  use: whileReferredTo("outdoorSource"),
  async deletedWith(id, { store }) {
    const years = [keys.djuDays.under(id), keys.djuMonths.under(id)]
      .map((prefix) => Array.fromAsync(store.list({ prefix }), ({ key }) => key));
    return (await Promise.all(years)).flat();
  },
  actions: ["createOutdoorSource", "putOutdoorSource", "deleteOutdoorSource"],
});
export const listOutdoorSources = sources.list;
export const createOutdoorSource = sources.create;
export const putOutdoorSource = sources.put;
export const deleteOutdoorSource = sources.remove;

export const getDju: Handler<"getDju"> = async (
  services,
  { projectId, outdoorSourceId, segment },
) => {
  const range = rangeOf(segment);
  const isMonthly = range.type === "monthly" || range.type === "monthly-shifted";
  if (!isMonthly && range.type !== "daily") return { ok: false, code: "bad-period" };
  const source = await sourceById(services, projectId, outdoorSourceId);
  if (source === null) return { ok: false, code: "not-found" };
  const dates = slotsOf(range).map((slot) => slot.segment);
  const outdoorOf = await readOutdoorYears(services, { projectId, source, dates });
  const slotOf = isMonthly ? monthSlot : daySlot;
  const slots = dates.map((date) => slotOf(date, outdoorOf(date)));
  return { ok: true, answer: { outdoorSourceId, slots } };
};

/** @spec degree-days.daily-year */
export const getDjuDailyYear: Handler<"getDjuDailyYear"> = async (services, input) => {
  const { projectId, outdoorSourceId, year } = input;
  const source = await sourceById(services, projectId, outdoorSourceId);
  if (source === null) return { ok: false, code: "not-found" };
  const dates = monthsOfYear(Number(year)).flatMap(datesOfMonth);
  const outdoorOf = await readOutdoorYears(services, { projectId, source, dates });
  const slots = dates.map((date) => daySlot(date, outdoorOf(date)));
  const { timeZone } = await cachedProject(services, projectId);
  const current = yearOf(civilDateOf(services.now(), timeZone));
  const isKnown = slots.some(({ dju, completeness }) => dju !== null || completeness > 0);
  if (Number(year) !== current && !isKnown) return { ok: false, code: "bad-period" };
  return { ok: true, answer: { outdoorSourceId, slots } };
};

async function sourceById(services: Services, projectId: string, sourceId: string) {
  return (await cachedOutdoor(services, projectId)).find(({ id }) => id === sourceId) ?? null;
}

function monthSlot(slot: IsoMonth, outdoor: OutdoorYear): DjuSlot {
  const { value, completeness } = monthDju(outdoor, slot);
  const typed = typedDju(outdoor, slot) !== null;
  return { slot, dju: value, meanC: monthMeanC(outdoor, slot), completeness, typed };
}

function daySlot(slot: IsoDate, outdoor: OutdoorYear): DjuSlot {
  const dju = outdoor.dailyDju.on(slot);
  return {
    slot,
    dju,
    meanC: outdoor.dailyC.on(slot),
    completeness: dju === null && !outdoor.coveredDates.has(slot) ? 0 : 1,
    typed: false,
  };
}

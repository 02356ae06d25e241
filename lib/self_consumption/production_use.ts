/** Answers the production of an operation and its use over a range. @module */

import type { Services } from "@/lib/api/services.ts";
import {
  dateOfEpochDay,
  epochDay,
  firstDayOf,
  type IsoDate,
  monthOf,
  shiftMonth,
} from "@/lib/base/civil_dates.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { HOUR_S } from "@/lib/base/durations.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { civilBounds, civilDays, slotsOf } from "@/lib/base/slots.ts";
import { civilDateOf, zonedSlots } from "@/lib/base/time_zones.ts";
import { rangeOf } from "@/lib/facilities/readings.ts";
import { inQuantity } from "@/lib/facilities/source_kinds.ts";
import { readSpans } from "@/lib/housing/occupancies.ts";
import { isFineAgreed, occupancyPeriodsOver } from "@/lib/housing/occupancy.ts";
import { houseRecord } from "@/lib/housing/records.ts";
import { houseDetail, houseVisibility, type VisibilityQuery } from "@/lib/housing/visibility.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { cachedProject, readFeatures } from "@/lib/residences/residences.ts";
import { rangeSlots } from "@/lib/series/range_reads.ts";
import { allowedResolution, reaches, type Resolution } from "@/lib/series/resolution.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntries, type Stored } from "@/lib/store/store.ts";
import { idsOf, readAlike } from "@/lib/store/unreadable_values.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { HOURLY_GAP_S } from "@/lib/timeseries/rollups.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { zoneDays } from "@/lib/timeseries/store/zone_days.ts";
import type { Handler } from "./calls.ts";
import { type ConsumerRecord, readMembers, readOperation } from "./records.ts";
import {
  type ConsumerHours,
  type Disclosure,
  type HoursOfSlot,
  type MeterHours,
  type SharedHour,
  type SlotScale,
  useOfProduction,
} from "./sharing.ts";
import { highestShares } from "./use_figures.ts";

/** Production over a range and its distribution, computed hour by hour. @spec autoconsumption.anonymity */
export const getAutoconsumptionData: Handler<"getAutoconsumptionData"> = async (
  services,
  { projectId, segment },
  caller,
) => {
  const range = rangeOf(segment);
  const [{ value: info }, { producers, consumers }, series, { timeZone }] = await Promise.all([
    readOperation(services, projectId),
    readMembers(services, projectId),
    cachedSeries(services, projectId),
    cachedProject(services, projectId),
  ]);
  const frame = frameOf(range, timeZone, civilDateOf(services.now(), timeZone));
  const reader = services.seriesOf(projectId, timeZone);
  const meter = (seriesId: string | null, houseId: string | null) =>
    meterHours(reader, frame, meterOf(series, seriesId, houseId));
  const produced = await readEach(producers, ({ record }) => meter(record.seriesId, null), AT_ONCE);
  const disclosures = await disclosuresOf(services, { projectId, range, consumers, caller });
  const consumed = await readEach(consumers, async ({ id, record }): Promise<ConsumerHours> => ({
    id,
    sharePercent: record.sharePercent,
    presences: record.presences,
    telling: disclosures.get(id) ?? "hidden",
    ...await meter(record.seriesId, record.houseId),
  }), AT_ONCE);
  const { sharing, startDate } = info ?? { sharing: "full-dynamic", startDate: null };
  const slots = useOfProduction(
    {
      sharing,
      startDate,
      hours: frame.hours,
      producers: produced,
      consumers: consumed,
    },
    frame.slots,
    SCALES[allowedResolution(range.type)],
  );
  const shared = frame.hours.map(({ date }) => date)
    .filter((date) => startDate !== null && date >= startDate && date <= frame.today);
  const sharesPercent = highestShares(sharing, consumed, new Set(shared));
  return { ok: true, answer: { slots, ...sharesPercent !== undefined && { sharesPercent } } };
};

const SCALES = {
  "day": "days",
  "hour": "hours",
  "five-minutes": "minutes",
} as const satisfies Record<Resolution, SlotScale>;

const AT_ONCE = 8;

/** The hours of a range, or its own slots when they are finer. */
interface Frame {
  readonly range: PeriodRange;
  readonly timeZone: string;
  readonly today: IsoDate;
  readonly hours: readonly SharedHour[];
  readonly slots: readonly HoursOfSlot[];
}

function frameOf(range: PeriodRange, timeZone: string, today: IsoDate): Frame {
  if (allowedResolution(range.type) !== "day") {
    const clock = zonedSlots(range, timeZone);
    const hours = clock.map(({ from, to }) => ({
      date: civilDateOf(from, timeZone),
      lengthS: (to - from) / 1_000,
    }));
    const slots = clock.map(({ segment }, position) => ({
      segment,
      from: position,
      to: position + 1,
    }));
    return { range, timeZone, today, hours, slots };
  }
  const zone = zoneDays(timeZone);
  const hours: SharedHour[] = [];
  const slots = slotsOf(range).map((slot) => {
    const first = hours.length;
    for (let day = epochDay(slot.from); day < epochDay(slot.to); day++) {
      const date = dateOfEpochDay(day);
      hours.push(...zone.hoursOf(day).map(({ fromS, toS }) => ({ date, lengthS: toS - fromS })));
    }
    return { segment: slot.segment, from: first, to: hours.length };
  });
  return { range, timeZone, today, hours, slots };
}

function meterOf(
  series: readonly ProjectSeries[],
  seriesId: string | null,
  houseId: string | null,
): ProjectSeries | null {
  const found = series.find(({ id }) => id === seriesId);
  return found === undefined ? null : { ...found, id: storedSeriesId(found.id, houseId) };
}

/** Energy counted by a meter in each hour; an hour interpolated over a long gap counts as not read, at every step. */
async function meterHours(
  reader: SeriesReader,
  { range, timeZone, today, hours }: Frame,
  series: ProjectSeries | null,
): Promise<MeterHours> {
  if (series === null) return { amounts: [], coveredS: [] };
  const amounts: (number | null)[] = [];
  const coveredS: number[] = [];
  const add = (value: number | null, covered: number) => {
    const kWh = value === null ? null : inQuantity(value, series.unit.unit, "energy");
    amounts.push(kWh === null ? null : Math.max(0, Math.round(kWh * 1e6)));
    coveredS.push(kWh === null ? 0 : covered);
  };
  if (allowedResolution(range.type) !== "day") {
    const query = { series, range, timeZone, today, longestGapS: HOURLY_GAP_S };
    const slots = await rangeSlots(reader, query);
    const slotS = hours[0]?.lengthS ?? HOUR_S;
    const hourAt = (position: number) => Math.floor(position * slotS / HOUR_S);
    const unread = new Set(
      slots.flatMap((slot, position) => slot.estimated ? [hourAt(position)] : []),
    );
    slots.forEach(({ value, completeness }, position) =>
      add(
        unread.has(hourAt(position)) ? null : value,
        completeness * (hours[position]?.lengthS ?? 0),
      )
    );
    return { amounts, coveredS };
  }
  const { to } = civilBounds(range);
  for (let from = civilBounds(range).from; from < to;) {
    const nextMonth = firstDayOf(shiftMonth(monthOf(from), 1));
    const end = nextMonth < to ? nextMonth : to;
    for (const slot of (await reader.hoursOfDays(series.id, { from, to: end })).flat()) {
      add(slot.estimated ? null : slot.sum, slot.coveredS);
    }
    from = end;
  }
  return { amounts, coveredS };
}

/** Roles that read the operation's figures; the residence and each dwelling restrict them. */
const GIVEN: readonly Role[] = ["collect:agg:daily", "collect:agg:hourly"];

/** Level of detail allowed for each consumer in this range. */
async function disclosuresOf(
  services: Services,
  { projectId, range, consumers, caller }: {
    projectId: string;
    range: PeriodRange;
    consumers: readonly Stored<ConsumerRecord>[];
    caller: Caller;
  },
): Promise<ReadonlyMap<string, Disclosure>> {
  const wanted = consumers.flatMap(({ record }) =>
    record.houseId === null ? [] : [keys.house(projectId, record.houseId)]
  );
  const [features, operation, houses, { value: spans, unread }] = await Promise.all([
    readFeatures(services, projectId),
    services.callerRoles.of(caller).rolesOn(projectId),
    readEntries(services.store, wanted, houseRecord),
    readAlike(() => readSpans(services, projectId)),
  ]);
  const unknown = idsOf(unread.keys());
  const days = civilDays(range);
  const roles = new Set([...operation, ...(operation.has("collect:acc:write") ? GIVEN : [])]);
  const choicesOf = new Map(houses.map(({ key, value }) => [key.at(-1), value?.settings]));
  return new Map(consumers.map(({ id, record: { houseId } }): [string, Disclosure] => {
    if (houseId === null) return [id, "detailed"];
    const choices = choicesOf.get(houseId);
    // What the occupant of an unreadable dwelling consents to is unknown.
    if (choices === undefined || unknown.has(houseId)) return [id, "hidden"];
    const periods = occupancyPeriodsOver(spans.get(houseId) ?? [], days);
    // A range in hours is one day.
    const isAgreed = periods.every((period) => isFineAgreed(period, days.from));
    const query = { features, choices, dataUnitId: "ELEC", roles, isFineAgreed: isAgreed } as const;
    return [id, disclosureOf(query, { range, occupancyCount: periods.length })];
  }));
}

function disclosureOf(
  query: VisibilityQuery,
  { range, occupancyCount }: { readonly range: PeriodRange; readonly occupancyCount: number },
): Disclosure {
  if (!reaches(houseVisibility(query).together, allowedResolution(range.type))) return "hidden";
  // The consumption of two occupants is not shown as that of one.
  return occupancyCount === 1 && houseDetail(query) === "detailed" ? "detailed" : "anonymous";
}

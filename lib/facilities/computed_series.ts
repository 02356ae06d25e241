/** Lists, changes and computes the series that are a sum or a difference of others. @module */

import { atMost, crud, hasOwnName } from "@/lib/api/entities.ts";
import type { Services } from "@/lib/api/services.ts";
import { addDays } from "@/lib/base/civil_dates.ts";
import { levelOf } from "@/lib/base/periods.ts";
import { civilDays, groupBySlot, slotsOf } from "@/lib/base/slots.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { countedSlots, daySlotsRead } from "@/lib/series/range_reads.ts";
import { allowedResolution } from "@/lib/series/resolution.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import { hasSuitableSeries } from "@/lib/series/series.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import { dataUnit } from "@/lib/timeseries/units.ts";
import { byName } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import type { ComputedSeries } from "./schema.ts";
import { combinedSlot, computedSlot, partsOf } from "./computed_slots.ts";
import { checkScope } from "./equipment.ts";
import { rangeOf, readableFacilities } from "./readings.ts";
import { FACILITIES_ENTITIES } from "./records.ts";

/** Maximum number of computed series of a residence. */
const MOST_SERIES = 50;

const computed = crud(FACILITIES_ENTITIES.computedSeries, {
  compare: byName,
  subject: ({ name }) => name,
  rules: [hasSuitableSeries(FACILITIES_ENTITIES.computedSeries), hasOwnName],
  full: atMost(MOST_SERIES),
  actions: ["createComputedSeries", "putComputedSeries", "deleteComputedSeries"],
});

/** Those whose parts the caller may all read. @spec facilities.computed-series */
export const listComputedSeries: Handler<"listComputedSeries"> = async (
  services,
  input,
  caller,
) => ({ ok: true, answer: await readableComputed(services, input, caller) });

export const createComputedSeries = byWriters(computed.create);
export const putComputedSeries = byWriters(computed.put);
export const deleteComputedSeries = byWriters(computed.remove);

/** A write for those who may write the series of the facilities. */
function byWriters<Query extends { readonly projectId: string }, Outcome>(
  write: (services: Services, input: Query, caller: Caller) => Promise<Outcome>,
) {
  return async (services: Services, input: Query, caller: Caller): Promise<Outcome> => {
    await checkScope(services, caller, { projectId: input.projectId, scope: "facilities" });
    return await write(services, input, caller);
  };
}

/** @spec facilities.computed-series */
export const getComputedRangeData: Handler<"getComputedRangeData"> = async (
  services,
  input,
  caller,
) => {
  const range = rangeOf(input.segment);
  if (allowedResolution(range.type) === "five-minutes") return { ok: false, code: "bad-period" };
  const { series, ...at } = await readableFacilities(services, input.projectId, caller);
  const one = (await readableComputed(services, input, caller))
    .find(({ id }) => id === input.computedSeriesId);
  if (one === undefined) return { ok: false, code: "not-found" };
  const parts = partsOf(one).flatMap(({ id, sign }) => {
    const part = series.find((found) => found.id === id);
    return part === undefined ? [] : [{ series: part, sign }];
  });
  const query = { ...at, range };
  const isHourly = levelOf(range.type) === "day";
  const read = isHourly
    ? await Promise.all(parts.map(({ series }) => countedSlots(at.reader, { ...query, series })))
    : await daysOf(at.reader, parts.map(({ series }) => ({ ...query, series })));
  const slots = (read[0] ?? []).map(({ slot }, position): RangeSlot =>
    computedSlot(
      slot,
      parts.map(({ sign }, part) => ({ sign, slot: read[part]?.[position] })),
    )
  );
  const groups = groupBySlot(slotsOf(range), slots.map((day) => ({ day, from: day.slot })));
  const civil = groups.map(({ slot, parts }) =>
    combinedSlot(slot.segment, parts.map(({ day }) => day))
  );
  const { unit } = dataUnit(one.dataUnitId);
  return { ok: true, answer: { seriesId: one.id, unit, slots: isHourly ? slots : civil } };
};

async function daysOf(
  reader: SeriesReader,
  queries: readonly Parameters<typeof countedSlots>[1][],
) {
  return await Promise.all(queries.map(async ({ range, ...query }) => {
    const { from, to } = civilDays(range);
    return (await daySlotsRead(reader, query, { from, to: addDays(to, 1) }))();
  }));
}

async function readableComputed(
  services: Services,
  { projectId }: { projectId: string },
  caller: Caller,
): Promise<ComputedSeries[]> {
  const [{ series }, { answer }] = await Promise.all([
    readableFacilities(services, projectId, caller),
    computed.list(services, { projectId }),
  ]);
  const readable = new Set(series.map(({ id }) => id));
  return answer.filter((one) => partsOf(one).every(({ id }) => readable.has(id)));
}

import { askFirst } from "@/lib/backend/accounts/confirmations.ts";
import { secretHash } from "@/lib/backend/accounts/secrets.ts";
import { readHouse } from "@/lib/backend/embedded/housing/houses.ts";
import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { expiring } from "@/lib/backend/kv/expiry.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { addArrivals } from "@/lib/backend/kv/series/arrivals/arrivals.ts";
import { decodePoints } from "@/lib/backend/kv/series/chunk.ts";
import { idOf, listEntries, readEntry } from "@/lib/backend/kv/store.ts";
import { deletedReadingsRecord } from "@/lib/backend/records/deleted_readings.ts";
import { type ManualIndexRecord, manualIndexRecord } from "@/lib/backend/records/projects.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import type { ManualIndexDraft } from "@/lib/domain/projects/types.ts";
import { manualIndexSecond } from "@/lib/domain/series/manual_index.ts";
import {
  type Bounds,
  isTooOld,
  isWithin,
  plausibleBounds,
  timeWindow,
} from "@/lib/domain/series/plausible.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { dataUnit } from "@/lib/domain/series/units.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { includeDeletion } from "./reading_deletions.ts";
import { readSeries } from "./series.ts";
import { readTypedIndexes } from "./typed_consumption.ts";
import { contradictingEffects } from "./typed_contradictions.ts";

/** The indexes entered in a residence, of one series or of all, newest first. */
export const listManualIndexes: Handler<"listManualIndexes"> = async (services, input) => {
  const { projectId, series } = input;
  const prefix = keys.manualIndex.under(projectId);
  const typed = (await listEntries(services.store, { prefix }, manualIndexRecord))
    .map(({ key, value }) => ({ id: idOf(key), ...value }))
    .filter(({ seriesId }) => series === undefined || seriesId === series);
  const ofMeter = Map.groupBy(
    typed,
    ({ seriesId, houseId }) => storedSeriesId(seriesId, houseId),
  );
  const { timeZone } = await readProject(services, projectId);
  const reader = services.seriesOf(projectId, timeZone);
  const answer = await readTypedIndexes(reader, ofMeter, timeZone);
  answer.sort((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id));
  return { ok: true, answer };
};

/** Adds an index and its reading, in one commit; a meter has one index a day. @spec indexes.readings */
export const addManualIndex: Handler<"addManualIndex"> = async (services, input, caller) => {
  const { projectId, body } = input;
  const { timeZone } = await readProject(services, projectId);
  if (body.date > civilDateOf(services.now(), timeZone)) return { ok: false, code: "future-date" };
  const { seriesId, houseId, date, value, acceptOld = false } = body;
  const epochS = manualIndexSecond(date, timeZone);
  const window = timeWindow(Math.floor(services.now() / 1_000), services.readingYears);
  if (isTooOld(epochS, window, acceptOld)) return { ok: false, code: "old-date" };
  const email = caller.kind === "account" ? caller.email : "";
  const change = { caller, action: "addManualIndex", projectId } as const;
  return await write(services, change, async (atomic) => {
    const meter = await meterOf(services, projectId, body);
    if (typeof meter === "string") return { ok: false, code: meter };
    if (!isWithin(value, meter.bounds)) return { ok: false, code: "implausible-value" };
    const id = manualIndexId(meter.storedId, date);
    const key = keys.manualIndex(projectId, id);
    if ((await services.store.get(key)).versionstamp !== null) {
      return { ok: false, code: "index-taken" };
    }
    const isDeleted = body.restoreDeleted !== true &&
      await isDeletedIndex(services, projectId, { storedId: meter.storedId, epochS, value });
    if (isDeleted) return { ok: false, code: "deleted-reading" };
    const on = { projectId, seriesId, houseId, storedId: meter.storedId, timeZone };
    const contradicting = { typed: { epochS, value }, caller };
    const asked = askFirst(caller, await contradictingEffects(services, on, contradicting));
    if (asked !== null) return asked;
    const record: ManualIndexRecord = { seriesId, houseId, date, value, email, epochS };
    const batch = {
      seriesId: meter.storedId,
      kind: "index",
      readings: [{ epochS, value }],
    } as const;
    addArrivals(atomic.set(key, record), projectId, [batch]);
    return { ok: true, answer: { id }, subject: `${meter.name}, ${date}` };
  });
};

/** Deletes an index and its reading, in one commit; it can be restored. @spec series.deletions */
export const deleteManualIndex: Handler<"deleteManualIndex"> = (services, input, caller) => {
  const { projectId, indexId } = input;
  const key = keys.manualIndex(projectId, indexId);
  const change = { caller, action: "deleteManualIndex", projectId } as const;
  return write(services, change, async (atomic) => {
    const { value } = await readEntry(services.store, key, manualIndexRecord);
    if (value === null) return { ok: false, code: "not-found" };
    const { seriesId, houseId, date, epochS } = value;
    const storedId = storedSeriesId(seriesId, houseId);
    const { timeZone } = await readProject(services, projectId);
    const reader = services.seriesOf(projectId, timeZone);
    const points = await reader.points(storedId, { fromS: epochS, toS: epochS + 1 });
    atomic.delete(key);
    if (points.length > 0) {
      const from = { projectId, storedId, kind: "index", reader } as const;
      const indexes = [{ id: indexId, record: value }];
      const included = await includeDeletion(services, atomic, from, { points, indexes });
      if (!included.ok) return included;
    }
    const series = await readSeries(services, { projectId, seriesId });
    const name = series?.renamed ?? series?.dataUnitId ?? seriesId;
    return { ok: true, answer: null, subject: `${name}, ${date} (${formatNumber(value.value)})` };
  });
};

/** True for a value that was deleted at that second and can still be restored. */
async function isDeletedIndex(
  { store, now }: Services,
  projectId: string,
  { storedId, ...typed }: Point & { readonly storedId: string },
): Promise<boolean> {
  const prefix = keys.deletedReadings.under(projectId, storedId);
  const entries = await listEntries(store, { prefix }, expiring(deletedReadingsRecord));
  return entries.some(({ value: { value, expiresAtMs } }) =>
    expiresAtMs > now() &&
    decodePoints(value.points).some(({ epochS, value }) =>
      epochS === typed.epochS && value === typed.value
    )
  );
}

/** Id of a meter's index of a day: the same for all users, so that two users cannot both add it. */
export function manualIndexId(storedId: string, date: string): string {
  return secretHash(`${storedId} ${date}`);
}

interface Meter {
  readonly storedId: string;
  readonly name: string;
  readonly bounds: Bounds;
}

/** A meter whose indexes are entered manually: a register, of the residence or of a dwelling as its series says. */
async function meterOf(
  services: Services,
  projectId: string,
  { seriesId, houseId }: ManualIndexDraft,
): Promise<Meter | "unknown-reference" | "unsuitable-series"> {
  const value = await readSeries(services, { projectId, seriesId });
  if (value === null) return "unknown-reference";
  const isRegister = dataUnit(value.dataUnitId).kind === "index";
  if (!value.manualIndex || !isRegister || (value.scope === "housing") !== (houseId !== null)) {
    return "unsuitable-series";
  }
  if (houseId !== null && (await readHouse(services, { projectId, houseId })).value === null) {
    return "unknown-reference";
  }
  const name = value.renamed ?? value.dataUnitId;
  const bounds = plausibleBounds(value.dataUnitId, value.importedUnit);
  return { storedId: storedSeriesId(seriesId, houseId), name, bounds };
}

/** Attaches and moves devices with all their values, and guesses the quantity of each. @module */

import { askFirst } from "@/lib/api/confirmations.ts";
import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { newId } from "@/lib/base/secrets.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { checkScope, readEquipment } from "@/lib/facilities/equipment.ts";
import { readHouse } from "@/lib/housing/dwellings.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import {
  changedClaims,
  claimedSources,
  claimsVersionKey,
  includeClaim,
  isSameClaim,
  isShared,
} from "@/lib/series/claims.ts";
import { RefusalTally } from "@/lib/series/refusals.ts";
import { MOST_CHANGES, sentPoints } from "@/lib/series/rescaling.ts";
import { storedSeries } from "@/lib/series/series.ts";
import { includeRefusals } from "@/lib/series/unknown_sources.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, unchanged } from "@/lib/store/store.ts";
import { type SeriesBatch, storedSeriesId, timeWindow } from "@/lib/timeseries/readings.ts";
import type { SeriesRecord, SeriesScope } from "@/lib/timeseries/schema.ts";
import {
  deviceOfSource,
  inUnit,
  isClearUnit,
  isMeasureKey,
  sentUnit,
} from "@/lib/timeseries/source_names.ts";
import { arrivalsVersionKey } from "@/lib/timeseries/store/arrival_encoding.ts";
import { addArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { dataUnit, type DataUnitId } from "@/lib/timeseries/units.ts";
import type { Handler } from "./calls.ts";
import { readingsRemoving } from "./reading_deletions.ts";
import { isOfOtherUnit, isSimulated, scalesOf } from "./sources.ts";

interface QuantityGuess {
  readonly dataUnitId: DataUnitId;
  /** Unit that ends its name, « energy_Wh »; "" when the sender names one, or nothing does. */
  readonly unit: string;
  /** True for a count of pulses: only a person knows what each is worth. */
  readonly isPulse: boolean;
}

/** What a device says of itself or of its radio. */
const OF_DEVICE =
  /\b(batt\w*|volt\w*|rssi|snr|alarm\w*|status|margin|lat\w*|lon\w*|signal|f cnt|firmware|version)\b/;

/** Words of names, most precise first: a quantity applies to the units that convert to its own. */
const WORDS: readonly (readonly [DataUnitId, RegExp])[] = [
  ["TEXT", /\b(outdoor|outside|external|ext|exterieure?)\b/],
  ["TDEP", /\b(supply|flow|depart)\b/],
  ["TRET", /\b(return|retour)\b/],
  ["TEMP", /\btemp/],
  ["HUM", /\b(hum|rh|hygro)/],
  ["CO2", /\bco2\b/],
  ["IRRA", /\birra/],
  ["GAZV", /\bga[sz]\b/],
  ["GAZE", /\bga[sz]\b/],
  ["ECSV", /\b(ecs|hot water|eau chaude)\b/],
  ["ECSE", /\b(ecs|hot water|eau chaude)\b/],
  ["EFSV", /\b(water|eau)\b/],
  ["CHAE", /\b(heat|heating|chauffage|chaleur|thermal)\b/],
  ["PVE", /\b(pv|solar|photovolt\w*)\b/],
  ["ELEC", /\b(elec\w*|energy|energie|linky)/],
  ["EFSV", /\bvolume\b/],
];

/** The quantity of a unit whose name says nothing. */
const OF_UNIT: readonly DataUnitId[] = ["TEMP", "CO2", "IRRA", "EFSV", "ELEC"];

const PULSES = /\b(puls|impuls|counter|compteur)/;
/** Quantities that pulses count. */
const COUNTED: readonly DataUnitId[] = ["GAZV", "ECSV", "EFSV", "CHAE", "PVE", "ELEC"];

/**
 * The likely quantity of a source: by the words of its name among those that its unit allows, otherwise by its unit.
 *
 * @spec collectors.devices
 * @param unit unit that its sender names; "" for none
 * @returns null for what no series measures, or what nothing tells
 * @example
 * ```ts
 * guessedQuantity("dev_eui=0101 energy_wh", ""); // { dataUnitId: "ELEC", unit: "Wh", isPulse: false }
 * ```
 */
export function guessedQuantity(source: string, unit: string): QuantityGuess | null {
  const words = wordsOf(source);
  if (OF_DEVICE.test(words)) return null;
  const ending = words.split(" ").at(-1) ?? "";
  const isUnit = isClearUnit(ending) || ending === "l" || ending === "w";
  const named = unit === "" && isUnit ? sentUnit(ending) ?? "" : "";
  const isPulse = unit === "" && named === "" && PULSES.test(words);
  const suits = (id: DataUnitId) => {
    const from = unit || named;
    if (isPulse) return COUNTED.includes(id);
    return from === "" || inUnit(1, { from, to: dataUnit(id).unit }) !== null;
  };
  const byName = WORDS.find(([id, pattern]) => suits(id) && pattern.test(words))?.[0];
  const byUnit = isPulse
    ? "EFSV"
    : unit + named === ""
    ? undefined
    : OF_UNIT.find((id) => suits(id));
  const dataUnitId = byName ?? byUnit;
  return dataUnitId === undefined ? null : { dataUnitId, unit: named, isPulse };
}

/** The words of a name: « dev_eui=01 energyWh », « dev_eui=01 energy_kWh » end with their unit. */
function wordsOf(source: string): string {
  return source.normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/([a-z\d])(?=[A-Z][a-z]+)/g, "$1 ")
    .replace(/[^A-Za-z\d³]+/g, " ")
    .replace(/\b([kMG]) (Wh?)\b/g, "$1$2")
    // The rank of a value, « temp2 », is no part of its name; « m3 » and « co2 » are.
    .replace(/(?<!\bm|co)\d+\b/gi, " ")
    .replace(/\s+/g, " ").toLowerCase().trim();
}

/** A dwelling, an equipment, or the residence itself. */
interface Place {
  readonly projectId: string;
  readonly houseId: string | null;
  readonly equipmentId: string | null;
}

/** The series of a residence, and those that the same commit creates. */
interface Known {
  readonly id: string;
  readonly record: SeriesRecord;
  readonly isFed: boolean;
}

/** The series of a place by quantity; each is found once, for one value. @spec collectors.devices */
class SeriesOfPlace {
  readonly #taken = new Set<string>();

  constructor(
    private readonly place: Place,
    private readonly known: readonly Known[],
    private readonly atomic: Atomic,
  ) {}

  get scope(): SeriesScope {
    return this.place.houseId === null ? "facilities" : "housing";
  }

  /** The record of any series of the residence. */
  recordOf(id: string): SeriesRecord | undefined {
    return this.known.find((one) => one.id === id)?.record;
  }

  /** A series that was chosen; null when it is not of the place. */
  chosen(id: string): Known | "series-twice" | null {
    const found = this.known.find((one) => one.id === id);
    if (found?.record.scope !== this.scope) return null;
    return this.#take(found);
  }

  /** The series of a quantity at the place: that of every dwelling, or one that nothing feeds, otherwise a new one. */
  of(wanted: Pick<SeriesRecord, "dataUnitId" | "importedUnit">): Known | "series-twice" {
    const { equipmentId } = this.place;
    const found = this.known.find(({ id, record, isFed }) =>
      record.scope === this.scope && record.dataUnitId === wanted.dataUnitId &&
      record.importedUnit === wanted.importedUnit && (record.use ?? null) === null &&
      (this.scope === "housing" ||
        !isFed && record.equipmentId === equipmentId && !this.#taken.has(id))
    );
    if (found !== undefined) return this.#take(found);
    const record: SeriesRecord = {
      dataUnitId: wanted.dataUnitId,
      scope: this.scope,
      renamed: null,
      importedUnit: wanted.importedUnit,
      manualIndex: false,
      equipmentId: this.scope === "housing" ? null : equipmentId,
      dataSourceOptions: {},
    };
    const id = newId();
    this.atomic.set(keys.dataseries(this.place.projectId, id), record);
    return this.#take({ id, record, isFed: false });
  }

  #take(series: Known): Known | "series-twice" {
    if (this.#taken.has(series.id)) return "series-twice";
    this.#taken.add(series.id);
    return series;
  }
}

async function seriesOfPlace(
  services: Services,
  place: Place,
  atomic: Atomic,
): Promise<SeriesOfPlace | null> {
  const { projectId, houseId, equipmentId } = place;
  if (houseId !== null && equipmentId !== null) return null;
  const [house, equipment, stored] = await Promise.all([
    houseId === null ? null : readHouse(services, { projectId, houseId }),
    equipmentId === null ? null : readEquipment(services, { projectId, equipmentId }),
    storedSeries(services, projectId),
  ]);
  if (house?.value === null || equipment?.value === null) return null;
  const known = stored.map(({ series: { id, dataSourceId }, entry }) => {
    return { id, record: entry.value, isFed: dataSourceId !== null };
  });
  return new SeriesOfPlace(place, known, atomic);
}

/** Attaches values of a device in one commit, with the readings that they sent while unclaimed. */
export const attachDevice: Handler<"attachDevice"> = async (services, input, caller) => {
  const { projectId, body: { values, ...at } } = input;
  const { store } = services;
  const place = { projectId, ...at };
  const change = { projectId, caller, action: "attachDevice" } as const;
  return await transact(services, change, async (atomic) => {
    const series = await seriesOfPlace(services, place, atomic);
    if (series === null) return { ok: false, code: "unknown-reference" };
    await checkScope(services, caller, { projectId, scope: series.scope });
    const nowMs = services.now();
    const { oldestS } = timeWindow(Math.floor(nowMs / 1_000), services.readingYears);
    const counts = new RefusalTally(nowMs);
    for (const { source, series: chosen, dataUnitId, scale } of values) {
      const found = chosen !== undefined
        ? series.chosen(chosen)
        : dataUnitId === undefined
        ? null
        : series.of({ dataUnitId, importedUnit: null });
      if (found === null || isMeasureKey(source)) return { ok: false, code: "unknown-reference" };
      if (typeof found === "string") return { ok: false, code: found };
      const { id: seriesId, record } = found;
      const scales = scale && scalesOf([scale], record, nowMs);
      if (typeof scales === "string") return { ok: false, code: scales };
      const { houseId } = place;
      if (await isSimulated(services, { projectId, seriesId, houseId, scope: record.scope })) {
        return { ok: false, code: "simulated-series" };
      }
      const of = { projectId, sourceKey: source };
      if (scales === undefined && await isOfOtherUnit(store, record, of)) {
        return { ok: false, code: "unit-mismatch" };
      }
      const { kind } = dataUnit(record.dataUnitId);
      const claim = { seriesId, houseId, kind, attachedAtMs: nowMs, ...scales && { scales } };
      const filled = await includeClaim(store, atomic, { ...of, claim, oldestS, record, counts });
      if (filled === "source-taken") return { ok: false, code: filled };
    }
    await includeRefusals(store, atomic, { projectId, tally: counts });
    const subject = values.map(({ source }) => source).join(", ");
    return { ok: true, answer: null, subject };
  });
};

export const listAttachedDevices: Handler<"listAttachedDevices"> = async (
  { store },
  { projectId },
) => {
  const claims = (await claimedSources(store, projectId))
    .filter(({ sourceKey }) => !isMeasureKey(sourceKey));
  const byDevice = Map.groupBy(claims, ({ sourceKey }) => deviceOfSource(sourceKey));
  const answer = [...byDevice].map(([device, own]) => ({
    device,
    values: own.map(({ sourceKey: source, seriesId, houseId }) => ({ source, seriesId, houseId })),
  }));
  return { ok: true, answer };
};

/** Moves a device to another place: its sources feed the series there, with what they sent since. @spec collectors.moving */
export const moveDevice: Handler<"moveDevice"> = async (services, input, caller) => {
  const { projectId, body: { device, from: since, ...at } } = input;
  const { store } = services;
  const place = { projectId, ...at };
  const fromS = Math.max(0, Math.floor(Date.parse(since) / 1_000));
  if (fromS * 1_000 > services.now()) return { ok: false, code: "future-date" };
  const { timeZone } = await cachedProject(services, projectId);
  const change = { projectId, caller, action: "moveDevice" } as const;
  return await transact(services, change, async (atomic) => {
    const versions = await Promise.all(
      [arrivalsVersionKey(projectId), claimsVersionKey(projectId)].map((key) => store.get(key)),
    );
    atomic.check(...versions.map(unchanged));
    const series = await seriesOfPlace(services, place, atomic);
    if (series === null) return { ok: false, code: "unknown-reference" };
    const claims = await claimedSources(store, projectId);
    const own = claims.filter(({ sourceKey }) =>
      !isMeasureKey(sourceKey) && deviceOfSource(sourceKey) === device
    );
    if (own.length === 0) return { ok: false, code: "not-found" };
    const batches: SeriesBatch[] = [];
    let [count, firstS] = [0, Infinity];
    for (const { sourceKey, ...claim } of own) {
      const record = series.recordOf(claim.seriesId);
      if (record === undefined) return { ok: false, code: "not-found" };
      await checkScopes(services, caller, { projectId, scopes: [record.scope, series.scope] });
      const isThere = place.houseId === null && record.scope === "facilities" &&
        record.equipmentId === place.equipmentId;
      const found = isThere || record.scope === "housing" && series.scope === "housing"
        ? series.chosen(claim.seriesId)
        : series.of(record);
      if (found === null) return { ok: false, code: "unknown-reference" };
      if (found === "series-twice") return { ok: false, code: found };
      const moved = { ...claim, seriesId: found.id, houseId: place.houseId };
      if (isSameClaim(claim, moved)) continue;
      const to = { projectId, seriesId: found.id, houseId: place.houseId, scope: series.scope };
      if (await isSimulated(services, to)) return { ok: false, code: "simulated-series" };
      const points = await sentPoints(services, {
        projectId,
        timeZone,
        seriesId: claim.seriesId,
        claim,
        span: { fromS, toS: Number.MAX_SAFE_INTEGER },
      });
      if (points === null || count + points.length > MOST_CHANGES / 2) {
        return { ok: false, code: "too-many-changes" };
      }
      atomic.set(keys.seriesSource(projectId, sourceKey), { ...moved, sinceS: fromS });
      const [first] = points;
      if (first === undefined) continue;
      if (isShared(claims, { sourceKey, ...claim })) return { ok: false, code: "shared-series" };
      [count, firstS] = [count + points.length, Math.min(firstS, first.epochS)];
      const storedId = storedSeriesId(claim.seriesId, claim.houseId);
      const from = { storedId, reader: new StoredSeries(store, projectId, services.now) };
      batches.push(
        { seriesId: storedId, kind: claim.kind, readings: await readingsRemoving(from, points) },
        {
          seriesId: storedSeriesId(found.id, place.houseId),
          kind: claim.kind,
          readings: points,
        },
      );
    }
    const asked = count === 0 ? null : askFirst(caller, [{
      kind: "moved-readings",
      count,
      firstDate: civilDateOf(firstS * 1_000, timeZone),
    }]);
    if (asked !== null) return asked;
    addArrivals(changedClaims(atomic, projectId), projectId, batches);
    return { ok: true, answer: null, subject: device };
  });
};

async function checkScopes(
  services: Services,
  caller: Caller,
  { projectId, scopes }: { readonly projectId: string; readonly scopes: readonly SeriesScope[] },
): Promise<void> {
  for (const scope of new Set(scopes)) await checkScope(services, caller, { projectId, scope });
}

import { type HousingWorld, readHousing } from "@/lib/backend/embedded/housing/housing_readings.ts";
import { cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listEntries } from "@/lib/backend/kv/store.ts";
import { manualIndexRecord } from "@/lib/backend/records/projects.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { DAY_S } from "@/lib/domain/periods/durations.ts";
import type { SecondsRange, SeriesReader } from "@/lib/domain/series/reader.ts";
import type { RegisterFacts } from "@/lib/domain/series/registers/judge.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { mayWriteScope } from "./dataseries.ts";
import { seesEachIn } from "./deletable_readings.ts";
import { type Meter, metersOfSeries } from "./register_falls.ts";
import { cachedSeries } from "./series.ts";

/** Most meters whose waiting readings are read. */
export const MOST_METERS = 50;
/** How far back from the last one the waiting readings of a meter are read, s: senders that fail send for years. */
const READ_S = 31 * DAY_S;

/** A meter, with what is known of it, and who may say what its readings are. */
export interface DoubtedMeter extends Meter {
  readonly facts: RegisterFacts;
  /** Whether the caller configures its place. */
  readonly isConfigured: boolean;
}

export interface DoubtedWorld {
  readonly projectId: string;
  readonly timeZone: string;
  readonly reader: SeriesReader;
  /** Those of which the caller may say something. */
  readonly meters: readonly DoubtedMeter[];
  /** Whether the caller types indexes. */
  readonly isTypist: boolean;
  /** The seconds of the typed indexes of a meter. */
  readonly typed: ReadonlyMap<string, ReadonlySet<number>>;
  readonly housing: HousingWorld | null;
}

export async function doubtedWorld(
  services: Services,
  { projectId, series: only }: { readonly projectId: string; readonly series?: string | undefined },
  caller: Caller,
): Promise<DoubtedWorld> {
  const [all, { timeZone }, roles, ...scopes] = await Promise.all([
    cachedSeries(services, projectId),
    cachedProject(services, projectId),
    services.callerRoles.of(caller).rolesOn(projectId),
    mayWriteScope(services, caller, { projectId, scope: "facilities" }),
    mayWriteScope(services, caller, { projectId, scope: "housing" }),
  ]);
  const configures = { facilities: scopes[0], housing: scopes[1] };
  const isTypist = roles.has("collect:config:manualindex:write");
  const registers = all.filter(({ id, unit, scope, manualIndex }) =>
    unit.kind === "index" && (only === undefined || id === only) &&
    (configures[scope] || isTypist && manualIndex)
  );
  const scopeOf = new Map(registers.map(({ id, scope }) => [id, scope]));
  const meters = await metersOfSeries(services, projectId, registers);
  const reader = services.seriesOf(projectId, timeZone);
  const known = await reader.registersOfMany(meters.map(({ storedId }) => storedId));
  const doubted = meters.flatMap((meter) => {
    const facts = known.get(meter.storedId);
    const isDoubted = facts !== undefined &&
      (facts.suspended !== null || facts.rule.verdicts.length > 0);
    const isConfigured = configures[scopeOf.get(meter.seriesId) ?? "facilities"];
    return isDoubted ? [{ ...meter, facts, isConfigured }] : [];
  });
  const isOfHousing = doubted.some(({ houseId }) => houseId !== null);
  return {
    projectId,
    timeZone,
    reader,
    meters: doubted,
    isTypist,
    typed: doubted.length === 0 ? new Map() : await typedSeconds(services, projectId),
    housing: isOfHousing ? await readHousing(services, projectId, caller) : null,
  };
}

async function typedSeconds({ store }: Services, projectId: string) {
  const prefix = keys.manualIndex.under(projectId);
  const found = new Map<string, Set<number>>();
  for (const { value } of await listEntries(store, { prefix }, manualIndexRecord)) {
    const storedId = storedSeriesId(value.seriesId, value.houseId);
    found.getOrInsertComputed(storedId, () => new Set()).add(value.epochS);
  }
  return found;
}

/** Whether the caller sees readings of a meter, and may say what they are. */
export function rightsOn(world: DoubtedWorld, meter: DoubtedMeter, { fromS, toS }: SecondsRange) {
  const { typed, timeZone, housing, isTypist } = world;
  const isSeen = meter.houseId === null ||
    housing !== null && seesEachIn(housing, { ...meter, timeZone }, { fromS, toS });
  return (epochS: number) => {
    if (typed.get(meter.storedId)?.has(epochS)) {
      return { isSeen: isTypist || isSeen, isOwn: isTypist };
    }
    return { isSeen, isOwn: isSeen && meter.isConfigured };
  };
}

/** The seconds in which the suspended readings of a register are read. */
export function suspendedRange({ suspended }: RegisterFacts): SecondsRange {
  const { fromS, toS } = suspended ?? { fromS: 0, toS: 0 };
  return { fromS: Math.max(fromS, toS - READ_S), toS };
}

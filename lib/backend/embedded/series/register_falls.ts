import { cachedHouses } from "@/lib/backend/embedded/housing/houses.ts";
import { cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import type { MeterFall, ProjectSeries } from "@/lib/domain/projects/types.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import type { RegisterJump } from "@/lib/domain/series/types.ts";
import { mayWriteScope } from "./dataseries.ts";
import { cachedSeries } from "./series.ts";

/** Maximum number of falls in an answer. */
const MOST_FALLS = 200;

/** A meter, and the id its readings are stored under. */
export interface Meter {
  readonly storedId: string;
  readonly seriesId: string;
  readonly houseId: string | null;
}

/** The unexplained falls of registers, of the series that the caller may change, newest first. */
export const listRegisterFalls: Handler<"listRegisterFalls"> = async (services, input, caller) => {
  const { projectId } = input;
  const [meters, { timeZone }] = await Promise.all([
    metersOf(services, projectId, caller),
    cachedProject(services, projectId),
  ]);
  const reader = services.seriesOf(projectId, timeZone);
  const falls = await reader.jumpsOfMany(meters.map(({ storedId }) => storedId));
  const answer = meters
    .flatMap((meter) => (falls.get(meter.storedId) ?? []).map((fall) => readFall(meter, fall)))
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, MOST_FALLS);
  return { ok: true, answer };
};

async function metersOf(services: Services, projectId: string, caller: Caller): Promise<Meter[]> {
  const registers = (await cachedSeries(services, projectId))
    .filter(({ unit }) => unit.kind === "index");
  const ofScope = async (scope: ProjectSeries["scope"]) =>
    await mayWriteScope(services, caller, { projectId, scope })
      ? registers.filter((series) => series.scope === scope)
      : [];
  const all = await Promise.all([ofScope("facilities"), ofScope("housing")]);
  return await metersOfSeries(services, projectId, all.flat());
}

/** The meters of some series: each dwelling has its own. */
export async function metersOfSeries(
  services: Services,
  projectId: string,
  series: readonly ProjectSeries[],
): Promise<Meter[]> {
  const isOfHousing = series.some(({ scope }) => scope === "housing");
  const houses = isOfHousing ? await cachedHouses(services, projectId) : [];
  const ofHouses = houses.map(({ id }) => id);
  return series.flatMap(({ id: seriesId, scope }) =>
    (scope === "facilities" ? [null] : ofHouses)
      .map((houseId) => ({ storedId: storedSeriesId(seriesId, houseId), seriesId, houseId }))
  );
}

function readFall(
  { seriesId, houseId }: Meter,
  { beforeS, epochS, before, value, cause }: RegisterJump,
): MeterFall {
  return {
    seriesId,
    houseId,
    beforeAt: utcInstant(beforeS),
    at: utcInstant(epochS),
    before,
    value,
    cause,
  };
}

/** Reads the past weather and the contract that the landing of a season is computed from. @module */

import type { Services } from "@/lib/api/services.ts";
import { addDays, addYears, daysBetween, type IsoDate } from "@/lib/base/civil_dates.ts";
import { latestOnOrBefore } from "@/lib/energy_balance/dated_settings.ts";
import { contractNb } from "@/lib/energy_balance/formulas.ts";
import type { EfficiencySettings } from "@/lib/facilities/energy_settings_schema.ts";
import { readOutdoorYears, type StoredOutdoor } from "@/lib/weather/outdoor_temperatures.ts";
import type { DatedLanding } from "./landing.ts";
import type { EnergySignature } from "./schema.ts";
import { type ReadDay, validDays } from "./season_signature.ts";
import { weeklyLandings } from "./weekly_landings.ts";

/** Seasons before whose weather is used, where it is known. */
const PAST_SEASONS = 10;

interface LandingsPlace {
  readonly projectId: string;
  readonly source: StoredOutdoor;
  readonly settings: readonly EfficiencySettings[];
}

/** A compared season, with the days of its reference. */
interface ComparedDays
  extends Pick<EnergySignature, "from" | "to" | "days" | "earlier" | "reference" | "closings"> {
  readonly referenceDays: readonly ReadDay[];
}

/** The landing of a season, week after week; none without a reference. @spec signature.landing */
export async function readLandings(
  services: Services,
  { projectId, source, settings }: LandingsPlace,
  { from, to, days, earlier, reference, closings, referenceDays }: ComparedDays,
): Promise<DatedLanding[]> {
  const signature = earlier.find(({ yearStart }) => yearStart === reference)?.fit.signature ?? null;
  if (signature === null) return [];
  const dates = Array.from({ length: daysBetween(from, to) }, (_, day) => addDays(from, day));
  const yearsBefore = Array.from({ length: PAST_SEASONS }, (_, at) => at + 1);
  const outdoorOf = await readOutdoorYears(services, {
    projectId,
    source,
    dates: [0, ...yearsBefore].flatMap((years) => [addYears(from, -years), addYears(to, -years)]),
  });
  const weatherOf = (of: readonly IsoDate[]) => ({
    outdoorC: of.map((date) => outdoorOf(date).dailyC.on(date)),
    dju: of.map((date) => outdoorOf(date).dailyDju.on(date)),
  });
  return weeklyLandings({
    baseline: { signature, days: validDays(referenceDays) },
    dates,
    days,
    dju: weatherOf(dates).dju,
    past: yearsBefore.map((years) => weatherOf(dates.map((date) => addYears(date, -years)))),
    closings: closings.map(({ date }) => date),
    contract: contractOf(latestOnOrBefore(settings, to)),
  });
}

/** NB and the DJU it is for; null without contract. */
function contractOf(settings: EfficiencySettings | null) {
  if (settings === null || settings.djuContract === null) return null;
  const { djuContract, area, target } = settings;
  const nbKwh = contractNb({ djuContract, areaM2: area, targetPerAreaDju: target });
  return nbKwh === null ? null : { nbKwh, dju: djuContract };
}

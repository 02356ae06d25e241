/** Finds the sensors and weather stations of a residence whose readings stopped or never came. @module */

import { watchedSenders } from "@/lib/alarms/monitored_residence.ts";
import { silenceSubjects } from "@/lib/alarms/residence_subjects.ts";
import type { MonitoredItem } from "@/lib/alarms/subjects.ts";
import type { Services } from "@/lib/api/services.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { highest } from "@/lib/base/sums.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import { lastReports } from "@/lib/heating_control/gateway.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { cachedRhythms, PACED_AT_ONCE, type Rhythms } from "@/lib/series/rhythms.ts";
import type { ProjectSilence } from "@/lib/series/schema.ts";
import { cachedSeries } from "@/lib/series/series.ts";
import { type Point, seriesOfStored } from "@/lib/timeseries/readings.ts";
import {
  CURRENT_FOR_S,
  isQuiet,
  isSilent,
  type Rhythm,
  RHYTHMS,
  silenceOf,
} from "@/lib/timeseries/rhythm.ts";
import { silentStations } from "@/lib/weather/outdoor_sources.ts";

/** What is silent in a residence: its sensors together, and each weather station. */
export async function residenceSilences(
  services: Services,
  projectId: string,
): Promise<ProjectSilence[]> {
  const { name: projectName, timeZone, instrumented } = await cachedProject(services, projectId);
  const residence = { projectId, projectName, timeZone };
  const silence = instrumented ? await silenceIn(services, residence) : null;
  const stations = await silentStations(services, projectId);
  return [
    ...silence !== null && isSilent(silence) ? [{ ...residence, ...silence }] : [],
    ...stations.map(({ lastDay, ...station }): ProjectSilence => ({
      ...residence,
      expectedCount: 1,
      silentCount: 1,
      silentRhythms: ["day"],
      lastAt: lastDay && new Date(dayBounds(lastDay, timeZone).to).toISOString(),
      station: { ...station, lastDay },
    })),
  ];
}

/** null when files alone feed the series. */
async function silenceIn(services: Services, { projectId, timeZone }: ZonedProject) {
  const nowS = services.now() / 1_000;
  const watched = await watchedSenders(services, projectId);
  const subjects = silenceSubjects(watched).filter(isSender);
  if (subjects.length === 0 && watched.onlyFiled.size > 0) return null;
  const newest = await newestReadings(services, { projectId, timeZone }, { subjects, nowS });
  const activities = subjects.map(({ seriesIds }) => {
    const ids = seriesIds.filter((id) => newest.has(id));
    return { newestS: highest(ids.map((id) => newest.get(id)?.epochS ?? null)), every: null };
  });
  const isPaced = subjects.map(({ rule }, position) => {
    const activity = activities[position];
    return rule.kind === "silence" && activity !== undefined && isQuiet(activity, nowS);
  });
  // The rhythm has no effect on a series received today.
  if (!isPaced.includes(true)) return silenceOf(activities, nowS);
  const quiet = new Set(
    subjects.flatMap(({ seriesIds }, position) => isPaced[position] ? seriesIds : [])
      .filter((id) => newest.has(id)),
  );
  const rhythms = await quietRhythms(services, { projectId, timeZone }, subjects, quiet);
  const paced = activities.map(({ newestS }, position) => ({
    newestS,
    every: isPaced[position] ? shortest(subjects[position]?.seriesIds ?? [], rhythms) : null,
  }));
  return silenceOf(paced, nowS);
}

/** The sensors and the modules: the silence of a gateway is that of its sensors. */
function isSender({ rule: { kind } }: MonitoredItem): boolean {
  return kind !== "gateway";
}

interface ZonedProject {
  readonly projectId: string;
  readonly timeZone: string;
}

/**
 * The newest readings of some subjects; those of modules include the reports of their gateway. Dwellings are thousands:
 * the other series of one whose first series sent today are not read.
 */
async function newestReadings(
  services: Services,
  { projectId, timeZone }: ZonedProject,
  { subjects, nowS }: { readonly subjects: readonly MonitoredItem[]; readonly nowS: number },
): Promise<ReadonlyMap<string, Pick<Point, "epochS">>> {
  const hasModules = subjects.some(({ rule }) => rule.kind === "module");
  const reader = services.seriesOf(projectId, timeZone);
  const [first, reports] = await Promise.all([
    reader.lastOfMany(subjects.flatMap(({ seriesIds }) => seriesIds.slice(0, 1))),
    hasModules ? lastReports(services.store, projectId) : new Map<string, Point>(),
  ]);
  const isHeard = (id: string) => nowS - (first.get(id)?.epochS ?? -Infinity) <= CURRENT_FOR_S;
  const others = subjects.flatMap(({ seriesIds: [id = "", ...rest] }) => isHeard(id) ? [] : rest);
  return new Map([...first, ...await reader.lastOfMany(others), ...reports]);
}

/**
 * The rhythms of the quiet series, by stored id; none where unknown. They are read by groups that do not change, so that
 * those of a group stay cached while the same ones are quiet.
 */
async function quietRhythms(
  services: Services,
  place: ZonedProject,
  subjects: readonly MonitoredItem[],
  quiet: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Rhythm | null>> {
  const series = new Map(
    (await cachedSeries(services, place.projectId)).map((one) => [one.id, one]),
  );
  const all = subjects.flatMap(({ seriesIds }) => seriesIds).flatMap((id) => {
    const one = series.get(seriesOfStored(id));
    return one === undefined ? [] : [{ ...one, id }];
  });
  const found = new Map<string, Rhythm | null>();
  for (const group of chunk(all, PACED_AT_ONCE)) {
    const own = group.filter(({ id }) => quiet.has(id));
    if (own.length === 0) continue;
    const what = `silence ${own.map(({ id }) => id).join()}`;
    const of = (rhythms: Rhythms) => rhythms.map((one) => one?.every ?? null);
    const rhythms = await cachedRhythms(services, { ...place, what, of }, own);
    for (const [at, { id }] of own.entries()) found.set(id, rhythms[at] ?? null);
  }
  return found;
}

/** The shortest rhythm among the series of a subject that have readings, as for its alarm; null when one is unknown. */
function shortest(
  seriesIds: readonly string[],
  rhythms: ReadonlyMap<string, Rhythm | null>,
): Rhythm | null {
  const own = seriesIds.flatMap((id) => rhythms.has(id) ? [rhythms.get(id) ?? null] : []);
  return own.includes(null) ? null : RHYTHMS.find((every) => own.includes(every)) ?? null;
}

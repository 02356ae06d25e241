import type { Call } from "@/lib/api/call.ts";
import { parametersOf } from "@/lib/api/parameters.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { DEMO_ALARM_ID } from "@/lib/demo/seed/alarms.ts";
import { housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import { allSites, siteId } from "@/lib/demo/simulation/site_series.ts";
import { COLLECT_MODES } from "@/lib/housing/dwelling_settings.ts";
import { DEMO_PLACE } from "@/tests/tools/routes.ts";

/** Values of the parameters that are not ids, or are the id of the same entity. */
const GIVEN = {
  annotatedId: "ds-1",
  dataSeriesId: "ds-1",
  date: "2024-02-29",
  email: "anne@bailleur.fr",
  fromDate: "2023-10-01",
  houseId: "ho-1",
  instant: "2024-07-15T08",
  kind: "boiler-room",
  month: "2024-07",
  pce: "21546789012345",
  segment: "monthly-2023",
  series: "ds-1",
  source: "serial=0101",
  year: "2024",
};

/** A valid value of each path parameter. */
export const EXAMPLES: Readonly<Record<string, string>> & typeof GIVEN = { ...ids(), ...GIVEN };

/** "boiler-room-1" for "boilerRoomId". */
function ids(): Record<string, string> {
  const names = Object.keys(parametersOf(CALLS)).filter((name) => name.endsWith("Id"));
  const kebab = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  return Object.fromEntries(names.map((name) => [name, `${kebab(name.slice(0, -2))}-1`]));
}

interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}

/** The inputs that a schema refuses. */
export function refused<Input>(schema: Schema, inputs: readonly Input[]): Input[] {
  return inputs.filter((input) => !schema.safeParse(input).success);
}

/** The changes of a valid draft that a schema refuses. @throws Error when it refuses the draft itself */
export function refusedChanges<Change extends object>(
  schema: Schema,
  draft: object,
  changes: readonly Change[],
): Change[] {
  if (!schema.safeParse(draft).success) throw new Error(`Refused: ${JSON.stringify(draft)}`);
  return changes.filter((change) => !schema.safeParse({ ...draft, ...change }).success);
}

/** Parameters that reads require besides the place. */
export const QUERIES: Readonly<Record<string, string>> = {
  searchAddress: "?q=nancy",
  reverseAddress: "?lat=48&lon=6",
  getNextPurge: "",
  getReadingsToDelete: "?from=2026-02-10T00:00:00Z&to=2026-02-10T12:00:00Z",
  getGapCost: "?from=2026-01-01&to=2026-01-31&kwh=4300",
  searchOrganisation: "?q=chaufferie",
  pageDocuments: "?list=running",
  exportDocuments: "?list=late&dialect=comma",
};

/** Series of dwellings, for the calls about them. */
const OF_DWELLINGS = /\/housing\//;

/** A dwelling that shows its detail; the first where there is none. */
function shownHouse(projectId: string): string {
  const site = allSites().find((_, index) => siteId(index) === projectId);
  const shown = site === undefined
    ? undefined
    : housesOfSite(site, projectId).find((one) =>
      one.settings.collectMode === COLLECT_MODES.NonAnonymous
    );
  return shown?.id ?? `${projectId}-l001`;
}

/** Every reading of a year would take most of the time of this test. */
function segmentOf(name: string): string {
  if (name.includes("Gas")) return "2025";
  return /Timed|Message/.test(name) ? "daily-2026-02" : "monthly-2025";
}

/** The parameters of a call in a residence, or in an organisation. */
export function placeIn(
  name: string,
  { path }: Call,
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
) {
  const room = `${projectId}-c1`;
  const houseId = shownHouse(projectId);
  return {
    ...EXAMPLES,
    ...DEMO_PLACE,
    orgId,
    projectId,
    boilerRoomId: room,
    buildingId: `${projectId}-ba`,
    houseId,
    moduleId: houseId,
    occupancyId: `${houseId}-o1`,
    outdoorSourceId: `${projectId}-meteo`,
    series: OF_DWELLINGS.test(path) ? `${projectId}-l-temp` : `${room}-dep`,
    annotatedId: room,
    segment: segmentOf(name),
    instant: "2026-02-09T08",
    date: "2026-02-09",
    month: "2026-01",
    year: "2025",
    alarmId: DEMO_ALARM_ID,
    documentId: DEMO_PLACE.docId,
    actionId: "abandon-1",
    consumerId: "communs",
    tagId: "branch",
  };
}

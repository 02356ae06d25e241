/** The parameters of the reads of the demo, so that tests make every one of them. @module */

import type { Call } from "@/lib/api/call.ts";
import { DEMO_ALARM_ID } from "@/lib/demo/seed/alarms.ts";
import { housesOfSite } from "@/lib/demo/seed/dwellings.ts";
import { allSites, siteId } from "@/lib/demo/simulation/site_series.ts";
import { COLLECT_MODES } from "@/lib/housing/dwelling_settings.ts";
import { DEMO_PLACE } from "@/tests/tools/routes.ts";
import { EXAMPLES } from "./schema_examples.ts";

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

import type { Services } from "@/lib/api/services.ts";
import { winterZone } from "@/lib/base/time_zones.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import type { FileContent, OnConflict, Stamp } from "@/lib/ingest/readings_file_options.ts";
import { headingToChoose } from "@/lib/ingest/file_formats.ts";
import { planImport, writeImport } from "@/lib/ingest/readings_import.ts";
import { rememberedColumns } from "@/lib/ingest/remembered_columns.ts";
import { EDGE, fileParts, ownQuery, withPart } from "@/lib/ingest/readings_upload.ts";
import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import { readProject } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { UserError } from "@/tools/user_error.ts";

/** Time zones of a file: that of the residence, its winter time all year, or UTC. @spec imports.time-zone */
export const FILE_ZONES = ["residence", "winter", "utc"] as const;
export type FileZone = typeof FILE_ZONES[number];

export interface ReadingsFileImport {
  text: string;
  projectId: string;
  /** Name of the series of a file without one; "" when it has one. */
  series: string;
  content: FileContent;
  stamp: Stamp;
  onConflict: OnConflict;
  zone: FileZone;
  /** What each column contains, `date,series,value:kWh`; "" to recognise them. */
  columns: string;
  /** Line of the heading of these columns; null for the one that seems to be it. */
  heading: number | null;
  /** "true" to accept readings older than the usual years. */
  acceptOld: "true" | "false";
  dryRun: boolean;
  /** Receives the share of the file processed. */
  onShare(share: number): void;
}

/** Characters read and written together. */
const PIECE = 2_000_000;

/**
 * Imports a file piece by piece, with the code of the page and the call.
 *
 * @throws UserError when the residence does not exist, or the file is not a file of readings
 */
export async function importReadings(
  services: Services,
  { text, dryRun, zone, onShare, columns, heading, ...request }: ReadingsFileImport,
): Promise<ReadingsImport> {
  const { projectId } = request;
  const project = await services.store.get(keys.project(projectId));
  if (project.versionstamp === null) throw new UserError(`No project ${projectId}.`);
  const timeZone = zoneOf(zone, (await readProject(services, projectId)).timeZone, services.now());
  let report: ReadingsImport | null = null;
  const chosen = columns === ""
    ? await rememberedColumns(services.store, projectId, text)
    : { columns, line: heading ?? headingToChoose(text)?.line ?? null };
  const line = chosen?.line ?? null;
  for (const part of fileParts(text, PIECE, EDGE, line)) {
    const planned = await planImport(services, {
      ...request,
      ...chosen !== null && { columns: chosen.columns },
      ...line !== null && { heading: String(line) },
      ...ownQuery(part),
      timeZone,
      body: part.text,
    });
    if ("refused" in planned) {
      const { path, message } = planned.refused;
      const expected = path === "body"
        ? "A CSV file with a column of dates is expected, or --columns. "
        : "";
      throw new UserError(expected + message);
    }
    const done = dryRun
      ? planned.answer
      : await writeImport(services, planned, { projectId, caller: ANONYMOUS });
    report = withPart(report, done, part.linesBefore);
    onShare(part.share);
  }
  if (report === null) throw new UserError("The file is empty.");
  return report;
}

/** @returns undefined for the time zone of the residence; @throws UserError when it has no winter time of whole hours */
function zoneOf(zone: FileZone, timeZone: string, nowMs: number): string | undefined {
  if (zone === "residence") return undefined;
  if (zone === "utc") return "UTC";
  const winter = winterZone(timeZone, nowMs / 1_000);
  if (winter === null) throw new UserError(`No time zone has the winter time of ${timeZone}.`);
  return winter;
}

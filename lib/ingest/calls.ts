/** Calls on series, their sources, imports, events of meters, doubts, deletions and indexes. @module */

import * as z from "zod/mini";
import {
  type AnswerOf,
  callFor,
  created,
  fileText,
  type InputOf,
  named,
  onProject,
  type OutcomeOf,
  projectMemberCall,
  readingWriterCall,
  seriesWriterCall,
  versionQuery,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import { freeText, id, instant } from "@/lib/base/field_schemas.ts";
import * as projects from "@/lib/residences/schema.ts";
import {
  detachedSources,
  meterFall,
  refusedSource,
  seriesSource,
  seriesSourceDraft,
  sourceScalesDraft,
  unknownSource,
} from "@/lib/series/schema.ts";
import {
  manualIndex,
  manualIndexDraft,
  projectSeriesDraft,
  projectSeriesRead,
  timeZone,
} from "@/lib/timeseries/schema.ts";
import { CHOSEN_MAX_LENGTH } from "./file_columns.ts";
import { DECIMAL_MARKS, FILE_CONTENTS, ON_CONFLICT, STAMPS } from "./readings_file_options.ts";
import {
  arrival,
  attachedDevice,
  attachedDeviceDraft,
  columnChoice,
  meterEventDraft,
  meterEvents,
  movedDeviceDraft,
  readingsDeletion,
  readingsDeletionDraft,
  readingsImport,
  readingsRestored,
  readingsToDelete,
  readingVerdictDraft,
  registerDoubts,
} from "./schema.ts";

/** What persons say of the readings of registers. @spec series.verdicts */
const READING_VERDICTS_CALLS = {
  listRegisterDoubts: readingWriterCall({
    request: "GET /collect/projects/:projectId/registerdoubts",
    summary:
      "Readings of registers that wait to be confirmed, what persons said of others, and rates that seem too low (domain §3, R)",
    query: z.strictObject({ series: z.optional(id) }),
    answer: registerDoubts,
  }),
  addReadingVerdict: readingWriterCall({
    request: "POST /collect/projects/:projectId/dataseries/:series/verdicts",
    summary:
      "Says whether a reading of a register is real; its figures are counted again (domain §3, R)",
    audit: "Relevé dit vrai ou faux",
    body: readingVerdictDraft,
    answer: created,
    refusals: ["unsuitable-series", "limit-reached", "too-old", "conflict"],
  }),
  deleteReadingVerdict: readingWriterCall({
    request: "DELETE /collect/projects/:projectId/dataseries/:series/verdicts/:verdictId",
    summary: "Takes back what was said of a reading; its figures are counted again (domain §3, R)",
    audit: "Réponse sur un relevé retirée",
    refusals: ["too-old", "conflict"],
  }),
};

/** Deletion of wrong readings. @spec series.deletions */
const READINGS_DELETIONS_CALLS = {
  getReadingsToDelete: readingWriterCall({
    request: "GET /collect/projects/:projectId/dataseries/:series/readings",
    summary: "What deleting the readings of a range would remove and change (domain §3)",
    query: z.strictObject({ houseId: z.optional(id), from: instant, to: instant }),
    answer: readingsToDelete,
    refusals: ["too-many-readings"],
  }),
  deleteReadings: readingWriterCall({
    request: "POST /collect/projects/:projectId/dataseries/:series/readings/deletions",
    summary: "Deletes the readings that getReadingsToDelete has answered (domain §3)",
    audit: "Relevés supprimés",
    body: readingsDeletionDraft,
    answer: created,
    refusals: ["too-many-readings", "limit-reached", "conflict"],
  }),
  listReadingsDeletions: readingWriterCall({
    request: "GET /collect/projects/:projectId/dataseries/:series/readings/deletions",
    summary: "The readings of a series deleted in the last 30 days, the last first (domain §3)",
    answer: z.array(readingsDeletion),
  }),
  restoreReadings: readingWriterCall({
    request:
      "POST /collect/projects/:projectId/dataseries/:series/readings/deletions/:deletionId/restore",
    summary: "Restores deleted readings, where no other was stored since (domain §3)",
    audit: "Suppression de relevés annulée",
    answer: readingsRestored,
  }),
};

const lineNumber = z.string().check(z.regex(/^\d{1,7}$/));

const importQuery = z.strictObject({
  dryRun: z.optional(z.enum(["true", "false"])),
  /** Accepts readings older than usual. */
  acceptOld: z.optional(z.enum(["true", "false"])),
  content: z.optional(z.enum(FILE_CONTENTS)),
  stamp: z.optional(z.enum(STAMPS)),
  onConflict: z.optional(z.enum(ON_CONFLICT)),
  timeZone: z.optional(timeZone),
  series: z.optional(freeText(200)),
  /** What each column contains, by position: `date,series,value:kWh,ignored`; recognised when absent. */
  columns: z.optional(freeText(CHOSEN_MAX_LENGTH)),
  /** The line of the heading, for such columns; the one that seems to be it when absent. */
  heading: z.optional(lineNumber),
  /** Imports again the readings that a user has deleted; they are passed over by default. */
  restoreDeleted: z.optional(z.enum(["true", "false"])),
  /** Context lines before the part's own: registers are judged against their neighbours. */
  linesBefore: z.optional(lineNumber),
  /** Number of the part's own lines, followed by context lines again; all remaining lines when absent. */
  lines: z.optional(lineNumber),
  /** Decimal mark of the whole file, which this part may not show; detected when absent. */
  decimal: z.optional(z.enum(DECIMAL_MARKS)),
});

/** Refusals of the versions of a source, and of what they change. */
const SCALE_REFUSALS = [
  "future-date",
  "implausible-value",
  "shared-series",
  "too-many-changes",
  "to-confirm",
] as const;

const seriesQuery = z.strictObject({ series: z.optional(id) });

const typesIndexes = callFor(onProject("collect:config:manualindex:write"));

/** Data series, their sources, and indexes typed by hand. @spec calls.catalogue */
export const SERIES_CALLS = named({
  ...READINGS_DELETIONS_CALLS,
  ...READING_VERDICTS_CALLS,
  listDataseries: projectMemberCall({
    request: "GET /collect/projects/:projectId/dataseries",
    summary: "The series of a residence with their units (F §3)",
    answer: z.array(projectSeriesRead),
  }),
  createDataseries: seriesWriterCall({
    request: "POST /collect/projects/:projectId/dataseries",
    summary: "Creates a series (F §3)",
    audit: "Série créée",
    body: projectSeriesDraft,
    answer: created,
    refusals: ["unknown-reference"],
  }),
  putDataseries: seriesWriterCall({
    request: "PUT /collect/projects/:projectId/dataseries/:series",
    summary: "Renames a series, changes its unit and options (F §3)",
    audit: "Série modifiée",
    body: projectSeriesDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "in-use"],
  }),
  deleteDataseries: seriesWriterCall({
    request: "DELETE /collect/projects/:projectId/dataseries/:series",
    summary: "Deletes a series that nothing refers to, with its readings (F §3)",
    audit: "Série supprimée",
    refusals: ["not-found", "in-use"],
  }),
  listSeriesSources: seriesWriterCall({
    request: "GET /collect/projects/:projectId/dataseries/:series/sources",
    summary: "The collectors' sources that feed a series",
    answer: z.array(seriesSource),
    refusals: ["not-found"],
  }),
  attachSource: seriesWriterCall({
    request: "POST /collect/projects/:projectId/dataseries/:series/sources",
    summary: "Makes a source feed a series; what an unknown source has sent is kept",
    audit: "Source rattachée à une série",
    body: seriesSourceDraft,
    refusals: [
      "not-found",
      "unknown-reference",
      "unit-mismatch",
      "source-taken",
      "simulated-series",
      "unsuitable-series",
      ...SCALE_REFUSALS,
    ],
  }),
  putSourceScales: seriesWriterCall({
    request: "PUT /collect/projects/:projectId/dataseries/:series/sources/:source/scales",
    summary:
      "Says what the numbers of a source are worth, from instants on; stored readings are computed again",
    audit: "Facteur d’une source modifié",
    body: sourceScalesDraft,
    refusals: ["not-found", "unsuitable-series", "unit-mismatch", ...SCALE_REFUSALS],
  }),
  listAttachedDevices: seriesWriterCall({
    request: "GET /collect/projects/:projectId/sensordevices",
    summary: "The devices whose sources feed series, each with its values",
    answer: z.array(attachedDevice),
  }),
  attachDevice: seriesWriterCall({
    request: "POST /collect/projects/:projectId/sensordevices/attach",
    summary:
      "Makes values of a device feed the series of its place, which are created when missing",
    audit: "Appareil rattaché",
    body: attachedDeviceDraft,
    refusals: [
      "unknown-reference",
      "unit-mismatch",
      "source-taken",
      "series-twice",
      "simulated-series",
      "unsuitable-series",
      "future-date",
    ],
  }),
  moveDevice: seriesWriterCall({
    request: "POST /collect/projects/:projectId/sensordevices/move",
    summary:
      "Moves a device to another place with all its sources, and what they have sent since an instant",
    audit: "Appareil déplacé",
    body: movedDeviceDraft,
    refusals: [
      "not-found",
      "unknown-reference",
      "series-twice",
      "simulated-series",
      "future-date",
      "shared-series",
      "too-many-changes",
      "to-confirm",
    ],
  }),
  detachSource: seriesWriterCall({
    request: "DELETE /collect/projects/:projectId/dataseries/:series/sources/:source",
    summary: "Stops a source from feeding a series; its readings stay",
    audit: "Source détachée de sa série",
    refusals: ["not-found"],
  }),
  detachSources: seriesWriterCall({
    request: "POST /collect/projects/:projectId/dataseries/:series/sources/detach",
    summary: "Stops some sources from feeding a series; their readings stay",
    audit: "Sources détachées de leur série",
    body: detachedSources,
    refusals: ["not-found"],
  }),
  listMeterEvents: seriesWriterCall({
    request: "GET /collect/projects/:projectId/dataseries/:series/events",
    summary: "The replacements and resets of a series' meters, and what each counts (domain §3)",
    answer: meterEvents,
    refusals: ["not-found"],
  }),
  addMeterEvent: seriesWriterCall({
    request: "POST /collect/projects/:projectId/dataseries/:series/events",
    summary: "Dates a replacement or a reset of a meter; its figures are counted again (domain §3)",
    audit: "Remplacement ou remise à zéro de compteur daté",
    body: meterEventDraft,
    answer: created,
    refusals: [
      "not-found",
      "unknown-reference",
      "future-date",
      "old-date",
      "event-taken",
      "final-index-too-low",
      "first-index-too-high",
      "limit-reached",
      "too-old",
      "conflict",
    ],
  }),
  deleteMeterEvent: seriesWriterCall({
    request: "DELETE /collect/projects/:projectId/dataseries/:series/events/:eventId",
    summary:
      "Deletes a replacement or a reset of a meter; its figures are counted again (domain §3)",
    audit: "Remplacement ou remise à zéro de compteur supprimé",
    query: versionQuery,
    refusals: ["not-found", "too-old", "conflict"],
  }),
  importReadings: seriesWriterCall({
    request: "POST /collect/projects/:projectId/readings/csv",
    summary: "Imports a CSV file of readings, by series or in columns, or says what that would do",
    audit: "Relevés importés",
    query: importQuery,
    body: fileText,
    bodyKind: "text",
    answer: readingsImport,
    refusals: ["bad-file"],
  }),
  listColumnChoices: seriesWriterCall({
    request: "GET /collect/projects/:projectId/columnchoices",
    summary: "The remembered columns of files of series, the last ones first",
    answer: z.array(columnChoice),
  }),
  forgetColumnChoice: seriesWriterCall({
    request: "DELETE /collect/projects/:projectId/columnchoices/:choiceId",
    summary:
      "Forgets what the columns of files with a heading contain, as an import answers (domain §3)",
    audit: "Choix de colonnes oublié",
    refusals: ["not-found"],
  }),
  listRegisterFalls: seriesWriterCall({
    request: "GET /collect/projects/:projectId/registerfalls",
    summary:
      "Registers that fell without a replacement or a reset that says why, the newest first (domain §3)",
    answer: z.array(meterFall),
  }),
  listRefusedSources: seriesWriterCall({
    request: "GET /collect/projects/:projectId/refusedsources",
    summary: "Readings refused from each source in the last week: how many, why, since when",
    answer: z.array(refusedSource),
  }),
  listArrivals: seriesWriterCall({
    request: "GET /collect/projects/:projectId/arrivals",
    summary:
      "The last twenty things that sources sent, at most one a second: their words, and what was made of them",
    answer: z.array(arrival),
  }),
  listUnknownSources: seriesWriterCall({
    request: "GET /collect/projects/:projectId/unknownsources",
    summary: "The sources that no series claims yet, with their last values",
    answer: z.array(unknownSource),
  }),
  forgetUnknownSource: seriesWriterCall({
    request: "DELETE /collect/projects/:projectId/unknownsources/:source",
    summary: "Drops an unknown source and what it has sent",
    audit: "Source inconnue écartée",
    refusals: ["not-found"],
  }),
  listIngestTokens: seriesWriterCall({
    request: "GET /collect/projects/:projectId/ingesttokens",
    summary: "The collectors' tokens of a residence, without their secrets",
    answer: z.array(projects.projectToken),
  }),
  createIngestToken: seriesWriterCall({
    request: "POST /collect/projects/:projectId/ingesttokens",
    summary: "Creates a collectors' token; its secret is in this answer only",
    audit: "Jeton d’envoi créé",
    body: projects.projectTokenDraft,
    answer: projects.createdToken,
    creates: true,
  }),
  revokeIngestToken: seriesWriterCall({
    request: "DELETE /collect/projects/:projectId/ingesttokens/:tokenId",
    summary: "Ends a collectors' token at once",
    audit: "Jeton d’envoi révoqué",
    refusals: ["not-found"],
  }),
  listManualIndexes: typesIndexes({
    request: "GET /collect/projects/:projectId/manualindex",
    summary: "The meter indexes typed by hand, newest first (B §7)",
    query: seriesQuery,
    answer: z.array(manualIndex),
  }),
  addManualIndex: typesIndexes({
    request: "POST /collect/projects/:projectId/manualindex",
    summary: "Adds a meter index typed by hand (B §7)",
    audit: "Index saisi",
    body: manualIndexDraft,
    answer: created,
    refusals: [
      "unknown-reference",
      "unsuitable-series",
      "index-taken",
      "deleted-reading",
      "implausible-value",
      "future-date",
      "old-date",
      "to-confirm",
    ],
  }),
  deleteManualIndex: typesIndexes({
    request: "DELETE /collect/projects/:projectId/manualindex/:indexId",
    summary: "Deletes a meter index typed by hand (B §7)",
    audit: "Index supprimé",
    refusals: ["not-found", "too-many-readings", "limit-reached"],
  }),
});

type Calls = typeof SERIES_CALLS;

export type Answer<Name extends keyof Calls> = AnswerOf<Calls[Name]>;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;

export type Outcome<Name extends keyof Calls> = OutcomeOf<Calls[Name]>;

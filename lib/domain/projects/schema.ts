import * as z from "zod/mini";
import { hasErrors } from "@/lib/domain/forms/field_errors.ts";
import * as field from "@/lib/domain/forms/fields/schema.ts";
import { tableOf } from "@/lib/domain/forms/records.ts";
import {
  draft,
  named,
  namedObject,
  pageFields,
  residenceFields,
  versionedObject,
  withoutLimits,
} from "@/lib/domain/forms/schema.ts";
import { role, roles, user } from "@/lib/domain/organisations/schema.ts";
import { HIGHEST_INDEX } from "@/lib/domain/series/manual_index.ts";
import { REFUSAL_CAUSES } from "@/lib/domain/series/refusals.ts";
import {
  energyUse,
  expectedRhythm,
  fallFields,
  meterHappening,
  rhythm,
  timeZone,
} from "@/lib/domain/series/schema.ts";
import { unitErrors } from "@/lib/domain/series/series_form.ts";
import { isSentUnchanged, isSourceName, SOURCE_MAX_BYTES } from "@/lib/domain/series/sources.ts";
import { DATA_KINDS, type DataKind, type DataUnitId } from "@/lib/domain/series/types.ts";
import { DATA_UNIT_IDS, hasUse } from "@/lib/domain/series/units.ts";
import { ZIP_CODE } from "./residence_form.ts";
import { SEARCH_KINDS } from "./search.ts";
import { STOCK_ACTIONS, STOCK_KINDS } from "./stock.ts";
import type { EcotouchAccess, HouseHourlyFeature, HouseModeFeature } from "./types.ts";

/** Maximum length of a residence code. @spec projects.fields */
const CODE_MAX_LENGTH = 30;

export const dataUnitId: z.ZodMiniType<DataUnitId> = named("DataUnitId", z.enum(DATA_UNIT_IDS));
const dataKind: z.ZodMiniType<DataKind> = z.enum(DATA_KINDS);
/** Whether a series is measured in each dwelling or on a facility. */
export type SeriesScope = z.output<typeof scope>;
const scope = z.enum(["housing", "facilities"]);
/** The name of a collector's source, limited by the key size of the store, in bytes. */
export const sourceKey: z.ZodMiniType<string> = z.string().check(
  z.minLength(1),
  z.maxLength(SOURCE_MAX_BYTES),
  z.refine(isSourceName),
);

/** 0 none, 1 read, 2 write, 3 websocket. */
export const ecotouchAccess: z.ZodMiniType<EcotouchAccess> = z.literal([0, 1, 2, 3]);
const houseMode: z.ZodMiniType<HouseModeFeature> = z.literal([0, 1, 2, 3, 4]);
const houseHourly: z.ZodMiniType<HouseHourlyFeature> = z.literal([0, 1, 2, 3, 4, 5, 6]);

const featureFields = {
  houseMode,
  houseOnConnection: field.flag,
  houseHourly,
  houseMetadata: field.flag,
  houseTypes: field.flag,
  housesConsreport: field.flag,
  display: field.flag,
  housesAppAlarm: field.flag,
  tempOffset: field.flag,
  calculatedHeatingSeason: field.flag,
  facilityFiveMin: field.flag,
};

/** Features of a residence. @spec projects.features */
export type ProjectFeatures = z.output<typeof projectFeatures>;
export const projectFeatures = namedObject("ProjectFeatures", featureFields);

/** {@link ProjectFeatures} as read. */
export const projectFeaturesRead = versionedObject("ProjectFeaturesRead", { ...featureFields });

/** Draft of {@link ProjectFeatures}. */
export const projectFeaturesDraft = draft(featureFields);

const installationFields = {
  /** Remote control of its dwellings: pilot pages and roles. */
  hasPilot: field.flag,
  /** Remote control of its heating: its pages and roles. */
  hasTempPilot: field.flag,
  /** False: no readings are expected, and no silence alarm is raised. */
  instrumented: field.flag,
  ecotouchAdmin: ecotouchAccess,
};

/** Equipment of a residence. @spec projects.installation */
export type ProjectInstallation = Omit<z.output<typeof projectInstallationRead>, "version">;

export const projectInstallationRead = versionedObject("ProjectInstallation", {
  ...installationFields,
});

/** Draft of {@link ProjectInstallation}. */
export const projectInstallationDraft = draft(installationFields);

const locationFields = {
  street: field.text(200),
  /** Five digits. */
  zipCode: z.string().check(z.trim(), z.regex(ZIP_CODE)),
  city: field.text(100),
  /** Degrees north; null, like the longitude, when the place is unknown. */
  latitude: z.nullable(field.numberBetween(-90, 90)),
  /** Degrees east. */
  longitude: z.nullable(field.numberBetween(-180, 180)),
};

/** Location of a residence. @spec projects.fields */
export type ProjectLocation = z.output<typeof location>;
export const location = namedObject("ProjectLocation", withoutLimits(locationFields));

const writtenLocation: z.ZodMiniType<ProjectLocation> = z.strictObject(locationFields).check(
  z.refine((place) => (place.latitude === null) === (place.longitude === null), {
    message: "latitude and longitude together",
    path: ["latitude"],
  }),
);

/** Fields of the residence form. @spec projects.fields */
export type ProjectSettings = Omit<ProjectSettingsRead, "version">;

/** {@link ProjectSettings} as read. */
export type ProjectSettingsRead = z.output<typeof projectSettingsRead>;
export const projectSettingsRead = versionedObject("ProjectSettingsRead", {
  name: field.anyText,
  code: field.anyText,
  location,
  tags: z.array(field.id),
});

/** Draft of {@link ProjectSettings}. */
export const projectSettingsDraft = draft({
  name: field.text(200),
  code: field.freeText(CODE_MAX_LENGTH),
  location: writtenLocation,
  tags: field.ids(100),
});

/** Display unit of a series. @spec series.units */
export const seriesUnit = namedObject("SeriesUnit", {
  id: dataUnitId,
  /** French name of the quantity. */
  label: field.anyText,
  /** Unit of the values of this series: "m³", "L", "kWh"… */
  unit: field.anyText,
  kind: dataKind,
  dailyPrecision: field.integerBetween(0, 9),
  /** Whether figures of several days add up. */
  sum: field.flag,
});

const meterFields = {
  /** Expected rhythm set by a user; null or absent to learn it from the readings. */
  rhythm: z.optional(z.nullable(rhythm)),
  /** Single use of a dwelling's meter; null or absent for a general meter. */
  use: z.optional(z.nullable(energyUse)),
  /** Highest consumption per hour of a register, in the unit of the series; null or absent for that of its quantity. */
  maxRatePerHour: z.optional(z.nullable(field.numberBetween(0.001, 1e9))),
  /** Register after which it starts again from 0; null or absent when unknown. */
  rollsOverAt: z.optional(z.nullable(field.numberBetween(1, HIGHEST_INDEX + 1))),
};

const seriesFields = {
  id: field.id,
  dataUnitId,
  /** Key of the source that feeds the series; null when there is none. */
  dataSourceId: field.anyTextOrNull,
  /** Name given by the landlord; null to show the quantity's name. */
  renamed: field.anyTextOrNull,
  manualIndex: field.flag,
  /** Unit of the stored values when it differs from the catalogue's; otherwise null. */
  importedUnit: field.anyTextOrNull,
  /** Module of the sensor in a dwelling; null for a facility. */
  projectModuleId: field.anyTextOrNull,
  dataSourceOptions: z.record(field.anyText, field.anyText),
  ...meterFields,
  unit: seriesUnit,
  scope,
  /** Equipment of the meter; null when it belongs to the whole residence or to the dwellings. */
  equipmentId: field.idOrNull,
};

/** A series of a residence with its unit. @spec series.units, series.fields */
export type ProjectSeries = z.output<typeof projectSeries>;
const projectSeries = namedObject("ProjectSeries", {
  ...seriesFields,
  /** Name of its equipment, when another series of the residence has the same name. */
  equipmentName: z.optional(field.anyText),
});

export type ProjectSeriesRead = z.output<typeof projectSeriesRead>;
export const projectSeriesRead = versionedObject("ProjectSeriesRead", {
  ...seriesFields,
  /** Absent when unknown, and for a housing series without a set rhythm. */
  expectedRhythm: z.optional(expectedRhythm),
});

export type ProjectSeriesDraft = z.output<typeof projectSeriesDraft>;
export const projectSeriesDraft = draft({
  dataUnitId,
  scope,
  renamed: z.nullable(field.text(100)),
  importedUnit: z.nullable(field.text(20)),
  manualIndex: field.flag,
  equipmentId: field.idOrNull,
  dataSourceOptions: field.pairs,
  ...meterFields,
}).check(
  z.refine(
    ({ use = null, scope, dataUnitId }) =>
      use === null || (scope === "housing" && hasUse(dataUnitId)),
    { message: "only of meters of electricity or gas energy in the dwellings", path: ["use"] },
  ),
  z.refine(
    ({ dataUnitId, importedUnit }) =>
      !hasErrors(unitErrors({ dataUnitId, importedUnit: importedUnit ?? "" })),
    { message: "does not measure the quantity", path: ["importedUnit"] },
  ),
);

const summaryFields = {
  id: field.id,
  orgId: field.id,
  name: field.anyText,
  code: field.anyText,
  location,
  tags: z.array(field.id),
  ...installationFields,
  features: projectFeatures,
  allRoles: z.array(role),
};

/** A residence in lists. @spec projects.fields */
export type ProjectSummary = z.output<typeof projectSummary>;
export const projectSummary = namedObject("ProjectSummary", {
  ...summaryFields,
  /** IANA name, "Europe/Paris"; absent from hosts that do not send it. */
  timeZone: z.optional(timeZone),
});

/** A residence with its series. @spec projects.fields */
export type Project = z.output<typeof project>;
export const project = namedObject("Project", {
  ...summaryFields,
  /** IANA name, "Europe/Paris". */
  timeZone,
  housesDataseries: z.array(projectSeries),
  facilitiesDataseries: z.array(projectSeries),
  /** A collective self-consumption is declared. */
  hasAutoconsumption: field.flag,
});

/** The roles of one person on a residence. @spec roles.effective */
export type ProjectUserRoles = z.output<typeof projectUserRoles>;
export const projectUserRoles = versionedObject("ProjectUserRoles", {
  ...user.shape,
  /** Direct roles. */
  roles: z.array(role),
  teamRoles: z.array(role),
  /** Direct and team roles, with all the roles they imply. */
  allRoles: z.array(role),
  /** Whether they are outside the organisation; a first role makes them a member. */
  isStranger: z.optional(field.flag),
});

/** Draft of the direct roles; an empty list removes them all. @spec roles.form */
export const projectRolesDraft = draft({ roles });

/** A provider on the residence sheet. @spec projects.read-only */
export type ProjectProvider = z.output<typeof projectProvider>;
export const projectProvider = namedObject("ProjectProvider", field.named);

/** Result of the address service. @spec projects.addresses */
export type FoundAddress = z.output<typeof foundAddress>;
export const foundAddress = namedObject("FoundAddress", {
  /** null when only a town was found. */
  street: field.anyTextOrNull,
  /** null when the service does not return it. */
  zipCode: field.anyTextOrNull,
  city: field.anyTextOrNull,
  latitude: field.figure,
  longitude: field.figure,
  /** 0 to 1; under 0.5 the marker must be checked. */
  score: field.figure,
});

export type SeriesSource = z.output<typeof seriesSource>;
export const seriesSource = namedObject("SeriesSource", {
  /** Key of the source, as listed among unknown sources. */
  source: sourceKey,
  /** Dwelling of these readings; null for a facility. */
  houseId: field.idOrNull,
  attachedAt: field.instant,
});

export const seriesSourceDraft = z.strictObject({
  source: sourceKey.check(z.refine(isSentUnchanged)),
  houseId: field.idOrNull,
});

/** Sources detached at once: a series of dwellings has one for each. */
export const detachedSources = z.strictObject({
  sources: z.array(sourceKey).check(z.maxLength(5_000)),
});

export type RefusedSource = z.output<typeof refusedSource>;
export const refusedSource = namedObject("RefusedSource", {
  /** Its name, truncated when long; empty for the sources beyond the limit. */
  source: field.anyText,
  cause: z.enum(REFUSAL_CAUSES),
  /** Number of refused readings. */
  count: field.figure,
  /** Instants of the first and last refusals. */
  since: field.instant,
  lastAt: field.instant,
  /** The last time or value refused. */
  example: field.anyText,
});

/** A register that fell without a meter event. */
export type MeterFall = z.output<typeof meterFall>;
export const meterFall = namedObject("MeterFall", {
  seriesId: field.id,
  /** Dwelling of the meter; null for a facility. */
  houseId: field.idOrNull,
  /** Instants of the two readings: nothing is counted between them. */
  beforeAt: field.instant,
  at: field.instant,
  ...fallFields,
});

/** A source whose readings feed no series yet. */
export type UnknownSource = z.output<typeof unknownSource>;
export const unknownSource = namedObject("UnknownSource", {
  source: sourceKey,
  firstSeenAt: field.instant,
  lastSeenAt: field.instant,
  /** Last value sent: a number, or the text of a state; null when none is stored. */
  lastValue: z.nullable(z.union([field.figure, field.anyText])),
  readingCount: field.figure,
  /** Number of its older readings that were dropped, for want of room; absent for none. */
  droppedCount: z.optional(field.figure),
  /** Unit of its values, as sent; absent when nothing names it. */
  unit: z.optional(field.anyText),
  /** The dwelling it names, for users who configure dwellings; null when there is none. */
  houseId: field.idOrNull,
  /** Name that attaches the same measure of every dwelling to a series; null when it names no dwelling. */
  measure: field.anyTextOrNull,
});

/** A token of a residence's collectors or information screens, without its secret. */
export type ProjectToken = z.output<typeof projectToken>;
export const projectToken = namedObject("ProjectToken", {
  ...field.named,
  createdAt: field.instant,
  /** null when never used. */
  lastUsedAt: field.instantOrNull,
});

export const projectTokenDraft = z.strictObject({ name: field.text(100) });

/** A new token with its secret, which is shown only once. */
export const createdToken = namedObject("CreatedToken", { id: field.id, token: field.anyText });

const manualIndexFields = {
  seriesId: field.id,
  /** Dwelling of the meter; null for a facility. */
  houseId: field.idOrNull,
  date: field.isoDate,
  /** In the unit of the series. */
  value: field.numberBetween(0, HIGHEST_INDEX),
};

/** A meter index typed by hand. @spec indexes.readings */
export type ManualIndex = z.output<typeof manualIndex>;
export const manualIndex = namedObject("ManualIndex", {
  id: field.id,
  ...withoutLimits(manualIndexFields),
  /** E-mail of its author; "" once the account was removed. */
  email: field.anyText,
  /** Consumption since the previous index of its meter; null for the first, and when nothing is counted. */
  counted: field.numberOrNull,
  /** An index that is not counted, or a jump, lies between the two, or is one of them; absent otherwise. */
  doubtful: z.optional(z.literal(true)),
  /** Events of the meter since the previous index, in order. */
  events: z.array(meterHappening),
});

export type ManualIndexDraft = z.output<typeof manualIndexDraft>;
export const manualIndexDraft = z.strictObject({
  acceptOld: z.optional(field.flag),
  /** Types again an index that was deleted. */
  restoreDeleted: z.optional(field.flag),
  ...manualIndexFields,
});

/** A residence whose readings stopped or never arrived. @spec design §12 "silent gateways" */
export type ProjectSilence = z.output<typeof projectSilence>;
export const projectSilence = namedObject("ProjectSilence", {
  ...residenceFields,
  /** IANA name, "Europe/Paris"; absent from hosts that do not send it. */
  timeZone: z.optional(timeZone),
  expectedCount: field.figure,
  silentCount: field.figure,
  silentRhythms: z.readonly(z.array(rhythm)),
  lastAt: field.instantOrNull,
  /** Its readings cannot be read at present. */
  isUnread: z.optional(z.literal(true)),
});

/** A line of the file: its planned action after a dry run, its result after the import. */
export type StockLine = z.output<typeof stockLine>;
export const stockLine = namedObject("StockLine", {
  /** Number in the file; the heading is line 1. */
  line: field.figure,
  /** Subject of the line, in a few words: code and name. */
  label: field.anyText,
  action: z.enum(STOCK_ACTIONS),
  /** French sentences: reasons of a refusal, notes. */
  messages: z.array(field.anyText),
});

/** `tried`: nothing written yet; `running`: confirmed, with lines left; `done`: every line was processed. */
export type StockState = z.output<typeof stockState>;
const stockState = z.enum(["tried", "running", "done"]);

/** An import, without a page of its lines. */
export type StockImport = Omit<StockImportRead, "page" | "pageCount" | "lines">;

export type StockImportRead = z.output<typeof stockImport>;
export const stockImport = namedObject("StockImport", {
  id: field.id,
  kind: z.enum(STOCK_KINDS),
  fileName: field.anyText,
  state: stockState,
  /** Instant of the upload. */
  createdAt: field.instant,
  lineCount: field.figure,
  /** Lines processed since the confirmation. */
  doneCount: field.figure,
  /** Counts of planned actions; once confirmed, of the results of processed lines. */
  counts: z.object(tableOf(STOCK_ACTIONS, () => field.figure)),
  /** Missing headings; the file then has no line. */
  missingColumns: z.array(field.anyText),
  /** Unknown headings: their cells are ignored. */
  ignoredColumns: z.array(field.anyText),
  /** The first refused lines. */
  refused: z.array(stockLine),
  /** When processing may resume; null for immediately. */
  retryAt: field.instantOrNull,
  ...pageFields,
  lines: z.array(stockLine),
});

export type SearchHit = z.output<typeof searchHit>;
const searchHit = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** null for a contract, which may cover several residences. */
  projectId: field.idOrNull,
  projectName: field.anyText,
  /** A name, a serial, a delivery point. */
  label: field.anyText,
  /** Distinguishes homonyms: a code, a town, a kind of equipment; may be empty. */
  detail: field.anyText,
  /** Its boiler room, if the caller may open it. */
  boilerRoomId: field.idOrNull,
  /** The dwelling found; null for anything else. */
  houseId: field.idOrNull,
  /** The contract found; null for anything else. */
  contractId: field.idOrNull,
  /** The document found; null for anything else. */
  requestId: field.idOrNull,
  documentId: field.idOrNull,
});

/** The first results of each kind, with their counts. */
export type SearchAnswer = z.output<typeof searchAnswer>;
export const searchAnswer = namedObject("SearchAnswer", {
  hits: z.array(searchHit),
  /** Total number of results of each kind, including those not listed. */
  counts: z.object(tableOf(SEARCH_KINDS, () => field.figure)),
});

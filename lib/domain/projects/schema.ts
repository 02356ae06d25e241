import { z } from "zod";
import {
  email,
  freeText,
  id,
  idOrNull,
  ids,
  instant,
  instantOrNull,
  isoDate,
  numberBetween,
  text,
  version,
} from "../forms/schema.ts";
import { role, roles } from "../organisations/schema.ts";
import { DATA_KINDS, type DataKind, type DataUnitId } from "../series/types.ts";
import { DATA_UNITS } from "../series/units.ts";
import type {
  CreatedToken,
  EcotouchAccess,
  FoundAddress,
  HouseHourlyFeature,
  HouseModeFeature,
  IngestToken,
  IngestTokenDraft,
  ManualIndex,
  ManualIndexDraft,
  Project,
  ProjectFeatures,
  ProjectFeaturesDraft,
  ProjectFeaturesRead,
  ProjectLocation,
  ProjectProvider,
  ProjectRolesDraft,
  ProjectSeries,
  ProjectSeriesDraft,
  ProjectSeriesRead,
  ProjectSettingsDraft,
  ProjectSettingsRead,
  ProjectSummary,
  ProjectUserRoles,
  SeriesScope,
  SeriesSource,
  SeriesSourceDraft,
  SeriesUnit,
  UnknownSource,
} from "./types.ts";

/** Longest code of a residence. @spec domain §3 "Residence form rules" */
export const CODE_MAX_LENGTH = 30;

const INDEX_MAX = 1e12;

const dataUnitId: z.ZodType<DataUnitId> = z.enum(
  Object.values(DATA_UNITS).map((unit) => unit.id),
).meta({ id: "DataUnitId" });
const dataKind: z.ZodType<DataKind> = z.enum(DATA_KINDS);
const scope: z.ZodType<SeriesScope> = z.enum(["housing", "facilities"]);
const sourceKey: z.ZodType<string> = z.string().min(1).max(1_000);

/** 0 none, 1 read, 2 write, 3 websocket. */
export const ecotouchAccess: z.ZodType<EcotouchAccess> = z.literal([0, 1, 2, 3]);
const houseMode: z.ZodType<HouseModeFeature> = z.literal([0, 1, 2, 3, 4]);
const houseHourly: z.ZodType<HouseHourlyFeature> = z.literal([0, 1, 2, 3, 4, 5, 6]);

const featureFields = {
  houseMode,
  houseOnConnection: z.boolean(),
  houseHourly,
  houseMetadata: z.boolean(),
  houseTypes: z.boolean(),
  housesConsreport: z.boolean(),
  display: z.boolean(),
  housesAppAlarm: z.boolean(),
  tempOffset: z.boolean(),
  calculatedHeatingSeason: z.boolean(),
  facilityFiveMin: z.boolean(),
};

/** {@link ProjectFeatures} */
export const projectFeatures: z.ZodType<ProjectFeatures> = z.object(featureFields)
  .meta({ id: "ProjectFeatures" });

/** {@link ProjectFeaturesRead} */
export const projectFeaturesRead: z.ZodType<ProjectFeaturesRead> = z.object({
  ...featureFields,
  version: z.string(),
}).meta({ id: "ProjectFeaturesRead" });

/** {@link ProjectFeaturesDraft} */
export const projectFeaturesDraft: z.ZodType<ProjectFeaturesDraft> = z.strictObject({
  ...featureFields,
  version,
});

const location: z.ZodType<ProjectLocation> = z.object({
  street: z.string(),
  zipCode: z.string(),
  city: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
}).meta({ id: "ProjectLocation" });

const writtenLocation: z.ZodType<ProjectLocation> = z.strictObject({
  street: text(200),
  zipCode: z.string().trim().regex(/^\d{5}$/),
  city: text(100),
  latitude: numberBetween(-90, 90).nullable(),
  longitude: numberBetween(-180, 180).nullable(),
}).refine((place) => (place.latitude === null) === (place.longitude === null), {
  message: "latitude and longitude together",
  path: ["latitude"],
});

const settingsFields = {
  name: text(200),
  code: freeText(CODE_MAX_LENGTH),
  location: writtenLocation,
  tags: ids(100),
};

/** {@link ProjectSettingsRead} */
export const projectSettingsRead: z.ZodType<ProjectSettingsRead> = z.object({
  name: z.string(),
  code: z.string(),
  location,
  tags: z.array(id),
  version: z.string(),
}).meta({ id: "ProjectSettingsRead" });

/** {@link ProjectSettingsDraft} */
export const projectSettingsDraft: z.ZodType<ProjectSettingsDraft> = z.strictObject({
  ...settingsFields,
  version,
});

const seriesUnit: z.ZodType<SeriesUnit> = z.object({
  id: dataUnitId,
  label: z.string(),
  unit: z.string(),
  kind: dataKind,
  dailyPrecision: z.number(),
  sum: z.boolean(),
}).meta({ id: "SeriesUnit" });

const seriesFields = {
  id,
  dataUnitId,
  dataSourceId: z.string().nullable(),
  renamed: z.string().nullable(),
  manualIndex: z.boolean(),
  importedUnit: z.string().nullable(),
  projectModuleId: z.string().nullable(),
  dataSourceOptions: z.record(z.string(), z.string()),
  unit: seriesUnit,
  scope,
  equipmentId: idOrNull,
};

/** {@link ProjectSeries} */
export const projectSeries: z.ZodType<ProjectSeries> = z.object(seriesFields)
  .meta({ id: "ProjectSeries" });

/** {@link ProjectSeriesRead} */
export const projectSeriesRead: z.ZodType<ProjectSeriesRead> = z.object({
  ...seriesFields,
  version: z.string(),
}).meta({ id: "ProjectSeriesRead" });

/** {@link ProjectSeriesDraft} */
export const projectSeriesDraft: z.ZodType<ProjectSeriesDraft> = z.strictObject({
  dataUnitId,
  scope,
  renamed: text(100).nullable(),
  importedUnit: text(20).nullable(),
  manualIndex: z.boolean(),
  equipmentId: idOrNull,
  dataSourceOptions: z.record(z.string().max(50), z.string().max(500))
    .refine((options) => Object.keys(options).length <= 50),
  version,
});

const summaryFields = {
  id,
  orgId: id,
  name: z.string(),
  code: z.string(),
  location,
  tags: z.array(id),
  hasPilot: z.boolean(),
  hasTempPilot: z.boolean(),
  instrumented: z.boolean(),
  ecotouchAdmin: ecotouchAccess,
  features: projectFeatures,
  allRoles: z.array(role),
};

/** {@link ProjectSummary} */
export const projectSummary: z.ZodType<ProjectSummary> = z.object(summaryFields)
  .meta({ id: "ProjectSummary" });

/** {@link Project} */
export const project: z.ZodType<Project> = z.object({
  ...summaryFields,
  timeZone: z.string(),
  housesDataseries: z.array(projectSeries),
  facilitiesDataseries: z.array(projectSeries),
}).meta({ id: "Project" });

/** {@link ProjectUserRoles} */
export const projectUserRoles: z.ZodType<ProjectUserRoles> = z.object({
  email: z.string(),
  forename: z.string(),
  surname: z.string(),
  roles: z.array(role),
  teamRoles: z.array(role),
  allRoles: z.array(role),
  version: z.string(),
}).meta({ id: "ProjectUserRoles" });

/** {@link ProjectRolesDraft} */
export const projectRolesDraft: z.ZodType<ProjectRolesDraft> = z.strictObject({ roles, version });

/** {@link ProjectProvider} */
export const projectProvider: z.ZodType<ProjectProvider> = z.object({ id, name: z.string() })
  .meta({ id: "ProjectProvider" });

/** {@link FoundAddress} */
export const foundAddress: z.ZodType<FoundAddress> = z.object({
  street: z.string().nullable(),
  zipCode: z.string(),
  city: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  score: z.number(),
}).meta({ id: "FoundAddress" });

/** {@link SeriesSource} */
export const seriesSource: z.ZodType<SeriesSource> = z.object({
  source: sourceKey,
  houseId: idOrNull,
  attachedAt: instant,
}).meta({ id: "SeriesSource" });

/** {@link SeriesSourceDraft} */
export const seriesSourceDraft: z.ZodType<SeriesSourceDraft> = z.strictObject({
  source: sourceKey,
  houseId: idOrNull,
});

/** {@link UnknownSource} */
export const unknownSource: z.ZodType<UnknownSource> = z.object({
  source: sourceKey,
  firstSeenAt: instant,
  lastSeenAt: instant,
  lastValue: z.union([z.number(), z.string()]),
  readingCount: z.number(),
}).meta({ id: "UnknownSource" });

/** {@link IngestToken} */
export const ingestToken: z.ZodType<IngestToken> = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instantOrNull,
}).meta({ id: "IngestToken" });

/** {@link IngestTokenDraft} */
export const ingestTokenDraft: z.ZodType<IngestTokenDraft> = z.strictObject({ name: text(100) });

/** {@link CreatedToken} */
export const createdToken: z.ZodType<CreatedToken> = z.object({ id, token: z.string() })
  .meta({ id: "CreatedToken" });

/** {@link ManualIndex} */
export const manualIndex: z.ZodType<ManualIndex> = z.object({
  id,
  seriesId: id,
  houseId: idOrNull,
  date: isoDate,
  value: z.number(),
  email,
}).meta({ id: "ManualIndex" });

/** {@link ManualIndexDraft} */
export const manualIndexDraft: z.ZodType<ManualIndexDraft> = z.strictObject({
  seriesId: id,
  houseId: idOrNull,
  date: isoDate,
  value: numberBetween(0, INDEX_MAX),
});

import * as z from "zod/mini";
import {
  anyText,
  anyTextOrNull,
  email,
  figure,
  flag,
  freeText,
  id,
  idOrNull,
  ids,
  instant,
  instantOrNull,
  isoDate,
  named,
  numberBetween,
  numberOrNull,
  pairs,
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
import { role, roles } from "@/lib/domain/organisations/schema.ts";
import { REFUSAL_CAUSES } from "@/lib/domain/series/refusals.ts";
import { expectedRhythm, meterHappening, rhythm } from "@/lib/domain/series/schema.ts";
import { isSourceName, SOURCE_MAX_BYTES } from "@/lib/domain/series/sources.ts";
import {
  DATA_KINDS,
  type DataKind,
  type DataUnitId,
  FALL_CAUSES,
} from "@/lib/domain/series/types.ts";
import { DATA_UNITS } from "@/lib/domain/series/units.ts";
import { ZIP_CODE } from "./residence_form.ts";
import type {
  CreatedToken,
  EcotouchAccess,
  FoundAddress,
  HouseHourlyFeature,
  HouseModeFeature,
  ManualIndex,
  ManualIndexDraft,
  MeterFall,
  Project,
  ProjectFeatures,
  ProjectFeaturesDraft,
  ProjectFeaturesRead,
  ProjectInstallationDraft,
  ProjectInstallationRead,
  ProjectLocation,
  ProjectProvider,
  ProjectRolesDraft,
  ProjectSeries,
  ProjectSeriesDraft,
  ProjectSeriesRead,
  ProjectSettingsDraft,
  ProjectSettingsRead,
  ProjectSilence,
  ProjectSummary,
  ProjectToken,
  ProjectTokenDraft,
  ProjectUserRoles,
  RefusedSource,
  SeriesScope,
  SeriesSource,
  SeriesSourceDraft,
  SeriesUnit,
  UnknownSource,
} from "./types.ts";

/** Longest code of a residence. @spec domain §3 "Residence form rules" */
const CODE_MAX_LENGTH = 30;

const INDEX_MAX = 1e12;

/** {@link DataUnitId} */
export const dataUnitId: z.ZodMiniType<DataUnitId> = named(
  "DataUnitId",
  z.enum(
    Object.values(DATA_UNITS).map((unit) => unit.id),
  ),
);
const dataKind: z.ZodMiniType<DataKind> = z.enum(DATA_KINDS);
const scope: z.ZodMiniType<SeriesScope> = z.enum(["housing", "facilities"]);
/** The name of a collector's source, limited by the store's key size in bytes. */
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
  houseOnConnection: flag,
  houseHourly,
  houseMetadata: flag,
  houseTypes: flag,
  housesConsreport: flag,
  display: flag,
  housesAppAlarm: flag,
  tempOffset: flag,
  calculatedHeatingSeason: flag,
  facilityFiveMin: flag,
};

/** {@link ProjectFeatures} */
const projectFeatures: z.ZodMiniType<ProjectFeatures> = named(
  "ProjectFeatures",
  z.object(featureFields),
);

/** {@link ProjectFeaturesRead} */
export const projectFeaturesRead: z.ZodMiniType<ProjectFeaturesRead> = named(
  "ProjectFeaturesRead",
  z.object({
    ...featureFields,
    version: anyText,
  }),
);

/** {@link ProjectFeaturesDraft} */
export const projectFeaturesDraft: z.ZodMiniType<ProjectFeaturesDraft> = z.strictObject({
  ...featureFields,
  version,
});

const installationFields = {
  hasPilot: flag,
  hasTempPilot: flag,
  instrumented: flag,
  ecotouchAdmin: ecotouchAccess,
};

/** {@link ProjectInstallationRead} */
export const projectInstallationRead: z.ZodMiniType<ProjectInstallationRead> = named(
  "ProjectInstallation",
  z.object({
    ...installationFields,
    version: anyText,
  }),
);

/** {@link ProjectInstallationDraft} */
export const projectInstallationDraft: z.ZodMiniType<ProjectInstallationDraft> = z.strictObject({
  ...installationFields,
  version,
});

const location: z.ZodMiniType<ProjectLocation> = named(
  "ProjectLocation",
  z.object({
    street: anyText,
    zipCode: anyText,
    city: anyText,
    latitude: numberOrNull,
    longitude: numberOrNull,
  }),
);

const writtenLocation: z.ZodMiniType<ProjectLocation> = z.strictObject({
  street: text(200),
  zipCode: z.string().check(z.trim(), z.regex(ZIP_CODE)),
  city: text(100),
  latitude: z.nullable(numberBetween(-90, 90)),
  longitude: z.nullable(numberBetween(-180, 180)),
}).check(
  z.refine((place) => (place.latitude === null) === (place.longitude === null), {
    message: "latitude and longitude together",
    path: ["latitude"],
  }),
);

const settingsFields = {
  name: text(200),
  code: freeText(CODE_MAX_LENGTH),
  location: writtenLocation,
  tags: ids(100),
};

/** {@link ProjectSettingsRead} */
export const projectSettingsRead: z.ZodMiniType<ProjectSettingsRead> = named(
  "ProjectSettingsRead",
  z.object({
    name: anyText,
    code: anyText,
    location,
    tags: z.array(id),
    version: anyText,
  }),
);

/** {@link ProjectSettingsDraft} */
export const projectSettingsDraft: z.ZodMiniType<ProjectSettingsDraft> = z.strictObject({
  ...settingsFields,
  version,
});

/** {@link SeriesUnit} */
export const seriesUnit: z.ZodMiniType<SeriesUnit> = named(
  "SeriesUnit",
  z.object({
    id: dataUnitId,
    label: anyText,
    unit: anyText,
    kind: dataKind,
    dailyPrecision: figure,
    sum: flag,
  }),
);

const seriesFields = {
  id,
  dataUnitId,
  dataSourceId: anyTextOrNull,
  renamed: anyTextOrNull,
  manualIndex: flag,
  importedUnit: anyTextOrNull,
  projectModuleId: anyTextOrNull,
  dataSourceOptions: z.record(anyText, anyText),
  rhythm: z.optional(z.nullable(rhythm)),
  unit: seriesUnit,
  scope,
  equipmentId: idOrNull,
};

/** {@link ProjectSeries} */
const projectSeries: z.ZodMiniType<ProjectSeries> = named(
  "ProjectSeries",
  z.object(seriesFields),
);

/** {@link ProjectSeriesRead} */
export const projectSeriesRead: z.ZodMiniType<ProjectSeriesRead> = named(
  "ProjectSeriesRead",
  z.object({
    ...seriesFields,
    expectedRhythm: z.optional(expectedRhythm),
    version: anyText,
  }),
);

/** {@link ProjectSeriesDraft} */
export const projectSeriesDraft: z.ZodMiniType<ProjectSeriesDraft> = z.strictObject({
  dataUnitId,
  scope,
  renamed: z.nullable(text(100)),
  importedUnit: z.nullable(text(20)),
  manualIndex: flag,
  equipmentId: idOrNull,
  dataSourceOptions: pairs,
  rhythm: z.optional(z.nullable(rhythm)),
  version,
});

const summaryFields = {
  id,
  orgId: id,
  name: anyText,
  code: anyText,
  location,
  tags: z.array(id),
  ...installationFields,
  features: projectFeatures,
  allRoles: z.array(role),
};

/** {@link ProjectSummary} */
export const projectSummary: z.ZodMiniType<ProjectSummary> = named(
  "ProjectSummary",
  z.object(summaryFields),
);

/** {@link Project} */
export const project: z.ZodMiniType<Project> = named(
  "Project",
  z.object({
    ...summaryFields,
    timeZone: anyText,
    housesDataseries: z.array(projectSeries),
    facilitiesDataseries: z.array(projectSeries),
    hasAutoconsumption: flag,
  }),
);

/** {@link ProjectUserRoles} */
export const projectUserRoles: z.ZodMiniType<ProjectUserRoles> = named(
  "ProjectUserRoles",
  z.object({
    email: anyText,
    forename: anyText,
    surname: anyText,
    roles: z.array(role),
    teamRoles: z.array(role),
    allRoles: z.array(role),
    version: anyText,
  }),
);

/** {@link ProjectRolesDraft} */
export const projectRolesDraft: z.ZodMiniType<ProjectRolesDraft> = z.strictObject({
  roles,
  version,
});

/** {@link ProjectProvider} */
export const projectProvider: z.ZodMiniType<ProjectProvider> = named(
  "ProjectProvider",
  z.object({ id, name: anyText }),
);

/** {@link FoundAddress} */
export const foundAddress: z.ZodMiniType<FoundAddress> = named(
  "FoundAddress",
  z.object({
    street: anyTextOrNull,
    zipCode: anyText,
    city: anyText,
    latitude: figure,
    longitude: figure,
    score: figure,
  }),
);

/** {@link SeriesSource} */
export const seriesSource: z.ZodMiniType<SeriesSource> = named(
  "SeriesSource",
  z.object({
    source: sourceKey,
    houseId: idOrNull,
    attachedAt: instant,
  }),
);

/** {@link SeriesSourceDraft} */
export const seriesSourceDraft: z.ZodMiniType<SeriesSourceDraft> = z.strictObject({
  source: sourceKey,
  houseId: idOrNull,
});

/** {@link RefusedSource} */
export const refusedSource: z.ZodMiniType<RefusedSource> = named(
  "RefusedSource",
  z.object({
    source: anyText,
    cause: z.enum(REFUSAL_CAUSES),
    count: figure,
    since: instant,
    lastAt: instant,
    example: anyText,
  }),
);

/** {@link MeterFall} */
export const meterFall: z.ZodMiniType<MeterFall> = named(
  "MeterFall",
  z.object({
    seriesId: id,
    houseId: idOrNull,
    beforeAt: instant,
    at: instant,
    before: figure,
    value: figure,
    cause: z.enum(FALL_CAUSES),
  }),
);

/** {@link UnknownSource} */
export const unknownSource: z.ZodMiniType<UnknownSource> = named(
  "UnknownSource",
  z.object({
    source: sourceKey,
    firstSeenAt: instant,
    lastSeenAt: instant,
    lastValue: z.nullable(z.union([figure, anyText])),
    readingCount: figure,
    houseId: idOrNull,
    measure: anyTextOrNull,
  }),
);

/** {@link ProjectToken} */
export const projectToken: z.ZodMiniType<ProjectToken> = named(
  "ProjectToken",
  z.object({
    id,
    name: anyText,
    createdAt: instant,
    lastUsedAt: instantOrNull,
  }),
);

/** {@link ProjectTokenDraft} */
export const projectTokenDraft: z.ZodMiniType<ProjectTokenDraft> = z.strictObject({
  name: text(100),
});

/** {@link CreatedToken} */
export const createdToken: z.ZodMiniType<CreatedToken> = named(
  "CreatedToken",
  z.object({ id, token: anyText }),
);

/** {@link ManualIndex} */
export const manualIndex: z.ZodMiniType<ManualIndex> = named(
  "ManualIndex",
  z.object({
    id,
    seriesId: id,
    houseId: idOrNull,
    date: isoDate,
    value: figure,
    email,
    counted: numberOrNull,
    events: z.array(meterHappening),
  }),
);

/** {@link ManualIndexDraft} */
export const manualIndexDraft: z.ZodMiniType<
  ManualIndexDraft & { acceptOld?: boolean | undefined }
> = z.strictObject({
  acceptOld: z.optional(flag),
  seriesId: id,
  houseId: idOrNull,
  date: isoDate,
  value: numberBetween(0, INDEX_MAX),
});

/** {@link ProjectSilence} */
export const projectSilence: z.ZodMiniType<ProjectSilence> = named(
  "ProjectSilence",
  z.object({
    projectId: id,
    projectName: anyText,
    expectedCount: figure,
    silentCount: figure,
    lastAt: instantOrNull,
    isUnread: z.optional(z.literal(true)),
  }),
);

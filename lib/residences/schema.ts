/** Declares the schemas of residences, features, addresses, roles, tokens and search. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { draft, namedObject, versionedObject, withoutLimits } from "@/lib/base/object_schemas.ts";
import { tableOf } from "@/lib/base/records.ts";
import { ZIP_CODE } from "@/lib/base/validators.ts";
import { role, roles, user } from "@/lib/identity/schema.ts";
import { projectSeries, timeZone } from "@/lib/timeseries/schema.ts";
import type { EcotouchAccess, HouseHourlyFeature, HouseModeFeature } from "./features.ts";
import { SEARCH_KINDS } from "./search_rules.ts";

/** Maximum length of a residence code. @spec projects.fields */
const CODE_MAX_LENGTH = 30;

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
export type ProjectFeaturesRead = z.output<typeof projectFeaturesRead>;
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

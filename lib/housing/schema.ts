/** Schemas of dwellings, their kinds and groups, readings, occupancies and messages. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import {
  draft,
  entitySchemas,
  inOrder,
  namedObject,
  storedObject,
  versionedObject,
  withoutLimits,
} from "@/lib/base/object_schemas.ts";
import { ecotouchAccess } from "@/lib/residences/schema.ts";
import { FINENESSES } from "@/lib/series/resolution.ts";
import {
  dataUnitId,
  messageData,
  seriesFields,
  seriesUnit,
  timedData,
  timeZone,
} from "@/lib/timeseries/schema.ts";
import {
  type CollectMode,
  CONSENT_SOURCE_MAX_LENGTH,
  type HourlyMode,
  MOST_HOUSES,
  TOP_FLOOR,
} from "./dwelling_settings.ts";

/** Access of an occupant to the dwelling's page: invited until their address is confirmed. */
const ACCESS_STATES = ["none", "invited", "open"] as const;

export type AccessState = typeof ACCESS_STATES[number];

/** The settings of a dwelling before any is chosen. */
export const UNSET_HOUSE: HouseSettings = {
  name: "",
  collectMode: 0,
  hourlyMode: 0,
  floor: null,
  buildingId: null,
  houseTypeId: null,
  anonymousGroupId: null,
};

/** Connectivity states of a dwelling. @spec housing.connectivity */
export const CONNECTIVITY_STATES = ["online", "reachable", "last-7-days", "offline"] as const;

export type ConnectivityState = typeof CONNECTIVITY_STATES[number];

/** How a dwelling's readings are sent. @spec housing.fields */
export type HouseKind = z.output<typeof houseKind>;
const houseKind = z.enum(["module", "enocean"]);
const collectMode: z.ZodMiniType<CollectMode> = z.literal([0, 1, 2]);
const hourlyMode: z.ZodMiniType<HourlyMode> = z.literal([0, 1, 2, 3]);

/** 0 is the ground floor; −1 means every floor in the floor selector, so no dwelling has it. @spec housing.fields */
const floor: z.ZodMiniType<number | null> = z.nullable(field.integerBetween(0, TOP_FLOOR));

const settingsFields = {
  name: field.text(100),
  collectMode,
  hourlyMode,
  floor,
  buildingId: field.idOrNull,
  houseTypeId: field.idOrNull,
  anonymousGroupId: field.idOrNull,
};

/** Settings of a dwelling. @spec housing.fields */
export type HouseSettings = z.output<typeof houseSettings>;
const houseSettings = namedObject("HouseSettings", withoutLimits(settingsFields));

/** Free fields; existing fields are unchanged when absent. */
const config = z.optional(field.pairs);

const houseFields = {
  kind: houseKind,
  /** Module of the sensors; null when there is none. */
  projectModuleId: field.idOrNull,
  serial: field.freeText(100),
};

/** A dwelling, or the module in it. @spec housing.fields */
export type House = z.output<typeof house>;
export const house = storedObject("House", {
  ...withoutLimits(houseFields),
  settings: houseSettings,
  /** Free fields, when the residence has the feature houseMetadata. */
  config: z.record(field.anyText, field.anyText),
});

export const houseDraft = z.strictObject({
  ...houseFields,
  settings: z.strictObject(settingsFields),
  config,
});

/** Draft of {@link HouseSettings}. */
export const houseSettingsDraft = draft({ ...settingsFields, config });

/** A type of dwelling. @spec housing.types-and-groups */
export type HouseType = z.output<typeof houseType>;
export const { stored: houseType, draft: houseTypeDraft } = entitySchemas("HouseType", {
  name: field.text(100),
  /** Habitable area, m²; null when unknown. */
  area: z.nullable(field.numberBetween(0, 10_000)),
  occupants: z.nullable(field.numberBetween(0, 100)),
});

/** Dwellings shown together, never individually. @spec housing.types-and-groups */
export type AnonymousGroup = z.output<typeof anonymousGroup>;
export const anonymousGroup = storedObject("AnonymousGroup", { name: field.anyText });

export const anonymousGroupDraft = draft({ name: field.text(100) });

const connectivityState: z.ZodMiniType<ConnectivityState> = z.enum(CONNECTIVITY_STATES);

/** A state, with the instant of the last reading or reception; null when there is none. */
export const connectivityFields = { state: connectivityState, lastSeenAt: field.instantOrNull };

/** Connectivity of one dwelling. @spec housing.connectivity */
export type HouseConnectivity = z.output<typeof houseConnectivity>;
export const houseConnectivity = namedObject("HouseConnectivity", {
  houseId: field.id,
  ...connectivityFields,
});

/** Number of dwellings in each state. @spec housing.connectivity-counts */
export type ConnectivitySummary = z.output<typeof connectivitySummary>;
export const connectivitySummary = namedObject("ConnectivitySummary", {
  onlineCount: field.figure,
  reachableCount: field.figure,
  last7DaysCount: field.figure,
  offlineCount: field.figure,
});

/** Rights of the occupants' application in a dwelling. @spec housing.app-rights */
export type ModuleRights = z.output<typeof moduleRights>;
export const moduleRights = versionedObject("ModuleRights", {
  houseId: field.id,
  /** 0 none, 1 read, 2 write, 3 websocket. */
  access: ecotouchAccess,
});

/** Draft of {@link ModuleRights}. */
export const moduleRightsDraft = draft({ access: ecotouchAccess });

/** A message to the tenants' application. @spec housing.messages */
export type HousingAlert = z.output<typeof housingAlert>;
export const { stored: housingAlert, draft: housingAlertDraft } = entitySchemas("HousingAlert", {
  /** Civil days; without an end, the message is shown until removed. */
  from: field.typedDate,
  to: field.typedDateOrNull,
  message: field.text(2_000),
  /** Recipient dwellings; empty for all. */
  houseIds: field.ids(MOST_HOUSES),
}, inOrder("from", "to"));

/** null without readings. */
const spreadFields = { min: field.numberOrNull, mean: field.numberOrNull, max: field.numberOrNull };

/** Summary figures of a series over a period, in its unit. @spec housing.series */
export type SeriesStats = z.output<typeof seriesStats>;
export const seriesStats = namedObject("SeriesStats", {
  ...seriesFields,
  ...spreadFields,
  /** Sum, for values that add up. */
  sum: field.numberOrNull,
  /** Sum or mean of the previous year. */
  previousYear: field.numberOrNull,
  houseCount: field.figure,
  completeness: field.figure,
});

/** Figures of one slot over the dwellings, or over a dwelling's readings. */
export type RangeStatsSlot = z.output<typeof rangeStatsSlot>;
const rangeStatsSlot = namedObject("RangeStatsSlot", {
  slot: field.anyText,
  ...spreadFields,
  /** Number of dwellings, or of readings, counted. */
  count: field.figure,
});

/** Summary figures of a series for each slot. @spec housing.series */
export type RangeStats = z.output<typeof rangeStats>;
export const rangeStats = namedObject("RangeStats", {
  ...seriesFields,
  slots: z.array(rangeStatsSlot),
});

/** Values of a series in each dwelling over one slot. @spec housing.series */
export const detailedData = namedObject("DetailedData", {
  ...seriesFields,
  houses: z.array(
    z.object({
      houseId: field.id,
      value: field.numberOrNull,
      completeness: field.figure,
      /** An index that is not counted, or a jump of the register, touches it; absent otherwise. */
      doubtful: z.optional(z.literal(true)),
    }),
  ),
});

/** The last value of a series in a dwelling. @spec housing.series */
export type HouseSensorValue = z.output<typeof houseSensorValue>;
export const houseSensorValue = namedObject("HouseSensorValue", {
  houseId: field.id,
  at: field.instant,
  value: field.figure,
});

/** The individual readings of a series of a dwelling. @spec housing.series */
export const houseReadings = namedObject("HouseReadings", {
  ...timedData.shape,
  messages: messageData.shape.messages,
});

export type AnonymousGroupFigures = z.output<typeof groupFigures>;
const groupFigures = z.object({
  anonymousGroupId: field.id,
  /** Number of dwellings counted, at least 11. */
  houseCount: field.figure,
  /** Sum of values that add up, otherwise the mean of the dwellings. */
  value: field.numberOrNull,
  /** 0 to 1. */
  completeness: field.figure,
});

/** A series over the groups of dwellings large enough to be displayed. @spec housing.groups */
export const anonymousData = namedObject("AnonymousData", {
  ...seriesFields,
  groups: z.array(groupFigures),
});

const consentFields = {
  givenOn: field.typedDate,
  /** Signed document and means: « annexe au bail, signée sur papier ». */
  source: field.text(CONSENT_SOURCE_MAX_LENGTH),
  /** null while the consent is active. */
  withdrawnOn: field.typedDateOrNull,
};

/** An occupant's consent to data finer than a day. @spec housing.occupancies */
export type Consent = z.output<typeof consent>;
const consent = namedObject("Consent", withoutLimits(consentFields));

/** First and last day; no last day for the current occupant, unless it is known. */
const stayFields = { from: field.isoDate, to: field.isoDateOrNull };

/** A past or current occupant of a dwelling. @spec housing.occupancies */
export type Occupancy = z.output<typeof occupancy>;
export const occupancy = storedObject("Occupancy", {
  /** null once the person is erased: only the days remain. */
  name: field.anyTextOrNull,
  /** "" when unknown. */
  email: field.anyText,
  ...stayFields,
  consent: z.nullable(consent),
  /** Access to the page of the dwelling. */
  access: z.enum(ACCESS_STATES),
});

/** The days of an occupancy, without personal data. */
export type OccupancySpan = z.output<typeof occupancySpan>;
export const occupancySpan = namedObject("OccupancySpan", {
  ...stayFields,
  /** First day whose hours may be shown; null without an active consent. */
  fineFrom: field.isoDateOrNull,
});

const consentDraft = z.strictObject(consentFields).check(inOrder("givenOn", "withdrawnOn"));

/** Draft of {@link Occupancy}. */
export type OccupancyDraft = z.output<typeof occupancyDraft>;
export const occupancyDraft = draft({
  name: field.text(100),
  email: z.union([field.email, z.literal("")]),
  from: field.typedDate,
  to: field.typedDateOrNull,
  consent: z.nullable(consentDraft),
}).check(inOrder("from", "to"));

export const placeNames = { residence: field.anyText, dwelling: field.anyText };

const ownHouseFields = { projectId: field.id, houseId: field.id, ...placeNames };

/** A dwelling occupied by the caller. @spec housing.own-house */
export type OwnHouseName = z.output<typeof ownHouseName>;
export const ownHouseName = namedObject("OwnHouseName", ownHouseFields);

/** A series of the caller's dwelling, with the finest period allowed. */
export type OwnSeries = z.output<typeof ownSeries>;
const ownSeries = namedObject("OwnSeries", {
  id: field.id,
  dataUnitId,
  renamed: field.anyTextOrNull,
  unit: seriesUnit,
  finest: z.enum(FINENESSES),
});

export type OwnMessage = z.output<typeof ownMessage>;
const { id, from, to, message } = housingAlert.shape;
const ownMessage = namedObject("OwnMessage", { id, from, to, message });

/** A contact person. */
export type OwnContact = z.output<typeof ownContact>;
const ownContact = namedObject("OwnContact", {
  ...field.named,
  /** Empty when unknown. */
  phone: field.anyText,
  mail: field.anyText,
});

/** The caller's dwelling, without data from before the occupancy. */
export type OwnHouse = z.output<typeof ownHouse>;
export const ownHouse = namedObject("OwnHouse", {
  ...ownHouseFields,
  timeZone,
  ...stayFields,
  consent: z.nullable(consent),
  series: z.array(ownSeries),
  /** Messages shown today: those to tenants, latest first, then those of the hall screen, by priority. */
  messages: z.array(ownMessage),
  /** Contacts of the hall screen. */
  contacts: z.array(ownContact),
  hasReports: field.flag,
});

/** Gives or withdraws the consent. */
export const ownConsentDraft = z.strictObject({ isGiven: z.boolean() });

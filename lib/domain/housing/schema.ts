import * as z from "zod/mini";
import { messageData, timedData } from "@/lib/domain/facilities/schema.ts";
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
  inOrder,
  instant,
  instantOrNull,
  integerBetween,
  isoDate,
  isoDateOrNull,
  namedObject,
  numberBetween,
  numberOrNull,
  pairs,
  storedObject,
  text,
  typedDate,
  typedDateOrNull,
  version,
} from "@/lib/domain/forms/schema.ts";
import { dataUnitId, ecotouchAccess, seriesUnit } from "@/lib/domain/projects/schema.ts";
import {
  ALERT_MAX_LENGTH,
  CONSENT_SOURCE_MAX_LENGTH,
  MOST_AREA_M2,
  MOST_HOUSES,
  MOST_OCCUPANTS,
  OCCUPANT_NAME_MAX_LENGTH,
  TOP_FLOOR,
} from "./limits.ts";
import { ACCESS_STATES } from "./occupancy.ts";
import {
  type CollectMode,
  CONNECTIVITY_STATES,
  type ConnectivityState,
  type HourlyMode,
} from "./types.ts";
import { FINENESSES } from "./visibility.ts";

/** How a dwelling's readings are sent. @spec housing.fields */
export type HouseKind = z.output<typeof houseKind>;
const houseKind = z.enum(["module", "enocean"]);
const collectMode: z.ZodMiniType<CollectMode> = z.literal([0, 1, 2]);
const hourlyMode: z.ZodMiniType<HourlyMode> = z.literal([0, 1, 2, 3]);

/** −1 means every floor in the floor selector, so no dwelling has it. @spec housing.fields */
const floor: z.ZodMiniType<number | null> = z.nullable(integerBetween(0, TOP_FLOOR));

const settingsFields = {
  name: text(100),
  collectMode,
  hourlyMode,
  floor,
  buildingId: idOrNull,
  houseTypeId: idOrNull,
  anonymousGroupId: idOrNull,
};

/** Settings of a dwelling. @spec housing.fields */
export type HouseSettings = z.output<typeof houseSettings>;
const houseSettings = namedObject("HouseSettings", {
  ...settingsFields,
  name: anyText,
  /** 0 is the ground floor; null when unknown. */
  floor: numberOrNull,
});

/** Free fields; existing fields are unchanged when absent. */
const config = z.optional(pairs);

/** A dwelling, or the module in it. @spec housing.fields */
export type House = z.output<typeof house>;
export const house = storedObject("House", {
  kind: houseKind,
  /** Module of the sensors; null when there is none. */
  projectModuleId: idOrNull,
  serial: anyText,
  settings: houseSettings,
  /** Free fields, when the residence has the feature houseMetadata. */
  config: z.record(anyText, anyText),
});

export type HouseDraft = z.output<typeof houseDraft>;
export const houseDraft = z.strictObject({
  kind: houseKind,
  projectModuleId: idOrNull,
  serial: freeText(100),
  settings: z.strictObject(settingsFields),
  config,
});

/** Draft of {@link HouseSettings}. */
export const houseSettingsDraft = z.strictObject({ ...settingsFields, config, version });

/** A type of dwelling. @spec housing.types-and-groups */
export type HouseType = z.output<typeof houseType>;
export const houseType = storedObject("HouseType", {
  name: anyText,
  /** Habitable area, m²; null when unknown. */
  area: numberOrNull,
  occupants: numberOrNull,
});

export const houseTypeDraft = z.strictObject({
  name: text(100),
  area: z.nullable(numberBetween(0, MOST_AREA_M2)),
  occupants: z.nullable(numberBetween(0, MOST_OCCUPANTS)),
  version,
});

/** Dwellings shown together, never individually. @spec housing.types-and-groups */
export type AnonymousGroup = z.output<typeof anonymousGroup>;
export const anonymousGroup = storedObject("AnonymousGroup", {
  name: anyText,
});

export const anonymousGroupDraft = z.strictObject({ name: text(100), version });

const connectivityState: z.ZodMiniType<ConnectivityState> = z.enum(CONNECTIVITY_STATES);

/** Connectivity of one dwelling. @spec housing.connectivity */
export type HouseConnectivity = z.output<typeof houseConnectivity>;
export const houseConnectivity = namedObject("HouseConnectivity", {
  houseId: id,
  state: connectivityState,
  /** Instant of the last reading; null when there is none. */
  lastSeenAt: instantOrNull,
});

/** Number of dwellings in each state. @spec housing.connectivity-counts */
export type ConnectivitySummary = z.output<typeof connectivitySummary>;
export const connectivitySummary = namedObject("ConnectivitySummary", {
  onlineCount: figure,
  reachableCount: figure,
  last7DaysCount: figure,
  offlineCount: figure,
});

/** Rights of the occupants' application in a dwelling. @spec housing.app-rights */
export type ModuleRights = z.output<typeof moduleRights>;
export const moduleRights = namedObject("ModuleRights", {
  houseId: id,
  /** 0 none, 1 read, 2 write, 3 websocket. */
  access: ecotouchAccess,
  version: anyText,
});

/** Draft of {@link ModuleRights}. */
export const moduleRightsDraft = z.strictObject({ access: ecotouchAccess, version });

/** A message to the tenants' application. @spec housing.messages */
export type HousingAlert = z.output<typeof housingAlert>;
export const housingAlert = storedObject("HousingAlert", {
  /** Civil days; without an end, the message is shown until removed. */
  from: isoDate,
  to: isoDateOrNull,
  message: anyText,
  /** Recipient dwellings; empty for all. */
  houseIds: z.array(id),
});

export const housingAlertDraft = z.strictObject({
  from: typedDate,
  to: typedDateOrNull,
  message: text(ALERT_MAX_LENGTH),
  houseIds: ids(MOST_HOUSES),
  version,
}).check(inOrder("from", "to"));

/** Summary figures of a series over a period, in its unit. @spec housing.series */
export type SeriesStats = z.output<typeof seriesStats>;
export const seriesStats = namedObject("SeriesStats", {
  seriesId: id,
  unit: anyText,
  /** null without readings. */
  min: numberOrNull,
  mean: numberOrNull,
  max: numberOrNull,
  /** Sum, for values that add up. */
  sum: numberOrNull,
  /** Sum or mean of the previous year. */
  previousYear: numberOrNull,
  houseCount: figure,
  completeness: figure,
});

/** Figures of one slot over the dwellings, or over a dwelling's readings. */
export type RangeStatsSlot = z.output<typeof rangeStatsSlot>;
const rangeStatsSlot = namedObject("RangeStatsSlot", {
  slot: anyText,
  min: numberOrNull,
  mean: numberOrNull,
  max: numberOrNull,
  /** Number of dwellings, or of readings, counted. */
  count: figure,
});

/** Summary figures of a series for each slot. @spec housing.series */
export type RangeStats = z.output<typeof rangeStats>;
export const rangeStats = namedObject("RangeStats", {
  seriesId: id,
  unit: anyText,
  slots: z.array(rangeStatsSlot),
});

/** Values of a series in each dwelling over one slot. @spec housing.series */
export const detailedData = namedObject("DetailedData", {
  seriesId: id,
  unit: anyText,
  houses: z.array(z.object({ houseId: id, value: numberOrNull, completeness: figure })),
});

/** The last value of a series in a dwelling. @spec housing.series */
export type HouseSensorValue = z.output<typeof houseSensorValue>;
export const houseSensorValue = namedObject("HouseSensorValue", {
  houseId: id,
  at: instant,
  value: figure,
});

/** The individual readings of a series of a dwelling. @spec housing.series */
export const houseReadings = namedObject("HouseReadings", {
  ...timedData.shape,
  messages: messageData.shape.messages,
});

export type AnonymousGroupFigures = z.output<typeof groupFigures>;
const groupFigures = z.object({
  anonymousGroupId: id,
  /** Number of dwellings counted, at least 11. */
  houseCount: figure,
  /** Sum of values that add up, otherwise the mean of the dwellings. */
  value: numberOrNull,
  /** 0 to 1. */
  completeness: figure,
});

/** A series over the groups of dwellings large enough to be displayed. @spec housing.groups */
export const anonymousData = namedObject("AnonymousData", {
  seriesId: id,
  unit: anyText,
  groups: z.array(groupFigures),
});

/** An occupant's consent to data finer than a day. @spec housing.occupancies */
export type Consent = z.output<typeof consent>;
const consent = namedObject("Consent", {
  givenOn: isoDate,
  /** Signed document and means: « annexe au bail, signée sur papier ». */
  source: anyText,
  /** null while the consent is active. */
  withdrawnOn: isoDateOrNull,
});

/** A past or current occupant of a dwelling. @spec housing.occupancies */
export type Occupancy = z.output<typeof occupancy>;
export const occupancy = storedObject("Occupancy", {
  /** null once the person is erased: only the days remain. */
  name: anyTextOrNull,
  /** "" when unknown. */
  email: anyText,
  from: isoDate,
  /** Last day; null for the current occupant. */
  to: isoDateOrNull,
  consent: z.nullable(consent),
  /** Access to the page of the dwelling. */
  access: z.enum(ACCESS_STATES),
});

/** The days of an occupancy, without personal data. */
export type OccupancySpan = z.output<typeof occupancySpan>;
export const occupancySpan = namedObject("OccupancySpan", {
  from: isoDate,
  /** Last day; null when current. */
  to: isoDateOrNull,
  /** First day whose hours may be shown; null without an active consent. */
  fineFrom: isoDateOrNull,
});

const consentDraft = z.strictObject({
  givenOn: typedDate,
  source: text(CONSENT_SOURCE_MAX_LENGTH),
  withdrawnOn: typedDateOrNull,
}).check(inOrder("givenOn", "withdrawnOn"));

/** Draft of {@link Occupancy}. */
export type OccupancyDraft = z.output<typeof occupancyDraft>;
export const occupancyDraft = z.strictObject({
  name: text(OCCUPANT_NAME_MAX_LENGTH),
  email: z.union([email, z.literal("")]),
  from: typedDate,
  to: typedDateOrNull,
  consent: z.nullable(consentDraft),
  version,
}).check(inOrder("from", "to"));

const ownHouseFields = {
  projectId: id,
  houseId: id,
  /** Name of the residence. */
  residence: anyText,
  /** Name of the dwelling. */
  dwelling: anyText,
};

/** A dwelling occupied by the caller. @spec housing.own-house */
export type OwnHouseName = z.output<typeof ownHouseName>;
export const ownHouseName = namedObject("OwnHouseName", ownHouseFields);

/** A series of the caller's dwelling, with the finest period allowed. */
export type OwnSeries = z.output<typeof ownSeries>;
const ownSeries = namedObject("OwnSeries", {
  id,
  dataUnitId,
  renamed: anyTextOrNull,
  unit: seriesUnit,
  finest: z.enum(FINENESSES),
});

export type OwnMessage = z.output<typeof ownMessage>;
const ownMessage = namedObject("OwnMessage", {
  id,
  from: isoDate,
  to: isoDateOrNull,
  message: anyText,
});

/** A contact person. */
export type OwnContact = z.output<typeof ownContact>;
const ownContact = namedObject("OwnContact", {
  id,
  name: anyText,
  /** Empty when unknown. */
  phone: anyText,
  mail: anyText,
});

/** The caller's dwelling, without data from before the occupancy. */
export type OwnHouse = z.output<typeof ownHouse>;
export const ownHouse = namedObject("OwnHouse", {
  ...ownHouseFields,
  timeZone: anyText,
  /** First day of the stay. */
  from: isoDate,
  /** Last day of the stay; null when unknown. */
  to: isoDateOrNull,
  consent: z.nullable(consent),
  series: z.array(ownSeries),
  /** Messages shown today: those to tenants, latest first, then those of the hall screen, by priority. */
  messages: z.array(ownMessage),
  /** Contacts of the hall screen. */
  contacts: z.array(ownContact),
  hasReports: flag,
});

/** Gives or withdraws the consent. */
export const ownConsentDraft = z.strictObject({ isGiven: z.boolean() });

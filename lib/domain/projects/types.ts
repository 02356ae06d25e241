import type { Role } from "@/lib/domain/roles/roles.ts";
import type { RefusalCause } from "@/lib/domain/series/refusals.ts";
import type { Silence } from "@/lib/domain/series/silence.ts";
import type {
  DataKind,
  DataSeries,
  DataUnitId,
  ExpectedRhythm,
  FallCause,
  MeterMark,
  Rhythm,
} from "@/lib/domain/series/types.ts";

/** Access of the occupants' application. @spec F §3 "Project Eco-Touch access" */
export const ECOTOUCH_ACCESS = { None: 0, Read: 1, Write: 2, Websocket: 3 } as const;

/** How much of each dwelling a project shows. @spec F §3 "houseMode meaning for a project" */
export const HOUSE_MODES = {
  No: 0,
  Detailed: 1,
  Anonymous: 2,
  Configurable: 3,
  DetailedTemp: 4,
} as const;

/** How fine the dwellings' data may be. @spec F §3 "Project hourly feature (houseHourly)" */
export const HOUSE_HOURLY = {
  No: 0,
  All: 1,
  Temp: 2,
  AllFiveMin: 3,
  TempFiveMin: 4,
  Configurable: 5,
  ConfigurableFiveMin: 6,
} as const;

/** 0 to 3, see {@link ECOTOUCH_ACCESS}. */
export type EcotouchAccess = typeof ECOTOUCH_ACCESS[keyof typeof ECOTOUCH_ACCESS];

/** 0 to 4, see {@link HOUSE_MODES}. */
export type HouseModeFeature = typeof HOUSE_MODES[keyof typeof HOUSE_MODES];

/** 0 to 6, see {@link HOUSE_HOURLY}. */
export type HouseHourlyFeature = typeof HOUSE_HOURLY[keyof typeof HOUSE_HOURLY];

/** Where a residence is. @spec F §3 "location (street, zipCode, city, latitude, longitude)" */
export interface ProjectLocation {
  street: string;
  /** Five digits. */
  zipCode: string;
  city: string;
  /** Degrees north; null, with the longitude, when the place is not known. */
  latitude: number | null;
  /** Degrees east. */
  longitude: number | null;
}

/** Features of a residence. @spec F §3 "Project features", domain §3 "Project features and their effect" */
export interface ProjectFeatures {
  houseMode: HouseModeFeature;
  houseOnConnection: boolean;
  houseHourly: HouseHourlyFeature;
  houseMetadata: boolean;
  houseTypes: boolean;
  housesConsreport: boolean;
  display: boolean;
  housesAppAlarm: boolean;
  tempOffset: boolean;
  calculatedHeatingSeason: boolean;
  facilityFiveMin: boolean;
}

/** {@link ProjectFeatures} as read. */
export interface ProjectFeaturesRead extends ProjectFeatures {
  version: string;
}

/** {@link ProjectFeatures} to write. */
export interface ProjectFeaturesDraft extends ProjectFeatures {
  version?: string | undefined;
}

/** Equipment of a residence. @spec F §3 "hasPilot, hasTempPilot, instrumented, ecotouchAdmin" */
export interface ProjectInstallation {
  /** Remote control of its dwellings: pilot pages and roles. */
  hasPilot: boolean;
  /** Remote control of its heating: its pages and roles. */
  hasTempPilot: boolean;
  /** False: no readings are expected, no silence alarm. */
  instrumented: boolean;
  ecotouchAdmin: EcotouchAccess;
}

/** {@link ProjectInstallation} as read. */
export interface ProjectInstallationRead extends ProjectInstallation {
  version: string;
}

/** {@link ProjectInstallation} to write. */
export interface ProjectInstallationDraft extends ProjectInstallation {
  version?: string | undefined;
}

/** Unit of a series, as its figures are shown. @spec F §3 "unit{id, label, unit, dailyPrecision, sum}" */
export interface SeriesUnit {
  id: DataUnitId;
  /** French name of the quantity. */
  label: string;
  /** Unit of the values of this series: "m³", "L", "kWh"… */
  unit: string;
  kind: DataKind;
  dailyPrecision: number;
  /** Whether figures of several days add up. */
  sum: boolean;
}

/** Whether a series is measured in each dwelling or on a facility. */
export type SeriesScope = "housing" | "facilities";

/** A series of a residence with its unit. @spec F §3 "Data series", "housesDataseries, facilitiesDataseries" */
export interface ProjectSeries extends DataSeries {
  readonly unit: SeriesUnit;
  readonly scope: SeriesScope;
  /** Equipment that carries the meter; null when it is the whole residence's, or in the dwellings. */
  readonly equipmentId: string | null;
}

/** A series as its own form edits it. */
export interface ProjectSeriesRead extends ProjectSeries {
  /** Expected reading frequency; absent when unknown, and for a series of dwellings without one. */
  readonly expectedRhythm?: ExpectedRhythm | undefined;
  readonly version: string;
}

/** A series to write. */
export interface ProjectSeriesDraft {
  dataUnitId: DataUnitId;
  scope: SeriesScope;
  renamed: string | null;
  importedUnit: string | null;
  manualIndex: boolean;
  equipmentId: string | null;
  dataSourceOptions: Record<string, string>;
  /** How often it is expected to be read; null or left out to learn it from the readings. */
  rhythm?: Rhythm | null | undefined;
  version?: string | undefined;
}

/** A residence as lists show it. @spec F §3 "Project" */
export interface ProjectSummary extends ProjectInstallation {
  id: string;
  orgId: string;
  name: string;
  /** The landlord's own code; empty when there is none. */
  code: string;
  location: ProjectLocation;
  /** Tag value ids. */
  tags: string[];
  features: ProjectFeatures;
  /** Effective roles of the caller. @spec F §6 "Effective roles" */
  allRoles: Role[];
}

/** A residence with its series. @spec F §3 "Project" */
export interface Project extends ProjectSummary {
  /** IANA name, "Europe/Paris". @spec domain §3 */
  timeZone: string;
  housesDataseries: ProjectSeries[];
  facilitiesDataseries: ProjectSeries[];
  /** A collective self-consumption is declared. */
  hasAutoconsumption: boolean;
}

/** Fields of the residence form. @spec F §3 "Project settings form value" */
export interface ProjectSettings {
  name: string;
  code: string;
  location: ProjectLocation;
  tags: string[];
}

/** {@link ProjectSettings} as read. */
export interface ProjectSettingsRead extends ProjectSettings {
  version: string;
}

/** {@link ProjectSettings} to write. */
export interface ProjectSettingsDraft extends ProjectSettings {
  version?: string | undefined;
}

/** A residence whose readings stopped or never came. @spec design §12 "silent gateways" */
export interface ProjectSilence extends Silence {
  projectId: string;
  projectName: string;
  /** Its readings cannot be read now. */
  isUnread?: true | undefined;
}

/** The roles of one person on a residence. @spec F §6 "Effective roles" */
export interface ProjectUserRoles {
  email: string;
  forename: string;
  surname: string;
  /** Direct roles. */
  roles: Role[];
  /** Roles that come from teams. */
  teamRoles: Role[];
  /** Direct and teams', with all they imply. */
  allRoles: Role[];
  version: string;
}

/** Direct roles to write; none takes them all away. @spec B §7 "PUT /projects/{id}/roles/{user} body roles" */
export interface ProjectRolesDraft {
  roles: Role[];
  version?: string | undefined;
}

/** A provider, as the residence sheet names it. @spec F §7 "Load providers" */
export interface ProjectProvider {
  id: string;
  name: string;
}

/** Result of the address service. @spec F §7 "External national address service" */
export interface FoundAddress {
  /** null when only a town was found. */
  street: string | null;
  zipCode: string;
  city: string;
  latitude: number;
  longitude: number;
  /** 0 to 1; under 0.5 the marker is to be checked. */
  score: number;
}

/** A collector's source that feeds a series. */
export interface SeriesSource {
  /** Key of the source, as unknown sources show it. */
  source: string;
  /** Dwelling whose readings these are; null for a facility. */
  houseId: string | null;
  /** Instant. */
  attachedAt: string;
}

/** A source to attach to a series. */
export interface SeriesSourceDraft {
  source: string;
  houseId: string | null;
}

/** Readings of a source that were refused for one cause. */
export interface RefusedSource {
  /** Its name, cut when it is long; empty for the sources beyond those that are counted one by one. */
  source: string;
  cause: RefusalCause;
  /** Readings refused. */
  count: number;
  /** Instants of the first and of the last refusal. */
  since: string;
  lastAt: string;
  /** The last time or value that was refused. */
  example: string;
}

/** A register that fell without an event of its meter. */
export interface MeterFall {
  seriesId: string;
  /** Dwelling of the meter; null for a facility. */
  houseId: string | null;
  /** Instants of the two readings: nothing is counted between them. */
  beforeAt: string;
  at: string;
  /** The registers, in the unit of the series. */
  before: number;
  value: number;
  /** Most likely cause. */
  cause: FallCause;
}

/** A source whose readings feed no series yet. */
export interface UnknownSource {
  source: string;
  /** Instants. */
  firstSeenAt: string;
  lastSeenAt: string;
  /** Last value sent: a number, or the text of a state; null when none is stored. */
  lastValue: number | string | null;
  /** Number of readings stored for it. */
  readingCount: number;
  /** The dwelling it names, for users who configure dwellings; null when it names none. */
  houseId: string | null;
  /** Name to which a series of dwellings is attached, for the same measure of every dwelling; null as above. */
  measure: string | null;
}

/** A token of a residence's collectors or information screens, without its secret. */
export interface ProjectToken {
  id: string;
  name: string;
  /** Instants. */
  createdAt: string;
  /** null when it has never been used. */
  lastUsedAt: string | null;
}

/** A token to create. */
export interface ProjectTokenDraft {
  name: string;
}

/** A token with its secret, shown this once. */
export interface CreatedToken {
  id: string;
  token: string;
}

/** A meter index typed by hand. @spec B §7 "Manual index add and delete" */
export interface ManualIndex {
  id: string;
  seriesId: string;
  /** Dwelling of the meter; null for a facility. */
  houseId: string | null;
  date: string;
  /** In the unit of the series. */
  value: number;
  /** Who typed it. */
  email: string;
  /** Consumption since the previous index of its meter; null for the first, and where nothing is counted. */
  counted: number | null;
  /** What happened to the meter since then, in order. */
  events: Omit<MeterMark, "slot">[];
}

/** A meter index to add. */
export interface ManualIndexDraft {
  seriesId: string;
  houseId: string | null;
  date: string;
  value: number;
}

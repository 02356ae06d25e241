import type { Silence } from "@/lib/domain/series/silence.ts";
import type { DataSeries, ExpectedRhythm } from "@/lib/domain/series/types.ts";
import type { ProjectLocation, ProjectSummary, SeriesScope, SeriesUnit } from "./schema.ts";

export type * from "./schema.ts";

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

/** A residence whose readings stopped or never came. @spec design §12 "silent gateways" */
export interface ProjectSilence extends Silence {
  projectId: string;
  projectName: string;
  /** Its readings cannot be read now. */
  isUnread?: true | undefined;
}

/** A meter index to add. */
export interface ManualIndexDraft {
  seriesId: string;
  houseId: string | null;
  date: string;
  value: number;
}

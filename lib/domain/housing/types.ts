import type { MessageData, TimedData } from "@/lib/domain/facilities/types.ts";
import type { EcotouchAccess } from "@/lib/domain/projects/types.ts";

/** How a dwelling's readings come. @spec F §3 "House: … kind (module or enocean)" */
export type HouseKind = "module" | "enocean";

/** Whether a dwelling is anonymous, when its residence lets it choose. @spec F §3 "House mode (per house collectMode)" */
export const COLLECT_MODES = { Default: 0, NonAnonymous: 1, Anonymous: 2 } as const;

/** How fine a dwelling's data are. @spec F §3 "House hourly mode (hourlyMode)" */
export const HOURLY_MODES = { Default: 0, Daily: 1, Hourly: 2, FiveMin: 3 } as const;

/** 0 to 2, see {@link COLLECT_MODES}. */
export type CollectMode = typeof COLLECT_MODES[keyof typeof COLLECT_MODES];

/** 0 to 3, see {@link HOURLY_MODES}. */
export type HourlyMode = typeof HOURLY_MODES[keyof typeof HOURLY_MODES];

/** Settings of a dwelling. @spec F §3 "House: … settings" */
export interface HouseSettings {
  name: string;
  collectMode: CollectMode;
  hourlyMode: HourlyMode;
  /** 0 is the ground floor; null when unknown. */
  floor: number | null;
  buildingId: string | null;
  houseTypeId: string | null;
  anonymousGroupId: string | null;
}

/** {@link HouseSettings} to write. */
export interface HouseSettingsDraft extends HouseSettings {
  /** Free fields; those there already stay when left out. */
  config?: Record<string, string> | undefined;
  version?: string | undefined;
}

/** A dwelling, or the module in it. @spec F §3 "House (housing unit or module)" */
export interface House {
  id: string;
  kind: HouseKind;
  /** Module that carries the sensors; null when there is none. */
  projectModuleId: string | null;
  serial: string;
  settings: HouseSettings;
  /** Free fields, when the residence has houseMetadata. */
  config: Record<string, string>;
  version: string;
}

/** A dwelling to add. */
export interface HouseDraft {
  kind: HouseKind;
  projectModuleId: string | null;
  serial: string;
  settings: HouseSettings;
  /** Free fields; none when left out. */
  config?: Record<string, string> | undefined;
}

/** A kind of dwelling. @spec F §3 "House type: id, name, area, occupants" */
export interface HouseType {
  id: string;
  name: string;
  /** Habitable area, m²; null when unknown. */
  area: number | null;
  occupants: number | null;
  version: string;
}

/** A kind of dwelling to write. */
export interface HouseTypeDraft {
  name: string;
  area: number | null;
  occupants: number | null;
  version?: string | undefined;
}

/** Dwellings shown together, never one by one. @spec F §3 "Anonymous group: id, name", domain §5.5 */
export interface AnonymousGroup {
  id: string;
  name: string;
  version: string;
}

/** A group to write. */
export interface AnonymousGroupDraft {
  name: string;
  version?: string | undefined;
}

/** How a dwelling answers. @spec B §4 "House connectivity: online, reachable, last 7 days, offline" */
export const CONNECTIVITY_STATES = ["online", "reachable", "last-7-days", "offline"] as const;

/** One of {@link CONNECTIVITY_STATES}. */
export type ConnectivityState = typeof CONNECTIVITY_STATES[number];

/** Connectivity of one dwelling. @spec B §7 "housing/housesconnectivity" */
export interface HouseConnectivity {
  houseId: string;
  state: ConnectivityState;
  /** Instant of the last reading; null when there is none. */
  lastSeenAt: string | null;
}

/** How many dwellings are in each state. @spec B §7 "housing/housesconnectivitysummary" */
export interface ConnectivitySummary {
  onlineCount: number;
  reachableCount: number;
  last7DaysCount: number;
  offlineCount: number;
}

/** Rights of the occupants' application in a dwelling. @spec B §7 "housing/housesmodulerights" */
export interface ModuleRights {
  houseId: string;
  /** 0 none, 1 read, 2 write, 3 websocket. */
  access: EcotouchAccess;
  version: string;
}

/** {@link ModuleRights} to write. */
export interface ModuleRightsDraft {
  access: EcotouchAccess;
  version?: string | undefined;
}

/** A message to the tenants' application. @spec B §7 "housing/alerts" */
export interface HousingAlert {
  id: string;
  /** Civil days; an open end stays until removed. */
  from: string;
  to: string | null;
  message: string;
  /** Dwellings it is for; none = all. */
  houseIds: string[];
  version: string;
}

/** A message to write. */
export interface HousingAlertDraft {
  from: string;
  to: string | null;
  message: string;
  houseIds: string[];
  version?: string | undefined;
}

/** A series over a period in a few figures, in its unit. @spec B §7 "stats" */
export interface SeriesStats {
  seriesId: string;
  unit: string;
  /** null without readings. */
  min: number | null;
  mean: number | null;
  max: number | null;
  /** Sum, for what adds up. */
  sum: number | null;
  /** The same sum or mean a year before. */
  previousYear: number | null;
  /** Dwellings counted. */
  houseCount: number;
  completeness: number;
}

/** A series slot by slot in a few figures. @spec B §7 "rangestats" */
export interface RangeStats {
  seriesId: string;
  unit: string;
  slots: RangeStatsSlot[];
}

/** Figures of one slot over the dwellings, or over a dwelling's readings. */
export interface RangeStatsSlot {
  slot: string;
  min: number | null;
  mean: number | null;
  max: number | null;
  /** Dwellings, or readings, counted. */
  count: number;
}

/** A series in each dwelling over one slot. @spec B §7 "detaileddata" */
export interface DetailedData {
  seriesId: string;
  unit: string;
  houses: { houseId: string; value: number | null; completeness: number }[];
}

/** The last value of a series in a dwelling. @spec B §7 "last-sensor-data" */
export interface HouseSensorValue {
  houseId: string;
  /** Instant. */
  at: string;
  value: number;
}

/** The readings of a series of one dwelling, one by one. @spec B §7 "detaileddata" */
export interface HouseReadings extends TimedData {
  /** The texts that a state sent. */
  messages: MessageData["messages"];
}

/** A series over the groups of dwellings large enough to be shown. @spec B §7 "anonymousdata" */
export interface AnonymousData {
  seriesId: string;
  unit: string;
  groups: AnonymousGroupFigures[];
}

/** Total or mean of the dwellings of a group. */
export interface AnonymousGroupFigures {
  anonymousGroupId: string;
  /** Dwellings counted, 11 at least. */
  houseCount: number;
  /** Sum of what adds up, else the mean of the dwellings. */
  value: number | null;
  /** 0 to 1. */
  completeness: number;
}

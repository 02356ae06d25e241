/** Setpoints that a module applies: requests, an occupant's choice, and the week by hour. @module */

import { clamp } from "@/lib/base/rounding.ts";
import { type FeaturesOn, shownConfig } from "./features.ts";
import type { HouseStatus, ModuleSetpointRequest, PilotConfig } from "./schema.ts";
import { PILOT_LIMITS } from "./setpoint_limits.ts";

/** Hours of the day with a reduced temperature: from 22:00 to 6:00. */
export const NIGHT_HOURS: ReadonlySet<number> = new Set([22, 23, 0, 1, 2, 3, 4, 5]);

/** Maximum temperature of an empty dwelling, °C. @spec pilot.week */
const EMPTY_C = 16;

const DAYS = 7;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export interface HourSetpoint {
  /** 0 to 23. */
  readonly hour: number;
  /** °C; null when off, or not controlled. */
  readonly heatingC: number | null;
  readonly coolingC: number | null;
  readonly isWaterHeating: boolean;
}

/**
 * The set-points of a week: seven days from Monday, of 24 hours each.
 *
 * @spec pilot.week
 * @param config configuration, with the occupant's chosen heating if any
 */
export function weekOf(
  config: PilotConfig,
  { house_status }: { readonly house_status: HouseStatus },
  on: FeaturesOn,
): HourSetpoint[][] {
  const isAbsent = on.house_status && house_status === "absent";
  const day = HOURS.map((hour) => ({
    hour,
    heatingC: on.ch_pilot && config.ch_on ? heatingC(config, hour, isAbsent) : null,
    coolingC: on.clim_pilot && !isAbsent ? config.temp_conf_clim : null,
    isWaterHeating: on.watertank_pilot && config.watertank_hours.includes(hour),
  }));
  return Array.from({ length: DAYS }, () => day);
}

function heatingC(
  { temp_conf, night_decrease }: PilotConfig,
  hour: number,
  isAbsent: boolean,
): number {
  const lowered = NIGHT_HOURS.has(hour) ? temp_conf - night_decrease : temp_conf;
  return isAbsent ? Math.min(EMPTY_C, lowered) : lowered;
}

export interface PilotChange {
  /** Greater than the revision of every earlier change in the residence by {@link REVISION_STEP} at least. */
  readonly revision: number;
  /** Seconds since 1970. */
  readonly epochS: number;
  /** null for an occupant, who is not identified. */
  readonly accountId: string | null;
}

export interface ResidenceRequests {
  /** Last change of the features; null before the first one. */
  readonly features: { readonly change: PilotChange } | null;
  readonly on: FeaturesOn;
  readonly occupantRangeC: number;
  /** null until first written: modules are then left unchanged. */
  readonly config: ConfigRequest | null;
}

export interface ConfigRequest {
  readonly config: PilotConfig;
  readonly change: PilotChange;
}

export interface ModuleRequests {
  /** Its own configuration; `config` is null when it follows the residence's, `own` is null when never set. */
  readonly own: { readonly config: PilotConfig | null; readonly change: PilotChange } | null;
  readonly presence: { readonly house_status: HouseStatus; readonly change: PilotChange } | null;
  /** The occupant's choice; its end has the revision after that of the last change of the module. */
  readonly occupant: OccupantChoice | null;
}

/** Step between the revisions of two changes: the one between is for the end of an occupant's choice, which no write marks. */
export const REVISION_STEP = 2;

/** End of the occupancy that made the choice, seconds since 1970; null while it lasts. */
export type StayEnd = number | null;

export interface OccupantChoice {
  /** null for a deleted choice, which has no end. */
  readonly occupancyId: string | null;
  /** °C; null to follow the landlord's setting again. */
  readonly tempC: number | null;
  readonly change: PilotChange;
}

/** Requests of a module without any. */
export const NO_REQUESTS: ModuleRequests = { own: null, presence: null, occupant: null };

/** The default configuration of a residence. */
export const FIRST_CONFIG: PilotConfig = {
  temp_conf: 19,
  temp_conf_clim: 26,
  night_decrease: 2,
  temp_conf_limit: false,
  temp_conf_clim_limit: false,
  night_decrease_limit: false,
  ch_on: true,
  watertank_hours: [0, 1, 2, 3, 4, 5],
};

/** Effective request to a module: only the last change counts. */
export interface SetpointRequest {
  readonly change: PilotChange;
  readonly isOccupants: boolean;
  /** Values of the enabled features; null when no configuration was ever written for it. */
  readonly config: Partial<PilotConfig> | null;
  /** null when never set, and when presence is not controlled. */
  readonly house_status: HouseStatus | null;
}

/** The configuration followed by a module, before its occupant's choice. */
export function configOf(
  residence: ResidenceRequests,
  module: Pick<ModuleRequests, "own">,
): PilotConfig {
  return module.own?.config ?? residence.config?.config ?? FIRST_CONFIG;
}

/** Lowest and highest heating an occupant may choose, °C; null when not allowed. @spec pilot.occupant-range */
export function occupantBounds(
  { occupantRangeC, on }: Pick<ResidenceRequests, "occupantRangeC" | "on">,
  { temp_conf, night_decrease, temp_conf_limit }: Pick<
    PilotConfig,
    "temp_conf" | "night_decrease" | "temp_conf_limit"
  >,
): readonly [min: number, max: number] | null {
  if (!on.ch_pilot || temp_conf_limit || occupantRangeC === 0) return null;
  const [min, max] = PILOT_LIMITS.temp_conf;
  // Nights stay within the limits too; stored values may predate that check.
  const lowest = Math.min(temp_conf, min + night_decrease);
  return [Math.max(lowest, temp_conf - occupantRangeC), Math.min(max, temp_conf + occupantRangeC)];
}

/** The occupant's chosen heating, allowed now or not; null without a choice. @spec pilot.occupant-range */
export function occupantChoiceC(
  { occupant }: Pick<ModuleRequests, "occupant">,
  endedS: StayEnd,
): number | null {
  return endedS === null ? occupant?.tempC ?? null : null;
}

/** The heating requested for an occupant's choice: the nearest within the current bounds; null for none. */
export function occupantTempC(
  residence: ResidenceRequests,
  module: ModuleRequests,
  endedS: StayEnd,
): number | null {
  const bounds = occupantBounds(residence, configOf(residence, module));
  const tempC = occupantChoiceC(module, endedS);
  if (tempC === null || bounds === null) return null;
  return clamp(tempC, ...bounds);
}

/**
 * The current request to a module; null when there is none.
 *
 * Its revision is that of the last change that affects the module, so it increases with each change; the one after it
 * once the occupant's choice has ended, so that a module that applied that change with the choice gets its end too.
 *
 * @spec pilot.wishes
 */
export function setpointRequestOf(
  residence: ResidenceRequests,
  module: ModuleRequests,
  endedS: StayEnd,
): SetpointRequest | null {
  const config = requestedConfig(residence, module, endedS);
  const house_status = residence.on.house_status ? module.presence?.house_status ?? null : null;
  const change = lastChange(residence, module, endedS);
  if (change === null || (config === null && house_status === null)) return null;
  const isOccupants = change.revision === module.occupant?.change.revision;
  return { change, isOccupants, config, house_status };
}

/**
 * The greatest revision that a module may have been sent; 0 for none. A module without a setpoint request, because every feature is
 * off, may still have applied an earlier one.
 *
 * @spec pilot.gateway
 */
export function lastRevision(
  residence: ResidenceRequests,
  module: ModuleRequests,
  endedS: StayEnd,
): number {
  return lastChange(residence, module, endedS)?.revision ?? 0;
}

function lastChange(
  residence: ResidenceRequests,
  module: ModuleRequests,
  endedS: StayEnd,
): PilotChange | null {
  const changes = changesOf(residence, module);
  const [first] = changes;
  if (first === undefined) return null;
  const last = changes.reduce((latest, one) => one.revision > latest.revision ? one : latest);
  const hasEnded = module.occupant !== null && endedS !== null;
  return hasEnded ? endAfter(last, endedS) : last;
}

/** The configuration to send; null when none was ever written for the module, or when every feature is off. */
function requestedConfig(
  residence: ResidenceRequests,
  module: ModuleRequests,
  endedS: StayEnd,
): SetpointRequest["config"] {
  if (module.own === null && residence.config === null) return null;
  const config = configOf(residence, module);
  const temp_conf = occupantTempC(residence, module, endedS) ?? config.temp_conf;
  const shown = shownConfig({ ...config, temp_conf }, residence.on);
  return Object.keys(shown).length === 0 ? null : shown;
}

function changesOf(
  { features, config }: ResidenceRequests,
  { own, presence, occupant }: ModuleRequests,
): PilotChange[] {
  const followed = own?.config ? null : config;
  return [features, followed, own, presence, occupant]
    .flatMap((one) => one === null ? [] : [one.change]);
}

/** The end of a choice, whose revision follows the last change of its module; a later change keeps its time and author. */
function endAfter({ revision, ...last }: PilotChange, endedS: number): PilotChange {
  const shown = last.epochS > endedS ? last : { epochS: endedS, accountId: null };
  return { ...shown, revision: revision + 1 };
}

/** Reports of a gateway about a module. */
interface Applied {
  /** Highest revision applied; 0 for none. */
  readonly appliedRevision: number;
}

/** Whether a module has applied its request. @spec pilot.wishes */
export function setpointRequestState(
  setpointRequest: SetpointRequest | null,
  applied: Applied | null,
): ModuleSetpointRequest["state"] {
  if (setpointRequest === null) return "none";
  return applied?.appliedRevision === setpointRequest.change.revision ? "applied" : "pending";
}

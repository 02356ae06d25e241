/** Types of alarm subjects, their rules, their states, and the results of detection. @module */

import type { FoundDrift } from "@/lib/energy_signature/found_drifts.ts";
import type { FaultAlarmKind, SensorValue } from "@/lib/facilities/faults.ts";
import type { GateOutOfService } from "@/lib/facilities/schema.ts";
import type { AlarmHandler, NightFlowSettings } from "./alarm_handlers.ts";
import type { Watch } from "./records.ts";
import type { Alarm } from "./schema.ts";

/** Condition under which a subject is wrong. @spec alarms.rules */
export type WatchRule =
  | BoundsRule
  /** A fault detector. */
  | { readonly kind: "fault"; readonly alarmKind: FaultAlarmKind }
  /** A code reader: any code except the normal ones. */
  | { readonly kind: "code"; readonly normalCodes: readonly string[] }
  /** A gate open for longer than `alarmFromH` hours. */
  | { readonly kind: "open"; readonly alarmFromH: number; readonly hsType: GateOutOfService }
  /** A roof light: wrong while open. */
  | { readonly kind: "skydome" }
  /** A battery in a low state. */
  | { readonly kind: "battery" }
  /** Sensors that send nothing for longer than their rhythm. */
  | { readonly kind: "silence" }
  /** A gateway of several sensors: its children are the subjects whose `parentKey` is its key. */
  | { readonly kind: "gateway" }
  /** A pilot series, from a value. */
  | { readonly kind: "threshold"; readonly threshold: number; readonly unit: string }
  | NightFlowRule
  /** A boiler room whose consumption drifts from its energy signature. */
  | { readonly kind: "drift" }
  /** A pilot module without readings for longer than `afterS` seconds. */
  | { readonly kind: "module"; readonly afterS: number };

/** A water meter whose water runs at each hour of some nights. @spec alarms.night-flow */
export interface NightFlowRule extends NightFlowSettings {
  readonly kind: "night-flow";
  /** Litres in the unit of the series. */
  readonly litresPerUnit: number;
}

interface BoundsRule {
  readonly kind: "bounds";
  readonly min: number | null;
  readonly max: number | null;
  /** Unit of the bounds and of the readings; "" when unknown. */
  readonly unit: string;
}

/** Flow or return of a circuit. */
export type SubjectPart = "out" | "back";

/** Where a subject or its alarm is; a place that contains it is null when it is in none. */
export type AlarmPlace = Pick<
  Alarm,
  "scope" | "houseId" | "buildingId" | "boilerRoomId" | "equipmentId"
>;

/** An object watched by one handler: it has at most one open alarm. @spec alarms.subjects */
export interface MonitoredItem extends Readonly<AlarmPlace> {
  /** "<handler>/<id of an equipment, dwelling, module or series>", with "/out" or "/back" for a circuit. */
  readonly key: string;
  readonly handler: AlarmHandler;
  /** Stored ids of its series; several for the sensors of a dwelling, none for a gateway. */
  readonly seriesIds: readonly string[];
  /** Name of the equipment, dwelling, series or module; "" for the collectors of the residence. */
  readonly name: string;
  readonly part: SubjectPart | null;
  /** A circuit of hot water; absent for others. */
  readonly isHotWater?: true;
  /** Seconds for which it must be wrong before an alarm is raised. */
  readonly delayS: number;
  readonly rule: WatchRule;
  /** Key of its gateway; null when there is none. */
  readonly parentKey: string | null;
}

/** An interval during which no alarm is raised for a place. @spec alarms.mutes */
export interface Mute {
  /** Place; with neither an equipment nor a dwelling, the whole residence. */
  readonly equipmentId: string | null;
  readonly houseId: string | null;
  /** null for every handler. */
  readonly handler: AlarmHandler | null;
  /** Seconds since 1970, `toS` excluded. */
  readonly fromS: number;
  readonly toS: number;
}

/** Newest readings by stored series id. */
export type Newest = Pick<ReadonlyMap<string, SensorValue>, "get" | "has">;

/** The hours of a civil day between 2 and 5 h: two or four when the clock changes. */
export interface Night {
  /** Seconds since 1970, `endS` excluded. */
  readonly startS: number;
  readonly endS: number;
  /** Litres of each hour; null when unknown, which is never a zero. */
  readonly litres: readonly (number | null)[];
  /** The smallest step of the meter, litres. */
  readonly resolution: number;
}

/** What past days show, and when it was read. */
export interface PastDays {
  readonly atS: number;
  readonly timeZone: string;
  /** Nights of water meters, oldest first, by stored series id. */
  readonly nights: ReadonlyMap<string, readonly Night[]>;
  /** Verdicts on the running season of boiler rooms, by id. */
  readonly drifts: ReadonlyMap<string, FoundDrift>;
}

/** Input of an evaluation. */
export interface DetectInput {
  readonly subjects: readonly MonitoredItem[];
  readonly watches: readonly Watch[];
  /** Readings received after the `seenS` of a watch, oldest first, by stored series id. */
  readonly readings: ReadonlyMap<string, readonly SensorValue[]>;
  /** Newest reading by stored series id, with the corrections shown on pages; absent for a series without readings. */
  readonly newest: Newest;
  /** Seconds after which a series is silent, by stored series id; a day when absent. */
  readonly silentAfterS: ReadonlyMap<string, number>;
  readonly past?: PastDays;
  readonly mutes: readonly Mute[];
  /** Seconds since 1970. */
  readonly nowS: number;
  newId(startS: number, subjectKey: string): string;
}

export interface NewAlarm {
  readonly id: string;
  readonly subject: MonitoredItem;
  /** Seconds since 1970; `endS` is null while the alarm is open. */
  readonly startS: number;
  readonly endS: number | null;
  /** The reading that raised it; null for a silence. */
  readonly value: number | string | null;
  /** Seconds without a reading for a silence; 0 otherwise. */
  readonly silentForS: number;
  /** Alarm of the gateway; null when there is none. */
  readonly parentId: string | null;
}

/** Why an alarm ended without a reading: its subject is no longer watched, or is watched in another way. */
export type EndCause = "unwatched" | "settings";

/** The end of an alarm raised by an earlier evaluation. */
export interface EndedAlarm {
  readonly alarmId: string;
  readonly endS: number;
  readonly because?: EndCause | undefined;
}

/** Result of an evaluation of one subject. */
export interface SubjectResult {
  readonly watch: Watch | null;
  readonly raised: NewAlarm | null;
  readonly closed: EndedAlarm | null;
  readonly nextS: number | null;
}

/** Result of an evaluation. */
export interface Detected {
  /** All watches after the evaluation, by key. */
  readonly watches: readonly Watch[];
  readonly raised: readonly NewAlarm[];
  /** Ends of alarms raised earlier; an alarm archived by a user has already ended. */
  readonly closed: readonly EndedAlarm[];
  /** When time alone may change a subject; null when it cannot. */
  readonly nextS: number | null;
}

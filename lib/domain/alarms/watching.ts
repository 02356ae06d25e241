import type { SensorValue } from "@/lib/domain/facilities/faults.ts";
import type { FaultAlarmKind, GateOutOfService } from "@/lib/domain/facilities/types.ts";
import type { Alarm, AlarmHandler } from "./types.ts";

/** When something watched is wrong. @spec alarms.rules */
export type WatchRule =
  | BoundsRule
  /** A fault detector. */
  | { readonly kind: "fault"; readonly alarmKind: FaultAlarmKind }
  /** A reader of codes: any code but the normal ones. */
  | { readonly kind: "code"; readonly normalCodes: readonly string[] }
  /** A gate open for longer than `alarmFromH` hours. */
  | { readonly kind: "open"; readonly alarmFromH: number; readonly hsType: GateOutOfService }
  /** A roof light: wrong as soon as it is open. */
  | { readonly kind: "skydome" }
  /** A battery whose state says that it is low. */
  | { readonly kind: "battery" }
  /** Sensors that send nothing for longer than their rhythm. */
  | { readonly kind: "silence" }
  /** What carries several of them: its children are the subjects whose `parentKey` is its key. */
  | { readonly kind: "gateway" }
  /** A series of the pilot side, from a value on. */
  | { readonly kind: "threshold"; readonly threshold: number; readonly unit: string }
  /** A pilot module not heard for longer than `afterS` seconds. */
  | { readonly kind: "module"; readonly afterS: number };

export interface BoundsRule {
  readonly kind: "bounds";
  readonly min: number | null;
  readonly max: number | null;
  /** Unit of the bounds and of the readings, "" where unknown. */
  readonly unit: string;
}

/** Flow or return of a circuit. */
export type SubjectPart = "out" | "back";

/** One thing that one handler watches: it has one open alarm at most. @spec alarms.subjects */
export interface Subject {
  /** "<handler>/<id of an equipment, dwelling, module or series>", with "/out" or "/back" for a circuit. */
  readonly key: string;
  readonly handler: AlarmHandler;
  readonly scope: Alarm["scope"];
  readonly houseId: string | null;
  readonly buildingId: string | null;
  readonly boilerRoomId: string | null;
  readonly equipmentId: string | null;
  /** Stored ids of its series; several for the sensors of a dwelling, none for a gateway. */
  readonly seriesIds: readonly string[];
  /** Name of the equipment, dwelling, series or module; "" for the collectors of the residence. */
  readonly name: string;
  readonly part: SubjectPart | null;
  /** Seconds for which it must be wrong before an alarm is raised. */
  readonly delayS: number;
  readonly rule: WatchRule;
  /** Key of its gateway; null without one. */
  readonly parentKey: string | null;
}

/** What is remembered of a subject between two evaluations. */
export interface Watch {
  readonly key: string;
  /**
   * Right; wrong, but not for long enough, or muted; or an alarm was raised and its cause has not ended.
   * A subject without a watch is at rest.
   */
  readonly state: "rest" | "pending" | "raised";
  /** Since when it is wrong; for a silence, since when readings are awaited. Seconds since 1970. */
  readonly sinceS: number;
  /** Readings in a row that are clearly inside the bounds, while an alarm is raised. */
  readonly insideCount: number;
  /** Its newest reading that was taken into account; 0 and null when it never had any. */
  readonly seenS: number;
  readonly seenValue: number | string | null;
  /** The series that it was followed by; absent for a silence, and from rows that older versions stored. */
  readonly seriesId?: string | undefined;
  /** Its alarm while `state` is "raised", archived or not. */
  readonly alarmId: string | null;
  /** The alarm of its gateway, when that of this subject was raised under it. */
  readonly parentId: string | null;
}

/** An interval during which nothing is raised for a place. @spec alarms.mutes */
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
export interface Newest extends Pick<ReadonlyMap<string, SensorValue>, "get" | "has"> {
  /** When the last of some series was heard, where that is known without looking each of them up. */
  lastOf?(seriesIds: readonly string[]): number | null;
}

/** What an evaluation is made of. */
export interface DetectInput {
  readonly subjects: readonly Subject[];
  readonly watches: readonly Watch[];
  /** Readings that came after the `seenS` of a watch, oldest first, by stored series id. */
  readonly readings: ReadonlyMap<string, readonly SensorValue[]>;
  /** Newest reading by stored series id, corrected as pages show it; absent for a series that never sent any. */
  readonly newest: Newest;
  /** Seconds after which a series is silent, by stored series id; a day where absent. */
  readonly silentAfterS: ReadonlyMap<string, number>;
  readonly mutes: readonly Mute[];
  /** Seconds since 1970. */
  readonly nowS: number;
  newId(startS: number, subjectKey: string): string;
}

export interface NewAlarm {
  readonly id: string;
  readonly subject: Subject;
  /** Seconds since 1970; `endS` is null while it is open. */
  readonly startS: number;
  readonly endS: number | null;
  /** The reading it is about; null for a silence. */
  readonly value: number | string | null;
  /** Seconds without a reading, for a silence; 0 otherwise. */
  readonly silentForS: number;
  /** Alarm of the gateway; null when it stands alone. */
  readonly parentId: string | null;
}

/** Why an alarm ended that no reading ended: its subject is no longer watched, or is watched in another way. */
export type EndCause = "unwatched" | "settings";

/** The end of an alarm that was raised before. */
export interface EndedAlarm {
  readonly alarmId: string;
  readonly endS: number;
  readonly because?: EndCause | undefined;
}

/** What an evaluation found. */
export interface Detected {
  /** All watches there are from now on, by key. */
  readonly watches: readonly Watch[];
  readonly raised: readonly NewAlarm[];
  /** Alarms raised before; one that a user archived has ended already. */
  readonly closed: readonly EndedAlarm[];
  /** When a rule made of time may change something without a new reading; null when none can. */
  readonly nextS: number | null;
  /**
   * Whether a reading may raise a silence that is not raised: a sensor is due, but its gateway was not heard since. Any
   * other silence is raised by time, or comes from a series that is heard for the first time.
   */
  readonly waits: boolean;
}

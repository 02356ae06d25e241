import type { EquipmentDetail } from "@/lib/domain/facilities/equipment_details.ts";
import type { AirBounds } from "@/lib/domain/facilities/room_bounds.ts";
import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";
import type { House } from "@/lib/domain/housing/types.ts";
import type { ProjectFeatures } from "@/lib/domain/projects/types.ts";
import type { DataUnitId } from "@/lib/domain/series/types.ts";
import type { AlarmDelays } from "./delays.ts";

/** The settings of a residence that determine its subjects. */
export interface Watched {
  /** False when no readings are expected: nothing is watched. */
  readonly instrumented: boolean;
  readonly hasPilot: boolean;
  readonly features: Pick<ProjectFeatures, "houseMode" | "houseHourly">;
  readonly equipments: readonly WatchedEquipment[];
  /** Ids of the heating circuits out of the heating season. @spec alarms.season */
  readonly outOfSeason: ReadonlySet<string>;
  readonly series: readonly WatchedSeries[];
  /** Stored ids of the series that files alone feed. */
  readonly onlyFiled: ReadonlySet<string>;
  readonly houses: readonly WatchedHouse[];
  readonly thresholds: readonly WatchedThreshold[];
  readonly delays: AlarmDelays;
}

/** Those that determine what must send. */
export type WatchedSenders = Pick<
  Watched,
  "hasPilot" | "features" | "equipments" | "series" | "onlyFiled" | "houses"
>;

export interface WatchedEquipment {
  readonly id: string;
  readonly kind: EquipmentKind;
  readonly name: string;
  readonly parentId: string | null;
  readonly instrumented: boolean;
  /** null until a user sets it, and for buildings and boiler rooms. */
  readonly detail: EquipmentDetail | null;
  /** Bounds of the air of a boiler room; null for other equipment. */
  readonly air: AirBounds | null;
}

export interface WatchedSeries {
  readonly id: string;
  /** Name shown on pages. */
  readonly name: string;
  readonly dataUnitId: DataUnitId;
  /** Unit of its readings. */
  readonly unit: string;
  readonly scope: "housing" | "facilities";
  readonly equipmentId: string | null;
  /** Typed by hand: no sensor sends it. */
  readonly manualIndex: boolean;
}

export interface WatchedHouse extends Pick<House, "id" | "kind" | "projectModuleId"> {
  readonly settings: Pick<House["settings"], "name" | "buildingId" | "collectMode" | "hourlyMode">;
}

/** Value from which a series raises an alarm. */
export interface WatchedThreshold {
  readonly dataSeriesId: string;
  readonly threshold: number;
}

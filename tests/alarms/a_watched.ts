import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import type {
  Watched,
  WatchedEquipment,
  WatchedHouse,
  WatchedSeries,
} from "@/lib/alarms/residence_subjects.ts";

export const ROOM: WatchedEquipment = {
  id: "room",
  kind: "boilerroom",
  name: "Chaufferie",
  parentId: null,
  instrumented: true,
  details: {},
  air: { tempMin: null, tempMax: null, humMin: null, humMax: null },
};

export const CIRCUIT = {
  id: "circuit",
  kind: "boilerroom-circuit" as const,
  name: "Circuit Nord",
  parentId: "room",
  instrumented: true,
  air: null,
  details: {
    circuit: {
      enabled: true,
      outMin: 40,
      outMax: 80,
      backMin: null,
      backMax: 60,
      outType: "out",
      backType: "back",
      isHotWater: false,
    },
  },
} satisfies WatchedEquipment;

export function aWatchedSeries(id: string, own: Partial<WatchedSeries> = {}): WatchedSeries {
  const unit = { dataUnitId: "TEMP" as const, unit: "°C" };
  const place = { scope: "facilities" as const, equipmentId: null };
  return { id, name: `Série ${id}`, ...unit, ...place, manualIndex: false, ...own };
}

export function aWatchedHouse(id: string, own: Partial<WatchedHouse> = {}): WatchedHouse {
  const settings = {
    name: `Logement ${id}`,
    buildingId: null,
    collectMode: 0 as const,
    hourlyMode: 0 as const,
  };
  return { id, kind: "enocean", projectModuleId: null, settings, ...own };
}

export function watched(own: Partial<Watched> = {}): Watched {
  return {
    instrumented: true,
    hasPilot: false,
    features: { houseMode: 1, houseHourly: 0 },
    equipments: [],
    outOfSeason: new Set(),
    series: [],
    onlyFiled: new Set(),
    houses: [],
    thresholds: [],
    delays: DEFAULT_DELAYS_MIN,
    nightFlow: null,
    ...own,
  };
}

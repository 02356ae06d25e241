import { chance, seedOf } from "@/lib/backend/demo/simulation/random.ts";
import type { SimulatedSeries, Simulation } from "@/lib/backend/demo/simulation/simulation.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import type { EquipmentDetails, EquipmentRecord } from "@/lib/backend/records/facilities.ts";
import { buildingId, buildingLetters } from "./demo_houses.ts";
import type { DemoSite } from "./site_table.ts";

/** Equipment of a building or a boiler room of the demo, and its series: `p01-ba-vmc` reads `p01-ba-vmc-air`. */
export interface DemoAccessory {
  id: string;
  /** Building or boiler room that contains it. */
  parentId: string;
  kind: "cmv" | "skydome" | "gate" | "boilerroom-errorcode" | "boilerroom-faultdetector";
  name: string;
  details: EquipmentDetails;
  series: SimulatedSeries;
}

/** Residences this large have a car park with a gate. */
const HOUSES_WITH_GATE = 60;

const WATCHED_ROOM = { projectId: "p02", id: "p02-c1" };

/**
 * What is in the buildings of a residence: ventilation and a roof light in each, a gate to the first; and what
 * watches its boiler room.
 */
export function accessoriesOf(site: DemoSite, projectId: string): DemoAccessory[] {
  const inBuildings = buildingLetters(site).flatMap((letter, rank) => {
    const id = buildingId(projectId, letter);
    const gate = rank === 0 && site.dwellings.count >= HOUSES_WITH_GATE ? [gateOf(id)] : [];
    return [ventilationOf(id, letter), roofLightOf(id, letter), ...gate];
  });
  return projectId === WATCHED_ROOM.projectId
    ? [...inBuildings, ...watchersOf(WATCHED_ROOM.id)]
    : inBuildings;
}

export function setAccessories(atomic: Atomic, projectId: string, site: DemoSite): void {
  for (const { id, parentId, kind, name, details } of accessoriesOf(site, projectId)) {
    const record: EquipmentRecord = { kind, name, code: "", parentId, instrumented: true, details };
    atomic.set(keys.equipment(projectId, id), record);
  }
}

function ventilationOf(parentId: string, letter: string): DemoAccessory {
  const id = `${parentId}-vmc`;
  const seed = seedOf(id);
  const air: Simulation = {
    flagged: "instant",
    valueAt: (_year, day, hour) => 20 + chance(seed, day) * 2 + Math.sin(hour * Math.PI / 12) / 2,
  };
  const series = `${id}-air`;
  return {
    id,
    parentId,
    kind: "cmv",
    name: `VMC ${letter}`,
    details: { cmv: { min: 14, max: 28, seriesId: series } },
    series: seriesOf(series, {
      dataUnitId: "TEMP",
      name: `Air extrait ${letter}`,
      simulation: air,
    }),
  };
}

function roofLightOf(parentId: string, letter: string): DemoAccessory {
  const id = `${parentId}-sky`;
  const series = `${id}-etat`;
  const simulation: Simulation = { flagged: "instant", valueAt: () => 0 };
  return {
    id,
    parentId,
    kind: "skydome",
    name: `Skydome ${letter}`,
    details: { skydome: { seriesId: series } },
    series: seriesOf(series, { dataUnitId: "ETAT", name: `État du skydome ${letter}`, simulation }),
  };
}

function gateOf(parentId: string): DemoAccessory {
  const id = `${parentId}-portail`;
  const opened = (_year: number, _day: number, hour: number) => Number(hour === 8 || hour === 18);
  const series = `${id}-etat`;
  const simulation: Simulation = { flagged: "instant", valueAt: opened };
  return {
    id,
    parentId,
    kind: "gate",
    name: "Portail du parking",
    details: { gate: { type: "gate", alarmFrom: 2, hsType: "none", seriesId: series } },
    series: seriesOf(series, { dataUnitId: "ETAT", name: "État du portail", simulation }),
  };
}

/** The general fault and the codes of a boiler, a monitored flooding detector, and the door. */
function watchersOf(parentId: string): DemoAccessory[] {
  const watcher = (
    own: Pick<DemoAccessory, "kind" | "name"> & {
      suffix: string;
      detailsOf(seriesId: string): EquipmentDetails;
      valueAt(year: number, day: number, hour: number): number;
    },
  ): DemoAccessory => {
    const id = `${parentId}-${own.suffix}`;
    const series = `${id}-etat`;
    return {
      id,
      parentId,
      kind: own.kind,
      name: own.name,
      details: own.detailsOf(series),
      series: seriesOf(series, {
        dataUnitId: "ETAT",
        name: own.name,
        simulation: { flagged: "instant", valueAt: own.valueAt },
      }),
    };
  };
  const seed = seedOf(parentId);
  return [
    watcher({
      suffix: "defaut",
      kind: "boilerroom-faultdetector",
      name: "Défaut brûleur",
      detailsOf: (seriesId) => ({ faultDetector: { alarmKind: 2, seriesId } }),
      valueAt: () => 0,
    }),
    watcher({
      suffix: "inondation",
      kind: "boilerroom-faultdetector",
      name: "Détecteur d’inondation",
      detailsOf: (seriesId) => ({ faultDetector: { alarmKind: 1, seriesId } }),
      valueAt: () => 0,
    }),
    watcher({
      suffix: "code",
      kind: "boilerroom-errorcode",
      name: "Régulation",
      detailsOf: (seriesId) => ({ errorCode: { normalCodes: ["0"], seriesId } }),
      valueAt: () => 0,
    }),
    watcher({
      suffix: "porte",
      kind: "gate",
      name: "Porte de la chaufferie",
      detailsOf: (seriesId) => ({ gate: { type: "door", alarmFrom: 4, hsType: "none", seriesId } }),
      valueAt: (_year, day, hour) => Number(chance(seed + 2, day) < 0.2 && hour === 9),
    }),
  ];
}

function seriesOf(
  id: string,
  own: Pick<SimulatedSeries, "dataUnitId" | "name" | "simulation">,
): SimulatedSeries {
  return { id, importedUnit: null, ...own };
}

import type { EquipmentDetails, EquipmentRecord } from "../embedded/facility_records.ts";
import { keys } from "../kv/keys.ts";
import type { Atomic } from "../kv/store.ts";
import { buildingId, buildingLetters } from "./demo_houses.ts";
import { chance, seedOf } from "./random.ts";
import type { SimulatedSeries, Simulation } from "./simulation.ts";
import type { DemoSite } from "./sites.ts";

/** What stands in a building of the demo, and the series it listens to: `p01-ba-vmc` reads `p01-ba-vmc-air`. */
export interface DemoAccessory {
  id: string;
  /** Building it stands in. */
  parentId: string;
  kind: "cmv" | "skydome" | "gate";
  name: string;
  details: EquipmentDetails;
  series: SimulatedSeries;
}

/** Residences this large have a car park with a gate. */
const HOUSES_WITH_GATE = 60;

/** What stands in the buildings of a residence: ventilation and a roof light in each, a gate to the first. */
export function accessoriesOf(site: DemoSite, projectId: string): DemoAccessory[] {
  return buildingLetters(site).flatMap((letter, rank) => {
    const id = buildingId(projectId, letter);
    const gate = rank === 0 && site.housesCount >= HOUSES_WITH_GATE ? [gateOf(id)] : [];
    return [ventilationOf(id, letter), roofLightOf(id, letter), ...gate];
  });
}

/** Writes what stands in the buildings of a residence. */
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
  const seed = seedOf(id);
  // Aired now and then, in the afternoon.
  const opened = (_year: number, day: number, hour: number) =>
    Number(chance(seed, day) < 0.15 && hour >= 14 && hour < 18);
  const series = `${id}-etat`;
  const simulation: Simulation = { flagged: "instant", valueAt: opened };
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

function seriesOf(
  id: string,
  own: Pick<SimulatedSeries, "dataUnitId" | "name" | "simulation">,
): SimulatedSeries {
  return { id, importedUnit: null, ...own };
}

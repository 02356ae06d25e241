/** Ventilation units, roof lights, gates and sensors of the demo's residences. @module */

import { chance, seedOf } from "@/lib/demo/simulation/random.ts";
import { instant, type SimulatedSeries } from "@/lib/demo/simulation/simulation.ts";
import type { EquipmentDetails, EquipmentRecord } from "@/lib/facilities/records.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Atomic } from "@/lib/store/store.ts";
import { buildingId, buildingLetters } from "./dwellings.ts";
import type { DemoSite } from "./site_table.ts";

/** Equipment of a building or a boiler room of the demo, and its series: `p01-ba-vmc` reads `p01-ba-vmc-air`. */
interface DemoAccessory {
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
  const inBuildings = buildingLetters(site).flatMap((letter, position) => {
    const id = buildingId(projectId, letter);
    const gate = position === 0 && site.dwellings.count >= HOUSES_WITH_GATE ? [gateOf(id)] : [];
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
  const seed = seedOf(`${parentId}-vmc`);
  return accessory(parentId, {
    suffix: "vmc",
    kind: "cmv",
    name: `VMC ${letter}`,
    sends: { suffix: "air", dataUnitId: "TEMP", name: `Air extrait ${letter}` },
    detailsOf: (seriesId) => ({ cmv: { min: 14, max: 28, seriesId } }),
    valueAt: (_year, day, hour) => 20 + chance(seed, day) * 2 + Math.sin(hour * Math.PI / 12) / 2,
  });
}

function roofLightOf(parentId: string, letter: string): DemoAccessory {
  return accessory(parentId, {
    suffix: "sky",
    kind: "skydome",
    name: `Skydome ${letter}`,
    sends: { name: `État du skydome ${letter}` },
    detailsOf: (seriesId) => ({ skydome: { seriesId } }),
    texts: OPENINGS,
  });
}

function gateOf(parentId: string): DemoAccessory {
  return accessory(parentId, {
    suffix: "portail",
    kind: "gate",
    name: "Portail du parking",
    sends: { name: "État du portail" },
    detailsOf: (seriesId) => ({ gate: { type: "gate", alarmFrom: 2, hsType: "none", seriesId } }),
    valueAt: (_year, _day, hour) => Number(hour === 8 || hour === 18),
    texts: OPENINGS,
  });
}

/** The general fault and the codes of a boiler, a monitored flooding detector, and the door. */
function watchersOf(parentId: string): DemoAccessory[] {
  const seed = seedOf(parentId);
  return [
    accessory(parentId, {
      suffix: "defaut",
      kind: "boilerroom-faultdetector",
      name: "Défaut brûleur",
      detailsOf: (seriesId) => ({ faultDetector: { alarmKind: 2, seriesId } }),
      texts: SWITCHED,
    }),
    accessory(parentId, {
      suffix: "inondation",
      kind: "boilerroom-faultdetector",
      name: "Détecteur d’inondation",
      detailsOf: (seriesId) => ({ faultDetector: { alarmKind: 1, seriesId } }),
      texts: SWITCHED,
    }),
    accessory(parentId, {
      suffix: "code",
      kind: "boilerroom-errorcode",
      name: "Régulation",
      detailsOf: (seriesId) => ({ errorCode: { normalCodes: ["0"], seriesId } }),
      texts: ["0"],
    }),
    accessory(parentId, {
      suffix: "porte",
      kind: "gate",
      name: "Porte de la chaufferie",
      detailsOf: (seriesId) => ({ gate: { type: "door", alarmFrom: 4, hsType: "none", seriesId } }),
      valueAt: (_year, day, hour) => Number(chance(seed + 2, day) < 0.2 && hour === 9),
      texts: ["fermée", "ouverte"],
    }),
  ];
}

const OPENINGS = ["fermé", "ouvert"];
const SWITCHED = ["off", "on"];

interface Accessory extends Pick<DemoAccessory, "kind" | "name"> {
  readonly suffix: string;
  /** Its series, when it is not that of a state with the same name. */
  readonly sends?: Partial<Pick<SimulatedSeries, "dataUnitId" | "name">> & { suffix?: string };
  detailsOf(seriesId: string): EquipmentDetails;
  /** The texts of a state, by value; its other values are sent as numbers. */
  readonly texts?: readonly string[];
  /** Always 0 when omitted. */
  valueAt?(year: number, day: number, hour: number): number;
}

function accessory(
  parentId: string,
  { suffix, kind, name, sends = {}, detailsOf, texts, valueAt = () => 0 }: Accessory,
): DemoAccessory {
  const { suffix: sent = "etat", ...shown } = sends;
  const id = `${parentId}-${suffix}`;
  const seriesId = `${id}-${sent}`;
  const simulation = { ...instant(valueAt), ...texts && { texts } };
  const series: SimulatedSeries = { id: seriesId, dataUnitId: "ETAT", name, ...shown, simulation };
  return { id, parentId, kind, name, details: detailsOf(seriesId), series };
}

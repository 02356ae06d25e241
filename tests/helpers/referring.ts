import { ok } from "node:assert/strict";
import type { ReferredKind } from "@/lib/api/entity.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { ENTITIES } from "@/lib/app/entity_registry.ts";
import { NO_REPORT_SETTINGS } from "@/lib/consumption_reports/records.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { aHouse, houseDraft } from "./a_dwelling.ts";
import { aBoilerRoom, anOutdoorSource, aSeries, at, ORG, PROJECT } from "./a_residence.ts";
import {
  circuitDraft,
  priceDraft,
  seriesDraft,
  settingsDraft,
  someTerms,
  sourcesDraft,
} from "./drafts.ts";

const NO_SETTINGS = { ...NO_REPORT_SETTINGS, image: null };
const inOrg = { orgId: ORG };
const A_BILL = { from: "2025-01-01", to: "2025-01-31", amountTtc: "5230.10", reference: "" };

/** The outcome of a call. */
export interface Result {
  readonly ok: boolean;
  readonly code?: string;
  readonly issues?: readonly unknown[];
}

/** The entities that refer to others. */
type ReferrerName = {
  [Name in keyof typeof ENTITIES]: (typeof ENTITIES)[Name] extends { refersTo: unknown } ? Name
    : never;
}[keyof typeof ENTITIES];

/** Entities that are deleted and that others refer to; no residence is ever deleted. */
type Deleted = Exclude<ReferredKind, "projectOfOrg">;

/** How an entity is created, and another that refers to it. */
export interface Pair {
  readonly referred: Deleted;
  /** For a facility series: the units it may have; any by default. */
  readonly suits?: readonly DataUnitId[];
  made(ask: CallFunction): Promise<string>;
  /** Creates the parent of the referring entity; returns its id. */
  prepared?(ask: CallFunction): Promise<string>;
  /** @param names of both: the thing that is named, the place, and a number nothing else has */
  referring(ask: CallFunction, names: { id: string; place: string; rank: number }): Promise<Result>;
}

/** How each referenced entity is deleted. */
export const DELETED: Readonly<
  Record<Deleted, (ask: CallFunction, id: string) => Promise<Result>>
> = {
  dataseries: (ask, series) => ask("deleteDataseries", { ...at, series }),
  equipment: (ask, equipmentId) => ask("deleteEquipment", { ...at, equipmentId }),
  house: (ask, houseId) => ask("deleteHouse", { ...at, houseId }),
  houseType: (ask, houseTypeId) => ask("deleteHouseType", { ...at, houseTypeId }),
  anonymousGroup: (ask, id) => ask("deleteAnonymousGroup", { ...at, anonymousGroupId: id }),
  outdoorSource: (ask, id) => ask("deleteOutdoorSource", { ...at, outdoorSourceId: id }),
  provider: (ask, providerId) => ask("deleteProvider", { ...inOrg, providerId }),
  contract: (ask, contractId) => ask("deleteContract", { ...inOrg, contractId }),
  typedoc: (ask, typedocId) => ask("deleteTypedoc", { ...inOrg, typedocId }),
};

/** Entities of an organisation; the others are of a residence. */
export const OF_ORGANISATION: readonly Deleted[] = ["provider", "contract", "typedoc"];

/** Every way an entity can refer to another, by the family of the referrer. */
export const PAIRS: Readonly<Record<ReferrerName, readonly Pair[]>> = {
  dataseries: [{
    referred: "equipment",
    made: (ask) => aBoilerRoom(ask),
    referring: (ask, { id }) => ask("createDataseries", { ...at, body: typedSeries("GAZV", id) }),
  }],
  equipment: [
    {
      referred: "equipment",
      made: (ask) => aBoilerRoom(ask),
      referring: (ask, { id }) => added(ask, "boilerroom-circuit", id),
    },
    circuitPair("outType", ["TDEP", "TEMP"]),
    circuitPair("backType", ["TRET", "TEMP"]),
    ofSeries("ETAT", {
      suits: ["ETAT"],
      prepared: inRoom("boilerroom-errorcode"),
      referring: (ask, { id, place }) => {
        const body = { name: "Codes", seriesId: id, normalCodes: [] };
        const [boilerRoomId = "", errorCodeId = ""] = place.split(" ");
        return ask("putErrorCodeSettings", { ...at, boilerRoomId, errorCodeId, body });
      },
    }),
    ofSeries("ETAT", {
      prepared: inRoom("boilerroom-faultdetector"),
      referring: (ask, { id, place }) => {
        const body = { name: "Défaut", seriesId: id, alarmKind: 0 as const };
        const [boilerRoomId = "", faultDetectorId = ""] = place.split(" ");
        return ask("putFaultDetectorSettings", { ...at, boilerRoomId, faultDetectorId, body });
      },
    }),
    ofSeries("ETAT", {
      prepared: inBuilding("cmv"),
      referring: (ask, { id, place }) => {
        const body = { name: "VMC", min: null, max: null, seriesId: id };
        return ask("putCmvSettings", { ...at, cmvId: place, body });
      },
    }),
    ofSeries("ETAT", {
      suits: ["ETAT"],
      prepared: inBuilding("skydome"),
      referring: (ask, { id, place }) =>
        ask("putSkydomeSettings", {
          ...at,
          skydomeId: place,
          body: { name: "Toit", seriesId: id },
        }),
    }),
    ofSeries("ETAT", {
      suits: ["ETAT"],
      prepared: inBuilding("gate"),
      referring: (ask, { id, place }) => {
        const door = { type: "gate" as const, alarmFrom: 24, hsType: "none" as const };
        const body = { name: "Portail", ...door, seriesId: id };
        return ask("putGateSettings", { ...at, gateId: place, body });
      },
    }),
  ],
  device: [
    devicePair("productionSeriesId", "PACP"),
    devicePair("consumptionSeriesId", "PACC"),
    {
      referred: "equipment",
      made: (ask) => aBoilerRoom(ask),
      referring: (ask, { id }) => ask("addDevice", { ...at, boilerRoomId: id, body: device }),
    },
  ],
  efficiencySources: [
    sourcesPair(["GAZV"], (id) => ({ sourceType: id })),
    sourcesPair(
      ["ECSV"],
      (id) => ({ hotWaterTypes: [{ hotWaterType: id, hotWaterKind: "volume" }] }),
    ),
    sourcesPair(["SOLE"], (id) => ({ solarTypes: [id] })),
  ],
  efficiencySettings: [{
    referred: "outdoorSource",
    made: (ask) => anOutdoorSource(ask, { name: crypto.randomUUID() }),
    prepared: (ask) => aBoilerRoom(ask),
    referring: (ask, { id: djuSource, place: boilerRoomId }) => {
      const body = settingsDraft(djuSource);
      return ask("putEfficiencySettings", { ...at, boilerRoomId, fromDate: "2024-07-01", body });
    },
  }],
  energyTerms: [{
    referred: "equipment",
    made: (ask) => aBoilerRoom(ask),
    referring: (ask, { id: boilerRoomId }) =>
      ask("createEnergyTerms", { ...at, boilerRoomId, body: someTerms() }),
  }],
  energyBill: [{
    referred: "equipment",
    made: (ask) => aBoilerRoom(ask),
    referring: (ask, { id: boilerRoomId }) =>
      ask("createEnergyBill", { ...at, body: { ...A_BILL, boilerRoomId } }),
  }],
  energyPrice: [{
    referred: "equipment",
    made: (ask) => aBoilerRoom(ask),
    referring: (ask, { id: boilerRoomId }) =>
      ask("createEnergyPrice", { ...at, body: priceDraft({ boilerRoomId }) }),
  }],
  reportSettings: [{
    referred: "outdoorSource",
    made: (ask) => anOutdoorSource(ask, { name: crypto.randomUUID() }),
    referring: (ask, { id: djuSource }) =>
      ask("putConsumptionReportSettings", { ...at, body: { ...NO_SETTINGS, djuSource } }),
  }],
  computedSeries: [ofSeries("GAZV", {
    suits: ["EFSV", "ECSV", "GAZV"],
    referring: (ask, { id, rank }) => {
      const body = { name: `Somme ${rank}`, dataUnitId: "GAZV" as const, plus: [id], minus: [] };
      return ask("createComputedSeries", { ...at, body });
    },
  })],
  outdoorSource: [ofSeries("TEXT", {
    suits: ["TEXT", "DJU"],
    referring: (ask, { id: seriesId, rank }) => {
      const body = { name: `Sonde ${rank}`, method: "meteo" as const, seriesId, station: "" };
      return ask("createOutdoorSource", { ...at, body });
    },
  })],
  house: [
    housePair("equipment", aBuilding, (buildingId) => ({ buildingId })),
    housePair("houseType", aHouseType, (houseTypeId) => ({ houseTypeId })),
    housePair("anonymousGroup", aGroup, (anonymousGroupId) => ({ anonymousGroupId })),
  ],
  manualIndex: [{
    referred: "dataseries",
    made: (ask) => aMeter(ask),
    referring: (ask, { id: seriesId }) => {
      const body = { seriesId, houseId: null, date: "2023-01-31", value: 12 };
      return ask("addManualIndex", { ...at, body });
    },
  }],
  seriesSource: [ofSeries("GAZV", {
    referring: (ask, { id: series, rank }) => {
      const body = { source: `m,serial=${rank}|value`, houseId: null };
      return ask("attachSource", { ...at, series, body });
    },
  })],
  accProducer: [ofSeries("PVE", {
    suits: ["PVE"],
    referring: (ask, { id: seriesId, rank }) => {
      const body = { name: "Toiture", prm: prm(rank), seriesId, powerKW: null };
      return ask("createProducer", { ...at, body });
    },
  })],
  accConsumer: [
    ofSeries("ELEC", {
      suits: ["ELEC"],
      referring: (ask, { id: seriesId, rank }) => {
        const body = { ...consumer, prm: prm(rank), houseId: null, seriesId };
        return ask("createConsumer", { ...at, body });
      },
    }),
    {
      referred: "house",
      made: (ask) => aHouse(ask),
      referring: (ask, { id: houseId, rank }) => {
        const body = { ...consumer, prm: prm(rank), houseId, seriesId: null };
        return ask("createConsumer", { ...at, body });
      },
    },
  ],
  contract: [{
    referred: "provider",
    made: aProvider,
    prepared: aContract,
    referring: (ask, { id: providerId, place: contractId }) => {
      const body = { providerId, startDate: "2026-01-01", endDate: "2026-12-31" };
      return ask("addContractProvider", { ...inOrg, contractId, body });
    },
  }],
  documentRequest: [
    requestPair("provider", aProvider),
    requestPair("contract", aContract),
    requestPair("typedoc", aTypedoc),
  ],
};

/** A provider of the organisation. */
export function aProvider(ask: CallFunction, name: string = crypto.randomUUID()): Promise<string> {
  const body = { name, emails: ["contact@thermalia.fr"] };
  return idOf(ask("createProvider", { ...inOrg, body }));
}

/** A contract on the residence of the tests. */
export function aContract(ask: CallFunction, name: string = crypto.randomUUID()): Promise<string> {
  const body = { name, code: "", equipment: null, allprojects: false, projects: [PROJECT] };
  return idOf(ask("createContract", { ...inOrg, body }));
}

/** A document type without values. */
export function aTypedoc(ask: CallFunction, name: string = crypto.randomUUID()): Promise<string> {
  const body = { name, equipment: null, defaultRate: 12, multiple: false, values: [] };
  return idOf(ask("createTypedoc", { ...inOrg, body }));
}

function requestPair(
  referred: "provider" | "contract" | "typedoc",
  made: (ask: CallFunction) => Promise<string>,
): Pair {
  return {
    referred,
    made: (ask) => made(ask),
    prepared: async (ask) =>
      [await aProvider(ask), await aContract(ask), await aTypedoc(ask)].join(" "),
    referring: (ask, { id, place }) => {
      const [providerId = "", contractId = "", typedocId = ""] = place.split(" ");
      const body = { ...REQUEST, providerId, contractId, typedocId, [`${referred}Id`]: id };
      return ask("createRequest", { ...inOrg, body });
    },
  };
}

/** A yearly request of the residence of the tests. */
export const REQUEST = {
  projects: [PROJECT],
  firstRequest: "2026-12-31",
  rate: 12,
  reminder: 60,
  nbDaysForNewDeadline: 90,
};

const consumer = { name: "Parties communes", sharePercent: null };

/** A PRM of fourteen digits. */
function prm(rank: number): string {
  return String(10_000_000_000_000 + rank);
}

async function idOf(asked: Promise<Result & { answer?: { id: string } | null }>): Promise<string> {
  const result = await asked;
  ok(result.ok && result.answer, JSON.stringify(result));
  return result.answer.id;
}

export function typedSeries(dataUnitId: DataUnitId, equipmentId: string | null = null) {
  return seriesDraft({ dataUnitId, manualIndex: true, equipmentId });
}

function ofSeries(dataUnitId: DataUnitId, rest: Omit<Pair, "referred" | "made">): Pair {
  return { referred: "dataseries", made: (ask) => aSeries(ask, dataUnitId), ...rest };
}

function aMeter(ask: CallFunction): Promise<string> {
  return idOf(ask("createDataseries", { ...at, body: typedSeries("EFSV") }));
}

function added(ask: CallFunction, kind: EquipmentKind, parentId: string | null) {
  const body = { kind, instrumented: true, parentId, settings: { name: kind, code: "" } };
  return ask("addEquipment", { ...at, body });
}

function aBuilding(ask: CallFunction): Promise<string> {
  return idOf(added(ask, "building", null));
}

function aHouseType(ask: CallFunction): Promise<string> {
  const body = { name: crypto.randomUUID(), area: 60, occupants: 3 };
  return idOf(ask("createHouseType", { ...at, body }));
}

function aGroup(ask: CallFunction): Promise<string> {
  return idOf(ask("createAnonymousGroup", { ...at, body: { name: crypto.randomUUID() } }));
}

/** Creates a boiler room and a part of it; returns both ids, separated by a space. */
function inRoom(kind: EquipmentKind) {
  return async (ask: CallFunction) => {
    const room = await aBoilerRoom(ask);
    return `${room} ${await idOf(added(ask, kind, room))}`;
  };
}

function inBuilding(kind: EquipmentKind) {
  return async (ask: CallFunction) => await idOf(added(ask, kind, await aBuilding(ask)));
}

function circuitPair(
  field: "outType" | "backType",
  suits: readonly [DataUnitId, DataUnitId],
): Pair {
  return ofSeries(suits[0], {
    suits,
    prepared: inRoom("boilerroom-circuit"),
    referring: (ask, { id, place }) => {
      const [boilerRoomId = "", circuitId = ""] = place.split(" ");
      const body = circuitDraft({ [field]: id });
      return ask("putCircuitSettings", { ...at, boilerRoomId, circuitId, body });
    },
  });
}

const device = {
  kind: "heat-pump" as const,
  name: "PAC",
  productionSeriesId: null,
  consumptionSeriesId: null,
  powerKW: null,
};

function devicePair(
  field: "productionSeriesId" | "consumptionSeriesId",
  dataUnitId: DataUnitId,
): Pair {
  return ofSeries(dataUnitId, {
    suits: ["ECSE", "CHAE", "ELEC", "GAZE", "RCUE", "SOLE", "PVE", "PACP", "PACC"],
    prepared: (ask) => aBoilerRoom(ask),
    referring: (ask, { id, place: boilerRoomId }) =>
      ask("addDevice", { ...at, boilerRoomId, body: { ...device, [field]: id } }),
  });
}

interface Sources {
  readonly sourceType: string;
  readonly hotWaterTypes: { hotWaterType: string; hotWaterKind: "volume" }[];
  readonly solarTypes: string[];
}

function sourcesPair(suits: readonly [DataUnitId], named: (id: string) => Partial<Sources>): Pair {
  return ofSeries(suits[0], {
    suits,
    prepared: async (ask) => `${await aBoilerRoom(ask)} ${await aSeries(ask, "GAZV")}`,
    referring: (ask, { id, place }) => {
      const [boilerRoomId = "", sourceType = ""] = place.split(" ");
      const body = sourcesDraft({ sourceType, ...named(id) });
      return ask("putEfficiencySources", { ...at, boilerRoomId, body });
    },
  });
}

function housePair(
  referred: Deleted,
  made: (ask: CallFunction) => Promise<string>,
  settings: (id: string) => Parameters<typeof houseDraft>[1],
): Pair {
  return {
    referred,
    made,
    referring: (ask, { id }) => ask("createHouse", { ...at, body: houseDraft({}, settings(id)) }),
  };
}

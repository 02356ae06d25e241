import type { StoredTerms } from "@/lib/settlement/schema.ts";
import type { AlarmMuteDraft, AlarmReportDraft } from "@/lib/alarms/schema.ts";
import type { Input } from "@/lib/app/catalogue.ts";
import type { ProjectSeriesDraft } from "@/lib/timeseries/schema.ts";

/** The body that creates a series, by default of a facility of the residence. */
export function seriesDraft(
  said: Pick<ProjectSeriesDraft, "dataUnitId"> & Partial<ProjectSeriesDraft>,
): ProjectSeriesDraft {
  return {
    scope: "facilities",
    renamed: null,
    importedUnit: null,
    manualIndex: false,
    equipmentId: null,
    dataSourceOptions: {},
    ...said,
  };
}

/** The energy sources of a boiler room: by default a gas meter, no hot water and no solar heat. */
export function sourcesDraft(
  said:
    & Pick<Input<"putEfficiencySources">["body"], "sourceType">
    & Partial<Input<"putEfficiencySources">["body"]>,
): Input<"putEfficiencySources">["body"] {
  return { sourceKind: "gaz-volume", hotWaterTypes: [], solarTypes: [], gazPce: null, ...said };
}

/** A heating circuit: by default without bounds and series. */
export function circuitDraft(
  said: Partial<Input<"putCircuitSettings">["body"]> = {},
): Input<"putCircuitSettings">["body"] {
  const flow = { outMin: null, outMax: null, outType: null };
  const back = { backMin: null, backMax: null, backType: null };
  return { name: "Radiateurs", enabled: true, ...flow, ...back, isHotWater: false, ...said };
}

/** The replacement of a facility's meter, at noon: by default, the old one was not read, and the new one starts at 0. */
export function replacementDraft(
  date: string,
  said: Partial<Input<"addMeterEvent">["body"]> = {},
): Input<"addMeterEvent">["body"] {
  const event = { what: "replacement", houseId: null, date, time: "12:00" } as const;
  return { ...event, finalIndex: null, firstIndex: 0, comment: "", ...said };
}

/** A mail report: by default about silent sensors, when alarms start and end. */
export function reportDraft(
  said: Pick<AlarmReportDraft, "emails"> & Partial<AlarmReportDraft>,
): AlarmReportDraft {
  return {
    name: "Astreinte",
    notifyStart: true,
    notifyEnd: true,
    notifyEvery: "",
    selections: [{ handler: "collect-online", filters: {} }],
    ...said,
  };
}

/** Works: by default in the whole residence, for every alarm, on 5 January 2026. */
export function worksDraft(said: Partial<AlarmMuteDraft> = {}): AlarmMuteDraft {
  return {
    equipmentId: null,
    houseId: null,
    handler: null,
    from: "2026-01-05T07:00:00.000Z",
    to: "2026-01-05T17:00:00.000Z",
    reason: "Remplacement de la chaudière",
    ...said,
  };
}

/** A consumer of a self-consumption, besides dwellings. */
export const COMMON_PARTS = {
  name: "Parties communes",
  prm: "14000000000002",
  houseId: null,
  seriesId: null,
  sharePercent: null,
};

/** An address without a position. */
export const LOCATION = {
  street: "1 rue Haute",
  zipCode: "54000",
  city: "Nancy",
  latitude: null,
  longitude: null,
};

/** The settings of an energy balance. */
export function settingsDraft(djuSource: string, over: Partial<Settings> = {}): Settings {
  return {
    area: 1_000,
    peopleNb: 40,
    djuSource,
    q: 100,
    target: 40,
    threshold: 5,
    djuContract: null,
    ...over,
  };
}

type Settings = Input<"putEfficiencySettings">["body"];

/** The price of an energy: by default gas at 78.5 € a MWh, VAT apart, without a subscription, in the whole residence. */
export function priceDraft(over: Partial<Price> = {}): Price {
  return {
    fuel: "gaz",
    boilerRoomId: null,
    from: "2024-07-01",
    price: "78.5",
    unit: "€/MWh",
    vatPercent: "20",
    annualFixed: "0",
    fixedVatPercent: "20",
    supplier: "",
    origin: "",
    ...over,
  };
}

type Price = Input<"createEnergyPrice">["body"];

/** Terms of MCI of the specification: NB 600 000 kWh at 2 400 DJU, half a saving, two thirds of an excess to 15 %. */
export function someTerms(
  over: Partial<Omit<StoredTerms, "id" | "version">> = {},
): Omit<StoredTerms, "id" | "version"> {
  return {
    from: "2020-07-01",
    to: null,
    kind: "MCI",
    contractId: null,
    reference: "Marché 2020-04",
    operator: "Thermalia",
    energyBasis: "PCS",
    nbKWh: 600_000,
    djuContract: 2_400,
    djuStation: "",
    djuMethod: null,
    areaM2: null,
    targetTemp: null,
    seasonStart: null,
    seasonStop: null,
    q: 100,
    saving: [{ upTo: null, operator: "1/2" }],
    excess: [{ upTo: "15", operator: "2/3" }, { upTo: null, operator: "1" }],
    neutralPct: 0,
    neutralMode: "deductible",
    bonusHT: null,
    malusHT: null,
    priceBasis: "consumed",
    components: [],
    coefRounding: "half",
    coefDecimals: 4,
    priceDecimals: 5,
    lagMonths: 0,
    vatPercent: "20",
    tacitDays: null,
    ...over,
  };
}

/** Guesses the quantity and the unit of a value from its name and from the unit that its sender names. @module */

import { inUnit, isClearUnit, sentUnit } from "@/lib/timeseries/sent_units.ts";
import { dataUnit, type DataUnitId } from "@/lib/timeseries/units.ts";

export interface QuantityGuess {
  readonly dataUnitId: DataUnitId;
  /** Unit that ends its name, « energy_Wh »; "" when the sender names one, or nothing does. */
  readonly unit: string;
  /** True for a count of pulses: only a person knows what each is worth. */
  readonly isPulse: boolean;
}

/** What a device says of itself or of its radio. */
const OF_DEVICE =
  /\b(batt\w*|volt\w*|rssi|snr|alarm\w*|status|margin|lat\w*|lon\w*|signal|f cnt|firmware|version)\b/;

/** Words of names, most precise first: a quantity applies to the units that convert to its own. */
const WORDS: readonly (readonly [DataUnitId, RegExp])[] = [
  ["TEXT", /\b(outdoor|outside|external|ext|exterieure?)\b/],
  ["TDEP", /\b(supply|flow|depart)\b/],
  ["TRET", /\b(return|retour)\b/],
  ["TEMP", /\btemp/],
  ["HUM", /\b(hum|rh|hygro)/],
  ["CO2", /\bco2\b/],
  ["IRRA", /\birra/],
  ["GAZV", /\bga[sz]\b/],
  ["GAZE", /\bga[sz]\b/],
  ["ECSV", /\b(ecs|hot water|eau chaude)\b/],
  ["ECSE", /\b(ecs|hot water|eau chaude)\b/],
  ["EFSV", /\b(water|eau)\b/],
  ["CHAE", /\b(heat|heating|chauffage|chaleur|thermal)\b/],
  ["PVE", /\b(pv|solar|photovolt\w*)\b/],
  ["ELEC", /\b(elec\w*|energy|energie|linky)/],
  ["EFSV", /\bvolume\b/],
];

/** The quantity of a unit whose name says nothing. */
const OF_UNIT: readonly DataUnitId[] = ["TEMP", "CO2", "IRRA", "EFSV", "ELEC"];

const PULSES = /\b(puls|impuls|counter|compteur)/;
/** Quantities that pulses count. */
const COUNTED: readonly DataUnitId[] = ["GAZV", "ECSV", "EFSV", "CHAE", "PVE", "ELEC"];

/**
 * The likely quantity of a source: by the words of its name among those that its unit allows, otherwise by its unit.
 *
 * @spec collectors.devices
 * @param unit unit that its sender names; "" for none
 * @returns null for what no series measures, or what nothing tells
 * @example
 * ```ts
 * guessedQuantity("dev_eui=0101 energy_wh", ""); // { dataUnitId: "ELEC", unit: "Wh", isPulse: false }
 * ```
 */
export function guessedQuantity(source: string, unit: string): QuantityGuess | null {
  const words = wordsOf(source);
  if (OF_DEVICE.test(words)) return null;
  const ending = words.split(" ").at(-1) ?? "";
  const isUnit = isClearUnit(ending) || ending === "l" || ending === "w";
  const named = unit === "" && isUnit ? sentUnit(ending) ?? "" : "";
  const isPulse = unit === "" && named === "" && PULSES.test(words);
  const suits = (id: DataUnitId) => {
    const from = unit || named;
    if (isPulse) return COUNTED.includes(id);
    return from === "" || inUnit(1, { from, to: dataUnit(id).unit }) !== null;
  };
  const byName = WORDS.find(([id, pattern]) => suits(id) && pattern.test(words))?.[0];
  const byUnit = isPulse
    ? "EFSV"
    : unit + named === ""
    ? undefined
    : OF_UNIT.find((id) => suits(id));
  const dataUnitId = byName ?? byUnit;
  return dataUnitId === undefined ? null : { dataUnitId, unit: named, isPulse };
}

/** The words of a name: « dev_eui=01 energyWh », « dev_eui=01 energy_kWh » end with their unit. */
function wordsOf(source: string): string {
  return source.normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/([a-z\d])(?=[A-Z][a-z]+)/g, "$1 ")
    .replace(/[^A-Za-z\d³]+/g, " ")
    .replace(/\b([kMG]) (Wh?)\b/g, "$1$2")
    // The rank of a value, « temp2 », is no part of its name; « m3 » and « co2 » are.
    .replace(/(?<!\bm|co)\d+\b/gi, " ")
    .replace(/\s+/g, " ").toLowerCase().trim();
}

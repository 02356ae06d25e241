import type { HotWaterMonth } from "@/lib/domain/energy_balance/hot_water_report.ts";
import { type HybridRow, slotCop } from "@/lib/domain/facilities/heat_pump.ts";
import type { SolarRow } from "@/lib/domain/facilities/solar_estimation.ts";
import { HYBRID_METERS, type HybridMark, type HybridMeter } from "@/lib/domain/facilities/types.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { meterEventText } from "@/lib/text/energy_balance/energy_balance.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";
import { meterMarkTexts } from "@/lib/text/series/meter_events.ts";
import { ANNOTATIONS_CSV } from "@/lib/text/series/series_csv.ts";

/** Names of the series of the heat pump chart. */
export const HYBRID_NAMES = { bars: "Pompes à chaleur", line: "Chaudières" } as const;

/** Quantities of the meters of boilers and heat pumps, as in the headings of their table. */
const HYBRID_METER_NAMES: Readonly<Record<HybridMeter, string>> = {
  "heat-pump": "Production PAC",
  "heat-pump-input": "Électricité PAC",
  "boiler": "Chaudières",
};

/** Events of the meters of a slot: "Production PAC : compteur remplacé le 12/03". */
export function hybridMarkTexts(marks: readonly HybridMark[]): string[] {
  return HYBRID_METERS.flatMap((meter) =>
    meterMarkTexts(marks.filter((mark) => mark.meter === meter))
      .map((text) => `${HYBRID_METER_NAMES[meter]}\u00A0: ${text}`)
  );
}

/** Why a slot has sums and no ratio. @spec decision 238 */
export const MISSING_PUMP =
  "Quand un compteur d’une pompe à chaleur en service, ou celui des chaudières, n’est relevé que sur une partie de la période, sa somme est partielle\u00A0: le COP ou la couverture n’est pas calculé. Une pompe compte de son premier à son dernier relevé.";

/** Names of the series of the solar chart. */
export const SOLAR_NAMES = { bars: "Mesurée", line: "Attendue" } as const;

export const HYBRID_CSV: readonly CsvColumn<HybridRow>[] = [
  { header: "Période", value: ({ slot }) => slot },
  { header: "Production PAC (kWh)", value: ({ heatPumpKWh }) => kWh(heatPumpKWh) },
  { header: "Consommation PAC (kWh)", value: ({ heatPumpInputKWh }) => kWh(heatPumpInputKWh) },
  { header: "COP", value: slotCop },
  { header: "Chaudières (kWh)", value: ({ boilerKWh }) => kWh(boilerKWh) },
  { header: "Couverture PAC (%)", value: ({ heatPumpPercent }) => heatPumpPercent },
  { header: "Compteurs", value: ({ marks }) => hybridMarkTexts(marks).join(" / ") },
  ANNOTATIONS_CSV,
];

/** Columns of the file of a solar month. */
export const SOLAR_CSV: readonly CsvColumn<SolarRow>[] = [
  { header: "Jour", value: ({ date }) => date },
  { header: "Production mesurée (kWh)", value: ({ measuredKWh }) => kWh(measuredKWh) },
  { header: "Production attendue (kWh)", value: ({ estimatedKWh }) => kWh(estimatedKWh) },
  { header: "Compteurs", value: ({ marks }) => meterMarkTexts(marks).join(" / ") },
  ANNOTATIONS_CSV,
];

/** Measured q of a summer, with the contract's: "q mesuré : 104,2 kWh/m³, pour 100 kWh/m³ au contrat". */
export function measuredText(qMeasured: number, q: number | null): string {
  const measured = `q mesuré\u00A0: ${formatQuantity(qMeasured, "kWh/m³")}`;
  return q === null ? measured : `${measured}, pour ${formatQuantity(q, "kWh/m³")} au contrat`;
}

export const HOT_WATER_CSV: readonly CsvColumn<HotWaterMonth>[] = [
  { header: "Mois", value: ({ month }) => month },
  { header: "Jours", value: ({ days }) => days },
  { header: "Conso ECS (m³)", value: ({ volume }) => kWh(volume) },
  { header: "Énergie (kWh)", value: ({ energy }) => kWh(energy) },
  { header: "q mesuré (kWh/m³)", value: ({ qMeasured }) => kWh(qMeasured) },
  { header: "q du contrat (kWh/m³)", value: ({ q }) => q },
  { header: "Compteurs", value: ({ meterEvents }) => meterEvents.map(meterEventText).join(" ") },
];

function kWh(value: number | null): number | null {
  return value === null ? null : round(value, 1);
}

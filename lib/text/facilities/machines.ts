import { HYBRID_METERS, type HybridMark, type HybridMeter } from "@/lib/domain/facilities/types.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";
import { meterMarkTexts } from "@/lib/text/series/meter_events.ts";

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

/** Measured q of a summer, with the contract's: "q mesuré : 104,2 kWh/m³, pour 100 kWh/m³ au contrat". */
export function measuredText(qMeasured: number, q: number | null): string {
  const measured = `q mesuré\u00A0: ${formatQuantity(qMeasured, "kWh/m³")}`;
  return q === null ? measured : `${measured}, pour ${formatQuantity(q, "kWh/m³")} au contrat`;
}

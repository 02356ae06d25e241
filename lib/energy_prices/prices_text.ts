/** Words of prices of energy, of their list, form and file, and of what energy and gaps cost. @module */

import { formatDay, formatMonth } from "@/lib/base/date_format.ts";
import { countText, formatEuros, formatNumber } from "@/lib/base/text_format.ts";
import { estimatedEuros } from "./cost.ts";
import type { EnergyBill, EnergyPrice, Fuel, MonthCost, YearCost } from "./schema.ts";
import { vatText } from "./vat_rates.ts";

export const FUEL_LABELS: Readonly<Record<Fuel, string>> = {
  gaz: "Gaz",
  urban: "Réseau de chaleur",
  wood: "Bois",
  electricity: "Électricité",
};

/** Headings of the list of prices and of its file, which can be imported again. */
export const PRICE_LABELS = {
  fuel: "Énergie",
  boilerRoomId: "Chaufferie",
  from: "À partir du",
  price: "Prix HT",
  unit: "Unité",
  vatPercent: "TVA (%)",
  annualFixed: "Abonnement HT (€/an)",
  fixedVatPercent: "TVA de l’abonnement (%)",
  supplier: "Fournisseur",
  origin: "Source",
} as const;

/** An exact decimal as it is read: "0,0785". */
export function decimalText(decimal: string): string {
  return formatNumber(Number(decimal), 8);
}

export function priceCountText(count: number): string {
  return countText(count, "prix", "prix");
}

export function priceSubject(
  { fuel, from, price, unit }: Pick<EnergyPrice, "fuel" | "from" | "price" | "unit">,
): string {
  return `${FUEL_LABELS[fuel]}, ${formatDay(from)}, ${decimalText(price)} ${unit}`;
}

export function billSubject({ from, to, amountTtc }: Omit<EnergyBill, "id" | "version">): string {
  return `du ${formatDay(from)} au ${formatDay(to)}, ${formatEuros(Number(amountTtc))}`;
}

export const PRICE_FILE_MESSAGES: Readonly<Record<keyof typeof PRICE_LABELS, string>> = {
  fuel: "Énergie inconnue\u00A0: gaz, réseau de chaleur, bois ou électricité attendu",
  boilerRoomId: "Chaufferie inconnue\u00A0: son nom ou son code est attendu, ou rien",
  from: "Date illisible\u00A0: jj/mm/aaaa ou aaaa-mm-jj attendu",
  price: "Prix illisible\u00A0: un nombre positif est attendu",
  unit: "Unité inconnue pour cette énergie\u00A0: €/kWh, €/MWh, €/kWh PCI (gaz) ou €/t pellets",
  vatPercent: "Taux illisible\u00A0: de 0 à 100 attendu",
  annualFixed:
    "Abonnement illisible\u00A0: un nombre positif, ou «\u00A042,5 × 300\u00A0», est attendu",
  fixedVatPercent: "Taux illisible\u00A0: de 0 à 100 attendu",
  supplier: "Nom trop long",
  origin: "Texte trop long",
};

/** The usual rates of VAT of energy, and of its subscription. @spec prices.vat */
export const VAT_HINT = `D’usage\u00A0: gaz et électricité ${vatText("gas")}, bois ${
  vatText("wood")
}, réseau ${vatText("renewableHeat")} si la moitié ou plus est renouvelable, sinon ${
  vatText("districtHeat")
}`;
export const FIXED_VAT_HINT = `D’usage\u00A0: gaz et électricité ${
  vatText("subscription")
}\u00A0; R2 ${vatText("districtR2")}`;

export const AMOUNT_MESSAGE =
  "Un montant par an, ou un prix au kW × des kW, comme «\u00A042,5 × 300\u00A0»";

export const REPEATED_PRICE = (line: number) =>
  `Même énergie, même chaufferie et même jour qu’à la ligne ${line}, qui est gardée`;

/** The columns that a file of prices has, in its heading. */
export const NEEDED_COLUMNS =
  "«\u00A0Énergie\u00A0», «\u00A0À partir du\u00A0», «\u00A0Prix HT\u00A0», «\u00A0Unité\u00A0» et «\u00A0TVA (%)\u00A0»";

const LITTLE = "moins de 100\u00A0€";

/** An estimate: « environ 1 900 € », « moins de 100 € ». @spec prices.estimates */
export function estimateText(euros: string): string {
  const estimate = estimatedEuros(euros);
  return estimate === null ? LITTLE : `environ ${formatEuros(Math.abs(estimate), 0)}`;
}

/** The cost of a gap: « environ 4 300 € au-dessus de l’objectif ». @param euros above 0 for an excess */
export function gapCostText(euros: string, what = "l’objectif"): string {
  const side = Number(euros) < 0 ? "au-dessous" : "au-dessus";
  return `${estimateText(euros)} ${side} de ${what}`;
}

/** What was billed: « 12 345,67 € TTC, 3 factures ». @spec prices.bills */
export function billedText({ ttc, count }: NonNullable<YearCost["billed"]>): string {
  return `${formatEuros(Number(ttc))} TTC, ${countText(count, "facture", "factures")}`;
}

/** A month's estimates: « janvier 2026 : 5 100 €, écart +420 € », signed as the gap of the balance. @spec prices.year-cost */
export function monthCostText({ month, ttc, gapKwh, gapTtc }: MonthCost): string {
  const gap = gapKwh === null || gapTtc === null
    ? ""
    : `, écart ${(estimatedEuros(gapTtc) ?? 0) > 0 ? "+" : ""}${amountText(gapTtc)}`;
  return `${formatMonth(month)}\u00A0: ${ttc === null ? "prix manquant" : amountText(ttc)}${gap}`;
}

function amountText(euros: string): string {
  const estimate = estimatedEuros(euros);
  return estimate === null ? LITTLE : formatEuros(estimate, 0);
}

/** The days without a price, of which nothing is estimated. */
export function missingPriceText(missing: YearCost["total"]["missing"]): string {
  const spans = missing.map(({ from, to }) =>
    from === to ? `le ${formatDay(from)}` : `du ${formatDay(from)} au ${formatDay(to)}`
  );
  return `prix manquant ${spans.join(", ")}`;
}

/** Words of prices of energy: their list, their form and their file. @module */

import { formatDay } from "@/lib/base/date_format.ts";
import { countText, formatEuros, formatNumber } from "@/lib/base/text_format.ts";
import { vatText } from "./vat_rates.ts";
import type { EnergyBill, EnergyPrice, Fuel } from "./schema.ts";

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

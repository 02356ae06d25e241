/** Forms of a price of energy, of a file of prices and of their copy. @module */

import { exact } from "@/lib/base/decimals.ts";
import { DECIMAL_MAX } from "@/lib/base/field_schemas.ts";
import {
  boxes,
  choice,
  date,
  decimal,
  type FormField,
  percent,
  pick,
  text,
} from "@/lib/ui/fields.ts";
import { form, MUST_CHOOSE } from "@/lib/ui/form.ts";
import { typedDecimal } from "@/lib/ui/number_input.ts";
import {
  AMOUNT_MESSAGE,
  FIXED_VAT_HINT,
  FUEL_LABELS,
  PRICE_FILE_MESSAGES,
  PRICE_LABELS,
  VAT_HINT,
} from "./prices_text.ts";
import {
  energyBillDraft,
  energyPriceDraft,
  FUELS,
  isUnitOfFuel,
  PRICE_UNITS,
  priceCopyDraft,
} from "./schema.ts";

const STEP = 0.000001;

/** A subscription, or the R2 of a heat network by its kW. */
function yearlyAmount(): FormField<string> {
  const message = AMOUNT_MESSAGE;
  return {
    ...text({
      label: PRICE_LABELS.annualFixed,
      hint: "Réseau de chaleur\u00A0: R2 au kW × kW souscrits, comme «\u00A042,5 × 300\u00A0»",
      initial: "0",
      maxLength: 40,
    }),
    read: (typed) => typedAmount(typed) ?? "",
    write: (value) => value.replace(".", ","),
    error: (typed) => typedAmount(typed) === null ? { code: "message", message } : null,
  };
}

/** « 1 840 », or a price by kW and its kW: « 42,5 × 300 » is "12750"; null for another text. @spec prices.units */
export function typedAmount(typed: string): string | null {
  const factors = typed.split(/[×x*]/i).map(typedDecimal);
  if (factors.length > 2 || factors.some((one) => !/^\d+(\.\d+)?$/.test(one))) return null;
  const product = factors.reduce((all, one) => all.times(one), exact(1));
  return product.gt(DECIMAL_MAX) ? null : product.toString();
}

/** A price of energy from a day on. @spec prices.dated */
export const PRICE_FORM = form({
  name: "energy-price",
  limits: energyPriceDraft,
  fields: {
    fuel: choice(FUELS, FUEL_LABELS, { label: PRICE_LABELS.fuel, ...MUST_CHOOSE }),
    boilerRoomId: pick({
      label: PRICE_LABELS.boilerRoomId,
      empty: "Toute la résidence",
      hint: "Le prix d’une chaufferie remplace celui de la résidence",
    }),
    from: date({ label: PRICE_LABELS.from }),
    price: decimal({
      label: PRICE_LABELS.price,
      hint:
        "Gaz\u00A0: au kWh PCS, comme il est facturé. Électricité à heures creuses\u00A0: le prix moyen pondéré",
      step: STEP,
    }),
    unit: choice(PRICE_UNITS, (unit) => unit, { label: PRICE_LABELS.unit, ...MUST_CHOOSE }),
    vatPercent: percent({ label: PRICE_LABELS.vatPercent, hint: VAT_HINT }),
    annualFixed: yearlyAmount(),
    fixedVatPercent: percent({
      label: PRICE_LABELS.fixedVatPercent,
      hint: FIXED_VAT_HINT,
      initial: "0",
    }),
    supplier: text({ label: PRICE_LABELS.supplier }),
    origin: text({ label: PRICE_LABELS.origin, hint: "Contrat, facture ou arrêté qui le dit" }),
  },
  check: ({ fuel = "", unit = "" }) => {
    const [burnt, billed] = [
      FUELS.find((one) => one === fuel),
      PRICE_UNITS.find((one) => one === unit),
    ];
    return burnt === undefined || billed === undefined ||
        isUnitOfFuel({ fuel: burnt, unit: billed })
      ? {}
      : { unit: { code: "message", message: PRICE_FILE_MESSAGES.unit } };
  },
  refusals: { "price-taken": "from", "unknown-reference": "boilerRoomId" },
});

/** A bill of energy as it was received. @spec prices.bills */
export const BILL_FORM = form({
  name: "energy-bill",
  limits: energyBillDraft,
  fields: {
    boilerRoomId: pick({ label: "Chaufferie", empty: "Choisir…" }),
    from: date({ label: "Du" }),
    to: date({ label: "Au", hint: "Dernier jour facturé" }),
    amountTtc: decimal({
      label: "Montant TTC (€)",
      hint: "Un avoir est négatif\u00A0: -120,50",
      min: -DECIMAL_MAX,
      step: 0.01,
    }),
    reference: text({ label: "Facture", hint: "Numéro, fournisseur" }),
  },
  refusals: { "unknown-reference": "boilerRoomId" },
});

/** A file of prices, which describes its own content. */
export const PRICE_FILE_FORM = form({ name: "file", fields: {} });

/** The residences to which prices are copied. */
export const PRICE_COPY_FORM = form({
  name: "copy",
  limits: priceCopyDraft,
  fields: { projects: boxes({ label: "Résidences" }) },
});

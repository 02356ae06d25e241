/** Schemas of dated prices of energy, of their copies, and of the cost of a boiler room's year. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { entitySchemas, inOrder, named, namedObject } from "@/lib/base/object_schemas.ts";

/** Energies with a price: those that boiler rooms burn, and the electricity of their heat pumps. */
export const FUELS = ["gaz", "urban", "wood", "electricity"] as const;
export type Fuel = typeof FUELS[number];

/** Units in which energy is billed. */
export const PRICE_UNITS = ["€/kWh", "€/MWh", "€/kWh PCI", "€/t pellets"] as const;
export type PriceUnit = typeof PRICE_UNITS[number];

/** Whether an energy is billed in a unit: PCI and PCS are of gas, tonnes of wood. @spec prices.units */
export function isUnitOfFuel({ unit, fuel }: { readonly unit: PriceUnit; readonly fuel: Fuel }) {
  if (unit === "€/kWh PCI") return fuel === "gaz";
  return unit !== "€/t pellets" || fuel === "wood";
}

/** Maximum number of residences to which prices are copied at once. */
const MOST_COPIES = 1_000;

/** A price of energy from a day on, before tax. @spec prices.dated */
export type EnergyPrice = z.output<typeof energyPrice>;
export const { stored: energyPrice, draft: energyPriceDraft } = entitySchemas(
  "EnergyPrice",
  {
    fuel: named("Fuel", z.enum(FUELS)),
    /** null for the whole residence; the price of a boiler room replaces it from its day on. */
    boilerRoomId: field.idOrNull,
    from: field.typedDate,
    /** Per kWh PCS for gas, unless the unit says PCI. */
    price: field.decimal,
    unit: z.enum(PRICE_UNITS),
    vatPercent: field.percent,
    /** Subscription, € a year. */
    annualFixed: field.decimal,
    fixedVatPercent: field.percent,
    supplier: field.freeText(100),
    /** Contract, bill or order that says it. */
    origin: field.freeText(200),
  },
  z.refine(isUnitOfFuel, { path: ["unit"] }),
);

/** A bill of the energy of a boiler room, as it was received. @spec prices.bills */
export type EnergyBill = z.output<typeof energyBill>;
export const { stored: energyBill, draft: energyBillDraft } = entitySchemas(
  "EnergyBill",
  {
    boilerRoomId: field.id,
    /** First and last day of what it bills. */
    from: field.typedDate,
    to: field.typedDate,
    /** €, taxes included; below 0 for a credit note. */
    amountTtc: field.signedDecimal,
    reference: field.freeText(100),
  },
  inOrder("from", "to"),
);

export const priceCopyDraft = z.strictObject({ projects: field.ids(MOST_COPIES, 1) });

/** What became of copied prices. */
export const priceCopy = namedObject("EnergyPriceCopy", {
  projectCount: field.figure,
  insertedCount: field.figure,
  replacedCount: field.figure,
  unchangedCount: field.figure,
});

/** Days from the first to the last, both included. */
const days = z.object({ from: field.isoDate, to: field.isoDate });

/** € with cents as text, and null while a day has no price or the energy is unknown. */
const euros = field.anyTextOrNull;

/** A gap of some days, whole kWh: above 0 for an excess. */
export const gapQuery = z.strictObject({
  from: field.typedDate,
  to: field.typedDate,
  kwh: z.string().check(z.regex(/^-?\d{1,12}$/)),
  /** Whose price applies; that of the boiler room's source when absent. */
  fuel: z.optional(z.enum(FUELS)),
});

const gapFields = {
  /** NC − N'B, whole kWh: above 0 for an excess; null where they are not compared. */
  gapKwh: field.numberOrNull,
  /** Gap at the variable price, tax included, before any sharing. */
  gapTtc: euros,
  /** Days without a price. */
  missing: z.array(days),
};

/** What a gap costs. @spec prices.gap-cost */
export type GapCost = z.output<typeof gapCost>;
export const gapCost = namedObject("GapCost", gapFields);

const costFields = {
  /** Source energy, whole kWh; null when unknown. */
  kwh: field.numberOrNull,
  /** Energy and subscription. */
  ht: euros,
  ttc: euros,
  ...gapFields,
};

export type MonthCost = z.output<typeof monthCost>;
const monthCost = namedObject("MonthCost", { month: field.isoMonth, ...costFields });

/** What a boiler room's year costs by its dated prices: an estimate. @spec prices.year-cost */
export type YearCost = z.output<typeof yearCost>;
export const yearCost = namedObject("YearCost", {
  boilerRoomName: field.anyText,
  /** null while no source is set. */
  fuel: z.nullable(z.enum(FUELS)),
  months: z.array(monthCost),
  total: z.object(costFields),
  /** The typed bills whose last day is in the year, €, taxes included; null without any. */
  billed: z.nullable(z.object({ ttc: field.anyText, count: field.figure })),
});

/** What the finished months of a boiler room's year cost. @spec prices.by-area */
export type RoomCost = z.output<typeof roomCost>;
export const roomCost = namedObject("RoomCost", {
  projectId: field.id,
  boilerRoomId: field.id,
  /** €, tax included, by m²; null unless all of them and the area are known. */
  eurosPerM2: field.numberOrNull,
});

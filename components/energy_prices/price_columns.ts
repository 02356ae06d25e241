/** Columns of the list of prices of energy: its file can be imported again. @module */

import { dateColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { decimalText, FUEL_LABELS, PRICE_LABELS } from "@/lib/energy_prices/prices_text.ts";
import type { EnergyPrice } from "@/lib/energy_prices/schema.ts";

/** A price, with the name of its boiler room; "" for the whole residence. */
type PriceRow = EnergyPrice & { readonly room: string };

type Amount = "price" | "vatPercent" | "annualFixed" | "fixedVatPercent";

function amountColumn(field: Amount): TableColumn<PriceRow> {
  return {
    field,
    label: PRICE_LABELS[field],
    number: true,
    cell: (row) => decimalText(row[field]),
    value: (row) => Number(row[field]),
  };
}

export const PRICE_COLUMNS: readonly TableColumn<PriceRow>[] = [
  textColumn("fuel", PRICE_LABELS.fuel, ({ fuel }) => FUEL_LABELS[fuel]),
  textColumn("room", PRICE_LABELS.boilerRoomId, ({ room }) => room, {
    cell: ({ room }) => room || "Toute la résidence",
  }),
  dateColumn("from", PRICE_LABELS.from, ({ from }) => from, {
    cell: ({ from }) => formatDay(from),
  }),
  amountColumn("price"),
  textColumn("unit", PRICE_LABELS.unit, ({ unit }) => unit, { unbroken: true }),
  amountColumn("vatPercent"),
  amountColumn("annualFixed"),
  amountColumn("fixedVatPercent"),
  textColumn("supplier", PRICE_LABELS.supplier, ({ supplier }) => supplier),
  textColumn("origin", PRICE_LABELS.origin, ({ origin }) => origin),
];

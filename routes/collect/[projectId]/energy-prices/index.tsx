import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { dateColumn, textColumn } from "@/components/ui/columns.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { ENERGY_PRICES_CALLS } from "@/lib/energy_prices/calls.ts";
import { PRICE_FORM } from "@/lib/energy_prices/forms.ts";
import { readRows } from "@/lib/energy_prices/pages.ts";
import { decimalText, FUEL_LABELS, PRICE_LABELS } from "@/lib/energy_prices/prices_text.ts";
import type { EnergyPrice } from "@/lib/energy_prices/schema.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { onlyOutdoorWriters } from "@/lib/weather/pages.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import { rowHandlers, RowListPage } from "@/routes/collect/[projectId]/(_components)/RowList.tsx";

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

/** The file of the list can be imported again. */
const COLUMNS: readonly TableColumn<PriceRow>[] = [
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

const list = ({ id }: Project) => ({
  path: links.energyPrices(id),
  fileName: "prix-energie.csv",
  section: "prices",
  heading: "Prix datés",
  intro:
    "Hors taxes, du jour indiqué jusqu’au prix suivant. Les coûts en sont des estimations, toutes taxes comprises.",
  parameter: "price",
  columns: COLUMNS,
  order: null,
  noun: "prix",
  nouns: "prix",
  nothing: "Aucun prix trouvé",
  empty: {
    title: "Aucun prix",
    text: "Un prix du kWh donne le coût de l’énergie et de chaque écart.",
    icon: "balance" as const,
  },
  form: PRICE_FORM,
  says: {
    add: "Nouveau prix",
    submit: "Ajouter",
    change: "Modifier le prix",
    remove: "Supprimer le prix",
    loss: "Le prix d’avant s’applique alors, ou aucun\u00A0: les coûts changent.",
  },
  wide: true,
});

export const handler = define.handlers(rowHandlers({
  list,
  read: ({ state, params: { projectId = "" } }: PageContext) =>
    readRows(state, state.api.read(ENERGY_PRICES_CALLS.listEnergyPrices, { projectId })),
  calls({ state, params: { projectId = "" } }) {
    onlyOutdoorWriters(state);
    const { call, sender } = state.api;
    return {
      create: sender(ENERGY_PRICES_CALLS.createEnergyPrice, { projectId }),
      put: (priceId, body) =>
        call(ENERGY_PRICES_CALLS.putEnergyPrice, { projectId, priceId, body }),
      remove: (priceId) => call(ENERGY_PRICES_CALLS.deleteEnergyPrice, { projectId, priceId }),
    };
  },
}));

/** The dated prices of energy of a residence and of its boiler rooms (E §2). */
export default define.page<typeof handler>(({ data, state, url }) => (
  <RowListPage
    {...data}
    url={url}
    options={{ boilerRoomId: data.rooms }}
    actions={
      <>
        <a class="button" href={links.energyBills(residenceOf(state).project.id)}>
          {PAGES.energyBills.title}
        </a>
        {data.canWrite && (
          <a class="button" href={links.energyPricesImport(residenceOf(state).project.id)}>
            {PAGES.energyPricesImport.title}
          </a>
        )}
      </>
    }
  />
));

import { dateColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { ENERGY_PRICES_CALLS } from "@/lib/energy_prices/calls.ts";
import { BILL_FORM } from "@/lib/energy_prices/forms.ts";
import { readRows } from "@/lib/energy_prices/pages.ts";
import type { EnergyBill } from "@/lib/energy_prices/schema.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { onlyOutdoorWriters } from "@/lib/weather/pages.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import { rowHandlers, RowListPage } from "@/routes/collect/[projectId]/(_components)/RowList.tsx";

const COLUMNS: readonly TableColumn<EnergyBill & { readonly room: string }>[] = [
  textColumn("room", "Chaufferie", ({ room }) => room),
  dateColumn("from", "Du", ({ from }) => from, { cell: ({ from }) => formatDay(from) }),
  dateColumn("to", "Au", ({ to }) => to, { cell: ({ to }) => formatDay(to) }),
  numberColumn("amountTtc", "Montant TTC", ({ amountTtc }) => Number(amountTtc), {
    unit: "€",
    most: 2,
    least: 2,
  }),
  textColumn("reference", "Facture", ({ reference }) => reference),
];

const list = ({ id }: Project) => ({
  path: links.energyBills(id),
  fileName: "factures-energie.csv",
  section: "bills",
  heading: "Factures reçues",
  intro:
    "Toutes taxes comprises, avoirs compris. Leur somme est dite à côté du coût estimé, l’année de leur dernier jour.",
  parameter: "bill",
  columns: COLUMNS,
  order: null,
  noun: "facture",
  nothing: "Aucune facture trouvée",
  empty: {
    title: "Aucune facture",
    text: "Une facture saisie vérifie le coût estimé.",
    icon: "balance" as const,
  },
  form: BILL_FORM,
  says: {
    add: "Nouvelle facture",
    submit: "Ajouter",
    change: "Modifier la facture",
    remove: "Supprimer la facture",
    loss: "Le montant facturé de l’année change.",
  },
});

export const handler = define.handlers(rowHandlers({
  list,
  read: ({ state, params: { projectId = "" } }: PageContext) =>
    readRows(state, state.api.read(ENERGY_PRICES_CALLS.listEnergyBills, { projectId })),
  calls({ state, params: { projectId = "" } }) {
    onlyOutdoorWriters(state);
    const { call, sender } = state.api;
    return {
      create: sender(ENERGY_PRICES_CALLS.createEnergyBill, { projectId }),
      put: (billId, body) => call(ENERGY_PRICES_CALLS.putEnergyBill, { projectId, billId, body }),
      remove: (billId) => call(ENERGY_PRICES_CALLS.deleteEnergyBill, { projectId, billId }),
    };
  },
}));

/** The bills of energy of the boiler rooms of a residence (E §2). */
export default define.page<typeof handler>(({ data, state, url }) => (
  <RowListPage
    {...data}
    url={url}
    options={{ boilerRoomId: data.rooms }}
    actions={
      <a class="button" href={links.energyPrices(residenceOf(state).project.id)}>
        {PAGES.energyPrices.title}
      </a>
    }
  />
));

import { PRICE_COLUMNS } from "@/components/energy_prices/price_columns.ts";
import { PRICE_FORM } from "@/lib/energy_prices/forms.ts";
import { priceCalls, readPrices } from "@/lib/energy_prices/pages.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define } from "@/lib/web/state.ts";
import { rowHandlers, RowListPage } from "@/routes/collect/[projectId]/(_components)/RowList.tsx";

const list = ({ id }: Project) => ({
  title: PAGES.energyPrices.title,
  path: links.energyPrices(id),
  fileName: "prix-energie.csv",
  section: "prices",
  heading: "Prix datés",
  intro:
    "Hors taxes, du jour indiqué jusqu’au prix suivant. Les coûts en sont des estimations, toutes taxes comprises.",
  parameter: "price",
  columns: PRICE_COLUMNS,
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

export const handler = define.handlers(
  rowHandlers({ list, read: readPrices, calls: priceCalls }),
);

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

import { ListPage } from "@/components/ui/ListTable.tsx";
import { countColumn, nameColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import { readList } from "@/components/web/read_list.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { TYPEDOC_FORM } from "@/lib/documents/forms.ts";
import { documentsOf, organisationOf } from "@/lib/documents/pages.ts";
import { rateLabel } from "@/lib/documents/register_rules.ts";
import type { Typedoc } from "@/lib/documents/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import {
  ARCHIVED_COLUMN,
  ARCHIVED_FILTER,
  EQUIPMENT_COLUMN,
  EQUIPMENT_FILTER,
} from "@/routes/home/contracting/(_components)/RegisterParts.tsx";

const TYPEDOCS: List<Typedoc> = {
  ...PAGES.typedocs,
  fileName: "types-de-document.csv",
  columns: [
    nameColumn("Type de document", links.typedoc),
    EQUIPMENT_COLUMN,
    textColumn("rate", "Périodicité", ({ defaultRate }) => rateLabel(defaultRate), {
      sort: ({ defaultRate }) => defaultRate,
    }),
    countColumn("values", "Valeurs demandées", ({ values }) => values.length),
    ARCHIVED_COLUMN,
  ],
  filters: [EQUIPMENT_FILTER, ARCHIVED_FILTER],
  words: ({ name, values }) => [name, ...values.map((value) => value.name)],
  noun: "type",
  nothing: "Aucun type de document trouvé",
  empty: {
    title: "Aucun type de document",
    text:
      "Attestation d’entretien, ramonage, carnet sanitaire\u00A0: chacun dit ce qui est demandé avec le document.",
  },
};

// The values are entered on the page of the new type.
export const handler = define.handlers(formRoute(readPage, ({ state }) => ({
  typedoc: save(
    TYPEDOC_FORM,
    (body) => {
      const draft = { ...organisationOf(state), body: { ...body, values: [] } };
      return state.api.call(DOCUMENTS_CALLS.createTypedoc, draft);
    },
    { next: ({ id }) => links.typedoc(id) },
  ),
})));

export default define.page<typeof handler>(({ data: { page, ...rows }, state }) => {
  const { organisation, canWrite } = documentsOf(state);
  return (
    <ListPage
      {...rows}
      organisation={organisation.name}
      add={canWrite && { label: "Ajouter un type de document", form: TYPEDOC_FORM, page }}
    />
  );
});

async function readPage({ state, url }: PageContext) {
  const typedocs = await state.api.read(DOCUMENTS_CALLS.listTypedocs, organisationOf(state));
  const { rows, file } = readList(url, typedocs, TYPEDOCS);
  return file ?? rows;
}

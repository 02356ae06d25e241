import { page } from "fresh";
import { PageTitle } from "../../../components/page/PageTitle.tsx";
import { DataTable, type TableColumn } from "../../../components/tables/DataTable.tsx";
import type { EquipmentKindEntry } from "../../../lib/domain/facilities/types.ts";
import { links } from "../../../lib/links/links.ts";
import { parentsText, yesOrNo } from "../../../lib/text/equipment.ts";
import { PAGE_NAMES, windowTitle } from "../../../lib/text/pages.ts";
import { administered } from "../../../lib/web/administration.ts";
import { answered } from "../../../lib/web/answered.ts";
import { define } from "../../../lib/web/define.ts";

/** The kinds of equipment, and those that the residences of the organisation have (B §7). */
export const handler = define.handlers({
  async GET({ state }) {
    const organisation = administered(state);
    state.title = windowTitle(PAGE_NAMES.equipmentKinds, organisation.name);
    const [kinds, available] = await Promise.all([
      state.api.call("listEquipmentKinds", {}),
      state.api.call("listAvailableEquipmentKinds", { orgId: organisation.id }),
    ]);
    const present = new Set(answered(available).map(({ kind }) => kind));
    return page({ organisation, kinds: answered(kinds), present });
  },
});

export default define.page<typeof handler>(({ data: { organisation, kinds, present } }) => {
  const columns: TableColumn<EquipmentKindEntry>[] = [
    { field: "label", label: "Type", cell: ({ label }) => label },
    {
      field: "parents",
      label: "Se trouve dans",
      cell: ({ kind }) => parentsText(kind) || "La résidence",
    },
    {
      field: "instrumentable",
      label: "Porte des capteurs",
      cell: ({ instrumentable }) => yesOrNo(instrumentable),
    },
    {
      field: "useInDocuments",
      label: "Documents demandés",
      cell: ({ useInDocuments }) => yesOrNo(useInDocuments),
    },
    {
      field: "present",
      label: "Présent dans vos résidences",
      cell: ({ kind }) => yesOrNo(present.has(kind)),
    },
  ];
  return (
    <>
      <PageTitle title={PAGE_NAMES.equipmentKinds} subtitle={organisation.name}>
        <a class="button" href={links.stockImports()}>{PAGE_NAMES.stockImport}</a>
      </PageTitle>
      <p class="soft">
        Ce qu’une résidence peut contenir. Les équipements s’ajoutent dans chaque résidence, ou
        ensemble par un fichier.
      </p>
      <DataTable
        caption="Types d’équipement"
        columns={columns}
        rows={kinds}
        rowKey={({ kind }) => kind}
      />
    </>
  );
});

import { textColumn } from "@/components/ui/columns.tsx";
import { PageTables, type TableColumn } from "@/components/ui/DataTable.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { yesOrNo } from "@/lib/base/text_format.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import type { EquipmentKindEntry } from "@/lib/facilities/schema.ts";
import { parentsText } from "@/lib/facilities/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { administered, define, page } from "@/lib/web/state.ts";

/** The kinds of equipment, with those of the organisation's residences (B §7). */
export const handler = define.handlers({
  async GET({ state, url }) {
    const { id: orgId } = administered(state);
    const [rows, available] = await Promise.all([
      state.api.read(FACILITIES_CALLS.listEquipmentKinds, {}),
      state.api.read(FACILITIES_CALLS.listAvailableEquipmentKinds, { orgId }),
    ]);
    const present = new Set(available.map(({ kind }) => kind));
    const table = {
      fileName: "types-equipement.csv",
      caption: "Types d’équipement",
      columns: columnsOf(present),
      rows,
    };
    return tableFile(url, table) ?? page({ table });
  },
});

export default define.page<typeof handler>(({ data: { table }, state, url }) => (
  <>
    <PageTitle subtitle={administered(state).name}>
      <a class="button" href={links.stockImports()}>{PAGES.stockImports.title}</a>
    </PageTitle>
    <p class="soft">
      Ce qu’une résidence peut contenir. Les équipements s’ajoutent dans chaque résidence, ou
      ensemble par un fichier.
    </p>
    <PageTables tables={[table]} url={url} />
  </>
));

function columnsOf(present: ReadonlySet<EquipmentKind>): TableColumn<EquipmentKindEntry>[] {
  return [
    textColumn("label", "Type", ({ label }) => label),
    textColumn("parents", "Se trouve dans", ({ kind }) => parentsText(kind) || "La résidence"),
    textColumn("instrumentable", "Porte des capteurs", (one) => yesOrNo(one.instrumentable)),
    textColumn("useInDocuments", "Documents demandés", (one) => yesOrNo(one.useInDocuments)),
    textColumn("present", "Présent dans vos résidences", ({ kind }) => yesOrNo(present.has(kind))),
  ];
}

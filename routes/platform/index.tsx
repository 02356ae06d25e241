import { page } from "fresh";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import type { PlatformOrg } from "@/lib/domain/platform/types.ts";
import { links } from "@/lib/links/links.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    state.title = windowTitle(PAGE_NAMES.platformOrganisations);
    const orgs = answered(await state.api.call("listPlatformOrgs", {}));
    return tableFile(url, { fileName: "organisations.csv", columns: COLUMNS, rows: orgs }) ??
      page({ orgs });
  },
});

const COLUMNS: readonly TableColumn<PlatformOrg>[] = [
  {
    field: "name",
    label: "Organisation",
    cell: ({ id, name }) => <a href={links.platformOrganisation(id)}>{name}</a>,
    value: ({ name }) => name,
  },
  count("residences", "Résidences", ({ residenceCount }) => residenceCount),
  count("users", "Utilisateurs", ({ userCount }) => userCount),
  textColumn(
    "admins",
    "Administrateurs",
    ({ admins }) => admins.map(({ email }) => email).join(", ") || "Aucun",
  ),
];

export default define.page<typeof handler>(({ data: { orgs }, url }) => (
  <>
    <PageTitle title={PAGE_NAMES.platformOrganisations} subtitle="Plateforme">
      <a class="button button-primary" href={links.newOrganisation()}>
        {PAGE_NAMES.newOrganisation}
      </a>
    </PageTitle>
    {orgs.length === 0
      ? (
        <EmptyState title="Aucune organisation" icon="building">
          <p>Créez la première organisation et nommez son administrateur.</p>
        </EmptyState>
      )
      : (
        <DataTable
          caption="Organisations de la plateforme"
          columns={COLUMNS}
          rows={orgs}
          rowKey={({ id }) => id}
          csv={{ page: url }}
        />
      )}
  </>
));

function count(
  field: string,
  label: string,
  value: (org: PlatformOrg) => number,
): TableColumn<PlatformOrg> {
  return { field, label, number: true, cell: (org) => formatNumber(value(org)), value };
}

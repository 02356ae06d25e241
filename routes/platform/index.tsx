import { page } from "fresh";
import { EmptyState } from "../../components/page/EmptyState.tsx";
import { PageTitle } from "../../components/page/PageTitle.tsx";
import { DataTable, type TableColumn } from "../../components/tables/DataTable.tsx";
import type { PlatformOrg } from "../../lib/domain/platform/types.ts";
import { links } from "../../lib/links/links.ts";
import { PAGE_NAMES, windowTitle } from "../../lib/text/pages.ts";
import { answered } from "../../lib/web/answered.ts";
import { define } from "../../lib/web/define.ts";

export const handler = define.handlers({
  async GET({ state }) {
    state.title = windowTitle(PAGE_NAMES.platformOrganisations);
    return page({ orgs: answered(await state.api.call("listPlatformOrgs", {})) });
  },
});

const COLUMNS: readonly TableColumn<PlatformOrg>[] = [
  {
    field: "name",
    label: "Organisation",
    cell: ({ id, name }) => <a href={links.platformOrganisation(id)}>{name}</a>,
  },
  { field: "residences", label: "Résidences", number: true, cell: (org) => org.residenceCount },
  { field: "users", label: "Utilisateurs", number: true, cell: ({ userCount }) => userCount },
  {
    field: "admins",
    label: "Administrateurs",
    cell: ({ admins }) => admins.map(({ email }) => email).join(", ") || "Aucun",
  },
];

export default define.page<typeof handler>(({ data: { orgs } }) => (
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
        />
      )}
  </>
));

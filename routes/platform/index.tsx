import { nameColumn, numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { List } from "@/components/tables/list.ts";
import { ListPage } from "@/components/tables/ListPage.tsx";
import type { PlatformOrg } from "@/lib/domain/platform/types.ts";
import { links, listPage, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { define, page } from "@/lib/web/state.ts";
import { readList } from "@/routes/(_components)/read_list.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    state.title = windowTitle(PAGE_NAMES.platformOrganisations);
    const orgs = await state.api.read("listPlatformOrgs", {});
    const { rows, file } = readList(url, orgs, ORGANISATIONS);
    return file ?? page({ rows });
  },
});

const COLUMNS: readonly TableColumn<PlatformOrg>[] = [
  nameColumn("Organisation", links.platformOrganisation),
  numberColumn(
    { field: "residences", label: "Résidences" },
    ({ residenceCount }) => residenceCount,
  ),
  numberColumn({ field: "users", label: "Utilisateurs" }, ({ userCount }) => userCount),
  textColumn(
    "admins",
    "Administrateurs",
    ({ admins }) => admins.map(({ email }) => email).join(", ") || "Aucun",
  ),
];

const ORGANISATIONS: List<PlatformOrg> = {
  ...listPage("platformOrganisations"),
  fileName: "organisations.csv",
  columns: COLUMNS,
  words: ({ name, admins }) => [name, ...admins.map(({ email }) => email)],
  noun: "organisation",
  nothing: "Aucune organisation trouvée",
  empty: {
    title: "Aucune organisation",
    text: "Créez la première organisation et nommez son administrateur.",
    icon: "building",
  },
};

export default define.page<typeof handler>(({ data: { rows } }) => (
  <ListPage
    {...rows}
    organisation="Plateforme"
    add={{ href: links.newOrganisation(), label: PAGE_NAMES.newOrganisation }}
  />
));

import { nameColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListPage } from "@/components/ui/ListTable.tsx";
import { readList } from "@/components/web/read_list.ts";
import { PLATFORM_CALLS } from "@/lib/platform/calls.ts";
import type { PlatformOrg } from "@/lib/platform/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const orgs = await state.api.read(PLATFORM_CALLS.listPlatformOrgs, {});
    const { rows, file } = readList(url, orgs, ORGANISATIONS);
    return file ?? page({ rows });
  },
});

const COLUMNS: readonly TableColumn<PlatformOrg>[] = [
  nameColumn("Organisation", links.platformOrganisation),
  numberColumn("residences", "Résidences", ({ residenceCount }) => residenceCount),
  numberColumn("users", "Utilisateurs", ({ userCount }) => userCount),
  textColumn(
    "admins",
    "Administrateurs",
    ({ admins }) => admins.map(({ email }) => email).join(", ") || "Aucun",
  ),
];

const ORGANISATIONS: List<PlatformOrg> = {
  ...PAGES.platformOrganisations,
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
    add={{ href: links.newOrganisation(), label: PAGES.newOrganisation.title }}
  />
));

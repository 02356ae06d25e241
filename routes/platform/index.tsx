import { page } from "fresh";
import { type Register, RegisterPage, rulesOf } from "@/components/contracting/RegisterPage.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import type { PlatformOrg } from "@/lib/domain/platform/types.ts";
import { links } from "@/lib/links/links.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { keptRows } from "@/lib/web/files/table_file.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    state.title = windowTitle(PAGE_NAMES.platformOrganisations);
    const orgs = answered(await state.api.call("listPlatformOrgs", {}));
    const { rows, file } = keptRows(url, orgs, { ...ORGANISATIONS, rules: rulesOf(ORGANISATIONS) });
    return file ?? page({ rows });
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

const ORGANISATIONS: Register<PlatformOrg> = {
  title: PAGE_NAMES.platformOrganisations,
  path: links.platformOrganisations(),
  fileName: "organisations.csv",
  columns: COLUMNS,
  filters: [],
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
  <RegisterPage
    {...rows}
    register={ORGANISATIONS}
    organisation="Plateforme"
    add={{ href: links.newOrganisation(), label: PAGE_NAMES.newOrganisation }}
  />
));

function count(
  field: string,
  label: string,
  value: (org: PlatformOrg) => number,
): TableColumn<PlatformOrg> {
  return { field, label, number: true, cell: (org) => formatNumber(value(org)), value };
}

import { page } from "fresh";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import { reachCount } from "@/lib/domain/organisations/team_reach.ts";
import type { Team } from "@/lib/domain/organisations/types.ts";
import { withoutImplied } from "@/lib/domain/roles/implied.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { reachText, rolesText } from "@/lib/text/organisations/organisations.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";

interface TeamLine extends Team {
  reachCount: number;
}

export const handler = define.handlers({
  async GET({ state, url }) {
    const organisation = administered(state);
    const { id: orgId } = organisation;
    state.title = windowTitle(PAGE_NAMES.teams, organisation.name);
    const [teams, projects] = await Promise.all([
      state.api.call("listTeams", { orgId }),
      state.api.call("listProjects", { orgId }),
    ]);
    const residences = answered(projects);
    const lines = answered(teams)
      .map((team): TeamLine => ({ ...team, reachCount: reachCount(team, residences) }));
    return tableFile(url, { fileName: "equipes.csv", columns: COLUMNS, rows: lines }) ??
      page({ organisation, lines });
  },
});

const COLUMNS: readonly TableColumn<TeamLine>[] = [
  {
    field: "name",
    label: "Équipe",
    cell: ({ id, name }) => <a href={links.team(id)}>{name}</a>,
    value: ({ name }) => name,
  },
  {
    field: "users",
    label: "Membres",
    number: true,
    cell: ({ users }) => users.length,
    value: ({ users }) => users.length,
  },
  textColumn(
    "reach",
    "Compte sur",
    ({ tags, reachCount }) => reachText(reachCount, tags.length === 0),
  ),
  textColumn("roles", "Rôles", ({ roles }) => rolesText(withoutImplied(roles))),
];

export default define.page<typeof handler>(({ data: { organisation, lines }, url }) => (
  <>
    <PageTitle title={PAGE_NAMES.teams} subtitle={organisation.name}>
      <a class="button button-primary" href={links.newTeam()}>{PAGE_NAMES.newTeam}</a>
    </PageTitle>
    {lines.length === 0
      ? (
        <EmptyState title="Aucune équipe" icon="people">
          <p>Une équipe donne les mêmes rôles à plusieurs personnes, sur plusieurs résidences.</p>
        </EmptyState>
      )
      : (
        <DataTable
          caption="Équipes de l’organisation"
          columns={COLUMNS}
          rows={lines}
          rowKey={({ id }) => id}
          csv={{ page: url }}
        />
      )}
  </>
));

import { countColumn, nameColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { List } from "@/components/tables/list.ts";
import { ListPage } from "@/components/tables/ListPage.tsx";
import { reachCount } from "@/lib/domain/organisations/team_reach.ts";
import type { Team } from "@/lib/domain/organisations/types.ts";
import { withoutImplied } from "@/lib/domain/roles/implied.ts";
import { links, listPage, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { reachText, rolesText } from "@/lib/text/organisations/organisations.ts";
import { administered, define, page } from "@/lib/web/state.ts";
import { readList } from "@/routes/(_components)/read_list.ts";

interface TeamLine extends Team {
  reachCount: number;
}

export const handler = define.handlers({
  async GET({ state, url }) {
    const organisation = administered(state);
    const { id: orgId } = organisation;
    state.title = windowTitle(PAGE_NAMES.teams, organisation.name);
    const [teams, residences] = await Promise.all([
      state.api.read("listTeams", { orgId }),
      state.api.read("listProjects", { orgId }),
    ]);
    const lines = teams
      .map((team): TeamLine => ({ ...team, reachCount: reachCount(team, residences) }));
    const { rows, file } = readList(url, lines, TEAMS);
    return file ?? page({ organisation, rows });
  },
});

const COLUMNS: readonly TableColumn<TeamLine>[] = [
  nameColumn("Équipe", links.team),
  countColumn("users", "Membres", ({ users }) => users.length),
  textColumn(
    "reach",
    "Compte sur",
    ({ tags, reachCount }) => reachText(reachCount, tags.length === 0),
  ),
  textColumn("roles", "Rôles", ({ roles }) => rolesText(withoutImplied(roles))),
];

const TEAMS: List<TeamLine> = {
  ...listPage("teams"),
  fileName: "equipes.csv",
  columns: COLUMNS,
  words: ({ name }) => [name],
  noun: "équipe",
  nothing: "Aucune équipe trouvée",
  empty: {
    title: "Aucune équipe",
    text: "Une équipe donne les mêmes rôles à plusieurs personnes, sur plusieurs résidences.",
    icon: "people",
  },
};

export default define.page<typeof handler>(({ data: { organisation, rows } }) => (
  <ListPage
    {...rows}
    organisation={organisation.name}
    add={{ href: links.newTeam(), label: PAGE_NAMES.newTeam }}
  />
));

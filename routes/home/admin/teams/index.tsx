import { countColumn, nameColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListPage } from "@/components/ui/ListTable.tsx";
import { readList } from "@/components/web/read_list.ts";
import { withoutImplied } from "@/lib/identity/effective_roles.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { reachCount } from "@/lib/organisations/member_rules.ts";
import type { Team } from "@/lib/organisations/schema.ts";
import { reachText, rolesText } from "@/lib/organisations/text.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { administered, define, page } from "@/lib/web/state.ts";

interface TeamLine extends Team {
  reachCount: number;
}

export const handler = define.handlers({
  async GET({ state, url }) {
    const { id: orgId } = administered(state);
    const [teams, residences] = await Promise.all([
      state.api.read(ORGANISATIONS_CALLS.listTeams, { orgId }),
      state.api.read(PROJECTS_CALLS.listProjects, { orgId }),
    ]);
    const lines = teams
      .map((team): TeamLine => ({ ...team, reachCount: reachCount(team, residences) }));
    const { rows, file } = readList(url, lines, TEAMS);
    return file ?? page({ rows });
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
  ...PAGES.teams,
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

export default define.page<typeof handler>(({ data: { rows }, state }) => (
  <ListPage
    {...rows}
    organisation={administered(state).name}
    add={{ href: links.newTeam(), label: PAGES.newTeam.title }}
  />
));

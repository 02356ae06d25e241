import { linkColumn, textColumn } from "@/components/ui/columns.tsx";
import type { List } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { readList } from "@/components/web/read_list.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { COMMISSIONING_CALLS } from "@/lib/portfolio/calls.ts";
import { STEP_WORDS, stepCountText, type StepId } from "@/lib/portfolio/text_commissioning.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { administered, define, page, type State } from "@/lib/web/state.ts";

/** Residences whose steps are read for one page. */
const MOST_RESIDENCES = 300;

/** A residence with steps left. */
interface Left {
  readonly id: string;
  readonly name: string;
  readonly done: string;
  readonly doneShare: number;
  /** The first one left, in the order that works. */
  readonly next: StepId;
}

export const handler = define.handlers({
  async GET({ state, url }) {
    const { id: orgId } = administered(state);
    const projects = await state.api.read(PROJECTS_CALLS.listProjects, { orgId });
    const left = await residencesLeft(state, projects.slice(0, MOST_RESIDENCES));
    const { rows, file } = readList(url, left, listOf(projects.length));
    return file ?? page({ rows, isWhole: projects.length <= MOST_RESIDENCES });
  },
});

/** What is left until each residence of the organisation is in service. @spec projects.commissioning-all */
export default define.page<typeof handler>(({ data: { rows, isWhole }, state }) => (
  <>
    <PageTitle subtitle={administered(state).name} />
    {!isWhole && <p class="soft">{`Les ${MOST_RESIDENCES} premières résidences, par nom.`}</p>}
    <ListTable {...rows} />
  </>
));

async function residencesLeft(
  { api }: State,
  residences: readonly { readonly id: string; readonly name: string }[],
): Promise<Left[]> {
  const all = await readEach(residences, async ({ id, name }) => {
    const steps = await api.read(COMMISSIONING_CALLS.getCommissioning, { projectId: id });
    const done = steps.filter(({ isDone }) => isDone);
    const next = steps.find(({ isDone }) => !isDone);
    if (next === undefined) return [];
    const doneShare = done.length / steps.length;
    return [{ id, name, done: stepCountText(steps), doneShare, next: next.id }];
  });
  return all.flat();
}

function listOf(residenceCount: number): List<Left> {
  return {
    ...PAGES.residencesToCommission,
    fileName: "mise-en-service.csv",
    order: "done",
    columns: [
      linkColumn("name", "Résidence", ({ name }) => name, ({ id }) => links.commissioning(id)),
      textColumn("done", "Étapes faites", ({ done }) => done, { sort: (row) => row.doneShare }),
      textColumn("next", "Prochaine étape", ({ next }) => STEP_WORDS[next].name),
    ],
    filters: [
      {
        field: "next",
        label: "Prochaine étape",
        value: ({ next }) => STEP_WORDS[next].name,
        least: 2,
      },
    ],
    words: ({ name }) => [name],
    noun: "résidence",
    nothing: "Aucune résidence trouvée",
    empty: residenceCount === 0
      ? {
        title: "Aucune résidence",
        text: "Importez le patrimoine d’un fichier, ou créez la première résidence.",
        icon: "building",
        children: (
          <>
            <a class="button button-primary" href={links.stockImports()}>
              {PAGES.stockImports.title}
            </a>
            <a class="button" href={links.newResidence()}>Ajouter une résidence</a>
          </>
        ),
      }
      : {
        title: "Rien ne manque",
        text: "Toutes les résidences sont en service.",
        icon: "check",
      },
  };
}

import { type Context, page } from "fresh";
import type { GridField, GridRowFacts } from "@/components/forms/FormGridRow.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { conflictLines } from "@/components/forms/grid_rows.ts";
import {
  GROUP_FIELDS,
  groupRows,
  HOUSE_TYPE_FIELDS,
  houseTypeRows,
} from "@/components/housing/choice_rows.ts";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import FormGrid from "@/islands/forms/FormGrid.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { EVERY_ACTION } from "@/lib/domain/forms/form_grid.ts";
import { links } from "@/lib/links/links.ts";
import {
  type ChoiceGrid,
  readChoices,
  type RefusedChoice,
  saveChoice,
} from "@/lib/pages/housing/house_choices_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { GROUPS_INTRO } from "@/lib/text/housing/housing.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { grid, refused } = await saveChoice(ctx);
    if (refused !== null) return await showPage(ctx, refused);
    return seeOther(ctx, savedPath(links.houseSettings(ctx.params.projectId ?? ""), grid));
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { houses, types, groups, refused } = data;
  const { project } = residenceOf(state);
  const saved = refused === null ? url.searchParams.get("saved") : null;
  const action = links.houseSettings(project.id);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.houseSettings}
        subtitle={project.name}
        back={{ href: links.houses(project.id), label: PAGE_NAMES.houses }}
      />
      {types && (
        <Section
          id="types"
          title="Types de logement"
          intro="La surface et le nombre d’occupants ramènent les consommations à des logements comparables."
          saved={saved === "types"}
        >
          <ChoiceRows
            grid="types"
            action={action}
            fields={HOUSE_TYPE_FIELDS}
            rowsOf={(mine) => houseTypeRows(types, houses, mine)}
            refused={refused}
          />
        </Section>
      )}
      {groups && (
        <Section
          id="groups"
          title="Groupes anonymes"
          intro={GROUPS_INTRO}
          saved={saved === "groups"}
        >
          <ChoiceRows
            grid="groups"
            action={action}
            fields={GROUP_FIELDS}
            rowsOf={(mine) => groupRows(groups, houses, mine)}
            refused={refused}
          />
        </Section>
      )}
      <UnsavedGuard />
    </>
  );
});

interface ChoiceRowsProps {
  grid: ChoiceGrid;
  action: string;
  fields: readonly GridField[];
  rowsOf(refused: RefusedChoice | null): GridRowFacts[];
  refused: RefusedChoice | null;
}

function ChoiceRows({ grid, action, fields, rowsOf, refused }: ChoiceRowsProps) {
  const mine = refused?.grid === grid ? refused : null;
  const stored = mine && rowsOf(null).find(({ key }) => key !== "" && key === mine.key);
  return (
    <>
      {mine && <Refusal {...mine} lines={conflictLines(fields, mine.values, stored?.values)} />}
      <FormGrid
        grid={grid}
        action={`${action}#${grid}`}
        fields={fields}
        rows={rowsOf(mine)}
        actions={EVERY_ACTION}
        removal=""
        version=""
      />
    </>
  );
}

async function showPage(ctx: Context<State>, refused: RefusedChoice | null) {
  const read = await readChoices(ctx);
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.houseSettings, project.name);
  return page({ ...read, refused }, { status: refused?.status ?? 200 });
}

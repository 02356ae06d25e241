import { type Context, page } from "fresh";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { ManualIndexForm } from "@/components/series/ManualIndexForm.tsx";
import {
  INDEX_COLUMNS,
  INDEX_EVENTS_COLUMN,
  ManualIndexTable,
} from "@/components/series/ManualIndexTable.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import type { ManualIndexField } from "@/lib/domain/series/manual_index.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import {
  readIndexes,
  removeTypedIndex,
  saveTypedIndex,
  TYPED_FIELDS,
  untypedIndex,
} from "@/lib/pages/series/manual_index_page.ts";
import { errorText } from "@/lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import type { RefusedValues } from "@/lib/web/forms/refused_values.ts";
import { readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

type Refused = RefusedValues<ManualIndexField>;

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const path = links.manualIndexes(residenceOf(ctx.state).project.id);
    const { values } = await readSubmission(ctx, [
      ...TYPED_FIELDS,
      "acceptOld",
      "intent",
      "indexId",
    ]);
    if (values.intent === "remove") {
      await removeTypedIndex(ctx.state, values.indexId);
      return seeOther(ctx, path);
    }
    const refused = await saveTypedIndex(ctx.state, values);
    return refused === null ? seeOther(ctx, path) : await showPage(ctx, refused);
  },
});

/** Meter indexes typed by hand (B §7 "Manual index add and delete"). */
export default define.page<typeof handler>(({ data, state }) => {
  const { lines, series, houses, table, refused } = data;
  const { project } = residenceOf(state);
  const path = links.manualIndexes(project.id);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.manualIndexes}
        subtitle={project.name}
        back={{ href: links.residence(project.id), label: project.name }}
      />
      {series.length > 0 && (
        <Section
          id="new-index"
          title="Ajouter un index"
          intro="Un compteur a un index par jour. Sa consommation se répartit jusqu’à l’index suivant."
        >
          {refused?.failure && <Notice tone="very-bad" live>{refused.failure}</Notice>}
          <ManualIndexForm
            action={`${path}#new-index`}
            values={refused?.values ?? untypedIndex(state)}
            errors={refused?.errors ?? {}}
            series={series}
            houses={houses}
            unsaved={refused !== null}
            asksOld={refused?.failure === errorText("old-date")}
          />
          <UnsavedGuard />
        </Section>
      )}
      {lines.length === 0
        ? (
          <EmptyState title="Aucun index saisi" icon="list">
            <p>
              {series.length === 0
                ? "Aucune série de la résidence n’a ses index saisis à la main. Cela se choisit dans les réglages d’une série."
                : "Les index ajoutés se trouveront ici, le plus récent en premier."}
            </p>
          </EmptyState>
        )
        : <ManualIndexTable path={path} lines={lines} state={table} />}
    </>
  );
});

async function showPage(ctx: Context<State>, refused: Refused | null) {
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.manualIndexes, project.name);
  const read = await readIndexes(ctx.state);
  const file = {
    fileName: "index.csv",
    columns: [...INDEX_COLUMNS, INDEX_EVENTS_COLUMN],
    rows: read.lines,
  };
  const table = readTableState(ctx.url.searchParams);
  return tableFile(ctx.url, file) ??
    page({ ...read, table, refused }, { status: refused?.status ?? 200 });
}

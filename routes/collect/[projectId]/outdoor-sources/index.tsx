import { type Context, page } from "fresh";
import { OutdoorSourceForm } from "@/components/facilities/OutdoorSourceForm.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import TooltipEscape from "@/islands/page/TooltipEscape.tsx";
import {
  OUTDOOR_RULES,
  outdoorErrors,
  type OutdoorField,
  readOutdoor,
  typedOutdoor,
} from "@/lib/domain/facilities/outdoor_source_form.ts";
import type { OutdoorSource } from "@/lib/domain/facilities/types.ts";
import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { fieldNames } from "@/lib/domain/forms/typed_fields.ts";
import { links } from "@/lib/links/links.ts";
import {
  canWriteOutdoor,
  onlyOutdoorWriters,
  outdoorSeries,
} from "@/lib/pages/degree_days/outdoor_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { errorText } from "@/lib/text/errors.ts";
import { DJU_METHOD_LABELS } from "@/lib/text/facilities/facilities.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

/** A source that was not created: what was typed, and why. */
interface Refused {
  values: Record<OutdoorField, string>;
  errors: FieldErrors<OutdoorField>;
  failure: string | null;
  status: number;
}

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    onlyOutdoorWriters(ctx.state);
    const { projectId = "" } = ctx.params;
    const { values } = await readSubmission(ctx, fieldNames(OUTDOOR_RULES));
    const errors = outdoorErrors(values);
    const body = readOutdoor(values);
    if (body === null || hasErrors(errors)) {
      return await showPage(ctx, { values, errors, failure: null, status: 400 });
    }
    const result = await ctx.state.api.call("createOutdoorSource", { projectId, body });
    if (result.ok) return seeOther(ctx, links.outdoorSource(projectId, result.answer.id));
    const failure = errorText(result.code);
    return await showPage(ctx, { values, errors, failure, status: result.status });
  },
});

export default define.page<typeof handler>(({ data: { sources, refused }, state, url }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.outdoorSources}
        subtitle={project.name}
        back={{ href: links.residence(project.id), label: project.name }}
      />
      {sources.length === 0
        ? (
          <EmptyState title="Aucune source extérieure" icon="outdoor">
            <p>Le bilan énergétique a besoin des DJU d’une station ou d’un capteur.</p>
          </EmptyState>
        )
        : (
          <DataTable
            caption="Sources de la résidence"
            columns={columnsOf(project.id)}
            rows={sources}
            rowKey={({ id }) => id}
            csv={{ page: url }}
          />
        )}
      {canWriteOutdoor(state) && (
        <Section id="new-source" title="Ajouter une source">
          {refused?.failure && <Notice tone="very-bad" live>{refused.failure}</Notice>}
          <OutdoorSourceForm
            action={`${links.outdoorSources(project.id)}#new-source`}
            values={refused?.values ?? typedOutdoor(null)}
            errors={refused?.errors ?? {}}
            series={outdoorSeries(project)}
            version=""
            submit="Ajouter"
            unsaved={refused !== null}
          />
          <UnsavedGuard />
          <TooltipEscape />
        </Section>
      )}
    </>
  );
});

async function showPage(ctx: Context<State>, refused: Refused | null) {
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.outdoorSources, project.name);
  const result = await ctx.state.api.call("listOutdoorSources", { projectId: project.id });
  const sources = answered(result);
  const columns = columnsOf(project.id);
  return tableFile(ctx.url, { fileName: "sources-exterieures.csv", columns, rows: sources }) ??
    page({ sources, refused }, { status: refused?.status ?? 200 });
}

function columnsOf(projectId: string): TableColumn<OutdoorSource>[] {
  return [
    {
      field: "name",
      label: "Source",
      cell: ({ id, name }) => <a href={links.outdoorSource(projectId, id)}>{name}</a>,
      value: ({ name }) => name,
    },
    textColumn("method", "Calcul des DJU", ({ method }) => DJU_METHOD_LABELS[method]),
    textColumn("station", "Station", ({ station }) => station),
    textColumn(
      "series",
      "Données",
      ({ seriesId }) => seriesId === null ? "Fichiers et saisie" : "Capteur de la résidence",
    ),
  ];
}

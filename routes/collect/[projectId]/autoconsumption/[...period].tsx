import { useColumns, UseFigures, UseTotal } from "@/components/self_consumption/use_columns.tsx";
import { ChartFigure } from "@/components/ui/ChartSvg.tsx";
import { DataTable, TableFoot } from "@/components/ui/DataTable.tsx";
import { sortedByColumn } from "@/components/ui/list.ts";
import { Notice } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { FRESH_DATA_SECONDS } from "@/lib/api/call.ts";
import { periodPath, rangeSegment } from "@/lib/base/period_paths.ts";
import { yearBefore } from "@/lib/base/period_steps.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { rangeLabel } from "@/lib/base/text_periods.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { SELF_CONSUMPTION_CALLS } from "@/lib/self_consumption/calls.ts";
import { canManageOperation } from "@/lib/self_consumption/pages.ts";
import type { AutoconsumptionData } from "@/lib/self_consumption/schema.ts";
import { scaledSharesText } from "@/lib/self_consumption/text.ts";
import { comparedUse, useChart, useTotals } from "@/lib/self_consumption/use_figures.ts";
import { besideEnded, HOURLY, rangeOfPage, startedSlots } from "@/lib/series/pages.ts";
import { slotAxis } from "@/lib/series/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { paginated } from "@/lib/ui/pagination.ts";
import { readTableState } from "@/lib/ui/tables.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, page, type State } from "@/lib/web/state.ts";
import { RangeFrame } from "@/routes/collect/[projectId]/(_components)/RangeParts.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const range = rangeOfPage(ctx, HOURLY);
    const use = await readUse(ctx.state, range);
    const { project } = residenceOf(ctx.state);
    const table = {
      fileName: `autoconsommation-${rangeSegment(range)}.csv`,
      ...sortedUse(ctx.url, use, project.id),
    };
    const file = tableFile(ctx.url, table);
    if (file !== null) return file;
    ctx.state.title = PAGES.useOfProduction.title;
    return page(use);
  },
});

export default define.page<typeof handler>(
  ({ data: { range, slots, started, before, scaledShares }, state, url }) => {
    const { project } = residenceOf(state);
    const totals = useTotals(started);
    const model = useChart(slots, slotAxis(slots.map(({ slot }) => slot)));
    const back = canManageOperation(state)
      ? { href: links.autoconsumption(project.id), label: PAGES.autoconsumption.title }
      : { href: links.residence(project.id), label: project.name };
    return (
      <>
        <RangeFrame
          title={PAGES.useOfProduction.title}
          subtitle={`${PAGES.autoconsumption.title}, ${project.name}`}
          choices={HOURLY}
          empty={model === null ? NOTHING_SHARED : null}
          notices={scaledShares && <Notice tone="bad">{scaledShares}</Notice>}
          {...{ back, range, state, url }}
        >
          <div data-live="figures">
            <UseFigures totals={totals} before={before} />
            {totals.isWithheld && (
              <Notice tone="info">
                La consommation de certaines périodes n’est pas montrée&nbsp;: celle de logements
                anonymes l’est à partir de onze ensemble, et jamais plus finement qu’ils ne l’ont
                choisi. Un mois ou une semaine n’est pas montré non plus quand un de ses jours ne
                l’est pas&nbsp;: la soustraction des autres jours le donnerait.
              </Notice>
            )}
          </div>
          {model && (
            <ChartFigure
              model={model}
              title="Production, à gauche, et consommation, à droite (kWh)"
              label="Histogramme de la production et de la consommation&nbsp;: ce qui est autoconsommé, puis le surplus ou le complément du réseau&nbsp;; leurs valeurs sont dans le tableau."
              unit="kWh"
            />
          )}
          <UseTable {...{ url, range, started }} projectId={project.id} />
          <p class="small soft">
            La production est partagée heure par heure, puis additionnée&nbsp;: ce qui est produit à
            midi ne sert pas le soir. Une heure dont un compteur n’a pas été relevé n’est pas
            comptée comme nulle&nbsp;; elle baisse la complétude. Le gestionnaire de réseau partage
            par demi-heure&nbsp;: ses chiffres font foi pour la facturation.
          </p>
        </RangeFrame>
        <PageRefresh everySeconds={FRESH_DATA_SECONDS} state={state} />
      </>
    );
  },
);

/** Page size: a day of hours is on one page, but for the day of 25 hours. */
const PAGE_SIZE = 24;

interface UseTableProps extends Pick<UseRead, "range" | "started"> {
  url: URL;
  projectId: string;
}

/** The slots that have begun, page by page, with the total of all of them, and their file. */
function UseTable({ url, projectId, range, started }: UseTableProps) {
  const { rows, columns, sorting } = sortedUse(url, { range, started }, projectId);
  const shown = paginated(rows, sorting.state.page, PAGE_SIZE);
  return (
    <div class="stack">
      <div data-live="use">
        <DataTable
          caption={`${PAGES.useOfProduction.title}, ${rangeLabel(range)}`}
          {...{ columns, sorting }}
          rows={shown.rows}
          wide
          foot={started.length > 1 && <UseTotal slots={started} />}
        />
      </div>
      <TableFoot {...sorting} page={shown} />
    </div>
  );
}

const NOTHING_SHARED = {
  title: "Aucune production partagée sur cette période",
  text: "Choisissez une autre période, ou vérifiez le début de l’opération et ses compteurs.",
} as const;

/** The slots that have begun, in the order of the URL, with their columns. */
function sortedUse(
  { searchParams }: URL,
  { range, started }: Pick<UseRead, "range" | "started">,
  projectId: string,
) {
  const hrefOf = (to: PeriodRange) => links.useOfProduction(projectId, periodPath(to));
  const columns = useColumns(started, { range, choices: HOURLY, hrefOf });
  const state = readTableState(searchParams);
  const rows = sortedByColumn(columns, started, state) ?? started;
  return { columns, rows, sorting: { path: hrefOf(range), state } };
}

type UseRead = Awaited<ReturnType<typeof readUse>>;

async function readUse(state: State, range: PeriodRange) {
  const before = yearBefore(range);
  const [{ slots, sharesPercent = 0 }, earlier] = await Promise.all([
    readData(state, range),
    before === null ? null : readData(state, before),
  ]);
  const started = startedSlots(state, range, slots);
  const others = earlier?.slots ?? [];
  const compared = comparedUse(started, besideEnded(state, range, { slots, others }));
  return {
    range,
    slots,
    scaledShares: scaledSharesText(sharesPercent),
    started,
    before: before && compared && { ...compared, label: rangeLabel(before) },
  };
}

async function readData(state: State, range: PeriodRange): Promise<AutoconsumptionData> {
  const projectId = residenceOf(state).project.id;
  const segment = rangeSegment(range);
  return await state.api.read(SELF_CONSUMPTION_CALLS.getAutoconsumptionData, {
    projectId,
    segment,
  });
}

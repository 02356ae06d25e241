import SimulatedBoard from "@/islands/energy_balance/SimulatedBoard.tsx";
import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { BalanceBoard } from "@/components/energy_balance/BalanceBoard.tsx";
import { BalanceLimits } from "@/components/energy_balance/comparison_columns.tsx";
import {
  WeatherComparison,
  weatherFile,
  YearMarks,
} from "@/components/energy_balance/YearMarks.tsx";
import { costFile, GapCost, YearCosts } from "@/components/energy_prices/YearCosts.tsx";
import { AnnotationList } from "@/components/series/AnnotationList.tsx";
import { SettledGap } from "@/components/settlement/statement_tables.tsx";
import { EmptyState, Notice } from "@/components/ui/Page.tsx";
import { RangeTitle } from "@/components/web/RangeTitle.tsx";
import { type PlaceAlarms, readPlaceAlarms } from "@/lib/alarms/pages.ts";
import { firstDayOf, isIsoDate, lastDayOf, monthStart } from "@/lib/base/civil_dates.ts";
import { periodPath, rangeSegment } from "@/lib/base/period_paths.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { NOT_BEGUN } from "@/lib/base/text_periods.ts";
import { dateError } from "@/lib/base/typed_dates.ts";
import { type Answer, ENERGY_BALANCE_CALLS } from "@/lib/energy_balance/calls.ts";
import { CSV_FILE_NAME } from "@/lib/energy_balance/columns.ts";
import { BALANCE_CSV_COLUMNS, balanceLines } from "@/lib/energy_balance/csv.ts";
import { firstMonthUsing, latestOnOrBefore } from "@/lib/energy_balance/dated_settings.ts";
import { type BalancePage, balancePeriodOf, readBalance } from "@/lib/energy_balance/pages.ts";
import {
  boardReport,
  isReplaced,
  RECALCULATION,
  SAVED_FROM,
  simulated,
  simulatedSettings,
  simulationFields,
  simulationOverrides,
} from "@/lib/energy_balance/simulation.ts";
import {
  refusedDayText,
  REPLACED_VALUE,
  savedSettingsText,
  SETTINGS_CHANGED,
} from "@/lib/energy_balance/text.ts";
import { yearCarbon, yearComparison } from "@/lib/energy_balance/year_comparison.ts";
import {
  balanceRange,
  boardYear,
  monthsShown,
  periodMonths,
} from "@/lib/energy_balance/year_report.ts";
import { readCost } from "@/lib/energy_prices/pages.ts";
import { readRoomAnnotations, roomAt } from "@/lib/facilities/pages.ts";
import { showInMenu } from "@/lib/residences/pages.ts";
import { annotationsWithin } from "@/lib/series/annotations.ts";
import { openedRange, rangeOfPage, YEAR_ONLY } from "@/lib/series/pages.ts";
import type { Annotation } from "@/lib/series/schema.ts";
import { annotationText } from "@/lib/series/text.ts";
import { readSettled } from "@/lib/settlement/pages.ts";
import type { Settlement } from "@/lib/settlement/schema.ts";
import { links, SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { PAGES, windowTitle } from "@/lib/ui/page_titles.ts";
import { withMore, withQuery } from "@/lib/ui/query.ts";
import { isFileRequested, tableFile } from "@/lib/web/downloads.ts";
import { readSubmission, seeOther, type Submission } from "@/lib/web/form_submission.ts";
import { define, page, type PageContext, type State, todayOf } from "@/lib/web/state.ts";

interface PageData extends BalancePage {
  readonly path: string;
  /** Version an edit of the settings is based on; null without the role to write them. */
  readonly settingsVersion: string | null;
  /** Day from which the simulated values are saved, offered first: the typed one where one was. */
  readonly savedFrom: string;
  /** Annotations that overlap the months of the balance. */
  readonly annotations: readonly Annotation[];
  readonly here: PlaceAlarms;
  /** Readings of the year before. */
  readonly before: Answer<"getBalanceReadings"> | null;
  /** What the real year costs, and the page of its prices. */
  readonly costs: Awaited<ReturnType<typeof readCost>>;
  /** The closed statements of the season, when the year is one. */
  readonly settled: readonly Settlement[];
  /** Why the simulated values were not saved. */
  readonly failure: string | null;
}

export const handler = define.handlers({
  async GET(ctx) {
    const range = openedRange(ctx, YEAR_ONLY);
    if (range instanceof Response) return range;
    const shown = await readPage(ctx, ctx.url.searchParams);
    const file = balanceFile(ctx.url, shown);
    if (file !== null) return file;
    return page(shown);
  },

  /** Saves the simulated values as settings from a day on, or leads to the year that they give. */
  async POST(ctx) {
    const sent = await readSubmission(ctx, [SAVED_FROM, "version"]);
    const { values } = sent;
    const query = simulationSent(sent, ctx.url);
    const shown = await readPage(ctx, query);
    if (sent.has(RECALCULATION)) return seeOther(ctx, withQuery(shown.path, query.toString()));
    const overrides = shown.form === null ? null : simulationOverrides(shown.form);
    if (shown.board === null || overrides === null) {
      return page({ ...shown, failure: errorText("invalid-input") }, { status: 400 });
    }
    const wrongDay = dateError(values.fromDate);
    if (wrongDay !== null) {
      return page({ ...shown, failure: refusedDayText(wrongDay) }, { status: 400 });
    }
    if (shown.form !== null && isReplaced(query, shown.form)) {
      return page({ ...shown, failure: REPLACED_VALUE }, { status: 400 });
    }
    const { boilerRoom } = shown.board.data.input;
    const inForce = latestOnOrBefore(boilerRoom.settings, values.fromDate);
    const { fromDate, ...body } = simulatedSettings(
      overrides,
      values.fromDate,
      inForce?.djuContract ?? null,
    );
    const saved = await ctx.state.api.call(ENERGY_BALANCE_CALLS.putEfficiencySettings, {
      ...roomAt(ctx),
      fromDate,
      body: { ...body, version: values.version },
    });
    if (saved.ok) return seeOther(ctx, `${shown.path}?saved=${fromDate}`);
    const failure = saved.code === "conflict" ? SETTINGS_CHANGED : errorText(saved.code);
    return page({ ...shown, failure }, { status: saved.status });
  },
});

/** @spec balance.page */
export default define.page<typeof handler>(({ data, params, url, state }) => {
  const { projectId = "", boilerRoomId = "" } = params;
  const { boilerRoomName, period } = data;
  const range = balanceRange(period);
  const saved = data.failure === null ? url.searchParams.get(SAVED_PARAMETER) : null;
  const settings = data.settingsVersion === null
    ? null
    : links.boilerRoomSettings(projectId, boilerRoomId);
  // The estimate gives way to what is settled, not to a part of the season.
  const isSettled = data.settled.some(({ sheet }) => !sheet.isPart);
  const gazPce = data.board?.data.input.boilerRoom.gazPce;
  return (
    <>
      <RangeTitle
        title={windowTitle(PAGES.energyBalance.title, boilerRoomName)}
        subtitle={state.place?.project?.name}
        choices={YEAR_ONLY}
        {...{ range, state, url }}
      >
        <a
          class="button"
          href={links.boilerRoomReports(projectId, boilerRoomId, rangeSegment(range))}
        >
          Comparaison
        </a>
        {gazPce && (
          <a class="button" href={gasYearOf(gazPce, period, state)}>{PAGES.gasYear.title}</a>
        )}
      </RangeTitle>
      {saved !== null && isIsoDate(saved) && (
        <Notice tone="good" live>
          {savedSettingsText(
            saved,
            firstMonthUsing(data.board?.data.input.boilerRoom.settings ?? [], saved),
          )}
        </Notice>
      )}
      <PlaceNotices {...data.here} />
      {data.failure !== null && <Notice tone="very-bad" live>{data.failure}</Notice>}
      {data.board === null ? <NotConfigured settings={settings} /> : (
        <>
          {monthsShown(period, data.board.data.input.now).length === 0
            ? <EmptyState title={NOT_BEGUN} icon="balance" />
            : (
              <>
                {data.form === null && (
                  <SettledGap
                    settled={data.settled}
                    hrefOf={({ yearStart, number, sheet: { isPart, from } }) =>
                      withMore(
                        links.settlement(
                          projectId,
                          boilerRoomId,
                          yearStart,
                          isPart ? from : undefined,
                        ),
                        `version=${number}`,
                      )}
                  />
                )}
                {data.form === null && data.costs.cost && !isSettled && (
                  <GapCost cost={data.costs.cost.total} prices={data.costs.prices} />
                )}
                <Board {...data} board={data.board} />
              </>
            )}
          {data.form === null && <RealYear {...data} board={data.board} url={url} />}
          <AnnotationList
            annotations={data.annotations}
            settings={settings}
            timeZone={state.place?.project?.timeZone}
          />
          <BalanceLimits />
        </>
      )}
    </>
  );
});

/** The real year, or the simulated one with its form. */
function Board(
  { board, form, path, settingsVersion, savedFrom, annotations }: PageData & {
    board: NonNullable<PageData["board"]>;
  },
) {
  if (form === null) {
    return (
      <BalanceBoard
        data={board.data}
        report={boardReport(board.data, null)}
        path={path}
        simulation={null}
        switchQuery={board.prefilled.query}
        annotated={Object.fromEntries(
          periodMonths(board.data.input.period).flatMap((month) => {
            const days = { from: firstDayOf(month), to: lastDayOf(month) };
            const texts = annotationsWithin(annotations, days).map(annotationText);
            return texts.length === 0 ? [] : [[month, texts.join(" ")]];
          }),
        )}
      />
    );
  }
  return (
    <SimulatedBoard
      data={board.data}
      simulation={simulated(form)}
      path={path}
      saving={settingsVersion === null ? null : { version: settingsVersion, from: savedFrom }}
    />
  );
}

/** The year against the one before, and its marks: of the real year only. */
function RealYear(
  { board: { data }, before, costs, period, url }: PageData & {
    board: NonNullable<PageData["board"]>;
    url: URL;
  },
) {
  const report = boardYear(data, null);
  if (report.cumulative === null) return null;
  return (
    <>
      {costs.cost && <YearCosts cost={costs.cost} prices={costs.prices} page={url} />}
      {before && (
        <WeatherComparison
          comparison={yearComparison({ now: data.input, before })}
          period={period}
          url={url}
        />
      )}
      <YearMarks
        carbon={yearCarbon(data.input, report)}
        dpe={data.input.boilerRoom.marks?.dpe ?? null}
      />
    </>
  );
}

/** `chaufferie.csv` of the year shown, real or simulated; null when the page itself is requested. @spec balance.csv */
function balanceFile(
  url: URL,
  { board, form, before, costs, period }: PageData,
): Response | null {
  if (board === null || !isFileRequested(url)) return null;
  const months = costs.cost && form === null ? costFile(url, costs.cost) : null;
  if (months !== null) return months;
  if (before !== null && form === null) {
    const comparison = yearComparison({ now: board.data.input, before });
    const compared = weatherFile(url, comparison, period);
    if (compared !== null) return compared;
  }
  const rows = balanceLines(boardReport(board.data, form));
  return tableFile(url, { fileName: CSV_FILE_NAME, columns: BALANCE_CSV_COLUMNS, rows });
}

/** URL of the delivery point's year; in this residence's organisation, for a user with several. */
function gasYearOf(pce: string, { year }: BalancePage["period"], { place }: State): string {
  const isOneOfSeveral = (place?.organisations.length ?? 0) > 1;
  const orgId = isOneOfSeveral ? place?.organisation?.id : undefined;
  return links.gasYear(pce, periodPath({ type: "monthly", year }), { orgId });
}

/** A boiler room without settings: the next step, for users who may write them. */
function NotConfigured({ settings }: { settings: string | null }) {
  return (
    <EmptyState title="Cette chaufferie n’est pas encore configurée" icon="balance">
      <p>Le bilan demande la source d’énergie de la chaufferie et ses réglages.</p>
      {settings && <a class="button" href={settings}>Configurer la chaufferie</a>}
    </EmptyState>
  );
}

/** The simulation of a form that was sent, and its day; that of its address where the form holds none. */
function simulationSent(
  { has, text }: Pick<Submission<never>, "has" | "text">,
  { searchParams }: URL,
): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of [...simulationFields(), SAVED_FROM]) {
    const value = has(name) ? text(name) : searchParams.get(name);
    if (value !== null) query.set(name, value);
  }
  return query;
}

async function readPage(ctx: PageContext, query: URLSearchParams): Promise<PageData> {
  const at = roomAt(ctx);
  const { projectId, boilerRoomId } = at;
  const period = balancePeriodOf(rangeOfPage(ctx, YEAR_ONLY));
  const canWrite = ctx.state.place?.roles.has("collect:boilerroom:write") ?? false;
  const savedFrom = query.get(SAVED_FROM) ?? "";
  const yearBefore = balanceRange({ ...period, year: period.year - 1 });
  const [balance, before, annotations, here, efficiency, costs, settled] = await Promise.all([
    readBalance(ctx, period, query),
    ctx.state.api.call(ENERGY_BALANCE_CALLS.getBalanceReadings, {
      ...at,
      segment: rangeSegment(yearBefore),
    }),
    readRoomAnnotations(ctx, balanceRange(period)),
    readPlaceAlarms(ctx.state, [boilerRoomId]),
    canWrite ? ctx.state.api.call(ENERGY_BALANCE_CALLS.getEfficiency, at) : null,
    readCost(ctx, { ...at, segment: rangeSegment(balanceRange(period)) }),
    period.shifted ? readSettled(ctx.state, at, period.year) : [],
  ]);
  ctx.state.title = PAGES.energyBalance.title;
  showInMenu(ctx.state, { id: boilerRoomId, name: balance.boilerRoomName });
  return {
    ...balance,
    path: links.energyBalance(projectId, boilerRoomId, periodPath(balanceRange(period))),
    settingsVersion: efficiency?.ok ? efficiency.answer.versions.settings : null,
    savedFrom: isIsoDate(savedFrom) ? savedFrom : monthStart(todayOf(ctx.state)),
    annotations,
    here,
    before: before.ok ? before.answer : null,
    costs,
    settled,
    failure: null,
  };
}

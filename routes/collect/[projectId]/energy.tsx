import { GapBadge } from "@/components/energy_balance/BalanceTable.tsx";
import { dateColumn, numberColumn } from "@/components/ui/columns.tsx";
import { ChartFigure } from "@/components/ui/ChartSvg.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { EmptyState, NoneYet, PageTitle } from "@/components/ui/Page.tsx";
import { Figure } from "@/components/portfolio/PortfolioFigures.tsx";
import { formatMonth } from "@/lib/base/date_format.ts";
import { countText, formatNumber, formatQuantity } from "@/lib/base/text_format.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { ENERGY_BALANCE_CALLS } from "@/lib/energy_balance/calls.ts";
import { BALANCE_LIMITS, changeText, rankText } from "@/lib/energy_balance/comparison_text.ts";
import {
  type ResidenceMonth,
  type ResidenceYear,
  residenceYear,
} from "@/lib/energy_balance/twelve_months.ts";
import type { RoomYear } from "@/lib/energy_balance/schema.ts";
import { shortMonth } from "@/lib/energy_balance/text.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { hasHouses } from "@/lib/housing/dwelling_settings.ts";
import type { ConnectivitySummary } from "@/lib/housing/schema.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { FIGURES_CALLS } from "@/lib/portfolio/calls.ts";
import {
  type EnergyRank,
  energyRank,
  type ResidenceFigures,
  residenceFigures,
} from "@/lib/portfolio/figures.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { rangeChart } from "@/lib/series/range_rows.ts";
import { seasonName } from "@/lib/energy_signature/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, page, type State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const { project, organisation } = residenceOf(state);
    const { id: projectId } = project;
    const { read, readUnless } = state.api;
    const orgId = organisation?.id;
    const hasDocuments = (state.place?.documentRoles.length ?? 0) > 0;
    const showsConnection = project.features.houseOnConnection && showsHouses(state);
    const [rooms, portfolio, documents, connectivity] = await Promise.all([
      read(ENERGY_BALANCE_CALLS.getProjectEnergy, { projectId }),
      orgId === undefined
        ? null
        : readUnless("forbidden", FIGURES_CALLS.listResidenceFigures, { orgId }),
      orgId !== undefined && hasDocuments
        ? readUnless("forbidden", DOCUMENTS_CALLS.countDocuments, { orgId })
        : null,
      showsConnection ? read(HOUSING_CALLS.getHousesConnectivitySummary, { projectId }) : null,
    ]);
    const year = residenceYear(rooms);
    const file = tableFile(url, { fileName: "energie.csv", columns: COLUMNS, rows: year.months });
    if (file !== null) return file;
    const none = { rooms: null, silences: null, documents: null };
    const all = portfolio?.rooms ?? [];
    const seasons = all.filter((one) => one.projectId === projectId)
      .map((one) => ({
        id: one.boilerRoomId,
        yearStart: one.season?.yearStart,
        ...residenceFigures({ ...none, rooms: [one] })(projectId),
      }));
    const { lateCount } = residenceFigures({ ...none, documents })(projectId);
    const rank = energyRank(all, projectId);
    return page({ rooms, year, rank, seasons, lateCount, connectivity });
  },
});

/** Twelve months of a residence, its boiler rooms together. @spec balance.residence-year */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { rooms, year, rank, seasons, lateCount, connectivity } = data;
  const { id: projectId } = residenceOf(state).project;
  const [first, last] = [year.months[0], year.months.at(-1)];
  return (
    <>
      <PageTitle
        subtitle={first && last && `${formatMonth(first.month)} à ${formatMonth(last.month)}`}
      />
      {year.months.length === 0
        ? (
          <EmptyState title="Aucune chaufferie n’a de bilan" icon="boiler">
            <p>Il faut une chaufferie, et dire ce qu’elle brûle dans sa configuration.</p>
          </EmptyState>
        )
        : (
          <>
            <YearFigures year={year} rank={rank} projectId={projectId} />
            <MonthsChart months={year.months} />
            <DataTable
              caption="Énergie par mois, toutes chaufferies"
              columns={COLUMNS}
              rows={year.months}
              csv={{ page: url }}
            />
            <p class="soft small">
              Un mois n’est compté que s’il est connu dans chaque chaufferie. L’énergie est en
              kWh&nbsp;PCI, sans le solaire&nbsp;; à météo égale, seuls les mois chauffés sont
              comparés, solaire compris.{rank.hasSeveralCarriers && ` ${BALANCE_LIMITS[0]}`}
            </p>
          </>
        )}
      <RoomLines rooms={rooms} seasons={seasons} projectId={projectId} />
      <OtherFigures state={state} lateCount={lateCount} connectivity={connectivity} />
    </>
  );
});

const COLUMNS: readonly TableColumn<ResidenceMonth>[] = [
  dateColumn("month", "Mois", ({ month }) => formatMonth(month), {
    value: ({ month }) => month,
  }),
  numberColumn("finalKwh", "Énergie", (row) => row.finalKwh, { unit: "kWh PCI", most: 0 }),
  numberColumn("beforeKwh", "Un an avant", (row) => row.beforeKwh, { unit: "kWh PCI", most: 0 }),
  {
    ...numberColumn("change", "Évolution", (row) => row.changePercent, {
      unit: "%",
      most: 1,
      least: 1,
    }),
    verdict: true,
  },
  numberColumn("weather", "À météo égale", (row) => row.weatherPercent, {
    unit: "%",
    most: 1,
    least: 1,
  }),
  numberColumn("hotWater", "Part de l’eau chaude", (row) => row.hotWaterPercent, {
    unit: "%",
    most: 1,
    least: 1,
  }),
];

interface YearFiguresProps {
  year: ResidenceYear;
  rank: EnergyRank;
  projectId: string;
}

function YearFigures({ year, rank, projectId }: YearFiguresProps) {
  const { final, change, weather, hotWater } = year;
  const over = (months: { monthCount: number } | null) =>
    months === null ? "" : `sur ${countText(months.monthCount, "mois", "mois")}`;
  return (
    <dl class="portfolio-figures">
      <Figure
        label="Énergie"
        value={final && formatQuantity(final.value / 1000, "MWh", 1)}
        notes={[over(final), change === null ? "" : `${changeText(change.value)} en un an`]}
      />
      <Figure
        label="En un an, à météo égale"
        value={weather && changeText(weather.value)}
        notes={[weather === null ? "" : `${over(weather)} chauffés`]}
      />
      <Figure
        label="Par m²"
        value={rank.kwhPerM2 === null ? null : formatQuantity(rank.kwhPerM2, "kWh", 1)}
        notes={[
          rank.rank && (
            <a key="rank" href={links.boilerRoomReports(projectId)}>{rankText(rank.rank)}</a>
          ),
        ]}
      />
      <Figure
        label="Part de l’eau chaude"
        value={hotWater && `${formatNumber(hotWater.value)}\u00A0%`}
        notes={[over(hotWater)]}
      />
    </dl>
  );
}

function MonthsChart({ months }: { months: readonly ResidenceMonth[] }) {
  const model = rangeChart({
    size: { width: 800, height: 280 },
    values: months.map(({ finalKwh }) => inMwh(finalKwh)),
    before: months.map(({ beforeKwh }) => inMwh(beforeKwh)),
    isSum: true,
    categories: months.map(({ month }) => shortMonth(month)),
    titles: months.map(({ month }) => formatMonth(month)),
    names: { now: "Douze derniers mois", before: "Un an avant" },
    formatValue: formatNumber,
  });
  return model && (
    <ChartFigure
      model={model}
      title="Énergie par mois (MWh PCI)"
      label="Histogramme de l’énergie de chaque mois et du même un an avant&nbsp;; ses valeurs sont dans le tableau."
      unit="MWh"
    />
  );
}

function inMwh(kwh: number | null): number | null {
  return kwh === null ? null : kwh / 1000;
}

interface RoomLinesProps {
  rooms: readonly RoomYear[];
  /** The latest season of each, when they may be compared. */
  seasons: readonly (Pick<ResidenceFigures, "gapPercent" | "gapStatus"> & {
    readonly id: string;
    readonly yearStart: number | undefined;
  })[];
  projectId: string;
}

function RoomLines({ rooms, seasons, projectId }: RoomLinesProps) {
  return (
    <section class="stack" aria-labelledby="rooms">
      <h2 id="rooms">Bilan de chaque chaufferie</h2>
      {rooms.length === 0 && (
        <NoneYet
          text="Aucune chaufferie."
          href={links.equipments(projectId)}
          add={PAGES.equipments.title}
        />
      )}
      <dl class="portfolio-figures">
        {rooms.map(({ boilerRoomId, boilerRoomName, months }) => {
          const season = seasons.find(({ id }) => id === boilerRoomId);
          return (
            <Figure
              key={boilerRoomId}
              label={<a href={links.energyBalance(projectId, boilerRoomId)}>{boilerRoomName}</a>}
              value={season?.gapStatus &&
                <GapBadge percent={season.gapPercent} status={season.gapStatus} inWords />}
              notes={[
                months.length === 0 && "sans réglages du bilan",
                season?.yearStart && `écart, saison ${seasonName(season.yearStart)}`,
              ]}
            />
          );
        })}
      </dl>
    </section>
  );
}

interface OtherFiguresProps {
  state: State;
  lateCount: number;
  connectivity: ConnectivitySummary | null;
}

/** What waits in the residence: alarms, documents, dwellings. */
function OtherFigures({ state, lateCount, connectivity }: OtherFiguresProps) {
  const { project: { id }, roles } = residenceOf(state);
  const { alarmCount = 0, documentRoles = [] } = state.place ?? {};
  return (
    <dl class="portfolio-figures">
      {opensScreen("alarms", roles) && (
        <Figure label="Alertes ouvertes" value={<a href={links.alarms(id)}>{alarmCount}</a>} />
      )}
      {documentRoles.length > 0 && opensScreen("documents", roles) && (
        <Figure
          label="Documents en retard"
          value={
            <a href={links.residenceDocuments(id, lateCount > 0 ? "late" : "running")}>
              {lateCount}
            </a>
          }
        />
      )}
      {showsHouses(state) && (
        <Figure
          label="Logements"
          value={<a href={links.houses(id)}>{connectivity ? sumOf(connectivity) : "Voir"}</a>}
          notes={[connectivity && `dont ${connectivity.onlineCount} en ligne`]}
        />
      )}
    </dl>
  );
}

function showsHouses(state: State): boolean {
  const { project: { features }, roles } = residenceOf(state);
  return hasHouses(features) && opensScreen("houses", roles);
}

function sumOf({ onlineCount, reachableCount, last7DaysCount, offlineCount }: ConnectivitySummary) {
  return onlineCount + reachableCount + last7DaysCount + offlineCount;
}

import { GapCost } from "@/components/energy_prices/YearCosts.tsx";
import {
  DriftCharts,
  DriftClosings,
  LANDINGS_TABLE,
  SeasonLanding,
  SignatureChart,
} from "@/components/energy_signature/SignatureParts.tsx";
import { dateColumn, figureColumn, textColumn } from "@/components/ui/columns.tsx";
import { CsvLinks, DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { hasForm } from "@/components/ui/FormBox.tsx";
import { Fact, Notice, PageTitle, type Tone } from "@/components/ui/Page.tsx";
import { addDays, monthOf } from "@/lib/base/civil_dates.ts";
import { formatMonth } from "@/lib/base/date_format.ts";
import { formatNumber, formatPercent, formatQuantity } from "@/lib/base/text_format.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { readGapCost } from "@/lib/energy_prices/pages.ts";
import { ENERGY_SIGNATURE_CALLS } from "@/lib/energy_signature/calls.ts";
import { CLOSING_FORM } from "@/lib/energy_signature/forms.ts";
import type { EnergySignature, FittedSignature, SeasonDay } from "@/lib/energy_signature/schema.ts";
import {
  isReference,
  type UsedMonth,
  usedMonths,
} from "@/lib/energy_signature/season_signature.ts";
import {
  EXCLUSION_TEXTS,
  LANDINGS_CSV,
  seasonName,
  STATUS_TEXTS,
  verdictText,
} from "@/lib/energy_signature/text.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { roomAt, roomSettingsHref } from "@/lib/facilities/pages.ts";
import { showInMenu } from "@/lib/residences/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { ANNOTATION_FORM } from "@/lib/series/forms.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readSignature, signatureForms, {
  path: ({ url }) => `${url.pathname}${url.search}`,
}));

async function readSignature(ctx: PageContext) {
  const { state, url } = ctx;
  const at = roomAt(ctx);
  const running = seasonYearOf(monthOf(todayOf(state)));
  const asked = url.searchParams.get("season");
  const reference = url.searchParams.get("reference");
  const read = await state.api.read(ENERGY_SIGNATURE_CALLS.getEnergySignature, {
    ...at,
    year: asked ?? String(running),
    ...reference !== null && { reference },
  });
  state.title = PAGES.signature.title;
  showInMenu(state, { id: at.boilerRoomId, name: read.boilerRoomName });
  const season = seasonName(read.yearStart);
  const file = tableFile(url, {
    fileName: `signature-${season}.csv`,
    columns: dayColumns(read.days),
    rows: read.days,
  }) ?? tableFile(url, {
    table: LANDINGS_TABLE,
    fileName: `atterrissage-${season}.csv`,
    columns: LANDINGS_CSV,
    rows: read.landings,
  });
  if (file !== null) return file;
  const cost = read.drift === null ? null : await readGapCost(state, {
    ...at,
    from: read.drift.since,
    to: read.to < todayOf(state) ? read.to : addDays(todayOf(state), -1),
    kwh: read.drift.lostKwh,
  });
  return { read, running, cost };
}

function signatureForms(ctx: PageContext) {
  const { projectId, boilerRoomId: annotatedId } = roomAt(ctx);
  const add = ctx.state.api.sender(FACILITIES_CALLS.addAnnotation, { projectId, annotatedId });
  return { [CLOSING_FORM.name]: save(CLOSING_FORM, add) };
}

export default define.page<typeof handler>(
  ({ data: { read, running, cost, page }, params, state, url }) => {
    const { boilerRoomId = "" } = params;
    const { project } = residenceOf(state);
    const { yearStart, fit, reference, earlier, days, drift, closings, landings } = read;
    const settings = roomSettingsHref(state, boilerRoomId);
    const { title, lines } = verdictText(read);
    const months = usedMonths(days);
    const usable = earlier.filter(isReference);
    const season = (year: number) => links.signature(project.id, boilerRoomId, { season: year });
    return (
      <>
        <PageTitle
          title={`${PAGES.signature.title}, ${seasonName(yearStart)}`}
          subtitle={`${read.boilerRoomName}, ${project.name}`}
        >
          <a class="button" href={season(yearStart - 1)}>Saison {seasonName(yearStart - 1)}</a>
          {yearStart < running && (
            <a class="button" href={season(yearStart + 1)}>Saison {seasonName(yearStart + 1)}</a>
          )}
        </PageTitle>
        <div class="stack">
          <Notice tone={toneOf(read)} title={title}>
            {lines.map((line) => <p key={line}>{line}</p>)}
            {cost && <GapCost {...cost} against="la saison de référence" />}
          </Notice>
          <DriftClosings
            closings={closings}
            settings={settings === null ? null : `${settings}#${ANNOTATION_FORM.name}`}
            form={hasForm(settings !== null && drift !== null, page.shown, CLOSING_FORM.name)
              ? { page, today: todayOf(state) }
              : null}
          />
          {usable.length > 1 && (
            <nav class="row" aria-label="Saison de référence">
              {usable.map((one) => (
                <a
                  key={one.yearStart}
                  class="button"
                  href={links.signature(project.id, boilerRoomId, {
                    season: yearStart,
                    reference: one.yearStart,
                  })}
                  aria-current={one.yearStart === reference ? "true" : undefined}
                >
                  Comparer à {seasonName(one.yearStart)}
                </a>
              ))}
            </nav>
          )}
          <SeasonLanding landings={landings} page={url} />
          <SignatureChart read={read} />
          <DriftCharts read={read} />
          {fit?.signature && <SignatureFigures signature={fit.signature} fit={fit} />}
          <LeftOut days={days} />
          {months.length > 0 && (
            <DataTable
              caption={`Jours utilisés de la saison ${seasonName(yearStart)}, par mois`}
              columns={monthColumns(months)}
              rows={months}
            />
          )}
          {days.length > 0 && <CsvLinks page={url} />}
        </div>
      </>
    );
  },
);

function toneOf({ drift, reference }: EnergySignature): Tone {
  if (reference === null) return "info";
  if (drift === null) return "good";
  return drift.verdict === "drift" ? "very-bad" : "bad";
}

function SignatureFigures(
  { signature, fit }: { signature: FittedSignature; fit: NonNullable<EnergySignature["fit"]> },
) {
  const { baseKwh, slopeKwhPerK, balanceC, r2, cvRmse, baseIdentified } = signature;
  const figures = [
    ["Signature", STATUS_TEXTS[fit.status]],
    ["Jours utilisés", formatNumber(fit.dayCount)],
    [
      "Talon (eau chaude, bouclage)",
      baseIdentified
        ? formatQuantity(baseKwh, "kWh/jour", 0)
        : "non identifié\u00A0: trop peu de jours doux",
    ],
    ["Pente", formatQuantity(slopeKwhPerK, "kWh/(K·jour)")],
    ["Température de non-chauffage", formatQuantity(balanceC, "°C")],
    ["Part expliquée par le froid (R²)", formatPercent(100 * r2, 0)],
    ["Dispersion, CV(RMSE)", formatPercent(100 * cvRmse, 0)],
  ] as const;
  return (
    <section class="card" aria-labelledby="figures">
      <h2 id="figures">Signature de la saison</h2>
      <dl class="facts">
        {figures.map(([name, value]) => <Fact key={name} label={name}>{value}</Fact>)}
      </dl>
    </section>
  );
}

/** How many days are left out, and why. @spec signature.days */
function LeftOut({ days }: { days: readonly SeasonDay[] }) {
  const reasons = Map.groupBy(
    days.filter(({ exclusion }) => exclusion !== null),
    ({ exclusion }) => exclusion,
  );
  if (reasons.size === 0) return null;
  return (
    <section class="card" aria-labelledby="left-out">
      <h2 id="left-out">Jours laissés de côté</h2>
      <ul>
        {[...reasons].map(([reason, of]) =>
          reason && <li key={reason}>{EXCLUSION_TEXTS[reason]}&nbsp;: {of.length}</li>
        )}
      </ul>
    </section>
  );
}

function monthColumns(months: readonly UsedMonth[]): TableColumn<UsedMonth>[] {
  return [
    dateColumn("month", "Mois", ({ month }) => month, { cell: ({ month }) => formatMonth(month) }),
    figureColumn(months, "dayCount", { label: "Jours utilisés" }),
    figureColumn(months, "energyKwh", { label: "Énergie", unit: "kWh" }),
    figureColumn(months, "expectedKwh", { label: "Attendu", unit: "kWh" }),
    figureColumn(months, "percent", { label: "Écart", unit: "%" }),
  ];
}

function dayColumns(days: readonly SeasonDay[]): TableColumn<SeasonDay>[] {
  return [
    dateColumn("date", "Jour", ({ date }) => date),
    figureColumn(days, "outdoorC", { label: "Extérieur", unit: "°C" }),
    figureColumn(days, "energyKwh", { label: "Énergie", unit: "kWh" }),
    figureColumn(days, "expectedKwh", { label: "Attendu", unit: "kWh" }),
    textColumn(
      "exclusion",
      "Laissé de côté",
      ({ exclusion }) => exclusion === null ? "" : EXCLUSION_TEXTS[exclusion],
    ),
  ];
}

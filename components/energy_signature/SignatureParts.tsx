/** Draws a season over its signature, its drift and its landing, and shows the closed verdicts. @module */

import { ChartFigure, ScatterFigure } from "@/components/ui/ChartSvg.tsx";
import { CsvLinks } from "@/components/ui/DataTable.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { Fact } from "@/components/ui/Page.tsx";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { bandOf, driftCharts, lineOf } from "@/lib/energy_signature/charts.ts";
import { CLOSING_FORM } from "@/lib/energy_signature/forms.ts";
import type { DatedLanding, DriftClosing, EnergySignature } from "@/lib/energy_signature/schema.ts";
import { usedDays } from "@/lib/energy_signature/season_signature.ts";
import {
  closingText,
  energyText,
  landingNotes,
  landingText,
  mainLanding,
  seasonName,
} from "@/lib/energy_signature/text.ts";
import { rangeChart } from "@/lib/series/range_rows.ts";
import { WIDE_CHART } from "@/lib/ui/chart_scale.ts";
import type { FormPage } from "@/lib/ui/form.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { SCATTER_SIZE, scatterModel } from "@/lib/ui/scatter_chart.ts";

/** The days of the season over the line that the reference season expects, or its own, with its band. @spec signature.fit */
export function SignatureChart(
  { read: { days, earlier, reference, fit, yearStart } }: { read: EnergySignature },
) {
  const used = usedDays(days).map(({ outdoorC, energyKwh }) => ({ x: outdoorC, y: energyKwh }));
  const leftOut = days.flatMap(({ outdoorC, energyKwh, exclusion }) =>
    exclusion !== null && outdoorC !== null && energyKwh !== null
      ? [{ x: outdoorC, y: energyKwh }]
      : []
  );
  if (used.length === 0) return null;
  const compared = earlier.find((one) => one.yearStart === reference)?.fit ?? null;
  const drawn = compared ?? fit;
  const signature = drawn?.signature ?? null;
  const temperatures = used.map(({ x }) => x);
  const whose = compared === null ? "de la saison" : `de ${seasonName(reference ?? yearStart)}`;
  const model = scatterModel({
    size: SCATTER_SIZE,
    points: used,
    others: leftOut,
    line: signature && lineOf(signature, temperatures),
    band: drawn && signature ? bandOf(drawn, signature, temperatures) : null,
    formatValue: formatNumber,
  });
  return (
    <ScatterFigure
      title="Énergie de chaque jour (kWh) selon la température extérieure (°C)"
      name={PAGES.signature.title}
      model={model}
      label={`Nuage des jours de la saison\u00A0; ses valeurs sont dans le fichier CSV.`}
    >
      {signature &&
        `La droite est la signature ${whose}. La bande contient 95\u00A0% de ses jours. `}
      {leftOut.length > 0 && "En gris, les jours laissés de côté."}
    </ScatterFigure>
  );
}

/** What dates a drift: the gap of each judged day, and the sums of those beyond what varies by chance. @spec signature.drift */
export function DriftCharts({ read }: { read: Pick<EnergySignature, "days" | "limit"> }) {
  const charts = driftCharts(read);
  if (charts === null) return null;
  return (
    <>
      <ChartFigure
        title="Écart de chaque jour à ce que la référence attend"
        model={charts.gaps}
        label={`Écart de chaque jour\u00A0; ses valeurs sont dans le fichier CSV.`}
      />
      <ChartFigure
        title="Cumul des écarts au-delà du hasard"
        model={charts.sums}
        label={`Cumul des excès et des baisses\u00A0; ses valeurs sont dans le fichier CSV.`}
      >
        Une dérive est trouvée quand un cumul passe la limite.
      </ChartFigure>
    </>
  );
}

/** Table of the landings in the URL of their file. */
export const LANDINGS_TABLE = "landings";

/** Nothing before the first day, and without a reference season or the weather of one. */
export function SeasonLanding(
  { landings, page }: { landings: readonly DatedLanding[]; page: URL },
) {
  const last = landings.at(-1);
  const main = last && mainLanding(last);
  if (last === undefined || !main) return null;
  const { withDrift, withoutDrift, targetKwh, doneKwh } = last;
  return (
    <section class="card stack" aria-labelledby="landing">
      <h2 id="landing">Atterrissage de la saison&nbsp;: {landingText(main)}</h2>
      <dl class="facts">
        {withDrift && <Fact label="Si la dérive continue">{landingText(withDrift)}</Fact>}
        {withDrift && withoutDrift && (
          <Fact label="Sans la dérive à partir d’aujourd’hui">{landingText(withoutDrift)}</Fact>
        )}
        <Fact label="N’B de la saison (chauffage seul)">
          {energyText(targetKwh) || <span class="soft">DJU ou contrat inconnus</span>}
        </Fact>
        <Fact label="Déjà consommé">{energyText(doneKwh)}</Fact>
      </dl>
      <LandingChart landings={landings} />
      {landingNotes(last).map((note) => <p key={note} class="soft small">{note}</p>)}
      <CsvLinks page={page} table={LANDINGS_TABLE} />
    </section>
  );
}

/** Weeks between two labels of the axis. */
const LABEL_WEEKS = 4;

const CHART_LABEL = "Courbe de l’atterrissage\u00A0; ses valeurs sont dans le fichier CSV.";

function LandingChart({ landings }: { landings: readonly DatedLanding[] }) {
  if (landings.length < 2) return null;
  const mwh = (kwh: number | null | undefined) =>
    kwh === null || kwh === undefined ? null : kwh / 1000;
  const model = rangeChart({
    size: WIDE_CHART,
    values: landings.map((week) => mwh(mainLanding(week)?.kwh)),
    before: landings.map(({ targetKwh }) => mwh(targetKwh)),
    isSum: false,
    categories: landings.map(({ on }, at) => at % LABEL_WEEKS === 0 ? formatDay(on) : ""),
    names: { now: "Atterrissage", before: "N’B (chauffage seul)" },
    formatValue: formatNumber,
  });
  if (model === null) return null;
  return (
    <ChartFigure
      model={model}
      title="Atterrissage vu chaque lundi (MWh)"
      name="Atterrissage vu chaque lundi"
      label={CHART_LABEL}
    />
  );
}

interface DriftClosingsProps {
  closings: readonly DriftClosing[];
  /** The form that closes a verdict; null when nothing may be closed. */
  form: { readonly page: FormPage; readonly today: IsoDate } | null;
  /** URL where closings are changed and removed; null for a user who may only read. */
  settings: string | null;
}

/** @spec signature.closing */
export function DriftClosings({ closings, form, settings }: DriftClosingsProps) {
  return (
    <>
      {closings.length > 0 && (
        <section class="card" aria-labelledby="closings">
          <h2 id="closings">Dérives closes</h2>
          <ul>
            {closings.map((one) => <li key={`${one.date} ${one.text}`}>{closingText(one)}</li>)}
          </ul>
          {settings !== null && <a class="no-print" href={settings}>Changer ou rouvrir</a>}
        </section>
      )}
      {form !== null && (
        <div class="no-print">
          <FormSection
            title="Clore la dérive"
            intro="Une fois la cause connue ou corrigée. La recherche recommence à cette date, et l’alerte se termine. Si des travaux changent la consommation pour de bon, annotez-les plutôt dans les réglages de la chaufferie&nbsp;: la saison d’avant ne servira plus de référence."
            form={CLOSING_FORM}
            stored={{ from: form.today, text: "" }}
            page={form.page}
          />
        </div>
      )}
    </>
  );
}

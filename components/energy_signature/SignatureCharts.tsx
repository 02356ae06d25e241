/** Draws the days of a season over their signature, their gaps and the cumulated sums. @module */

import { ChartLegend, ChartSvg } from "@/components/ui/ChartSvg.tsx";
import { ScatterFigure } from "@/components/ui/ScatterSvg.tsx";
import { formatNumber } from "@/lib/base/text_format.ts";
import { bandOf, driftCharts, lineOf } from "@/lib/energy_signature/charts.ts";
import type { EnergySignature } from "@/lib/energy_signature/schema.ts";
import { seasonName } from "@/lib/energy_signature/text.ts";
import type { ChartModel } from "@/lib/ui/chart_model.ts";
import { PAGE_NAMES } from "@/lib/ui/page_titles.ts";
import { SCATTER_SIZE, scatterModel } from "@/lib/ui/scatter_chart.ts";

/** The days of the season over the line that the reference season expects, or its own, with its band. @spec signature.fit */
export function SignatureChart(
  { read: { days, earlier, reference, fit, yearStart } }: { read: EnergySignature },
) {
  const used = days.flatMap(({ exclusion, outdoorC, energyKwh }) =>
    exclusion === null && outdoorC !== null && energyKwh !== null
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
    line: signature && lineOf(signature, temperatures),
    band: drawn && signature ? bandOf(drawn, signature, temperatures) : null,
    formatValue: formatNumber,
  });
  return (
    <ScatterFigure
      title="Énergie de chaque jour (kWh) selon la température extérieure (°C)"
      name={PAGE_NAMES.signature}
      model={model}
      label={`Nuage des jours de la saison\u00A0; ses valeurs sont dans le fichier CSV.`}
    >
      {signature &&
        `La droite est la signature ${whose}. La bande contient 95\u00A0% de ses jours.`}
    </ScatterFigure>
  );
}

/** What dates a drift: the gap of each judged day, and the sums of those beyond what varies by chance. @spec signature.drift */
export function DriftCharts({ read }: { read: Pick<EnergySignature, "days" | "limit"> }) {
  const charts = driftCharts(read);
  if (charts === null) return null;
  return (
    <>
      <DayChart
        title="Écart de chaque jour à ce que la référence attend"
        model={charts.gaps}
        label={`Écart de chaque jour\u00A0; ses valeurs sont dans le fichier CSV.`}
      />
      <DayChart
        title="Cumul des écarts au-delà du hasard"
        model={charts.sums}
        label={`Cumul des excès et des baisses\u00A0; ses valeurs sont dans le fichier CSV.`}
        note="Une dérive est trouvée quand un cumul passe la limite."
      />
    </>
  );
}

function DayChart(
  { title, model, label, note }: {
    title: string;
    model: ChartModel;
    label: string;
    note?: string;
  },
) {
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <ChartLegend entries={model.legend} />
      <div class="chart-box" role="region" aria-label={title} tabIndex={0}>
        <ChartSvg model={model} label={label} />
      </div>
      {note !== undefined && <p class="soft">{note}</p>}
    </figure>
  );
}

/** Draws the days of a season over their signature, their gaps and the cumulated sums. @module */

import { ChartFigure } from "@/components/ui/ChartSvg.tsx";
import { ScatterFigure } from "@/components/ui/ScatterSvg.tsx";
import { formatNumber } from "@/lib/base/text_format.ts";
import { bandOf, driftCharts, lineOf } from "@/lib/energy_signature/charts.ts";
import type { EnergySignature } from "@/lib/energy_signature/schema.ts";
import { usedDays } from "@/lib/energy_signature/season_signature.ts";
import { seasonName } from "@/lib/energy_signature/text.ts";
import { PAGE_NAMES } from "@/lib/ui/page_titles.ts";
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
      name={PAGE_NAMES.signature}
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

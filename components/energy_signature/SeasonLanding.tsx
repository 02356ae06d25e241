/** Where the energy of a season lands, and how it moved from week to week. @module */

import { ChartFigure } from "@/components/ui/ChartSvg.tsx";
import { CsvLinks } from "@/components/ui/DataTable.tsx";
import { Fact } from "@/components/ui/Page.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import {
  energyText,
  landingNotes,
  landingText,
  mainLanding,
} from "@/lib/energy_signature/landing_text.ts";
import type { DatedLanding } from "@/lib/energy_signature/landing.ts";
import { rangeChart } from "@/lib/series/range_rows.ts";
import { WIDE_CHART } from "@/lib/ui/chart_scale.ts";

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

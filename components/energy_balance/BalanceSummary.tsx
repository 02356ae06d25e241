import type { YearReport } from "@/lib/domain/energy_balance/types.ts";
import { BALANCE_LABELS, contractText } from "@/lib/text/energy_balance/energy_balance.ts";
import { formatPercent, formatQuantity } from "@/lib/text/format/numbers.ts";
import { GapBadge } from "./GapBadge.tsx";

/** The year in a few figures: the contract's target, the consumption, and the gap between them. */
export function BalanceSummary({ report, simulated }: { report: YearReport; simulated: boolean }) {
  const { cumulative, period } = report;
  if (cumulative === null) return null;
  const contract = contractText(cumulative);
  return (
    <section class="card balance-summary" aria-labelledby="balance-summary">
      <h2 id="balance-summary">
        {BALANCE_LABELS.cumulative(period)}
        {simulated && <span class="balance-simulated">valeurs simulées</span>}
      </h2>
      <dl class="facts">
        <dt>Écart</dt>
        <dd>
          {cumulative.rate.percent === null
            ? <span class="soft">Aucun mois de chauffage complet</span>
            : <GapBadge percent={cumulative.rate.percent} status={cumulative.status} inWords />}
        </dd>
        <dt>Consommation de chauffage NC</dt>
        <dd>{formatQuantity(cumulative.heating.total, "kWh", 0) || "–"}</dd>
        <dt>Objectif N'B</dt>
        <dd>{formatQuantity(cumulative.target.total, "kWh", 0) || "–"}</dd>
        <dt>Jours comparés</dt>
        <dd>{formatQuantity(cumulative.comparedDayCount, "j", 0) || "–"}</dd>
        <dt>NB du contrat</dt>
        <dd>{contract || <span class="soft">Aucun DJU de contrat dans les réglages</span>}</dd>
        <dt>Seuil</dt>
        <dd>{formatPercent(cumulative.rate.threshold) || "–"}</dd>
      </dl>
    </section>
  );
}

import { yearTitle } from "@/lib/base/text_periods.ts";
import { formatQuantity } from "@/lib/base/text_format.ts";
import type { CumulativeReport } from "@/lib/energy_balance/schema.ts";
import { GapBadge } from "./BalanceTable.tsx";

/** The gap of a season in large, with NC, N'B and the days compared. @spec balance.season-gap */
export function SeasonGap({ cumulative }: { cumulative: CumulativeReport }) {
  const { period, rate, status, heating, target, comparedDayCount } = cumulative;
  return (
    <dl class="portfolio-figures">
      <div>
        <dt>Écart, {yearTitle(period.year, period.shifted).toLowerCase()}</dt>
        <dd>
          <GapBadge percent={rate.percent} status={status} inWords />
        </dd>
        <dd class="soft small">
          NC {formatQuantity(heating.total, "kWh", 0)} contre N’B{" "}
          {formatQuantity(target.total, "kWh", 0)}, sur {formatQuantity(comparedDayCount, "j", 0)}
        </dd>
      </div>
    </dl>
  );
}

import { TableRegion } from "@/components/ui/Page.tsx";
import { formatNumber } from "@/lib/base/text_format.ts";
import { hourText } from "@/lib/base/text_periods.ts";
import type { HourSetpoint } from "@/lib/heating_control/setpoints.ts";
import { WEEKDAY_HEADINGS } from "@/lib/heating_control/text.ts";

interface WeekTableProps {
  /** Seven days from Monday, of 24 hours each. */
  week: readonly (readonly HourSetpoint[])[];
  isCooling: boolean;
}

/** The set-points of a week, an hour a row: each cell also has the meaning of its colour as text. @spec pilot.week */
export function WeekTable({ week, isCooling }: WeekTableProps) {
  const [day = []] = week;
  const highestC = Math.max(...week.flat().map(({ heatingC }) => heatingC ?? -Infinity));
  return (
    <TableRegion caption="Consignes, heure par heure" class="table-box week-table">
      <thead>
        <tr>
          <th scope="col">Heure</th>
          {WEEKDAY_HEADINGS.map(({ short, long }) => (
            <th key={long} scope="col" abbr={long}>{short}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {day.map(({ hour }) => (
          <tr key={hour}>
            <th scope="row">{hourText(hour)}</th>
            {week.map((hours, position) => (
              <HourCell
                key={position}
                setpoint={hours[hour]}
                highestC={highestC}
                isCooling={isCooling}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}

interface HourCellProps {
  setpoint: HourSetpoint | undefined;
  highestC: number;
  isCooling: boolean;
}

function HourCell({ setpoint, highestC, isCooling }: HourCellProps) {
  if (setpoint === undefined) return <td />;
  const { heatingC, coolingC, isWaterHeating } = setpoint;
  const parts = [
    degreesText(heatingC),
    ...isCooling ? [`/${degreesText(coolingC)}`] : [],
    ...isWaterHeating ? ["E"] : [],
  ];
  return <td class={toneOf(heatingC, highestC)}>{parts.join(" ")}</td>;
}

function degreesText(degreesC: number | null): string {
  return formatNumber(degreesC, 1) || "–";
}

function toneOf(heatingC: number | null, highestC: number): string | undefined {
  if (heatingC === null) return undefined;
  return heatingC === highestC ? "week-high" : "week-low";
}

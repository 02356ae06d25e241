/** The mean of each hour of the week as a map of squares, drawn on the server. @module */

import { ChartFrame } from "@/components/ui/ChartSvg.tsx";
import { CsvLinks } from "@/components/ui/DataTable.tsx";
import { known } from "@/lib/base/sums.ts";
import { formatQuantity } from "@/lib/base/text_format.ts";
import type { WeekProfile } from "@/lib/series/week_profile.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { knownHoursText, nightText, WEEK_DAYS } from "@/lib/series/text.ts";

/** Table of the profile in the URL of its file. */
export const PROFILE_TABLE = "profile";

const LABEL =
  "Moyenne de chaque heure, par jour de la semaine\u00A0; ses valeurs sont dans le fichier CSV.";

/** Opacities from the lowest fifth to the highest. */
const LEVELS = [0.12, 0.3, 0.5, 0.72, 1] as const;
const SQUARE = { width: 26, height: 22, gap: 2 } as const;
const PLOT = { x: 80, y: 6 } as const;
const SIZE = {
  width: PLOT.x + 24 * SQUARE.width + 8,
  height: PLOT.y + 7 * SQUARE.height + 24,
} as const;

interface WeekProfileProps {
  profile: WeekProfile;
  series: Pick<ProjectSeries, "unit" | "dataUnitId">;
  /** "octobre 2026" */
  period: string;
  page: URL;
}

/** Nothing when no hour is known. */
export function WeekProfileFigure({ profile, series, period, page }: WeekProfileProps) {
  const values = known(profile.means.flat());
  if (values.length === 0) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const { unit, dataUnitId } = series;
  // A temperature at night is no share of that of the day.
  const night = unit.sum ? nightText(profile.nightRatio, dataUnitId) : "";
  const inUnit = (value: number) => formatQuantity(value, unit.unit);
  const bottom = PLOT.y + 7 * SQUARE.height;
  return (
    <section class="stack" aria-labelledby="week-profile">
      <h2 id="week-profile">Semaine type, {period}</h2>
      {night && <p>{night}</p>}
      <div class="chart-box" role="region" aria-label="Semaine type" tabIndex={0}>
        <ChartFrame
          size={SIZE}
          label={LABEL}
        >
          <g class="chart-axis chart-axis-y">
            {WEEK_DAYS.map((day, at) => (
              <text key={day} x={PLOT.x - 8} y={PLOT.y + at * SQUARE.height + 15}>{day}</text>
            ))}
          </g>
          <g class="chart-axis chart-axis-x">
            {[0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
              <text key={hour} x={PLOT.x + (hour + 0.5) * SQUARE.width} y={bottom + 16}>
                {hour}&nbsp;h
              </text>
            ))}
          </g>
          {LEVELS.map((opacity, level) => (
            <path
              key={opacity}
              class="chart-blue"
              fill-opacity={opacity}
              d={squares(profile, (value) => levelOf(value, least, most) === level)}
            />
          ))}
        </ChartFrame>
      </div>
      <div class="table-foot">
        <span class="soft">
          Du plus pâle, {inUnit(least)}, au plus vif,{" "}
          {inUnit(most)}&nbsp;; rien où l’heure est inconnue. {knownHoursText(profile)}
        </span>
        <CsvLinks page={page} table={PROFILE_TABLE} />
      </div>
    </section>
  );
}

/** The fifth of a value between the lowest and the highest. */
function levelOf(value: number, least: number, most: number): number {
  if (most === least) return LEVELS.length - 1;
  return Math.min(LEVELS.length - 1, Math.floor(LEVELS.length * (value - least) / (most - least)));
}

function squares({ means }: WeekProfile, isWanted: (value: number) => boolean): string {
  const { width, height, gap } = SQUARE;
  return means.flatMap((day, row) =>
    day.map((value, hour) =>
      value !== null && isWanted(value)
        ? `M${PLOT.x + hour * width} ${PLOT.y + row * height}h${width - gap}v${height - gap}h${
          gap - width
        }z`
        : ""
    )
  ).join("");
}

import type { ConsumptionItem, ReportSheet } from "@/lib/domain/consumption_reports/types.ts";
import { shiftMonth } from "@/lib/domain/periods/civil_dates.ts";
import { kindLabel } from "@/lib/text/consumption_reports/kinds.ts";
import { formatMonth } from "@/lib/text/format/dates.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";

/** What a use is compared with, as a bar. */
interface Bar {
  readonly name: string;
  readonly value: number;
  readonly class: string;
}

/** Each use as bars under one another: this month, a year before, the mean of the residence. */
export function ComparedBars({ sheet }: { sheet: ReportSheet }) {
  const compared = sheet.items.flatMap((item) => {
    const bars = barsOf(item, sheet);
    return bars.length < 2 ? [] : [{ item, bars }];
  });
  if (compared.length === 0) return null;
  return (
    <div class="compared-bars">
      {compared.map(({ item, bars }) => (
        <UseBars
          key={item.kind}
          title={kindLabel(item.kind, sheet.waterHeatingEnergy)}
          unit={item.unit}
          bars={bars}
        />
      ))}
    </div>
  );
}

function barsOf(
  { kind, value, projected, previousYear, mean }: ConsumptionItem,
  { month, isRunning }: ReportSheet,
): Bar[] {
  if (kind === "temp") return [];
  const whole = isRunning ? projected : value;
  const bar = (name: string, length: number | null, look: string) =>
    length === null ? [] : [{ name, value: length, class: look }];
  return [
    ...bar(isRunning ? "Mois prévu" : formatMonth(month), whole, "bar-now"),
    ...bar(formatMonth(shiftMonth(month, -12)), previousYear, "bar-before"),
    // The mean of a running month is of the days that are over.
    ...bar("Moyenne", isRunning ? null : mean?.value ?? null, "bar-mean"),
  ];
}

/** Units of the drawing: a bar is 8 high, and 12 from the next one. */
const WIDTH = 100;
const STEP = 12;
const HEIGHT = 8;

function UseBars({ title, unit, bars }: { title: string; unit: string; bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => value));
  const said = bars.map(({ name, value }) => `${name}\u00A0: ${formatQuantity(value, unit)}`);
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${bars.length * STEP - (STEP - HEIGHT)}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}. ${said.join(", ")}`}
      >
        {bars.map((bar, rank) => (
          <rect
            key={bar.name}
            class={bar.class}
            y={rank * STEP}
            height={HEIGHT}
            width={most <= 0 ? 0 : Math.max(0, WIDTH * bar.value / most)}
          />
        ))}
      </svg>
      <ul aria-hidden="true">{said.map((text) => <li key={text}>{text}</li>)}</ul>
    </figure>
  );
}

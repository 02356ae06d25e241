import type { ReportSheet } from "@/lib/domain/consumption_reports/types.ts";
import { type ComparedUse, comparedUses } from "@/lib/text/consumption_reports/compared_uses.ts";
import { capitalized } from "@/lib/text/format/first_letter.ts";

/** The bars of each use: this month, a year before, the mean of the residence. */
export function ComparedBars({ sheet }: { sheet: ReportSheet }) {
  const compared = comparedUses(sheet, "moyenne");
  if (compared.length === 0) return null;
  return (
    <div class="compared-bars">
      {compared.map((use) => <UseBars key={use.kind} {...use} />)}
    </div>
  );
}

/** Units of the drawing: a bar is 8 high, and 12 from the next one. */
const WIDTH = 100;
const STEP = 12;
const HEIGHT = 8;

function UseBars({ label, bars }: Pick<ComparedUse, "label" | "bars">) {
  const most = Math.max(...bars.map(({ value }) => value));
  const said = bars.map(({ name, text }) => `${capitalized(name)}\u00A0: ${text}`);
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${bars.length * STEP - (STEP - HEIGHT)}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}. ${said.join(", ")}`}
      >
        {bars.map((bar, rank) => (
          <rect
            key={bar.role}
            class={`bar-${bar.role}`}
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

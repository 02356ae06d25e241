import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import {
  optionOf,
  type PeriodChoices,
  periodSelector,
  switchPeriod,
} from "@/lib/domain/periods/switch.ts";
import { PERIOD_OPTION_LABELS, STATIC_PERIOD_LABELS } from "@/lib/text/periods.ts";

interface PeriodTypesProps {
  range: PeriodRange;
  choices: PeriodChoices;
  hrefOf(to: PeriodRange): string;
}

/**
 * Mois, Semaines, Jours, Heures, 5 min: links to the same page in other slots, or a static label.
 *
 * @spec periods.selector
 */
export function PeriodTypes({ range, choices, hrefOf }: PeriodTypesProps) {
  const selector = periodSelector(choices);
  if (selector.kind === "static") {
    return <span class="soft">{STATIC_PERIOD_LABELS[selector.label]}</span>;
  }
  const current = optionOf(range.type);
  return (
    <span class="segments" role="group" aria-label="Type de période">
      {selector.options.map((option) =>
        option === current
          ? (
            <strong key={option} class="segment-chosen" aria-current="true">
              {PERIOD_OPTION_LABELS[option]}
            </strong>
          )
          : (
            <a key={option} href={hrefOf(switchPeriod(range, option))} aria-current="false">
              {PERIOD_OPTION_LABELS[option]}
            </a>
          )
      )}
    </span>
  );
}

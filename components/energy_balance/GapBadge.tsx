import { Icon, TONE_ICONS } from "@/components/icons/Icon.tsx";
import type { GapStatus } from "@/lib/domain/energy_balance/types.ts";
import { GAP_STATUS_LABELS } from "@/lib/text/energy_balance/energy_balance.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

interface GapBadgeProps {
  /** % */
  percent: number | null;
  status: GapStatus | null;
  /** True to show the status as visible text; screen readers always have it. */
  inWords?: boolean;
}

/** A gap with its colour, icon and word; nothing when heating does not apply. */
export function GapBadge({ percent, status, inWords }: GapBadgeProps) {
  if (percent === null || status === null) return null;
  const word = GAP_STATUS_LABELS[status];
  return (
    <span class={`gap-badge status-${status}`}>
      <Icon name={TONE_ICONS[status]} small {...inWords ? {} : { label: word }} />
      {formatNumber(percent, 1, 1)}
      {inWords && "\u00A0%"}
      {inWords && <span class="gap-word">{word}</span>}
    </span>
  );
}

import { Icon } from "@/components/icons/Icon.tsx";

interface TooltipProps {
  id: string;
  /** Subject of the help: « Aide : q ». */
  label: string;
  text: string;
}

/**
 * Help on hover and on focus, 350 px wide, hidden 500 ms after leaving (F §9); with the island `TooltipEscape`,
 * Escape hides it.
 * @spec forms.tooltips
 */
export function Tooltip({ id, label, text }: TooltipProps) {
  return (
    <span class="tooltip">
      <button type="button" aria-label={label} aria-describedby={id}>
        <Icon name="info" small />
      </button>
      <span role="tooltip" id={id}>{text}</span>
    </span>
  );
}

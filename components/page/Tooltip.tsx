import { Icon } from "@/components/icons/Icon.tsx";

interface TooltipProps {
  id: string;
  /** Says what the help is about: « Aide : q ». */
  label: string;
  text: string;
}

/**
 * Help on hover and on focus, 350 px wide, gone 500 ms after leaving (F §9); where the island `TooltipEscape` is,
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

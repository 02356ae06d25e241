import { Icon } from "@/components/icons/Icon.tsx";
import { type Tone, TONE_ICONS } from "./Notice.tsx";

export interface StatusProps {
  tone: Tone;
  label: string;
}

/** A state in a word, with its colour and its drawing. */
export function Status({ tone, label }: StatusProps) {
  return (
    <span class={`status status-${tone}`}>
      <Icon name={TONE_ICONS[tone]} small />
      {label}
    </span>
  );
}

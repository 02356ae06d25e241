import { Icon } from "@/components/icons/Icon.tsx";
import { type Tone, TONE_ICONS } from "./Notice.tsx";

export interface StatusProps {
  tone: Tone;
  label: string;
}

/** A state as a word, with its colour and icon. */
export function Status({ tone, label }: StatusProps) {
  return (
    <span class={`status status-${tone}`}>
      <Icon name={TONE_ICONS[tone]} small />
      {label}
    </span>
  );
}

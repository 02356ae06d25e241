import { CheckField } from "@/components/forms/CheckField.tsx";
import type { FeatureText } from "@/lib/text/projects/features.ts";

interface EffectListProps<Flag extends string> {
  flags: readonly Flag[];
  texts: Readonly<Record<Flag, FeatureText>>;
  values: Readonly<Record<NoInfer<Flag>, boolean>>;
}

/** Boxes to tick, each with what it changes. */
export function EffectList<Flag extends string>({ flags, texts, values }: EffectListProps<Flag>) {
  return (
    <ul class="feature-list">
      {flags.map((flag) => (
        <li key={flag}>
          <CheckField name={flag} label={texts[flag].label} checked={values[flag]} />
          <p class="soft small">{texts[flag].effect}</p>
        </li>
      ))}
    </ul>
  );
}

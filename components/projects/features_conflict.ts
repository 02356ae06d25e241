import type { ConflictLine } from "@/components/forms/Conflict.tsx";
import { FEATURE_FLAGS } from "@/lib/domain/projects/features_form.ts";
import { INSTALLATION_FLAGS } from "@/lib/domain/projects/installation_form.ts";
import type { ProjectFeatures, ProjectInstallation } from "@/lib/domain/projects/types.ts";
import { ECOTOUCH_LABELS } from "@/lib/text/housing/housing.ts";
import {
  ECOTOUCH_FIELD,
  FEATURE_TEXTS,
  type FeatureText,
  HOUSE_HOURLY_LABELS,
  HOUSE_MODE_LABELS,
  INSTALLATION_TEXTS,
} from "@/lib/text/projects/features.ts";

/** The functions chosen and those another user saved, where they differ. */
export function featuresConflict(
  typed: ProjectFeatures,
  stored: ProjectFeatures,
): ConflictLine[] {
  return [
    line("Logements", HOUSE_MODE_LABELS[typed.houseMode], HOUSE_MODE_LABELS[stored.houseMode]),
    line(
      "Finesse",
      HOUSE_HOURLY_LABELS[typed.houseHourly],
      HOUSE_HOURLY_LABELS[stored.houseHourly],
    ),
    ...flagLines(FEATURE_FLAGS, FEATURE_TEXTS, [typed, stored]),
  ].filter(differs);
}

/** What the residence is equipped with as chosen, and as another user saved it, where they differ. */
export function installationConflict(
  typed: ProjectInstallation,
  stored: ProjectInstallation,
): ConflictLine[] {
  return [
    ...flagLines(INSTALLATION_FLAGS, INSTALLATION_TEXTS, [typed, stored]),
    line(
      ECOTOUCH_FIELD.label,
      ECOTOUCH_LABELS[typed.ecotouchAdmin],
      ECOTOUCH_LABELS[stored.ecotouchAdmin],
    ),
  ].filter(differs);
}

function flagLines<Flag extends string>(
  flags: readonly Flag[],
  texts: Readonly<Record<Flag, FeatureText>>,
  [typed, stored]: readonly [Record<NoInfer<Flag>, boolean>, Record<NoInfer<Flag>, boolean>],
): ConflictLine[] {
  const state = (isOn: boolean) => isOn ? "Oui" : "Non";
  return flags.map((flag) => line(texts[flag].label, state(typed[flag]), state(stored[flag])));
}

function line(label: string, typed: string, stored: string): ConflictLine {
  return { label, typed, stored };
}

function differs({ typed, stored }: ConflictLine): boolean {
  return typed !== stored;
}

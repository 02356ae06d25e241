import { FEATURE_FLAGS } from "../../lib/domain/projects/features_form.ts";
import {
  HOUSE_HOURLY,
  HOUSE_MODES,
  type ProjectFeatures,
} from "../../lib/domain/projects/types.ts";
import { FEATURE_TEXTS, HOUSE_HOURLY_LABELS, HOUSE_MODE_LABELS } from "../../lib/text/features.ts";
import { CheckField } from "../forms/CheckField.tsx";
import { SelectField } from "../forms/SelectField.tsx";
import { SubmitBar } from "../forms/SubmitBar.tsx";

interface FeaturesFormProps {
  action: string;
  features: ProjectFeatures;
  version: string;
  unsaved: boolean;
}

/** What a residence has switched on, each with what it changes. */
export function FeaturesForm({ action, features, version, unsaved }: FeaturesFormProps) {
  return (
    <form class="form" method="post" action={action} data-guard={unsaved ? "unsaved" : "watched"}>
      <input type="hidden" name="version" value={version} />
      <div class="form-columns form-columns-wide">
        <SelectField
          name="houseMode"
          label="Ce que les écrans montrent des logements"
          value={String(features.houseMode)}
          options={Object.values(HOUSE_MODES).map((mode) => ({
            value: String(mode),
            label: HOUSE_MODE_LABELS[mode],
          }))}
        />
        <SelectField
          name="houseHourly"
          label="Finesse des données des logements"
          hint="Plus fin que le jour demande le consentement de l’occupant."
          value={String(features.houseHourly)}
          options={Object.values(HOUSE_HOURLY).map((hourly) => ({
            value: String(hourly),
            label: HOUSE_HOURLY_LABELS[hourly],
          }))}
        />
      </div>
      <ul class="feature-list">
        {FEATURE_FLAGS.map((flag) => (
          <li key={flag}>
            <CheckField name={flag} label={FEATURE_TEXTS[flag].label} checked={features[flag]} />
            <p class="soft small">{FEATURE_TEXTS[flag].effect}</p>
          </li>
        ))}
      </ul>
      <SubmitBar />
    </form>
  );
}

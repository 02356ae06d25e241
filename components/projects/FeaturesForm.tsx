import { SelectField } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { labelledOptions } from "@/components/forms/form_fields.ts";
import { FEATURE_FLAGS } from "@/lib/domain/projects/features_form.ts";
import { HOUSE_HOURLY, HOUSE_MODES, type ProjectFeatures } from "@/lib/domain/projects/types.ts";
import {
  FEATURE_TEXTS,
  HOUSE_HOURLY_LABELS,
  HOUSE_MODE_LABELS,
} from "@/lib/text/projects/features.ts";
import { EffectList } from "./EffectList.tsx";

interface FeaturesFormProps {
  action: string;
  features: ProjectFeatures;
  version: string;
  unsaved: boolean;
}

/** What a residence has switched on, each with what it changes. */
export function FeaturesForm({ action, features, version, unsaved }: FeaturesFormProps) {
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "features", version }}>
      <div class="form-columns form-columns-wide">
        <SelectField
          name="houseMode"
          label="Ce que les écrans montrent des logements"
          value={String(features.houseMode)}
          options={labelledOptions(Object.values(HOUSE_MODES), HOUSE_MODE_LABELS)}
        />
        <SelectField
          name="houseHourly"
          label="Finesse des données des logements"
          hint="Plus fin que le jour demande le consentement de l’occupant."
          value={String(features.houseHourly)}
          options={labelledOptions(Object.values(HOUSE_HOURLY), HOUSE_HOURLY_LABELS)}
        />
      </div>
      <EffectList flags={FEATURE_FLAGS} texts={FEATURE_TEXTS} values={features} />
      <SubmitBar />
    </WatchedForm>
  );
}

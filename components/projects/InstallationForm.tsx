import { SelectField } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { labelledOptions } from "@/components/forms/form_fields.ts";
import { INSTALLATION_FLAGS } from "@/lib/domain/projects/installation_form.ts";
import { ECOTOUCH_ACCESS, type ProjectInstallation } from "@/lib/domain/projects/types.ts";
import { ECOTOUCH_LABELS } from "@/lib/text/housing/housing.ts";
import { ECOTOUCH_FIELD, INSTALLATION_TEXTS } from "@/lib/text/projects/features.ts";
import { EffectList } from "./EffectList.tsx";

interface InstallationFormProps {
  action: string;
  installation: ProjectInstallation;
  version: string;
  unsaved: boolean;
}

/** What a residence is equipped with, each with what it changes. */
export function InstallationForm(props: InstallationFormProps) {
  const { action, installation, version, unsaved } = props;
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "installation", version }}>
      <EffectList flags={INSTALLATION_FLAGS} texts={INSTALLATION_TEXTS} values={installation} />
      <div class="form-columns form-columns-wide">
        <SelectField
          name="ecotouchAdmin"
          {...ECOTOUCH_FIELD}
          value={String(installation.ecotouchAdmin)}
          options={labelledOptions(Object.values(ECOTOUCH_ACCESS), ECOTOUCH_LABELS)}
        />
      </div>
      <SubmitBar />
    </WatchedForm>
  );
}

import { Refusal } from "@/components/forms/Refusal.tsx";
import { SelectField } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { labelledOptions } from "@/components/forms/form_fields.ts";
import { Section } from "@/components/page/Section.tsx";
import type { ModuleRights } from "@/lib/domain/housing/types.ts";
import { ECOTOUCH_ACCESS } from "@/lib/domain/projects/types.ts";
import { canWriteRights } from "@/lib/pages/housing/houses_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { ECOTOUCH_LABELS } from "@/lib/text/housing/housing.ts";
import type { HousePartProps } from "./HouseSection.tsx";

/** What the occupants' application may do in the dwelling, at most what the residence allows. */
export function RightsSection(
  { state, refusal, saved, action, rights }: HousePartProps & { rights: ModuleRights },
) {
  const { project } = residenceOf(state);
  const mine = refusal?.form === "rights" ? refusal.refused : null;
  const title = "Application des occupants";
  if (!canWriteRights(state)) {
    return (
      <Section id="rights" title={title}>
        <p>{ECOTOUCH_LABELS[rights.access]}</p>
      </Section>
    );
  }
  const stored = String(rights.access);
  const most = Math.max(project.ecotouchAdmin, rights.access);
  const offered = Object.values(ECOTOUCH_ACCESS).filter((access) => access <= most);
  const options = labelledOptions(offered, ECOTOUCH_LABELS);
  const label = "Ce que l’application peut faire ici";
  const typed = mine?.values.access ?? stored;
  const textOf = (value: string) => options.find((one) => one.value === value)?.label ?? value;
  return (
    <Section id="rights" title={title} saved={saved === "rights"}>
      {mine && (
        <Refusal
          {...mine}
          lines={typed === stored ? [] : [{ label, typed: textOf(typed), stored: textOf(stored) }]}
        />
      )}
      <WatchedForm
        action={`${action}#rights`}
        unsaved={mine !== null}
        hidden={{ form: "rights", version: rights.version }}
      >
        <div class="form-columns">
          <SelectField
            name="access"
            label={label}
            value={typed}
            error={mine?.errors.access}
            options={options}
          />
        </div>
        <SubmitBar />
      </WatchedForm>
    </Section>
  );
}

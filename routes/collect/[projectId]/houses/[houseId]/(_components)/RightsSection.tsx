import { FormSection } from "@/components/forms/FormBox.tsx";
import { labelledOptions } from "@/components/forms/form_fields.ts";
import { Section } from "@/components/page/Page.tsx";
import type { ModuleRights } from "@/lib/domain/housing/types.ts";
import { ECOTOUCH_ACCESS } from "@/lib/domain/projects/types.ts";
import { RIGHTS_FORM } from "@/lib/forms/housing/house_form.ts";
import { canWriteRights } from "@/lib/pages/housing/houses_page.ts";
import { ECOTOUCH_LABELS } from "@/lib/text/housing/housing.ts";
import { residenceOf } from "@/lib/web/state.ts";
import type { HousePartProps } from "./HouseSection.tsx";

/** Rights of the occupants' application in the dwelling, within those of the residence. */
export function RightsSection({ state, page, rights }: HousePartProps & { rights: ModuleRights }) {
  const { project } = residenceOf(state);
  const title = "Application des occupants";
  if (!canWriteRights(state)) {
    return (
      <Section id="rights" title={title}>
        <p>{ECOTOUCH_LABELS[rights.access]}</p>
      </Section>
    );
  }
  const most = Math.max(project.ecotouchAdmin, rights.access);
  const offered = Object.values(ECOTOUCH_ACCESS).filter((access) => access <= most);
  return (
    <FormSection
      title={title}
      form={RIGHTS_FORM}
      stored={rights}
      page={page}
      options={{ access: labelledOptions(offered, ECOTOUCH_LABELS) }}
    />
  );
}

import { type FormPage, FormSection, RemovalForm } from "@/components/forms/FormBox.tsx";
import { HouseFacts } from "@/components/housing/HouseFacts.tsx";
import { houseOptions } from "@/components/housing/house_fields.ts";
import { Section } from "@/components/page/Page.tsx";
import type { HouseChoices } from "@/lib/domain/housing/house_list.ts";
import { shownHouseFields } from "@/lib/domain/housing/shown_fields.ts";
import type { House } from "@/lib/domain/housing/types.ts";
import { HOUSE_FORM } from "@/lib/forms/housing/house_form.ts";
import { links } from "@/lib/links/links.ts";
import { changedHouseFields } from "@/lib/pages/housing/house_saves.ts";
import { canWriteHouses } from "@/lib/pages/housing/houses_page.ts";
import { houseLossText } from "@/lib/text/housing/housing.ts";
import { residenceOf, type State } from "@/lib/web/state.ts";

export interface HousePartProps {
  house: House;
  state: State;
  page: FormPage;
}

/** The dwelling's settings: a form for a user who configures, text for the others. */
export function HouseSection(
  { house, state, page, choices }: HousePartProps & { choices: HouseChoices },
) {
  const { project } = residenceOf(state);
  const shown = shownHouseFields(project.features);
  const options = houseOptions(project.features, choices);
  if (!canWriteHouses(state)) {
    return (
      <Section id="house" title="Logement">
        <HouseFacts house={house} shown={shown} options={options} />
      </Section>
    );
  }
  const changed = changedHouseFields(project.features);
  return (
    <FormSection
      title="Logement"
      before={<HouseFacts house={house} shown={shown.difference(changed)} options={options} />}
      form={HOUSE_FORM}
      stored={house}
      page={page}
      options={options}
      shows={(name) => changed.has(name)}
      cancel={links.houses(project.id)}
      after={
        <RemovalForm
          form="house"
          action={`${page.action}#house`}
          label="Supprimer le logement"
          text={houseLossText(project.housesDataseries.length)}
        />
      }
    />
  );
}

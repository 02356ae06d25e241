import { PostForm } from "@/components/forms/PostForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { conflictLines } from "@/components/forms/grid_rows.ts";
import { HouseFacts } from "@/components/housing/HouseFacts.tsx";
import { HouseForm } from "@/components/housing/HouseForm.tsx";
import { houseFields, settingsOnly } from "@/components/housing/house_fields.ts";
import { Section } from "@/components/page/Section.tsx";
import { pickedValues } from "@/lib/domain/forms/typed_fields.ts";
import { HOUSE_RULES, typedHouse } from "@/lib/domain/housing/house_form.ts";
import type { HouseChoices } from "@/lib/domain/housing/house_list.ts";
import type { House } from "@/lib/domain/housing/types.ts";
import { links } from "@/lib/links/links.ts";
import type { HouseSaved } from "@/lib/pages/housing/house_saves.ts";
import { canWriteHouses } from "@/lib/pages/housing/houses_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { houseLossText } from "@/lib/text/housing/housing.ts";
import type { State } from "@/lib/web/state.ts";

/** What every part of a dwelling's page knows. */
export interface HousePartProps {
  house: House;
  state: State;
  /** The form that was refused. */
  refusal: Extract<HouseSaved, { kind: "refused" }> | null;
  /** The form that has just been saved. */
  saved: string | null;
  action: string;
}

/** The dwelling itself: to change for a user who configures, to read for the others. */
export function HouseSection(props: HousePartProps & { choices: HouseChoices }) {
  const { house, state, refusal, saved, action, choices } = props;
  const { project } = residenceOf(state);
  const stored = typedHouse(house);
  const fields = houseFields(project.features, choices);
  const editable = settingsOnly(fields);
  const told = fields.filter((field) => !editable.includes(field));
  if (!canWriteHouses(state)) {
    return (
      <Section id="house" title="Logement">
        <HouseFacts fields={fields} values={stored} config={house.config} />
      </Section>
    );
  }
  const mine = refusal?.form === "house" ? refusal.refused : null;
  const typed = mine === null ? stored : pickedValues(HOUSE_RULES, mine.values);
  return (
    <Section id="house" title="Logement" saved={saved === "house"}>
      {mine && <Refusal {...mine} lines={conflictLines(editable, typed, stored)} />}
      <HouseFacts fields={told} values={stored} config={{}} />
      <HouseForm
        action={`${action}#house`}
        fields={editable}
        values={typed}
        errors={mine?.errors ?? {}}
        version={house.version}
        submit="Enregistrer"
        cancel={links.houses(project.id)}
        unsaved={mine !== null}
      />
      <PostForm action={`${action}#house`}>
        <input type="hidden" name="form" value="house" />
        <Removal
          label="Supprimer le logement"
          text={houseLossText(project.housesDataseries.length)}
        />
      </PostForm>
    </Section>
  );
}

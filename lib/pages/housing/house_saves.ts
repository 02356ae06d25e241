/** Form actions of the pages of a dwelling. @module */
import { type HouseField, shownHouseFields } from "@/lib/domain/housing/shown_fields.ts";
import type { House } from "@/lib/domain/housing/types.ts";
import { HOUSE_FORM, RIGHTS_FORM } from "@/lib/forms/housing/house_form.ts";
import { links } from "@/lib/links/links.ts";
import { asks, changes, saves, type SentForm } from "@/lib/web/forms/submit_forms.ts";
import { type PageContext, residenceOf } from "@/lib/web/state.ts";
import { houseWriter } from "./houses_page.ts";

export function newHouseForms({ state }: PageContext) {
  const { project: { id: projectId, features } } = houseWriter(state);
  const save = saves(
    HOUSE_FORM,
    (house) =>
      state.api.call("createHouse", { projectId, body: { ...house, projectModuleId: null } }),
    { next: ({ id }) => links.house(projectId, id) },
  );
  return { house: (sent: SentForm) => save(over(null, sent, shownHouseFields(features))) };
}

/** Actions of the forms of a dwelling's page, on the stored dwelling. */
export function houseForms({ state }: PageContext, house: House) {
  const { project } = residenceOf(state);
  const { call } = state.api;
  const at = { projectId: project.id, houseId: house.id };
  const save = saves(
    HOUSE_FORM,
    ({ settings, config }, { version }) =>
      call("putHouseSettings", { ...at, body: { ...settings, config, version } }),
    { intents: { remove: asks(() => call("deleteHouse", at), links.houses(project.id)) } },
  );
  return {
    house(sent: SentForm) {
      const { project: { features } } = houseWriter(state);
      return save(over(house, sent, changedHouseFields(features)));
    },
    rights: changes(RIGHTS_FORM, (body) => call("putModuleRights", { ...at, body })),
  };
}

/** The fields that a dwelling's page changes: how it is read is chosen once, when it is added. */
export function changedHouseFields(
  features: Parameters<typeof shownHouseFields>[0],
): ReadonlySet<HouseField> {
  return shownHouseFields(features).difference(new Set<HouseField>(["kind", "serial"]));
}

function over(house: House | null, sent: SentForm, shown: ReadonlySet<HouseField>): SentForm {
  return { ...sent, text: typedOver(HOUSE_FORM.typed(house), sent.text, shown) };
}

/** Entered values of the displayed fields; the other fields are unchanged. */
export function typedOver(
  before: Readonly<Record<string, string>>,
  typed: (name: string) => string,
  shown: ReadonlySet<string>,
): (name: string) => string {
  return (name) => shown.has(name) ? typed(name) : before[name] ?? "";
}

import { dwellingChoices } from "@/lib/domain/housing/named_dwelling.ts";
import type { NamedChoice } from "@/lib/domain/tables/named_choice.ts";
import { residenceOf, type State } from "@/lib/web/state.ts";

/** The selectable dwellings of the residence; empty for a user who may not list them. */
export async function readDwellings(state: State): Promise<NamedChoice[]> {
  const listed = await state.api.call("listHouses", { projectId: residenceOf(state).project.id });
  return dwellingChoices(listed.ok ? listed.answer : []);
}

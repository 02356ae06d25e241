import type { Organisation } from "@/lib/domain/organisations/types.ts";
import { inProcess } from "@/lib/web/in_process.ts";
import type { State } from "@/lib/web/state.ts";
import { askedDocuments, PROVIDER_LISTS } from "./provider_documents.ts";

/** How many documents a landlord asks. */
export interface AskedBy {
  readonly organisation: Organisation;
  readonly count: number;
  readonly late: number;
  readonly refused: number;
}

/** What is asked of the person of a link, by landlord; null when the link opens nothing. */
export async function askedOf(state: State, token: string): Promise<readonly AskedBy[] | null> {
  const caller = await state.platform.identities.byToken(token, "header");
  if (caller.kind !== "provider") return null;
  const documents = await askedDocuments(inProcess({ ...state, caller }).call);
  const all = PROVIDER_LISTS.flatMap((list) =>
    documents[list].map(({ organisation }) => ({ list, organisation }))
  );
  const byLandlord = Map.groupBy(all, ({ organisation }) => organisation.id);
  return [...byLandlord.values()].flatMap((some) => {
    const [first] = some;
    const count = (wanted: string) => some.filter(({ list }) => list === wanted).length;
    if (first === undefined) return [];
    const { organisation } = first;
    return [{ organisation, count: some.length, late: count("late"), refused: count("refused") }];
  });
}

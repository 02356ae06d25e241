import type { Organisation } from "@/lib/domain/organisations/types.ts";
import { inProcess } from "@/lib/web/in_process.ts";
import type { State } from "@/lib/web/state.ts";

/** Number of documents requested by a landlord. */
export interface AskedBy {
  readonly organisation: Organisation;
  readonly count: number;
  readonly late: number;
  readonly refused: number;
}

/** The documents requested from the user of a link, by landlord; null when the link is invalid. */
export async function askedOf(state: State, token: string): Promise<readonly AskedBy[] | null> {
  const caller = await state.platform.identities.byToken(token, "header");
  if (caller.kind !== "provider") return null;
  const { read, readUnless } = inProcess({ ...state, caller });
  const organisations = await read("listOrgs", {});
  const asked = await Promise.all(organisations.map(async (organisation) => {
    const at = { orgId: organisation.id };
    const counts = await readUnless("document-management-off", "countDocuments", at);
    // A landlord who no longer manages documents asks nothing.
    if (counts === null) return [];
    const { running, late, refused, again } = counts;
    return [{ organisation, count: running + late + refused - again, late, refused }];
  }));
  return asked.flat().filter(({ count }) => count > 0);
}

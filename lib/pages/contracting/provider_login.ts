import type { Organisation } from "@/lib/domain/organisations/types.ts";
import { answered } from "@/lib/web/answered.ts";
import { inProcess } from "@/lib/web/in_process.ts";
import type { State } from "@/lib/web/state.ts";

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
  const { call, read } = inProcess({ ...state, caller });
  const organisations = await read("listOrgs", {});
  const asked = await Promise.all(organisations.map(async (organisation) => {
    const result = await call("countDocuments", { orgId: organisation.id });
    // A landlord who no longer manages documents asks nothing.
    if (!result.ok && result.code === "document-management-off") return [];
    const { running, late, refused } = answered(result);
    return [{ organisation, count: running + late + refused, late, refused }];
  }));
  return asked.flat().filter(({ count }) => count > 0);
}

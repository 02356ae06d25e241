import { HttpError } from "fresh";
import type { Organisation } from "@/lib/domain/organisations/types.ts";
import type { State } from "@/lib/web/state.ts";

/**
 * The organisation a page of administration is about.
 *
 * @throws HttpError 403 for a user who does not administer the organisation they work in
 */
export function administered({ place }: State): Organisation {
  const organisation = place?.organisation;
  if (!organisation?.isAdmin) throw new HttpError(403, "forbidden");
  return organisation;
}

/** The address of the platform administrator. @throws HttpError 403 for anyone else */
export function platformAdministrator({ caller }: State): { email: string } {
  if (caller.kind === "account" && caller.platformAdmin) return { email: caller.email };
  throw new HttpError(403, "forbidden");
}

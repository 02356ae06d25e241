import type { Organisation } from "@/lib/domain/organisations/types.ts";
import { HttpError, type State } from "@/lib/web/state.ts";

/**
 * The organisation of an administration page.
 *
 * @throws HttpError 403 for a user who does not administer the current organisation
 */
export function administered({ place }: State): Organisation {
  const organisation = place?.organisation;
  if (!organisation?.isAdmin) throw new HttpError(403, "forbidden");
  return organisation;
}

/** The e-mail address of the platform administrator. @throws HttpError 403 for any other user */
export function platformAdministrator({ caller }: State): { email: string } {
  if (caller.kind === "account" && caller.platformAdmin) return { email: caller.email };
  throw new HttpError(403, "forbidden");
}

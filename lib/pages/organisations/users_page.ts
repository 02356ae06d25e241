import { userLines } from "@/lib/domain/organisations/user_list.ts";
import { INVITATION_RESENDING } from "@/lib/text/organisations/organisations.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { asks } from "@/lib/web/forms/submit_forms.ts";
import type { Api } from "@/lib/web/in_process.ts";

/** The people of an organisation, with its teams and its residences. */
export async function readUsers(api: Api, orgId: string) {
  const [users, teams, residences] = await Promise.all([
    api.read("listOrgUsers", { orgId }),
    api.read("listTeams", { orgId }),
    api.read("listProjects", { orgId }),
  ]);
  return { all: userLines(users, teams, residences), teams, residences };
}

/**
 * What the button that mails an invitation again does, on any page.
 *
 * @spec organisations.resending
 * @param path the page to see next, which says that the mail was sent
 */
export function resendsInvitation(
  { call }: Api,
  { orgId, path }: { readonly orgId: string; readonly path: string },
) {
  return asks(async ({ text }) => {
    const sent = await call("resendInvitation", { orgId, email: text("email") });
    if (sent.ok || sent.code !== "user-already-exists") return sent;
    return { ...sent, sentence: INVITATION_RESENDING.accepted };
  }, savedPath(path, "invitation"));
}

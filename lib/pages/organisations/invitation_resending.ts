import { INVITATION_RESENDING } from "@/lib/text/organisations/organisations.ts";
import type { Api } from "@/lib/web/in_process.ts";
import { asks, type FormAction } from "@/lib/web/forms/submit_forms.ts";

interface ResentFrom {
  readonly orgId: string;
  /** The page to see next, which says that the mail was sent. */
  readonly next: string;
}

/** What the button that mails an invitation again does, on any page. @spec organisations.resending */
export function resendsInvitation({ call }: Api, { orgId, next }: ResentFrom): FormAction {
  return asks(async ({ text }) => {
    const sent = await call("resendInvitation", { orgId, email: text("email") });
    if (sent.ok || sent.code !== "user-already-exists") return sent;
    return { ...sent, sentence: INVITATION_RESENDING.accepted };
  }, next);
}

import { Notice } from "@/components/page/Page.tsx";
import { MAILS_WAIT } from "@/lib/text/accounts/accounts.ts";
import { INVITATION_RESENDING } from "@/lib/text/organisations/organisations.ts";

/** Says that an invitation was mailed again. @param waits no server sends mails: it waits on this machine */
export function InvitationResent({ waits }: { waits: boolean }) {
  return (
    <div id="invitation">
      <Notice tone={waits ? "bad" : "good"} live title={INVITATION_RESENDING.done}>
        <p>{waits ? MAILS_WAIT : INVITATION_RESENDING.text}</p>
      </Notice>
    </div>
  );
}

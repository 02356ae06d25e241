import { RemovalForm } from "@/components/ui/FormBox.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import type { Occupancy } from "@/lib/housing/schema.ts";
import { ACCESS_LOSS_TEXTS, ACCESS_TEXTS, INVITED_OCCUPANT } from "@/lib/housing/text.ts";
import { MAILS_WAIT } from "@/lib/identity/text.ts";

interface OccupantAccessProps {
  occupancy: Occupancy;
  action: string;
  /** True when no mail server is configured: the invitation stays on the server's machine. */
  waits: boolean;
  isSent: boolean;
}

/** An occupant's access to the page of their dwelling: its state, the invitation, and its removal. */
export function OccupantAccess(
  { occupancy: { access, email }, action, waits, isSent }: OccupantAccessProps,
) {
  if (access === "none" && email === "") {
    return (
      <p>
        Indiquez l’adresse email de l’occupant et enregistrez&nbsp;: l’invitation y est envoyée.
      </p>
    );
  }
  return (
    <>
      {isSent && access !== "none" && <InvitationSent {...{ access, email, waits }} />}
      <p>{ACCESS_TEXTS[access]}</p>
      {waits && !isSent && access !== "open" && <Notice tone="bad">{MAILS_WAIT}</Notice>}
      <PostForm action={action}>
        <input type="hidden" name="form" value="invitation" />
        <button type="submit" class="button">
          {access === "none" ? `Inviter ${email}` : "Envoyer de nouveau le mail"}
        </button>
      </PostForm>
      {access !== "none" && (
        <RemovalForm
          action={action}
          form="access-removal"
          label="Retirer l’accès"
          text={ACCESS_LOSS_TEXTS[access]}
          confirm="Confirmer le retrait"
        />
      )}
    </>
  );
}

/** Says that the mail of the invitation left, or that it waits on this machine. */
function InvitationSent(
  { access, email, waits }: { access: "invited" | "open"; email: string; waits: boolean },
) {
  const { title, waits: pending, texts } = INVITED_OCCUPANT;
  return (
    <div id="invitation">
      <Notice tone={waits ? "bad" : "good"} live title={waits ? pending(email) : title(email)}>
        <p>{waits ? MAILS_WAIT : texts[access]}</p>
      </Notice>
    </div>
  );
}

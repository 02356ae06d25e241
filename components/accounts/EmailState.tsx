import { PostForm } from "@/components/forms/PostForm.tsx";
import { Notice } from "@/components/page/Page.tsx";
import type { Me } from "@/lib/domain/accounts/types.ts";
import { EMAIL_FORM } from "@/lib/forms/accounts/account_forms.ts";
import { links } from "@/lib/links/links.ts";
import { MAILS_WAIT } from "@/lib/text/accounts/accounts.ts";

interface EmailStateProps {
  me: Me;
  /** Whether mails are sent, stay queued on this installation, or are disabled. */
  mails: "leave" | "wait" | "never";
}

/** The pending address with its cancellation, or a notice that the current one was never confirmed. */
export function EmailState({ me: { pendingEmail, isUnproven }, mails }: EmailStateProps) {
  if (pendingEmail) return <PendingEmail email={pendingEmail} mails={mails} />;
  if (!isUnproven) return null;
  return (
    <Notice tone="bad" title="Cette adresse n’est pas confirmée">
      Personne ne peut vous donner de nouveaux droits d’ici là. Redonnez-la ci-dessous pour recevoir
      le lien qui la confirme.
    </Notice>
  );
}

function PendingEmail({ email, mails }: { email: string; mails: EmailStateProps["mails"] }) {
  return (
    <>
      <Notice
        tone={mails === "leave" ? "info" : "bad"}
        title={`${email} attend sa confirmation`}
      >
        {mails === "leave" && "Ouvrez le lien envoyé à cette adresse, dans les 24\u00A0heures."}
        {mails === "wait" && MAILS_WAIT}
        {mails === "never" &&
          "Dans la démonstration aucun mail ne part\u00A0: l’adresse ne change pas."}
      </Notice>
      <PostForm action={links.account()}>
        <input type="hidden" name="form" value={EMAIL_FORM.name} />
        <button type="submit" class="button" name="intent" value="cancel">
          Garder l’adresse actuelle
        </button>
      </PostForm>
    </>
  );
}

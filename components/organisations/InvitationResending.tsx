import { PostForm } from "@/components/forms/PostForm.tsx";
import { INVITATION_RESENDING } from "@/lib/text/organisations/organisations.ts";

/** The button that mails an invitation again. */
export function InvitationResending({ email, action }: { email: string; action: string }) {
  return (
    <PostForm class="row-form" action={action}>
      <input type="hidden" name="email" value={email} />
      <button type="submit" class="button button-small" name="intent" value="resend">
        {INVITATION_RESENDING.label} <span class="visually-hidden">à {email}</span>
      </button>
    </PostForm>
  );
}

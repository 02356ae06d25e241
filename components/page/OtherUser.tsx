import { PostForm } from "@/components/forms/PostForm.tsx";
import { links } from "@/lib/links/links.ts";
import { OTHER_PROVIDER } from "@/lib/text/contracting/portal.ts";

interface OtherUserProps {
  /** URL of the form's page, which shows what was typed to the user of that page. */
  typedAt: string;
  isProvider: boolean;
}

/** A form sent from the page of another user of the same browser: leads that user to the typed values. */
export function OtherUser({ typedAt, isProvider }: OtherUserProps) {
  if (isProvider) return <p>{OTHER_PROVIDER}</p>;
  return (
    <>
      <p>
        Cette page a été ouverte avec un autre compte que celui où vous êtes maintenant. Rien n’est
        enregistré. Ce qui y était saisi attend ce compte une demi-heure, dans ce navigateur, sauf
        les mots de passe et les fichiers.
      </p>
      <PostForm action={links.logout(typedAt)}>
        <button type="submit" class="button button-primary">Se connecter avec ce compte</button>
      </PostForm>
    </>
  );
}

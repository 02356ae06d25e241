/** Shows what was typed in a form that was not saved, and leads back to it. @module */

import { Fact } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { links } from "@/lib/ui/links.ts";

interface TypedTextsProps {
  texts: readonly { readonly label: string; readonly text: string }[];
  /** True when the form may have been saved. */
  isUncertain?: boolean;
}

/** Values typed in a form that its page does not show again, to be copied. */
export function TypedTexts({ texts, isUncertain = false }: TypedTextsProps) {
  const unsaved = isUncertain ? "" : "Rien n’est enregistré. ";
  if (texts.length === 0) return isUncertain ? null : <p>{unsaved}</p>;
  return (
    <>
      <p>
        {unsaved}Voici votre saisie, à copier si vous en avez besoin, sans mot de passe ni
        fichier&nbsp;:
      </p>
      <dl class="facts">
        {texts.map(({ label, text }, index) => (
          <Fact key={index} label={label}>
            {text.split(/\r?\n/).map((line, at) => (at === 0 ? line : [<br key={at} />, line]))}
          </Fact>
        ))}
      </dl>
    </>
  );
}

interface ToOrganisationProps {
  readonly organisation: { readonly id: string; readonly name: string };
  readonly path: string;
}

/** Leads back to the page of a form, in its organisation. */
export function ToOrganisation({ organisation: { id, name }, path }: ToOrganisationProps) {
  return (
    <PostForm action={links.chooseOrganisation(path)}>
      <button type="submit" class="button button-primary" name="orgId" value={id}>
        Revenir à la page, dans {name}
      </button>
    </PostForm>
  );
}

/** Leads the user of a form's page back to it, once signed in. */
export function ToAccount({ path }: { path: string }) {
  return (
    <PostForm action={links.logout(path)}>
      <button type="submit" class="button button-primary">Se connecter avec ce compte</button>
    </PostForm>
  );
}

/** Shows what was entered in a form that could not be saved, to copy it or to send it again. @module */

import { Fact } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { links } from "@/lib/ui/links.ts";

interface OtherOrganisationProps {
  /** The organisation of the page that sent the form. */
  from: { readonly id: string; readonly name: string };
  now: string;
  path: string;
  mark: string;
  /** The entered values; null when some cannot be shown again: a file, a password. */
  fields: readonly (readonly [name: string, value: string])[] | null;
  /** URL of the page of the form, which shows the other values; null when it shows none. */
  typedAt: string | null;
}

/** A form sent from the page of another organisation than the current one: links back, with the entered values. */
export function OtherOrganisation({ from, now, path, ...sent }: OtherOrganisationProps) {
  return (
    <>
      <p>
        Cette page est celle de l’organisation {from.name}&nbsp;; vous travaillez maintenant dans
        {" "}
        {now}. Rien n’est enregistré.
      </p>
      {sent.fields === null ? <p>{sent.typedAt === null ? ALL_LOST : PARTLY_LOST}</p> : (
        <>
          <p>Ce que vous avez saisi est gardé ici.</p>
          <PostForm action={links.sendInOrganisation(from.id, path)} mark={sent.mark}>
            {sent.fields.map(([name, value], index) => (
              <input key={index} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" class="button button-primary">
              Enregistrer dans {from.name}
            </button>
          </PostForm>
        </>
      )}
      <PostForm action={links.chooseOrganisation(sent.typedAt ?? path)}>
        <button
          type="submit"
          class={`button ${sent.fields === null ? "button-primary" : ""}`}
          name="orgId"
          value={from.id}
        >
          Revenir à la page, dans {from.name}
        </button>
      </PostForm>
    </>
  );
}

const PARTLY_LOST =
  "Ce que vous avez saisi vous attend sur sa page, sauf les mots de passe et les fichiers.";
const ALL_LOST = "Ce que vous avez saisi n’est pas gardé\u00A0: il est trop long.";

interface TypedTextsProps {
  texts: readonly { readonly label: string; readonly text: string }[];
}

/** Values entered in a form whose page no longer exists, to be copied. */
export function TypedTexts({ texts }: TypedTextsProps) {
  if (texts.length === 0) return <p>Rien n’est enregistré.</p>;
  return (
    <>
      <p>
        Rien n’est enregistré. Voici votre saisie, à copier si vous en avez besoin, sans mot de
        passe ni fichier&nbsp;:
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

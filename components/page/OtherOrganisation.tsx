import { PostForm } from "@/components/forms/PostForm.tsx";
import { links } from "@/lib/links/links.ts";

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

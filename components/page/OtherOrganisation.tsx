import { PostForm } from "@/components/forms/PostForm.tsx";
import { links } from "@/lib/links/links.ts";

interface OtherOrganisationProps {
  /** The organisation of the page the form was sent from. */
  from: { readonly id: string; readonly name: string };
  /** The one worked in now. */
  now: string;
  path: string;
  mark: string;
  fields: readonly (readonly [name: string, value: string])[];
  hasFile: boolean;
}

/** A form sent from the page of an organisation left meanwhile: whose it was, and the ways back, what was typed kept. */
export function OtherOrganisation({ from, now, path, ...sent }: OtherOrganisationProps) {
  return (
    <>
      <p>
        Cette page est celle de l’organisation {from.name}&nbsp;; vous travaillez maintenant dans
        {" "}
        {now}. Rien n’est enregistré.
      </p>
      {sent.hasFile
        ? (
          <p>
            Le fichier choisi n’est pas gardé&nbsp;: revenez à la page pour le choisir de nouveau.
          </p>
        )
        : (
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
      <PostForm action={links.chooseOrganisation(path)}>
        <button
          type="submit"
          class={`button ${sent.hasFile ? "button-primary" : ""}`}
          name="orgId"
          value={from.id}
        >
          Revenir à la page, dans {from.name}
        </button>
      </PostForm>
    </>
  );
}

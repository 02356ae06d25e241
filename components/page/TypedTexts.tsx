import { Fact } from "./Page.tsx";

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

import { Fragment } from "preact";
import { NOTHING_SAVED, TYPED_TO_COPY } from "@/lib/text/forms.ts";

interface TypedTextsProps {
  texts: readonly { readonly label: string; readonly text: string }[];
}

/** Values entered in a form whose page no longer exists, to be copied. */
export function TypedTexts({ texts }: TypedTextsProps) {
  if (texts.length === 0) return <p>{NOTHING_SAVED}</p>;
  return (
    <>
      <p>{TYPED_TO_COPY}</p>
      <dl class="facts">
        {texts.map(({ label, text }, index) => (
          <Fragment key={index}>
            <dt>{label}</dt>
            <dd>
              {text.split(/\r?\n/).map((line, at) => (at === 0 ? line : [<br key={at} />, line]))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

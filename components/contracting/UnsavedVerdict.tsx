import { Notice, Section } from "@/components/page/Page.tsx";
import { TypedTexts } from "@/components/page/TypedTexts.tsx";
import { hiddenField } from "@/lib/forms/contracting/contracting_forms.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { typedTexts } from "@/lib/forms/typed_texts.ts";
import { VERDICT_GIVEN } from "@/lib/text/contracting/documents.ts";

/** A verdict on a document that got another one meanwhile: it cannot be saved, only copied. @spec contracting.verdict */
export function UnsavedVerdict({ form, values }: Pick<ShownForm, "form" | "values">) {
  const hidden = hiddenField(values["state"]);
  const typed = Object.entries(values).filter(([name]) => name !== hidden);
  return (
    <Section id={form} title="Validation">
      <Notice tone="very-bad" live title={VERDICT_GIVEN}>
        <TypedTexts texts={typedTexts([["form", form], ...typed])} />
      </Notice>
    </Section>
  );
}

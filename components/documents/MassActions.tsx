import { CheckField } from "@/components/ui/CheckField.tsx";
import { FormControl } from "@/components/ui/FormFields.tsx";
import { Notice, Section } from "@/components/ui/Page.tsx";
import { PostForm, Refusal } from "@/components/ui/PostForm.tsx";
import { countText } from "@/lib/base/text_format.ts";
import { DOCUMENTS_FORM, EVERY_DOCUMENT } from "@/lib/documents/forms.ts";
import type { MassResult } from "@/lib/documents/schema.ts";
import { massResultText } from "@/lib/documents/text.ts";
import type { ShownForm } from "@/lib/ui/form.ts";

interface MassActionsProps {
  action: string;
  /** Number of documents that match the filters. */
  count: number;
  shown: ShownForm<MassResult> | null;
}

/** Outcome of an action, where its form leads. */
export function MassOutcome({ result }: { result: MassResult }) {
  return <Notice tone="good" live focused>{massResultText(result)}</Notice>;
}

/** Actions on the documents selected in the list above. @spec contracting.mass-actions */
export function MassActions({ action, count, shown }: MassActionsProps) {
  const values = { ...DOCUMENTS_FORM.typed(null), ...shown?.values };
  const errors = shown?.errors ?? {};
  const controlOf = (name: string) =>
    DOCUMENTS_FORM.fields.filter((field) => field.name === name).map((field) => (
      <FormControl key={name} field={field} values={values} errors={errors} />
    ));
  return (
    <div class="no-print">
      <Section id="documents" title="Documents choisis">
        {shown && <Refusal {...shown} />}
        {errors.documents && (
          <Notice tone="very-bad" live focused={!errors.documents.isLater}>
            Choisissez au moins un document dans la liste.
          </Notice>
        )}
        {shown?.report && <MassOutcome result={shown.report} />}
        <PostForm
          class="form"
          id="documents-form"
          action={`${action}#documents`}
          noValidate
          // Browsers restore ticks by rank: after Back, they would be those of the next documents.
          autocomplete="off"
          data-guard="watched"
        >
          <input type="hidden" name="form" value={DOCUMENTS_FORM.name} />
          <CheckField
            name={EVERY_DOCUMENT}
            label={`Choisir toute la liste (${countText(count, "document")})`}
            checked={values[EVERY_DOCUMENT] !== ""}
          />
          <div class="form-columns">
            <div class="stack">
              {controlOf("finalDueDate")}
              <button type="submit" class="button" name="intent" value="due">
                Reporter l’échéance
              </button>
            </div>
            <div class="stack">
              {controlOf("comment")}
              <button type="submit" class="button button-danger" name="intent" value="drop">
                Abandonner les documents
              </button>
            </div>
          </div>
        </PostForm>
      </Section>
    </div>
  );
}

/** Shows the closed verdicts of a season, and the form that closes the one under way. @module */

import { type FormPage, FormSection } from "@/components/ui/FormBox.tsx";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { CLOSING_FORM } from "@/lib/energy_signature/forms.ts";
import type { DriftClosing } from "@/lib/energy_signature/schema.ts";
import { CLOSING_INTRO, closingText } from "@/lib/energy_signature/text.ts";

interface DriftClosingsProps {
  closings: readonly DriftClosing[];
  /** The form that closes a verdict; null when nothing may be closed. */
  form: { readonly page: FormPage; readonly today: IsoDate } | null;
  /** URL where closings are changed and removed; null for a user who may only read. */
  settings: string | null;
}

/** @spec signature.closing */
export function DriftClosings({ closings, form, settings }: DriftClosingsProps) {
  return (
    <>
      {closings.length > 0 && (
        <section class="card" aria-labelledby="closings">
          <h2 id="closings">Dérives closes</h2>
          <ul>
            {closings.map((one) => <li key={`${one.date} ${one.text}`}>{closingText(one)}</li>)}
          </ul>
          {settings !== null && <a class="no-print" href={settings}>Changer ou rouvrir</a>}
        </section>
      )}
      {form !== null && (
        <div class="no-print">
          <FormSection
            title="Clore la dérive"
            intro={CLOSING_INTRO}
            form={CLOSING_FORM}
            stored={{ from: form.today, text: "" }}
            page={form.page}
          />
        </div>
      )}
    </>
  );
}

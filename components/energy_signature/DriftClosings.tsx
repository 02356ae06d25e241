/** Shows the closed verdicts of a season, and the form that closes the one under way. @module */

import { FormSection } from "@/components/ui/FormBox.tsx";
import type { FormPage } from "@/lib/ui/form.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { CLOSING_FORM } from "@/lib/energy_signature/forms.ts";
import type { DriftClosing } from "@/lib/energy_signature/schema.ts";
import { closingText } from "@/lib/energy_signature/text.ts";

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
            intro="Une fois la cause connue ou corrigée. La recherche recommence à cette date, et l’alerte se termine. Si des travaux changent la consommation pour de bon, annotez-les plutôt dans les réglages de la chaufferie&nbsp;: la saison d’avant ne servira plus de référence."
            form={CLOSING_FORM}
            stored={{ from: form.today, text: "" }}
            page={form.page}
          />
        </div>
      )}
    </>
  );
}

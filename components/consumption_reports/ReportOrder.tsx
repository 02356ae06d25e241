import { sectionEntry } from "@/components/forms/own_entry.ts";
import { PostForm, Refusal } from "@/components/forms/PostForm.tsx";
import { Notice, Section } from "@/components/page/Page.tsx";
import { tickColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { ReportLine } from "@/lib/domain/consumption_reports/report_list.ts";
import { EVERY_HOUSE, REPORT_ORDER_FORM } from "@/lib/forms/consumption_reports/report_forms.ts";
import { ticked } from "@/lib/forms/fields.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { countText } from "@/lib/text/format/counts.ts";

const FORM_ID = "reports-form";

interface ReportOrderProps {
  action: string;
  /** Number of dwellings that match the filters. */
  count: number;
  shown: ShownForm | null;
}

/** Orders the reports of the dwellings selected in the list above. */
export function ReportOrder({ action, count, shown }: ReportOrderProps) {
  return (
    <div class="no-print">
      <Section
        id={REPORT_ORDER_FORM.name}
        title="Préparer les rapports"
        intro="Un PDF d’une page A4 par logement, à imprimer ou à envoyer. Il se prépare en arrière-plan et se télécharge dans «&nbsp;Mes rapports&nbsp;»."
      >
        {shown && <Refusal {...shown} />}
        {shown?.errors["houses"] && (
          <Notice tone="very-bad" live focused>
            Choisissez au moins un logement dans la liste.
          </Notice>
        )}
        <PostForm
          class="form"
          id={FORM_ID}
          action={sectionEntry(action, REPORT_ORDER_FORM.name)}
          // Browsers restore ticks by rank: after Back, they may be those of other dwellings.
          autocomplete="off"
          data-guard="watched"
        >
          <div class="submit-bar">
            <button type="submit" class="button button-primary">
              Préparer les rapports choisis
            </button>
            <button type="submit" class="button" name="intent" value={EVERY_HOUSE}>
              Préparer toute la liste ({countText(count, "logement")})
            </button>
          </div>
        </PostForm>
      </Section>
    </div>
  );
}

/** The box of each dwelling; a refused order keeps its selection. */
export function houseTicks(shown: ShownForm | null): TableColumn<ReportLine> {
  return tickColumn({
    form: FORM_ID,
    name: "houses",
    value: ({ id }) => id,
    label: ({ name }) => name,
    chosen: ticked(shown?.values["houses"] ?? ""),
  });
}

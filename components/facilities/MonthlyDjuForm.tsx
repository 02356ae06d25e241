import { NumberField } from "@/components/forms/NumberField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { formatMonth } from "@/lib/text/format/dates.ts";

interface MonthlyDjuFormProps {
  action: string;
  months: readonly IsoMonth[];
  /** Names the months: « 2024 ». */
  period: string;
  values: Readonly<Record<string, string>>;
  /** The months as they were when the form was first shown, as `shownText()` writes them. */
  shown: string;
  errors: FieldErrors;
  unsaved: boolean;
}

/** DJU typed month by month; a month that is emptied counts by its days again. */
export function MonthlyDjuForm(props: MonthlyDjuFormProps) {
  const { action, months, period, values, shown, errors, unsaved } = props;
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "months", shown }}>
      <div class="month-fields">
        {months.map((month) => (
          <NumberField
            key={month}
            id={`month-${month}`}
            name={month}
            label={formatMonth(month)}
            value={values[month]}
            error={errors[month]}
          />
        ))}
      </div>
      <SubmitBar>
        <button type="submit" class="button button-danger" name="intent" value="clear">
          {`Effacer les valeurs saisies de ${period}`}
        </button>
      </SubmitBar>
    </WatchedForm>
  );
}

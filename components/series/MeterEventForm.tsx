import { CheckField } from "@/components/forms/CheckField.tsx";
import { NumberField } from "@/components/forms/NumberField.tsx";
import { SelectField, type SelectOption } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { formFields, labelledOptions } from "@/components/forms/form_fields.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { COMMENT_MAX_LENGTH, type MeterEventField } from "@/lib/domain/series/meter_event.ts";
import { METER_EVENT_KINDS } from "@/lib/domain/series/types.ts";
import { OLD_DATE_LABELS } from "@/lib/text/old_dates.ts";
import { METER_EVENT_KIND_LABELS, METER_EVENT_LABELS } from "@/lib/text/series/meter_events.ts";

interface MeterEventFormProps {
  action: string;
  values: Readonly<Record<MeterEventField, string>>;
  errors: FieldErrors<MeterEventField>;
  /** Dwellings to choose from; null for a meter of the residence. */
  houses: readonly SelectOption[] | null;
  unit: string;
  version: string;
  unsaved: boolean;
  /** Whether the date is to be confirmed: it is long ago. */
  asksOld: boolean;
}

const KINDS = labelledOptions(METER_EVENT_KINDS, METER_EVENT_KIND_LABELS);

/** A replacement or a reset to date: when, where the old register ended and where the new one begins. */
export function MeterEventForm(props: MeterEventFormProps) {
  const { action, houses, unit, version, unsaved, asksOld } = props;
  const field = formFields(METER_EVENT_LABELS, props);
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "event", version }}>
      <div class="form-columns">
        <SelectField {...field("what")} options={KINDS} required />
        {houses !== null && (
          <SelectField {...field("houseId")} options={houses} empty="Choisir" required />
        )}
        <TextField {...field("date")} type="date" required />
        <TextField {...field("time")} type="time" required />
        <NumberField {...field("finalIndex")} hint={`En ${unit}, vide si personne ne l’a lu`} />
        <NumberField {...field("firstIndex")} hint={`En ${unit}`} required />
      </div>
      <TextField {...field("comment")} maxLength={COMMENT_MAX_LENGTH} />
      {asksOld && <CheckField name="acceptOld" label={OLD_DATE_LABELS.typed} checked={false} />}
      <SubmitBar label="Ajouter" />
    </WatchedForm>
  );
}

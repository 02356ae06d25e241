import type { ComponentChildren } from "preact";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { Toggle } from "@/components/forms/Toggle.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import {
  REPORT_NAME_RULE,
  type ReportField,
  type TypedReport,
} from "@/lib/domain/alarms/report_form.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";

/** The parts of the form that are islands: the page puts them in. */
export interface ReportParts {
  emails: ComponentChildren;
  every: ComponentChildren;
  selections: ComponentChildren;
  /** null where the report is of one residence. */
  projects: ComponentChildren;
}

interface AlarmReportFormProps extends ReportParts {
  action: string;
  cancel: string;
  submit: string;
  values: TypedReport;
  errors: FieldErrors<ReportField>;
  /** What the edit is based on; null for a new report. */
  version: string | null;
  unsaved: boolean;
}

/** A mail report: about which alarms, to whom, and when. @spec alarms.mail-reports */
export function AlarmReportForm(props: AlarmReportFormProps) {
  const { action, cancel, submit, values, errors, version, unsaved } = props;
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ version }} isCard>
      {/* Enter presses the first button of a form: that is to be this one, not « + ». */}
      <button type="submit" hidden>{submit}</button>
      <div class="form-columns">
        <TextField
          name="name"
          label="Nom"
          value={values.name}
          error={errors.name}
          maxLength={REPORT_NAME_RULE.maxLength}
          required
        />
      </div>
      {props.selections}
      {props.projects}
      {props.emails}
      <fieldset>
        <legend class="field-label">Envoi</legend>
        <div class="report-moments">
          <Toggle name="notifyStart" label="Au début d’une alerte" checked={values.notifyStart} />
          <Toggle name="notifyEnd" label="À sa fin" checked={values.notifyEnd} />
        </div>
        {props.every}
      </fieldset>
      <SubmitBar label={submit} cancel={cancel} />
    </WatchedForm>
  );
}

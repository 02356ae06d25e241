import type { FieldErrors } from "../../lib/domain/forms/field_errors.ts";
import {
  REPORT_NAME_MAX_LENGTH,
  type ReportField,
  type TypedReport,
} from "../../lib/domain/alarms/report_form.ts";
import type { AvailableSelection } from "../../lib/domain/alarms/types.ts";
import { CheckField } from "../forms/CheckField.tsx";
import { controlAttributes, Field, FieldMessage } from "../forms/Field.tsx";
import { SelectField } from "../forms/SelectField.tsx";
import { SubmitBar } from "../forms/SubmitBar.tsx";
import { TextField } from "../forms/TextField.tsx";

interface AlarmReportFormProps {
  action: string;
  cancel: string;
  submit: string;
  values: TypedReport;
  errors: FieldErrors<ReportField>;
  /** What the edit is based on; null for a new report. */
  version: string | null;
  offered: readonly AvailableSelection[];
  unsaved: boolean;
}

/** A mail report: to whom, when, and about which alarms. @spec B §3 "Alarm report" */
export function AlarmReportForm(props: AlarmReportFormProps) {
  const { action, cancel, submit, values, errors, version, unsaved } = props;
  return (
    <form
      class="card form"
      method="post"
      action={action}
      noValidate
      data-guard={unsaved ? "unsaved" : "watched"}
    >
      {version !== null && <input type="hidden" name="version" value={version} />}
      <div class="form-columns">
        <TextField
          name="name"
          label="Nom"
          value={values.name}
          error={errors.name}
          maxLength={REPORT_NAME_MAX_LENGTH}
          required
        />
      </div>
      <Emails values={values} errors={errors} />
      <fieldset>
        <legend>Envoi</legend>
        <CheckField name="notifyStart" label="Au début d’une alerte" checked={values.notifyStart} />
        <CheckField name="notifyEnd" label="À sa fin" checked={values.notifyEnd} />
        <div class="form-columns">
          <TextField
            name="every"
            label="Rappel tous les"
            hint="Tant que l’alerte dure, vide pour aucun rappel"
            value={values.every}
            error={errors.every}
          />
          <SelectField
            name="unit"
            label="Unité"
            value={values.unit}
            options={[{ value: "h", label: "heure(s)" }, { value: "d", label: "jour(s)" }]}
          />
        </div>
      </fieldset>
      <Handlers {...props} />
      <Narrowing {...props} />
      <SubmitBar label={submit} cancel={cancel} />
    </form>
  );
}

function Emails({ values, errors }: Pick<AlarmReportFormProps, "values" | "errors">) {
  const field = {
    name: "emails",
    label: "Destinataires",
    hint: "Une ou plusieurs adresses email, séparées par des espaces",
    error: errors.emails,
    required: true,
  };
  return (
    <Field {...field}>
      <textarea class="input" rows={3} {...controlAttributes(field)}>{values.emails}</textarea>
    </Field>
  );
}

function Handlers({ values, errors, offered }: AlarmReportFormProps) {
  return (
    <fieldset aria-describedby={errors.handlers ? "handlers-error" : undefined}>
      <legend>Alertes, l’une OU l’autre</legend>
      {offered.map(({ handler, label }) => (
        <CheckField
          key={handler}
          id={`handler-${handler}`}
          name="handler"
          value={handler}
          label={label}
          checked={values.handlers.includes(handler)}
        />
      ))}
      {errors.handlers && <FieldMessage id="handlers-error" error={errors.handlers} />}
    </fieldset>
  );
}

/** What the alarms may be narrowed to: each list once, for all the handlers that know it. */
function Narrowing({ values, offered }: AlarmReportFormProps) {
  const filters = new Map(
    offered.flatMap((one) => one.filters.map((filter) => [filter.name, filter] as const)),
  );
  return [...filters.values()].map((filter) => (
    <fieldset key={filter.name}>
      <legend>{`Limiter à des ${filter.label.toLowerCase()}`}</legend>
      <p class="soft small">Rien de coché&nbsp;: toutes.</p>
      <div class="people-box">
        {filter.values.map(({ value, label }) => (
          <CheckField
            key={value}
            id={`${filter.name}-${value}`}
            name={filter.name === "project" ? "project" : "place"}
            value={value}
            label={label}
            checked={(filter.name === "project" ? values.projects : values.places).includes(value)}
          />
        ))}
      </div>
    </fieldset>
  ));
}

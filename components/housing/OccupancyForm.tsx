import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { FieldRule, TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import {
  CONSENT_SOURCE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  OCCUPANCY_RULES,
  type OccupancyField,
} from "@/lib/domain/housing/occupancy_form.ts";
import { OCCUPANCY_LABELS } from "@/lib/text/housing/occupancies.ts";

interface OccupancyFormProps {
  action: string;
  values: TypedValues<OccupancyField>;
  errors: FieldErrors<OccupancyField>;
  /** "" for an occupancy to add. */
  version: string;
  submit: string;
  /** Where to go without saving; nowhere for one to add. */
  cancel?: string | undefined;
  unsaved: boolean;
}

/** What more the reader needs to know of a field. */
const HINTS: Readonly<Partial<Record<OccupancyField, string>>> = {
  to: "Vide tant que la personne habite là",
  source: "Ce qui a été signé, et comment\u00A0: «\u00A0annexe au bail, sur papier\u00A0»",
  withdrawnOn: "Ferme aussitôt les données fines, passées comprises",
};

const LENGTHS: Readonly<Partial<Record<OccupancyField, number>>> = {
  name: NAME_MAX_LENGTH,
  source: CONSENT_SOURCE_MAX_LENGTH,
};

/** Somebody's stay in a dwelling: who, when, and what they agreed to. */
export function OccupancyForm(props: OccupancyFormProps) {
  const { action, values, errors, version, submit, cancel, unsaved } = props;
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "occupancy", version }}>
      <div class="form-columns">
        {OCCUPANCY_RULES.map(({ name, kind, required }) => {
          const hint = HINTS[name];
          const maxLength = LENGTHS[name];
          return (
            <TextField
              key={name}
              name={name}
              label={OCCUPANCY_LABELS[name]}
              type={inputType(name, kind)}
              value={values[name]}
              error={errors[name]}
              {...hint !== undefined && { hint }}
              {...maxLength !== undefined && { maxLength }}
              {...required && { required }}
            />
          );
        })}
      </div>
      <SubmitBar label={submit} {...cancel !== undefined && { cancel }} />
    </WatchedForm>
  );
}

function inputType(name: OccupancyField, kind: FieldRule["kind"]): "email" | "date" | "text" {
  if (name === "email") return "email";
  return kind === "date" ? "date" : "text";
}

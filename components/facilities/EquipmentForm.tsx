import { CheckField } from "@/components/forms/CheckField.tsx";
import { SelectField, type SelectOption } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { formFields } from "@/components/forms/form_fields.ts";
import type {
  EquipmentField,
  EquipmentSettingsField,
} from "@/lib/domain/facilities/equipment_form.ts";
import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { EQUIPMENT_LABELS, parentsText } from "@/lib/text/facilities/equipment.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/text/facilities/equipment_kinds.ts";

interface FormProps<Field extends EquipmentField> {
  action: string;
  values: Readonly<Partial<Record<Field, string>>>;
  errors: FieldErrors<Field>;
  unsaved: boolean;
}

interface NewEquipmentFormProps extends FormProps<EquipmentField> {
  /** The kinds its reader may add. */
  kinds: readonly EquipmentKind[];
  /** The equipment it may be in. */
  places: readonly SelectOption[];
}

/** An equipment to add: what it is, where it is, its name and code. */
export function NewEquipmentForm(props: NewEquipmentFormProps) {
  const { action, values, errors, kinds, places, unsaved } = props;
  const field = formFields(EQUIPMENT_LABELS, { values, errors });
  return (
    <WatchedForm action={action} unsaved={unsaved}>
      <div class="form-columns">
        <SelectField
          {...field("kind")}
          options={kinds.map((kind) => ({ value: kind, label: kindLabel(kind) }))}
          empty="Choisir…"
          required
        />
        <SelectField
          {...field("parentId")}
          options={places}
          empty="La résidence"
          hint="Une chaufferie et un bâtiment sont dans la résidence elle-même."
        />
        <IdentityFields values={values} errors={errors} />
      </div>
      <InstrumentedField values={values} />
      <SubmitBar label="Ajouter" />
    </WatchedForm>
  );
}

/** Name, code and instrumentation of an equipment that is there. */
export function EquipmentForm(
  props: FormProps<EquipmentSettingsField> & { version: string },
) {
  const { action, values, errors, version, unsaved } = props;
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "settings", version }}>
      <div class="form-columns">
        <IdentityFields values={values} errors={errors} />
      </div>
      <InstrumentedField values={values} />
      <SubmitBar />
    </WatchedForm>
  );
}

type Typed = Pick<FormProps<EquipmentSettingsField>, "values" | "errors">;

function IdentityFields(typed: Typed) {
  const field = formFields(EQUIPMENT_LABELS, typed);
  return (
    <>
      <TextField {...field("name")} maxLength={100} required />
      <TextField
        {...field("code")}
        maxLength={30}
        hint="Facultatif, unique dans la résidence, repris par les imports"
      />
    </>
  );
}

function InstrumentedField({ values }: Pick<Typed, "values">) {
  return (
    <CheckField
      name="instrumented"
      label="Instrumenté : des relevés en sont attendus"
      checked={Boolean(values.instrumented)}
    />
  );
}

/** A kind with the places it may be in, so that both lists are filled right the first time. */
function kindLabel(kind: EquipmentKind): string {
  const parents = parentsText(kind);
  const label = EQUIPMENT_KIND_LABELS[kind];
  return parents === "" ? label : `${label} (${parents.toLowerCase()})`;
}

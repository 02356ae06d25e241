import { CheckField } from "@/components/forms/CheckField.tsx";
import { NumberField } from "@/components/forms/NumberField.tsx";
import { SelectField, type SelectOption } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { formFields, labelledOptions } from "@/components/forms/form_fields.ts";
import {
  DETAIL_RULES,
  type DetailedKind,
  type DetailField,
  type DetailValues,
  GATE_OUT_OF_SERVICE,
  GATE_TYPES,
} from "@/lib/domain/facilities/equipment_details.ts";
import { FAULT_ALARM_KINDS } from "@/lib/domain/facilities/types.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { FieldRule } from "@/lib/domain/forms/typed_fields.ts";
import {
  ALARM_KIND_LABELS,
  DETAIL_LABELS,
  GATE_OUT_OF_SERVICE_LABELS,
  GATE_TYPE_LABELS,
} from "@/lib/text/facilities/equipment.ts";
import type { SeriesChoices, SeriesField } from "./detail_series.ts";

interface EquipmentDetailFormProps {
  action: string;
  kind: DetailedKind;
  values: DetailValues;
  errors: FieldErrors;
  version: string;
  /** Series that each field may refer to. */
  series: SeriesChoices;
  unsaved: boolean;
}

/** What an equipment has of its own: the series it listens to, its bounds, what raises its alarm (B §3). */
export function EquipmentDetailForm(props: EquipmentDetailFormProps) {
  const { action, kind, version, unsaved } = props;
  const rules = DETAIL_RULES[kind];
  const flags = rules.filter(({ name }) => isFlag(name));
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ form: "details", version }}>
      {flags.length > 0 && (
        <div class="row">
          {flags.map(({ name }) => (
            <CheckField
              key={name}
              name={name}
              label={DETAIL_LABELS[name]}
              checked={Boolean(props.values[name])}
            />
          ))}
        </div>
      )}
      <div class="form-columns">
        {rules.filter(({ name }) => !isFlag(name)).map((rule) => (
          <DetailControl key={rule.name} {...props} rule={rule} />
        ))}
      </div>
      <SubmitBar />
    </WatchedForm>
  );
}

function DetailControl(
  { kind, rule, values, errors, series }:
    & Pick<EquipmentDetailFormProps, "kind" | "values" | "errors" | "series">
    & { rule: FieldRule<DetailField> },
) {
  const { name, required = false } = rule;
  const field = { ...formFields(DETAIL_LABELS, { values, errors })(name), required };
  if (isSeriesField(name)) return <SelectField {...field} options={series[name]} empty="Aucune" />;
  const choices = CHOICES[name];
  if (choices !== undefined) return <SelectField {...field} options={choices} />;
  if (rule.kind === "number") return <NumberField {...field} unit={unitOf(kind, name)} />;
  return <TextField {...field} hint="Séparés par des virgules ; les autres sont des défauts" />;
}

const CHOICES: Readonly<Partial<Record<DetailField, readonly SelectOption[]>>> = {
  alarmKind: labelledOptions(Object.values(FAULT_ALARM_KINDS), ALARM_KIND_LABELS),
  type: labelledOptions(GATE_TYPES, GATE_TYPE_LABELS),
  hsType: labelledOptions(GATE_OUT_OF_SERVICE, GATE_OUT_OF_SERVICE_LABELS),
};

function unitOf(kind: DetailedKind, name: DetailField): string | undefined {
  if (name === "alarmFrom") return "h";
  return kind === "boilerroom-circuit" ? "°C" : undefined;
}

function isFlag(name: DetailField): name is "enabled" | "isHotWater" {
  return name === "enabled" || name === "isHotWater";
}

function isSeriesField(name: DetailField): name is SeriesField {
  return name === "seriesId" || name === "outType" || name === "backType";
}

/** The choices of a field, to say in words what two people chose. */
export function detailOptions(
  name: DetailField,
  series: SeriesChoices,
): readonly SelectOption[] | undefined {
  if (isSeriesField(name)) return series[name];
  return isFlag(name)
    ? [{ value: "on", label: "Oui" }, { value: "", label: "Non" }]
    : CHOICES[name];
}

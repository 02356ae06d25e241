import { CheckField } from "@/components/forms/CheckField.tsx";
import { SelectField } from "@/components/forms/SelectField.tsx";
import { SubmitBar } from "@/components/forms/SubmitBar.tsx";
import { TextField } from "@/components/forms/TextField.tsx";
import { WatchedForm } from "@/components/forms/WatchedForm.tsx";
import { labelledOptions } from "@/components/forms/form_fields.ts";
import {
  isAllowedSourceKind,
  SOURCE_KIND_NAMES,
} from "@/lib/domain/energy_balance/settings/source_kinds.ts";
import {
  hotWaterField,
  hotWaterKindOf,
  isSolarSeries,
  type SeriesChoice,
  type SourcesForm as Values,
} from "@/lib/domain/energy_balance/settings/sources_form.ts";
import { isSourceSeries } from "@/lib/domain/energy_balance/settings/sources_form.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { HOT_WATER_KIND_LABELS, SOURCE_KIND_LABELS } from "@/lib/text/facilities/facilities.ts";

/** A series to choose, with the words that name it. */
export interface NamedSeries extends SeriesChoice {
  label: string;
}

interface SourcesFormProps {
  action: string;
  values: Values;
  errors: FieldErrors;
  series: readonly NamedSeries[];
  version: string;
  unsaved: boolean;
}

/** What a boiler room burns, its hot water and its solar heat, each by its series (B §3). */
export function SourcesForm(props: SourcesFormProps) {
  const { action, values, errors, series, version, unsaved } = props;
  const burnt = series.filter((one) => SOURCE_KIND_NAMES.some((kind) => isSourceSeries(kind, one)));
  const { sourceKind } = values;
  return (
    <WatchedForm action={action} unsaved={unsaved} hidden={{ grid: "sources", version }}>
      <div class="form-columns">
        <SelectField
          name="sourceKind"
          label="Énergie"
          value={sourceKind}
          error={errors.sourceKind}
          options={labelledOptions(SOURCE_KIND_NAMES, SOURCE_KIND_LABELS)}
          empty="Choisir…"
          required
        />
        <SelectField
          name="sourceType"
          label="Série du compteur"
          value={values.sourceType}
          error={errors.sourceType}
          options={burnt.map(({ id, label }) => ({ value: id, label }))}
          empty="Choisir…"
          hint={isAllowedSourceKind(sourceKind)
            ? undefined
            : "L’unité doit être celle de l’énergie choisie."}
          required
        />
        <TextField
          name="gazPce"
          label="PCE"
          value={values.gazPce}
          error={errors.gazPce}
          hint="Gaz seulement : 14 chiffres, ou GI et 6 chiffres"
          maxLength={14}
        />
      </div>
      <HotWaterFields series={series} values={values} />
      <SolarFields series={series} values={values} />
      <SubmitBar />
    </WatchedForm>
  );
}

function HotWaterFields({ series, values }: Pick<SourcesFormProps, "series" | "values">) {
  const choices = series.flatMap((one) => {
    const kind = hotWaterKindOf(one);
    return kind === null ? [] : [{ ...one, kind }];
  });
  return (
    <fieldset>
      <legend>Eau chaude</legend>
      {choices.length === 0 && <p class="soft">La résidence n’a aucune série d’eau chaude.</p>}
      <div class="form-columns">
        {choices.map(({ id, label, kind }) => (
          <SelectField
            key={id}
            id={`hot-water-${id}`}
            name={hotWaterField(id)}
            label={label}
            value={values.hotWater[id]}
            options={labelledOptions([kind], HOT_WATER_KIND_LABELS)}
            empty="Non utilisée"
          />
        ))}
      </div>
    </fieldset>
  );
}

function SolarFields({ series, values }: Pick<SourcesFormProps, "series" | "values">) {
  const choices = series.filter(isSolarSeries);
  return (
    <fieldset>
      <legend>Solaire thermique</legend>
      {choices.length === 0 && <p class="soft">La résidence n’a aucune série solaire.</p>}
      {choices.map(({ id, label }) => (
        <CheckField
          key={id}
          id={`solar-${id}`}
          name="solarTypes"
          value={id}
          label={label}
          checked={values.solarTypes.includes(id)}
        />
      ))}
    </fieldset>
  );
}

import { CheckField } from "@/components/forms/Field.tsx";
import { type FormPage, FormSection } from "@/components/forms/FormBox.tsx";
import { type FormContent, FormFields } from "@/components/forms/FormFields.tsx";
import {
  isAllowedSourceKind,
  SOURCE_KIND_NAMES,
} from "@/lib/domain/energy_balance/settings/source_kinds.ts";
import {
  isSolarSeries,
  isSourceSeries,
} from "@/lib/domain/energy_balance/settings/sources_form.ts";
import { BOILER_ROOM_FORM } from "@/lib/forms/facilities/boiler_room_forms.ts";
import { type NamedSeries, sourcesForm } from "@/lib/forms/facilities/sources_form.ts";
import { ticked } from "@/lib/forms/fields.ts";
import type { SettingsRead } from "@/lib/pages/facilities/boiler_room_settings.ts";

interface SectionsProps {
  read: SettingsRead;
  page: FormPage;
  series: readonly NamedSeries[];
}

/** The single forms of a boiler room: its settings, and its energy sources. */
export function PlainSections({ read: { boilerRoom, efficiency }, page, series }: SectionsProps) {
  const burnt = series.filter((one) => SOURCE_KIND_NAMES.some((kind) => isSourceSeries(kind, one)));
  const options = {
    sourceType: optionsOf(burnt),
    solarTypes: optionsOf(series.filter(isSolarSeries)),
  };
  return (
    <>
      <FormSection
        form={BOILER_ROOM_FORM}
        title="Chaufferie"
        stored={boilerRoom}
        page={page}
      />
      <FormSection
        form={sourcesForm(series)}
        title="Énergie, eau chaude et solaire"
        stored={efficiency.sources}
        version={efficiency.versions.sources}
        page={page}
        options={options}
      >
        {(content) => <SourcesFields {...content} />}
      </FormSection>
    </>
  );
}

type SourcesContent = FormContent<"sourceKind" | "sourceType" | "gazPce" | "solarTypes">;

function SourcesFields({ fields, ...content }: SourcesContent) {
  const hint = !isAllowedSourceKind(content.values.sourceKind) && {
    hint: "L’unité doit être celle de l’énergie choisie.",
  };
  const drawn = fields.filter(({ name }) => name !== "solarTypes")
    .map((field) => field.name === "sourceType" ? { ...field, ...hint } : field);
  return (
    <>
      <FormFields {...content} fields={drawn} />
      {!drawn.some(({ group }) => group !== undefined) && (
        <fieldset>
          <legend>Eau chaude</legend>
          <p class="soft">La résidence n’a aucune série d’eau chaude.</p>
        </fieldset>
      )}
      <SolarFields {...content} />
    </>
  );
}

function SolarFields({ values, options }: Pick<SourcesContent, "values" | "options">) {
  const choices = options?.solarTypes ?? [];
  const chosen = ticked(values.solarTypes);
  return (
    <fieldset>
      <legend>Solaire thermique</legend>
      {choices.length === 0 && <p class="soft">La résidence n’a aucune série solaire.</p>}
      {choices.map(({ value, label }) => (
        <CheckField
          key={value}
          id={`solar-${value}`}
          name="solarTypes"
          value={value}
          label={label}
          checked={chosen.includes(value)}
        />
      ))}
    </fieldset>
  );
}

function optionsOf(series: readonly NamedSeries[]) {
  return series.map(({ id, label }) => ({ value: id, label }));
}

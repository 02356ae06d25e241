import { useRef } from "react";
import { controlAttributes, Field } from "@/components/ui/Field.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { namedOptions, SelectField } from "@/components/ui/SelectField.tsx";
import NumberControl from "@/islands/ui/NumberControl.tsx";
import {
  gasSourceChoice,
  RECALCULATION,
  SAVED_FROM,
  type Simulated,
  simulated,
  SIMULATION_NUMBERS,
  SIMULATION_SWITCH,
  simulationErrors,
  type SimulationForm,
} from "@/lib/energy_balance/simulation.ts";
import { SIMULATION_LABELS } from "@/lib/energy_balance/text.ts";
import type { BoardData } from "@/lib/energy_balance/year_report.ts";
import { SETTINGS_LIMITS } from "@/lib/facilities/energy_setting_limits.ts";
import { useLive } from "@/lib/ui/hydration.ts";
import { withQuery } from "@/lib/ui/query.ts";

interface SimulationPanelProps {
  data: BoardData;
  current: Simulated;
  /** The page's own path, to which the form sends other values of the same year. */
  path: string;
  /** null for who may not save. */
  saving: SimulationSaving | null;
  onChange(next: Simulated): void;
}

/**
 * The form of the simulation, live with JavaScript (B §4, B §5). Without, a GET form for who may not save; else one form
 * that asks for the same year with other values, or saves them, so that neither button loses what was typed for the other.
 */
export default function SimulationPanel(props: SimulationPanelProps) {
  const { current, path, saving, onChange } = props;
  const { form, query } = current;
  const box = useRef<HTMLFormElement>(null);
  const live = useLive(box);
  const change = (changed: Partial<SimulationForm>) => onChange(simulated({ ...form, ...changed }));
  const onSelect = ({ target }: Event) => {
    if (!(target instanceof HTMLSelectElement)) return;
    if (target.name === "djuSource") change({ djuSource: target.value });
    if (target.name === "gasSource") change({ gasSource: target.value || null });
  };
  const fields = <SimulationFields {...props} live={live} change={change} />;
  if (saving === null) {
    return <form ref={box} method="get" action={path} onChange={onSelect}>{fields}</form>;
  }
  return (
    <PostForm box={box} action={withQuery(path, query)} onChange={onSelect}>
      {fields}
      <SaveSimulation {...saving} />
    </PostForm>
  );
}

interface SimulationFieldsProps extends SimulationPanelProps {
  /** True once JavaScript runs: every change recomputes immediately, so no button is shown. */
  live: boolean;
  change(changed: Partial<SimulationForm>): void;
}

function SimulationFields({ data, current, live, saving, change }: SimulationFieldsProps) {
  const { form } = current;
  const errors = simulationErrors(form);
  return (
    <div class="simulation-fields">
      <input type="hidden" name={SIMULATION_SWITCH.name} value={SIMULATION_SWITCH.value} />
      {SIMULATION_NUMBERS.map((field) => (
        <NumberControl
          key={field}
          name={field}
          label={SIMULATION_LABELS[field]}
          value={form[field]}
          rules={{ ...SETTINGS_LIMITS[field], isNullable: true }}
          error={errors[field]}
          required
          onValue={(value) => change({ [field]: value })}
        />
      ))}
      <SelectField
        name="djuSource"
        label={SIMULATION_LABELS.djuSource}
        value={form.djuSource}
        options={namedOptions(data.outdoorSources)}
        {...(form.djuSource === "" && { empty: "Choisir…" })}
        error={errors.djuSource}
        required
      />
      <GasSourceField data={data} form={form} />
      <Recalculation live={live} name={saving === null ? undefined : RECALCULATION} />
    </div>
  );
}

/** Once live it stays the first button of its form, disabled: Enter in a field sends nothing. */
function Recalculation({ live, name }: { live: boolean; name: string | undefined }) {
  return (
    <div hidden={live}>
      <button class="button button-main" type="submit" name={name} disabled={live} formNoValidate>
        Recalculer
      </button>
    </div>
  );
}

const OWN_METER = "Celui de la chaufferie";

/** The choice of the gas meter, disabled unless there is a delivery point and two gas volumes (B §4). */
function GasSourceField({ data, form }: { data: BoardData; form: SimulationForm }) {
  const { isOffered, seriesIds } = gasSourceChoice(data);
  const { sourceType } = data.input.boilerRoom;
  const field = { name: "gasSource", label: SIMULATION_LABELS.gasSource };
  if (!isOffered) {
    return (
      <Field {...field} hint="Le choix demande un PCE et au moins deux compteurs de gaz en volume.">
        <select class="input" id="gasSource" disabled aria-describedby="gasSource-hint">
          <option>{OWN_METER}</option>
        </select>
      </Field>
    );
  }
  return (
    <SelectField
      {...field}
      value={form.gasSource ?? sourceType}
      options={namedOptions(data.gasVolumeSeries)}
      {
        // A boiler room whose own meter counts energy, which is not among the volumes.
        ...(!seriesIds.includes(sourceType) && { empty: OWN_METER })
      }
    />
  );
}

export interface SimulationSaving {
  /** Day offered first, ISO: the one that was typed, where one was. */
  from: string;
  /** Version of the settings that the values are based on. */
  version: string;
}

/** The part of the simulation's form that keeps its values as a version of the settings, from a day on. */
export function SaveSimulation({ from, version }: SimulationSaving) {
  const field = {
    name: SAVED_FROM,
    label: "Enregistrer ces valeurs à partir du",
    hint:
      "Elles deviennent les réglages de la chaufferie\u00A0; chaque mois prend ceux de son premier jour. Le compteur de gaz n’est pas changé.",
  };
  // As an attribute, the server's compiler writes `defaultvalue`, which browsers do not read.
  const initial = { defaultValue: from };
  return (
    <div class="simulation-save">
      <input type="hidden" name="version" value={version} />
      <Field {...field} required>
        <input class="input" type="date" required {...controlAttributes(field)} {...initial} />
      </Field>
      <button class="button" type="submit">Enregistrer</button>
    </div>
  );
}

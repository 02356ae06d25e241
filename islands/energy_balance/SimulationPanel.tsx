import { useRef } from "react";
import {
  SaveSimulation,
  type SimulationSaving,
} from "@/components/energy_balance/SaveSimulation.tsx";
import { Field } from "@/components/forms/Field.tsx";
import { SelectField } from "@/components/forms/SelectField.tsx";
import NumberControl from "@/islands/forms/NumberControl.tsx";
import { useLive } from "@/lib/browser/forms/live.ts";
import type { BoardData } from "@/lib/domain/energy_balance/board.ts";
import { SETTINGS_LIMITS } from "@/lib/domain/energy_balance/settings/limits.ts";
import {
  boardGasChoice,
  type Simulated,
  simulated,
} from "@/lib/domain/energy_balance/simulation/simulated_board.ts";
import {
  SIMULATION_NUMBERS,
  simulationErrors,
  type SimulationForm,
} from "@/lib/domain/energy_balance/simulation/simulation.ts";
import { SIMULATION_SWITCH } from "@/lib/domain/energy_balance/simulation/simulation_query.ts";
import { withQuery } from "@/lib/links/query.ts";
import { SIMULATION_LABELS } from "@/lib/text/energy_balance/simulation.ts";

export interface SimulationPanelProps {
  data: BoardData;
  current: Simulated;
  /** The page's own path, where the form asks for the same year with other values. */
  path: string;
  /** True once JavaScript runs: every change recomputes at once, so no button asks for it. */
  live: boolean;
  /** null for who may not save, and until every value is right. */
  saving: SimulationSaving | null;
  onChange(next: Simulated): void;
}

/** The form of the simulation: a GET form without JavaScript, live with it (B §4, B §5). */
export default function SimulationPanel(
  { data, current, path, live, saving, onChange }: SimulationPanelProps,
) {
  const { form, query } = current;
  const box = useRef<HTMLFormElement>(null);
  useLive(box);
  const errors = simulationErrors(form);
  const change = (changed: Partial<SimulationForm>) => onChange(simulated({ ...form, ...changed }));
  return (
    <>
      <form
        ref={box}
        class="simulation-fields"
        method="get"
        action={path}
        onSubmit={(event) => live && event.preventDefault()}
        onChange={({ target }) => {
          if (!(target instanceof HTMLSelectElement)) return;
          if (target.name === "djuSource" || target.name === "gasSource") {
            change({ [target.name]: target.value });
          }
        }}
      >
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
          options={data.outdoorSources.map(optionOf)}
          {...(form.djuSource === "" && { empty: "Choisir…" })}
          error={errors.djuSource}
          required
        />
        <GasSourceField data={data} form={form} />
        {!live && (
          <div>
            <button class="button button-main" type="submit">Recalculer</button>
          </div>
        )}
      </form>
      {saving && <SaveSimulation action={withQuery(path, query)} {...saving} />}
    </>
  );
}

/** The choice of the gas meter, disabled unless there is a delivery point and two gas volumes (B §4). */
function GasSourceField({ data, form }: { data: BoardData; form: SimulationForm }) {
  const { isOffered } = boardGasChoice(data);
  const field = { name: "gasSource", label: SIMULATION_LABELS.gasSource };
  if (!isOffered) {
    return (
      <Field {...field} hint="Le choix demande un PCE et au moins deux compteurs de gaz en volume.">
        <select class="input" id="gasSource" disabled aria-describedby="gasSource-hint">
          <option>Celui de la chaufferie</option>
        </select>
      </Field>
    );
  }
  return (
    <SelectField
      {...field}
      value={form.gasSource ?? data.input.boilerRoom.sourceType}
      options={data.gasVolumeSeries.map(optionOf)}
    />
  );
}

function optionOf({ id, name }: { id: string; name: string }) {
  return { value: id, label: name };
}

import { controlAttributes, Field } from "@/components/forms/Field.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { SAVED_SIMULATION_HINT } from "@/lib/text/energy_balance/simulation.ts";

export interface SimulationSaving {
  /** Day offered first, ISO: the one that was typed where the values were refused. */
  from: string;
  /** Of the settings that the values follow. */
  version: string;
}

interface SaveSimulationProps extends SimulationSaving {
  /** The page with the simulated values in its query: what is saved. */
  action: string;
}

/** Keeps the simulated values as a version of the settings, from a day on. */
export function SaveSimulation({ action, from, version }: SaveSimulationProps) {
  const field = {
    name: "fromDate",
    label: "Enregistrer ces valeurs à partir du",
    hint: SAVED_SIMULATION_HINT,
  };
  // As an attribute, the compiler of the server writes `defaultvalue`, which browsers do not read.
  const initial = { defaultValue: from };
  return (
    <PostForm class="simulation-save" action={action}>
      <input type="hidden" name="version" value={version} />
      <Field {...field}>
        <input
          class="input"
          type="date"
          required
          {...controlAttributes(field)}
          {...initial}
        />
      </Field>
      <button class="button" type="submit">Enregistrer</button>
    </PostForm>
  );
}

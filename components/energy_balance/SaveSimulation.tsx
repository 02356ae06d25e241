import { controlAttributes, Field } from "@/components/ui/Field.tsx";
import { SAVED_FROM } from "@/lib/energy_balance/simulation.ts";

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

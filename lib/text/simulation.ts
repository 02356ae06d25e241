import type { SimulationForm } from "../domain/energy_balance/simulation.ts";

/** Labels of the simulation form; units stand in them. @spec B §5 "Simulation form" */
export const SIMULATION_LABELS: Readonly<Record<keyof SimulationForm, string>> = {
  area: "Surface chauffée (m²)",
  peopleNb: "Nombre d’occupants",
  djuSource: "Source des DJU",
  q: "q (kWh/m³ d’ECS)",
  target: "Objectif (Wh/m²/DJU)",
  threshold: "Seuil (%)",
  gasSource: "Compteur de gaz",
};

import type { TypedocRecord } from "@/lib/backend/records/contracting.ts";

type Kind = TypedocRecord["equipment"];
type Value = TypedocRecord["values"][number];

function value(name: string, unit = "", bounds: { min?: number; max?: number } = {}): Value {
  const id = name.toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, "-");
  const { min = null, max = null } = bounds;
  return { id, name, type: "number", required: true, min, max, unit };
}

function typedoc(name: string, equipment: Kind, defaultRate: number, ...values: Value[]) {
  return { name, equipment, defaultRate, multiple: false, archived: false, values };
}

/** Several departures or loops are read: their values are repeated. */
function repeated(record: TypedocRecord): TypedocRecord {
  return { ...record, multiple: true };
}

/** The documents that a landlord asks for, by id. @spec contracting.demo */
export const TYPEDOCS: Readonly<Record<string, TypedocRecord>> = {
  "entretien-chaudiere": typedoc(
    "Attestation d’entretien chaudière (4–400 kW)",
    "boilerroom",
    12,
    value("Rendement", "%", { min: 85 }),
    value("CO", "ppm", { max: 50 }),
  ),
  "efficacite-energetique": typedoc(
    "Contrôle périodique d’efficacité énergétique (400 kW–20 MW)",
    "boilerroom",
    36,
    value("Rendement", "%", { min: 85 }),
  ),
  "ramonage": typedoc("Certificat de ramonage", "boilerroom", 12),
  "ramonage-bois-fioul": typedoc("Certificat de ramonage (bois, fioul)", "boilerroom", 6),
  "disconnecteur": typedoc("Contrôle du disconnecteur BA", "boilerroom", 12, value("ΔP", "bar")),
  "livret-chaufferie": typedoc("Livret de chaufferie", "boilerroom", 12),
  "carnet-sanitaire": repeated(typedoc(
    "Carnet sanitaire ECS",
    "boilerroom",
    2,
    value("Départ ECS", "°C", { min: 60, max: 80 }),
    value("Retour de boucle", "°C", { min: 50 }),
  )),
  "legionelles": typedoc(
    "Analyse légionelles",
    "boilerroom",
    12,
    value("Légionelles", "UFC/L", { max: 1_000 }),
  ),
  "extincteurs": typedoc("Vérification des extincteurs", "building", 12, value("Extincteurs")),
  "desenfumage": typedoc("Désenfumage et colonnes sèches", "skydome", 12),
  "vmc-gaz": typedoc("VMC gaz, attestation annuelle", "cmv", 12, value("Débit", "m³/h")),
  "vmc-gaz-complete": typedoc("VMC gaz, vérification complète", "cmv", 60, value("Débit", "m³/h")),
  "vmc": typedoc("VMC non gaz", "cmv", 12, value("Débit", "m³/h")),
  "portes": typedoc("Portes automatiques de garage", "gate", 6),
  "pac": typedoc(
    "Entretien de pompe à chaleur (4–70 kW)",
    "boilerroom",
    24,
    value("COP", "", { min: 3 }),
  ),
  "pac-inspection": typedoc(
    "Inspection de pompe à chaleur (> 70 kW)",
    "boilerroom",
    60,
    value("COP", "", { min: 3 }),
  ),
  "ascenseur": typedoc("Ascenseur, contrôle technique", "building", 60),
  "assurance": typedoc("Attestation d’assurance RC et décennale", null, 12),
  "kbis-urssaf": typedoc("Kbis et attestation URSSAF", null, 6),
  "interessement": typedoc(
    "Bilan d’intéressement (NC, N’B)",
    "boilerroom",
    12,
    value("NC", "kWh"),
    value("N’B", "kWh"),
    value("DJU"),
  ),
};

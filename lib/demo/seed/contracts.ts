/** Writes the demo's providers, contracts, document types and document requests. @module */

import { siteId } from "@/lib/demo/simulation/site_series.ts";
import type {
  ContractRecord,
  ProviderRecord,
  RequestRecord,
  TypedocRecord,
} from "@/lib/documents/records.ts";
import { requestDefaults } from "@/lib/documents/register_rules.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { DEMO_ORG } from "./people.ts";
import { demoSites } from "./site_table.ts";

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
const TYPEDOCS: Readonly<Record<string, TypedocRecord>> = {
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

/** Years of documents before the current one. */
const YEARS_BEFORE = 4;

/** Providers of the landlord on every residence, with the ids of the requested document types. */
const EVERYWHERE: Readonly<Record<string, readonly string[]>> = {
  Aquacontrol: ["carnet-sanitaire", "legionelles", "disconnecteur"],
  SecuriFeu: ["extincteurs", "desenfumage"],
  "Ramonage du Littoral": ["ramonage"],
};

/** Document types requested from the providers of boiler rooms. */
const OF_OPERATORS = ["entretien-chaudiere", "livret-chaufferie", "vmc"];

/** Writes the landlord's providers, their contracts, the document types and what is asked of whom. @spec contracting.demo */
export async function seedContracting(store: Store, now: number): Promise<void> {
  const year = new Date(now).getUTCFullYear();
  const orgId = DEMO_ORG.id;
  const atomic = store.atomic();
  for (const [id, typedoc] of Object.entries(TYPEDOCS)) {
    atomic.set(keys.typedoc(orgId, id), typedoc);
  }
  for (const { name, projects, requested } of hired()) {
    const id = slug(name);
    const email = `documents@${id}.example`;
    atomic.set(keys.provider(orgId, id), provider(name, email))
      .set(keys.providerOfEmail(email, orgId, id), true)
      .set(keys.contract(orgId, id), contract(name, { projects, year }));
    for (const typedocId of requested) {
      const request = requestOf(typedocId, { providerId: id, projects, year });
      atomic.set(keys.documentRequest(orgId, `${id}-${typedocId}`), request);
    }
  }
  await atomic.commit();
}

/** A provider with the ids of their residences, and the requested document types. */
interface Hired {
  readonly name: string;
  readonly projects: readonly string[];
  readonly requested: readonly string[];
}

function hired(): Hired[] {
  const operators = demoSites().flatMap(({ boilerRooms }) =>
    boilerRooms.map(({ operator }) => operator)
  );
  const run = [...new Set(operators)].map((name) => ({
    name,
    projects: demoSites().flatMap(({ boilerRooms }, index) =>
      boilerRooms.some(({ operator }) => operator === name) ? [siteId(index)] : []
    ),
    requested: OF_OPERATORS,
  }));
  const all = demoSites().map((_, index) => siteId(index));
  const everywhere = Object.entries(EVERYWHERE).map(([name, requested]) => (
    { name, projects: all, requested }
  ));
  return [...run, ...everywhere];
}

function provider(name: string, email: string): ProviderRecord {
  return { name, emails: [email], archived: false };
}

function contract(
  name: string,
  { projects, year }: { projects: readonly string[]; year: number },
): ContractRecord {
  const isEverywhere = projects.length === demoSites().length;
  const startDate = `${year - YEARS_BEFORE - 1}-07-01`;
  return {
    name: `${isEverywhere ? "Contrôles" : "Exploitation"} ${name}`,
    code: `${startDate.slice(2, 4)}-${slug(name).slice(0, 4).toUpperCase()}`,
    contact: "Service énergie, 03 53 01 00 12",
    equipment: "boilerroom",
    allprojects: isEverywhere,
    projects: isEverywhere ? [] : [...projects],
    dates: [{ id: "charge", providerId: slug(name), startDate, endDate: null }],
  };
}

/** Due at the end of a quarter. */
function requestOf(
  typedocId: string,
  { providerId, projects, year }: {
    providerId: string;
    projects: readonly string[];
    year: number;
  },
): RequestRecord {
  const { defaultRate = 12 } = TYPEDOCS[typedocId] ?? {};
  return {
    ...requestDefaults({ defaultRate }),
    projects: [...projects],
    firstRequest: `${year - YEARS_BEFORE}-${defaultRate % 12 === 0 ? "09-30" : "01-31"}`,
    close: false,
    providerId,
    typedocId,
    contractId: providerId,
  };
}

/** Id of a provider and of its contract. */
export function slug(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

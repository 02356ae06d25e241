import { numberColumn, textColumn } from "@/components/ui/columns.tsx";
import type { GridField, GridRowFacts } from "@/components/ui/FormGridRow.tsx";
import type { List } from "@/components/ui/list.ts";
import type { AvailableSelection } from "@/lib/alarms/schema.ts";
import type { HouseFloor } from "@/lib/housing/dwelling_list.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import type { ProjectChoice } from "@/lib/residences/project_selection.ts";
import { ALL_TAGS_LABEL } from "@/lib/ui/text_tables.ts";
import { DESIGN_PATH } from "./states.ts";

export const PROJECTS: readonly ProjectChoice[] = [
  ["Les Tilleuls", "Nancy"],
  ["Le Bois Joli", "Montbéliard"],
  ["Les Grands Champs", "Roubaix"],
  ["Cité Jean-Moulin", "Villeurbanne"],
  ["Le Clos Saint-Martin", "Le Havre"],
  ["La Roseraie", "Nancy"],
].map(([name = "", place = ""], rank) => ({ id: `p${rank + 1}`, name, place }));

/** Available selections of a report. */
export const SELECTIONS: readonly AvailableSelection[] = [
  {
    handler: "boilerroom-circuit",
    label: "Circuits de chauffage",
    filters: [{
      name: "boilerRoom",
      label: "Chaufferies",
      values: [{ value: "c1", label: "Chaufferie nord" }, { value: "c2", label: "Chaufferie sud" }],
    }],
  },
  { handler: "building-cmv", label: "Ventilation", filters: [] },
  { handler: "collect-online", label: "Réception des capteurs", filters: [] },
];

export const TAG_GROUPS: readonly TagGroup[] = [
  ["agency", "Agence", ["Nord", "Sud", "Est"]] as const,
  ["energy", "Énergie", ["Gaz", "Bois"]] as const,
].map(([id, name, labels], sortOrder) => ({
  id,
  name,
  sortOrder,
  version: "",
  values: labels.map((label, rank) => ({
    id: `${id}-${rank}`,
    label,
    sortOrder: rank,
    version: "",
  })),
}));

/** Floors of dwellings, including the unknown one. */
export const FLOORS: readonly HouseFloor[] = [null, 0, 1, 2, 3];

interface SampleRow {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly agency: string;
  readonly energies: readonly string[];
  readonly heatingKWh: number | null;
}

const CITIES = ["Nancy", "Évreux", "Roubaix", "Angers", "Épinal"];
const AGENCIES = ["Nord", "Sud", "Est"];
const ENERGIES = [["Gaz", "Solaire"], ["Bois"]];

/** Sixty residences: twelve pages of five. */
export const ROWS: readonly SampleRow[] = Array.from({ length: 60 }, (_, rank) => ({
  id: `r${rank + 1}`,
  name: `Résidence ${rank + 1}`,
  city: CITIES[rank % CITIES.length] ?? "",
  agency: AGENCIES[rank % AGENCIES.length] ?? "",
  energies: ENERGIES[rank % 4] ?? ["Gaz"],
  heatingKWh: rank % 7 === 6 ? null : 12_345.678 + 1_000 * rank,
}));

/** Their list, with a text, an array and a number. */
export const SAMPLES: List<SampleRow> = {
  title: "Tableau",
  path: DESIGN_PATH,
  fileName: "exemple.csv",
  columns: [
    textColumn("name", "Résidence", ({ name }) => name),
    textColumn("city", "Ville", ({ city }) => city),
    textColumn("energies", "Énergies", ({ energies }) => energies.join(", "), {
      sort: ({ energies }) => energies,
    }),
    numberColumn(
      { field: "heating", label: "Chauffage", unit: "kWh" },
      ({ heatingKWh }) => heatingKWh,
    ),
  ],
  order: null,
  filters: [
    { field: "city", label: "Ville", value: ({ city }) => city },
    { field: "agency", label: "Agence", value: ({ agency }) => agency, all: ALL_TAGS_LABEL },
  ],
  words: ({ name }) => [name],
  noun: "résidence",
  nothing: "Aucune résidence trouvée",
  empty: { title: "Aucune ligne" },
  pageSize: 5,
};

export const GRID_FIELDS: readonly GridField[] = [
  { name: "fromDate", label: "À partir du", kind: "date", required: true, isKey: true },
  {
    name: "people",
    label: "Occupants",
    kind: "number",
    integer: true,
    min: 0,
    max: 500,
    required: true,
  },
  {
    name: "area",
    label: "Surface chauffée",
    unit: "m²",
    help: "La surface habitable de tous les logements.",
    kind: "number",
    min: 1,
    required: true,
  },
];

export const NEW_GRID_ROW: GridRowFacts = {
  key: "",
  title: "Nouvelle ligne",
  values: {},
  errors: {},
  unsaved: false,
};

export const GRID_ROW: GridRowFacts = {
  key: "2025-10-01",
  title: "À partir du 1er octobre 2025",
  values: { people: "84", area: "2450,5" },
  errors: {},
  unsaved: false,
};

import type { StationId } from "@/lib/backend/demo/simulation/climate.ts";
import type { SourceKind } from "@/lib/domain/energy_balance/types.ts";

/** Defect of a boiler room, shown by the demo. */
export type Flaw =
  /** Heating runs on until mid-June, after the season's end. */
  | "late-season"
  /** The hot-water meter is silent from mid-January to mid-March. */
  | "missing-hot-water"
  /** The q of the settings is far too high: heating turns negative in mid-season. */
  | "q-too-high"
  /** Burns well over its target. */
  | "over-target"
  /** Its burner gets dirty from January on, and is cleaned in summer: each month burns more than the one before. */
  | "drifting";

export interface DemoBoilerRoom {
  name: string;
  kind: SourceKind;
  /** Target of the contract, Wh/m²/DJU, and the actual consumption as a share of it. */
  heating: { target: number; real: number };
  hotWater: "m3" | "litres" | "energy" | "none";
  /** Thermal solar collectors, m². */
  solarM2?: number;
  /** Share of its heat that a heat pump gives when it is 7 °C outdoors, 0 to 1. */
  heatPumpShare?: number;
  /** Photovoltaic panels, kW under the rated sun. */
  solarKWp?: number;
  /** Delivery pressure of its gas. */
  gas?: "21 mbar" | "300 mbar";
  flaws?: readonly Flaw[];
  operator: string;
}

export interface DemoSite {
  name: string;
  address: { street: string; zipCode: string; city: string };
  position: { latitude: number; longitude: number };
  /** Number of dwellings, and the mean area of one. */
  dwellings: { count: number; areaM2: number };
  /** Heated area besides the dwellings', m². */
  commonAreaM2?: number;
  station: StationId;
  /** Owning branch and building decade: the two tag groups of the demo. */
  tags: {
    branch: "Nord" | "Est" | "Centre" | "Sud";
    decade: "1960" | "1970" | "1980" | "2000";
  };
  boilerRooms: readonly DemoBoilerRoom[];
  /** A collective self-consumption: panels on the roofs beside those of the boiler rooms, kW. */
  sharedSolarKWp?: number;
  /** The pilot user's residence, and others with remote heating control. */
  hasPilot?: true;
  /** Occupants may have the page of their dwelling. */
  hasOccupantPages?: true;
  /** A contact tells whether a window of each dwelling is open. */
  hasWindowContacts?: true;
  /** A meter of each dwelling counts its lights alone. */
  hasLightsMeters?: true;
}

const THERMALIA = "Thermalia Exploitation";
const CALORIS = "Caloris Services";

/** The landlord's 22 residences: real communes, invented addresses and figures. @spec demo.accounts */
export const SITES: readonly DemoSite[] = [
  {
    name: "Les Tilleuls",
    address: { street: "12 rue des Tilleuls", zipCode: "54000", city: "Nancy" },
    position: { latitude: 48.6936, longitude: 6.1683 },
    dwellings: { count: 64, areaM2: 61 },
    station: "nancy",
    tags: { branch: "Est", decade: "1970" },
    hasPilot: true,
    hasOccupantPages: true,
    sharedSolarKWp: 30,
    boilerRooms: [
      {
        name: "Chaufferie principale",
        kind: "gaz-volume",
        heating: { target: 38, real: 1.03 },
        hotWater: "litres",
        solarM2: 60,
        heatPumpShare: 0.28,
        solarKWp: 36,
        gas: "21 mbar",
        operator: THERMALIA,
      },
      {
        name: "Chaufferie bâtiment B",
        kind: "gaz-volume",
        heating: { target: 42, real: 0.96 },
        hotWater: "m3",
        gas: "21 mbar",
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Le Bois Joli",
    address: { street: "3 allée du Bois Joli", zipCode: "25200", city: "Montbéliard" },
    position: { latitude: 47.5115, longitude: 6.7986 },
    dwellings: { count: 48, areaM2: 64 },
    station: "dijon",
    tags: { branch: "Est", decade: "1980" },
    hasWindowContacts: true,
    boilerRooms: [{
      name: "Chaufferie bois",
      kind: "wood-mass",
      heating: { target: 36, real: 0.98 },
      hotWater: "m3",
      operator: CALORIS,
    }],
  },
  {
    name: "Les Grands Champs",
    address: { street: "27 rue de l’Épeule", zipCode: "59100", city: "Roubaix" },
    position: { latitude: 50.6901, longitude: 3.1817 },
    dwellings: { count: 120, areaM2: 58 },
    station: "lille",
    tags: { branch: "Nord", decade: "1960" },
    boilerRooms: [
      {
        name: "Chaufferie nord",
        kind: "gaz-volume",
        heating: { target: 45, real: 1.14 },
        hotWater: "m3",
        gas: "300 mbar",
        flaws: ["over-target"],
        operator: THERMALIA,
      },
      {
        name: "Sous-station sud",
        kind: "urban-energy",
        heating: { target: 40, real: 1.02 },
        hotWater: "energy",
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Cité Jean-Moulin",
    address: { street: "8 cours Jean-Moulin", zipCode: "69100", city: "Villeurbanne" },
    position: { latitude: 45.7719, longitude: 4.8902 },
    dwellings: { count: 96, areaM2: 60 },
    station: "lyon",
    tags: { branch: "Sud", decade: "1970" },
    hasPilot: true,
    hasLightsMeters: true,
    boilerRooms: [{
      name: "Sous-station",
      kind: "urban-energy",
      heating: { target: 41, real: 0.94 },
      hotWater: "energy",
      solarM2: 80,
      operator: CALORIS,
    }],
  },
  {
    name: "Le Clos Saint-Martin",
    address: { street: "5 rue Saint-Martin", zipCode: "76600", city: "Le Havre" },
    position: { latitude: 49.4944, longitude: 0.117 },
    dwellings: { count: 40, areaM2: 66 },
    station: "havre",
    tags: { branch: "Nord", decade: "2000" },
    boilerRooms: [{
      name: "Chaufferie",
      kind: "gaz-volume",
      heating: { target: 28, real: 1.01 },
      hotWater: "litres",
      solarM2: 44,
      gas: "21 mbar",
      flaws: ["late-season"],
      operator: THERMALIA,
    }],
  },
  {
    name: "La Roseraie",
    address: { street: "41 avenue de la Roseraie", zipCode: "94240", city: "L’Haÿ-les-Roses" },
    position: { latitude: 48.7796, longitude: 2.3375 },
    dwellings: { count: 72, areaM2: 59 },
    station: "orly",
    tags: { branch: "Centre", decade: "1970" },
    boilerRooms: [{
      name: "Chaufferie",
      kind: "gaz-volume",
      heating: { target: 39, real: 0.99 },
      hotWater: "m3",
      gas: "21 mbar",
      flaws: ["missing-hot-water"],
      operator: CALORIS,
    }],
  },
  {
    name: "Les Acacias",
    address: { street: "19 rue des Acacias", zipCode: "78200", city: "Mantes-la-Jolie" },
    position: { latitude: 48.9908, longitude: 1.7172 },
    dwellings: { count: 110, areaM2: 62 },
    station: "orly",
    tags: { branch: "Centre", decade: "1960" },
    boilerRooms: [
      {
        name: "Chaufferie est",
        kind: "gaz-volume",
        heating: { target: 44, real: 1.05 },
        hotWater: "m3",
        gas: "300 mbar",
        flaws: ["q-too-high"],
        operator: THERMALIA,
      },
      {
        name: "Chaufferie ouest",
        kind: "gaz-volume",
        heating: { target: 44, real: 1.09 },
        hotWater: "m3",
        gas: "300 mbar",
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Résidence du Moulin",
    address: { street: "2 quai du Moulin", zipCode: "67000", city: "Strasbourg" },
    position: { latitude: 48.5839, longitude: 7.7455 },
    dwellings: { count: 56, areaM2: 63 },
    station: "nancy",
    tags: { branch: "Est", decade: "1980" },
    boilerRooms: [{
      name: "Chaufferie",
      kind: "gaz-energy",
      heating: { target: 35, real: 0.97 },
      hotWater: "m3",
      gas: "300 mbar",
      operator: CALORIS,
    }],
  },
  {
    name: "Les Hauts de Seille",
    address: { street: "14 rue de la Seille", zipCode: "57000", city: "Metz" },
    position: { latitude: 49.1193, longitude: 6.1757 },
    dwellings: { count: 84, areaM2: 60 },
    station: "nancy",
    tags: { branch: "Est", decade: "1970" },
    boilerRooms: [
      {
        name: "Chaufferie biomasse",
        kind: "wood-energy",
        heating: { target: 40, real: 1.04 },
        hotWater: "energy",
        operator: CALORIS,
      },
      {
        name: "Chaufferie d’appoint",
        kind: "gaz-volume",
        heating: { target: 40, real: 1.0 },
        hotWater: "none",
        gas: "21 mbar",
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Le Parc des Peupliers",
    address: { street: "33 boulevard des Peupliers", zipCode: "51100", city: "Reims" },
    position: { latitude: 49.2577, longitude: 4.0319 },
    dwellings: { count: 132, areaM2: 57 },
    station: "nancy",
    tags: { branch: "Est", decade: "1960" },
    boilerRooms: [
      {
        name: "Chaufferie A",
        kind: "gaz-volume",
        heating: { target: 46, real: 1.08 },
        hotWater: "m3",
        gas: "300 mbar",
        operator: THERMALIA,
      },
      {
        name: "Chaufferie B",
        kind: "gaz-volume",
        heating: { target: 46, real: 0.99 },
        hotWater: "m3",
        gas: "300 mbar",
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Les Genêts",
    address: { street: "6 rue des Genêts", zipCode: "35000", city: "Rennes" },
    position: { latitude: 48.1113, longitude: -1.68 },
    dwellings: { count: 45, areaM2: 65 },
    station: "rennes",
    tags: { branch: "Centre", decade: "2000" },
    boilerRooms: [{
      name: "Chaufferie",
      kind: "gaz-volume",
      heating: { target: 27, real: 0.95 },
      hotWater: "litres",
      solarM2: 50,
      gas: "21 mbar",
      operator: THERMALIA,
    }],
  },
  {
    name: "Les Cèdres",
    address: { street: "22 rue des Cèdres", zipCode: "38100", city: "Grenoble" },
    position: { latitude: 45.1715, longitude: 5.7224 },
    dwellings: { count: 78, areaM2: 61 },
    station: "lyon",
    tags: { branch: "Sud", decade: "1970" },
    boilerRooms: [{
      name: "Sous-station",
      kind: "urban-energy",
      heating: { target: 39, real: 1.06 },
      hotWater: "m3",
      operator: CALORIS,
    }],
  },
  {
    name: "Le Verger",
    address: { street: "9 rue du Verger", zipCode: "45000", city: "Orléans" },
    position: { latitude: 47.9022, longitude: 1.904 },
    dwellings: { count: 36, areaM2: 67 },
    station: "orly",
    tags: { branch: "Centre", decade: "2000" },
    boilerRooms: [{
      name: "Chaufferie",
      kind: "wood-mass",
      heating: { target: 29, real: 1.02 },
      hotWater: "m3",
      solarM2: 36,
      operator: CALORIS,
    }],
  },
  {
    name: "La Fontaine",
    address: { street: "17 rue de la Fontaine", zipCode: "21000", city: "Dijon" },
    position: { latitude: 47.322, longitude: 5.0415 },
    dwellings: { count: 52, areaM2: 62 },
    station: "dijon",
    tags: { branch: "Est", decade: "1980" },
    boilerRooms: [{
      name: "Chaufferie",
      kind: "gaz-volume",
      heating: { target: 37, real: 1.12 },
      hotWater: "m3",
      gas: "21 mbar",
      flaws: ["over-target", "missing-hot-water"],
      operator: THERMALIA,
    }],
  },
  {
    name: "Les Coquelicots",
    address: { street: "28 rue des Coquelicots", zipCode: "80000", city: "Amiens" },
    position: { latitude: 49.8942, longitude: 2.2957 },
    dwellings: { count: 68, areaM2: 59 },
    station: "lille",
    tags: { branch: "Nord", decade: "1970" },
    boilerRooms: [{
      name: "Chaufferie",
      kind: "gaz-volume",
      heating: { target: 41, real: 1.0 },
      hotWater: "litres",
      gas: "21 mbar",
      flaws: ["drifting"],
      operator: CALORIS,
    }],
  },
  {
    name: "Le Belvédère",
    address: { street: "1 montée du Belvédère", zipCode: "42000", city: "Saint-Étienne" },
    position: { latitude: 45.4397, longitude: 4.3872 },
    dwellings: { count: 88, areaM2: 60 },
    station: "lyon",
    tags: { branch: "Sud", decade: "1960" },
    boilerRooms: [
      {
        name: "Chaufferie haute",
        kind: "gaz-volume",
        heating: { target: 47, real: 1.07 },
        hotWater: "m3",
        gas: "300 mbar",
        operator: THERMALIA,
      },
      {
        name: "Chaufferie basse",
        kind: "gaz-volume",
        heating: { target: 47, real: 1.01 },
        hotWater: "m3",
        gas: "300 mbar",
        flaws: ["late-season"],
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Les Charmilles",
    address: { street: "10 rue des Charmilles", zipCode: "90000", city: "Belfort" },
    position: { latitude: 47.64, longitude: 6.86 },
    dwellings: { count: 42, areaM2: 64 },
    station: "dijon",
    tags: { branch: "Est", decade: "1980" },
    boilerRooms: [{
      name: "Chaufferie bois",
      kind: "wood-mass",
      heating: { target: 34, real: 0.96 },
      hotWater: "energy",
      operator: CALORIS,
    }],
  },
  {
    name: "Le Grand Pré",
    address: { street: "55 rue du Grand Pré", zipCode: "68100", city: "Mulhouse" },
    position: { latitude: 47.7494, longitude: 7.339 },
    dwellings: { count: 102, areaM2: 58 },
    station: "dijon",
    tags: { branch: "Est", decade: "1970" },
    boilerRooms: [
      {
        name: "Sous-station nord",
        kind: "urban-energy",
        heating: { target: 42, real: 1.03 },
        hotWater: "m3",
        operator: CALORIS,
      },
      {
        name: "Sous-station sud",
        kind: "urban-energy",
        heating: { target: 42, real: 0.98 },
        hotWater: "energy",
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Les Mésanges",
    address: { street: "4 impasse des Mésanges", zipCode: "72000", city: "Le Mans" },
    position: { latitude: 48.0061, longitude: 0.1996 },
    dwellings: { count: 38, areaM2: 63 },
    station: "rennes",
    tags: { branch: "Centre", decade: "1980" },
    boilerRooms: [{
      name: "Chaufferie",
      kind: "gaz-volume",
      heating: { target: 33, real: 1.04 },
      hotWater: "m3",
      gas: "21 mbar",
      flaws: ["q-too-high"],
      operator: THERMALIA,
    }],
  },
  {
    name: "Square Pasteur",
    address: { street: "7 square Pasteur", zipCode: "93200", city: "Saint-Denis" },
    position: { latitude: 48.9356, longitude: 2.3539 },
    dwellings: { count: 140, areaM2: 56 },
    station: "orly",
    tags: { branch: "Centre", decade: "1970" },
    hasPilot: true,
    boilerRooms: [
      {
        name: "Sous-station A",
        kind: "urban-energy",
        heating: { target: 40, real: 0.97 },
        hotWater: "m3",
        operator: CALORIS,
      },
      {
        name: "Sous-station B",
        kind: "urban-energy",
        heating: { target: 40, real: 1.1 },
        hotWater: "m3",
        flaws: ["over-target"],
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Les Quatre Saisons",
    address: { street: "16 rue des Quatre Saisons", zipCode: "63000", city: "Clermont-Ferrand" },
    position: { latitude: 45.7797, longitude: 3.0869 },
    dwellings: { count: 58, areaM2: 61 },
    station: "lyon",
    tags: { branch: "Sud", decade: "1980" },
    boilerRooms: [{
      name: "Chaufferie",
      kind: "gaz-volume",
      heating: { target: 36, real: 0.93 },
      hotWater: "litres",
      solarM2: 70,
      gas: "21 mbar",
      operator: THERMALIA,
    }],
  },
  {
    name: "Le Val Fleuri",
    address: { street: "30 rue du Val Fleuri", zipCode: "44000", city: "Nantes" },
    position: { latitude: 47.2184, longitude: -1.5536 },
    dwellings: { count: 50, areaM2: 65 },
    station: "rennes",
    tags: { branch: "Centre", decade: "2000" },
    boilerRooms: [{
      name: "Chaufferie",
      kind: "gaz-volume",
      heating: { target: 26, real: 1.02 },
      hotWater: "m3",
      solarM2: 48,
      gas: "21 mbar",
      operator: CALORIS,
    }],
  },
];

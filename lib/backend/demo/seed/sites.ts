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
  /** Target of the contract, Wh/m²/DJU. */
  target: number;
  /** Actual consumption, as a share of the target. */
  real: number;
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
  street: string;
  zipCode: string;
  city: string;
  latitude: number;
  longitude: number;
  housesCount: number;
  areaPerHouseM2: number;
  /** Heated area besides the dwellings', m². */
  commonAreaM2?: number;
  station: StationId;
  /** Owning branch and building decade: the two tag groups of the demo. */
  branch: "Nord" | "Est" | "Centre" | "Sud";
  decade: "1960" | "1970" | "1980" | "2000";
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
    street: "12 rue des Tilleuls",
    zipCode: "54000",
    city: "Nancy",
    latitude: 48.6936,
    longitude: 6.1683,
    housesCount: 64,
    areaPerHouseM2: 61,
    station: "nancy",
    branch: "Est",
    decade: "1970",
    hasPilot: true,
    hasOccupantPages: true,
    sharedSolarKWp: 30,
    boilerRooms: [
      {
        name: "Chaufferie principale",
        kind: "gaz-volume",
        target: 38,
        real: 1.03,
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
        target: 42,
        real: 0.96,
        hotWater: "m3",
        gas: "21 mbar",
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Le Bois Joli",
    street: "3 allée du Bois Joli",
    zipCode: "25200",
    city: "Montbéliard",
    latitude: 47.5115,
    longitude: 6.7986,
    housesCount: 48,
    areaPerHouseM2: 64,
    station: "dijon",
    branch: "Est",
    decade: "1980",
    hasWindowContacts: true,
    boilerRooms: [
      {
        name: "Chaufferie bois",
        kind: "wood-mass",
        target: 36,
        real: 0.98,
        hotWater: "m3",
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Les Grands Champs",
    street: "27 rue de l’Épeule",
    zipCode: "59100",
    city: "Roubaix",
    latitude: 50.6901,
    longitude: 3.1817,
    housesCount: 120,
    areaPerHouseM2: 58,
    station: "lille",
    branch: "Nord",
    decade: "1960",
    boilerRooms: [
      {
        name: "Chaufferie nord",
        kind: "gaz-volume",
        target: 45,
        real: 1.14,
        hotWater: "m3",
        gas: "300 mbar",
        flaws: ["over-target"],
        operator: THERMALIA,
      },
      {
        name: "Sous-station sud",
        kind: "urban-energy",
        target: 40,
        real: 1.02,
        hotWater: "energy",
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Cité Jean-Moulin",
    street: "8 cours Jean-Moulin",
    zipCode: "69100",
    city: "Villeurbanne",
    latitude: 45.7719,
    longitude: 4.8902,
    housesCount: 96,
    areaPerHouseM2: 60,
    station: "lyon",
    branch: "Sud",
    decade: "1970",
    hasPilot: true,
    hasLightsMeters: true,
    boilerRooms: [
      {
        name: "Sous-station",
        kind: "urban-energy",
        target: 41,
        real: 0.94,
        hotWater: "energy",
        solarM2: 80,
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Le Clos Saint-Martin",
    street: "5 rue Saint-Martin",
    zipCode: "76600",
    city: "Le Havre",
    latitude: 49.4944,
    longitude: 0.117,
    housesCount: 40,
    areaPerHouseM2: 66,
    station: "havre",
    branch: "Nord",
    decade: "2000",
    boilerRooms: [
      {
        name: "Chaufferie",
        kind: "gaz-volume",
        target: 28,
        real: 1.01,
        hotWater: "litres",
        solarM2: 44,
        gas: "21 mbar",
        flaws: ["late-season"],
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "La Roseraie",
    street: "41 avenue de la Roseraie",
    zipCode: "94240",
    city: "L’Haÿ-les-Roses",
    latitude: 48.7796,
    longitude: 2.3375,
    housesCount: 72,
    areaPerHouseM2: 59,
    station: "orly",
    branch: "Centre",
    decade: "1970",
    boilerRooms: [
      {
        name: "Chaufferie",
        kind: "gaz-volume",
        target: 39,
        real: 0.99,
        hotWater: "m3",
        gas: "21 mbar",
        flaws: ["missing-hot-water"],
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Les Acacias",
    street: "19 rue des Acacias",
    zipCode: "78200",
    city: "Mantes-la-Jolie",
    latitude: 48.9908,
    longitude: 1.7172,
    housesCount: 110,
    areaPerHouseM2: 62,
    station: "orly",
    branch: "Centre",
    decade: "1960",
    boilerRooms: [
      {
        name: "Chaufferie est",
        kind: "gaz-volume",
        target: 44,
        real: 1.05,
        hotWater: "m3",
        gas: "300 mbar",
        flaws: ["q-too-high"],
        operator: THERMALIA,
      },
      {
        name: "Chaufferie ouest",
        kind: "gaz-volume",
        target: 44,
        real: 1.09,
        hotWater: "m3",
        gas: "300 mbar",
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Résidence du Moulin",
    street: "2 quai du Moulin",
    zipCode: "67000",
    city: "Strasbourg",
    latitude: 48.5839,
    longitude: 7.7455,
    housesCount: 56,
    areaPerHouseM2: 63,
    station: "nancy",
    branch: "Est",
    decade: "1980",
    boilerRooms: [
      {
        name: "Chaufferie",
        kind: "gaz-energy",
        target: 35,
        real: 0.97,
        hotWater: "m3",
        gas: "300 mbar",
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Les Hauts de Seille",
    street: "14 rue de la Seille",
    zipCode: "57000",
    city: "Metz",
    latitude: 49.1193,
    longitude: 6.1757,
    housesCount: 84,
    areaPerHouseM2: 60,
    station: "nancy",
    branch: "Est",
    decade: "1970",
    boilerRooms: [
      {
        name: "Chaufferie biomasse",
        kind: "wood-energy",
        target: 40,
        real: 1.04,
        hotWater: "energy",
        operator: CALORIS,
      },
      {
        name: "Chaufferie d’appoint",
        kind: "gaz-volume",
        target: 40,
        real: 1.0,
        hotWater: "none",
        gas: "21 mbar",
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Le Parc des Peupliers",
    street: "33 boulevard des Peupliers",
    zipCode: "51100",
    city: "Reims",
    latitude: 49.2577,
    longitude: 4.0319,
    housesCount: 132,
    areaPerHouseM2: 57,
    station: "nancy",
    branch: "Est",
    decade: "1960",
    boilerRooms: [
      {
        name: "Chaufferie A",
        kind: "gaz-volume",
        target: 46,
        real: 1.08,
        hotWater: "m3",
        gas: "300 mbar",
        operator: THERMALIA,
      },
      {
        name: "Chaufferie B",
        kind: "gaz-volume",
        target: 46,
        real: 0.99,
        hotWater: "m3",
        gas: "300 mbar",
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Les Genêts",
    street: "6 rue des Genêts",
    zipCode: "35000",
    city: "Rennes",
    latitude: 48.1113,
    longitude: -1.68,
    housesCount: 45,
    areaPerHouseM2: 65,
    station: "rennes",
    branch: "Centre",
    decade: "2000",
    boilerRooms: [
      {
        name: "Chaufferie",
        kind: "gaz-volume",
        target: 27,
        real: 0.95,
        hotWater: "litres",
        solarM2: 50,
        gas: "21 mbar",
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Les Cèdres",
    street: "22 rue des Cèdres",
    zipCode: "38100",
    city: "Grenoble",
    latitude: 45.1715,
    longitude: 5.7224,
    housesCount: 78,
    areaPerHouseM2: 61,
    station: "lyon",
    branch: "Sud",
    decade: "1970",
    boilerRooms: [
      {
        name: "Sous-station",
        kind: "urban-energy",
        target: 39,
        real: 1.06,
        hotWater: "m3",
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Le Verger",
    street: "9 rue du Verger",
    zipCode: "45000",
    city: "Orléans",
    latitude: 47.9022,
    longitude: 1.904,
    housesCount: 36,
    areaPerHouseM2: 67,
    station: "orly",
    branch: "Centre",
    decade: "2000",
    boilerRooms: [
      {
        name: "Chaufferie",
        kind: "wood-mass",
        target: 29,
        real: 1.02,
        hotWater: "m3",
        solarM2: 36,
        operator: CALORIS,
      },
    ],
  },
  {
    name: "La Fontaine",
    street: "17 rue de la Fontaine",
    zipCode: "21000",
    city: "Dijon",
    latitude: 47.322,
    longitude: 5.0415,
    housesCount: 52,
    areaPerHouseM2: 62,
    station: "dijon",
    branch: "Est",
    decade: "1980",
    boilerRooms: [
      {
        name: "Chaufferie",
        kind: "gaz-volume",
        target: 37,
        real: 1.12,
        hotWater: "m3",
        gas: "21 mbar",
        flaws: ["over-target", "missing-hot-water"],
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Les Coquelicots",
    street: "28 rue des Coquelicots",
    zipCode: "80000",
    city: "Amiens",
    latitude: 49.8942,
    longitude: 2.2957,
    housesCount: 68,
    areaPerHouseM2: 59,
    station: "lille",
    branch: "Nord",
    decade: "1970",
    boilerRooms: [
      {
        name: "Chaufferie",
        kind: "gaz-volume",
        target: 41,
        real: 1.0,
        hotWater: "litres",
        gas: "21 mbar",
        flaws: ["drifting"],
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Le Belvédère",
    street: "1 montée du Belvédère",
    zipCode: "42000",
    city: "Saint-Étienne",
    latitude: 45.4397,
    longitude: 4.3872,
    housesCount: 88,
    areaPerHouseM2: 60,
    station: "lyon",
    branch: "Sud",
    decade: "1960",
    boilerRooms: [
      {
        name: "Chaufferie haute",
        kind: "gaz-volume",
        target: 47,
        real: 1.07,
        hotWater: "m3",
        gas: "300 mbar",
        operator: THERMALIA,
      },
      {
        name: "Chaufferie basse",
        kind: "gaz-volume",
        target: 47,
        real: 1.01,
        hotWater: "m3",
        gas: "300 mbar",
        flaws: ["late-season"],
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Les Charmilles",
    street: "10 rue des Charmilles",
    zipCode: "90000",
    city: "Belfort",
    latitude: 47.64,
    longitude: 6.86,
    housesCount: 42,
    areaPerHouseM2: 64,
    station: "dijon",
    branch: "Est",
    decade: "1980",
    boilerRooms: [
      {
        name: "Chaufferie bois",
        kind: "wood-mass",
        target: 34,
        real: 0.96,
        hotWater: "energy",
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Le Grand Pré",
    street: "55 rue du Grand Pré",
    zipCode: "68100",
    city: "Mulhouse",
    latitude: 47.7494,
    longitude: 7.339,
    housesCount: 102,
    areaPerHouseM2: 58,
    station: "dijon",
    branch: "Est",
    decade: "1970",
    boilerRooms: [
      {
        name: "Sous-station nord",
        kind: "urban-energy",
        target: 42,
        real: 1.03,
        hotWater: "m3",
        operator: CALORIS,
      },
      {
        name: "Sous-station sud",
        kind: "urban-energy",
        target: 42,
        real: 0.98,
        hotWater: "energy",
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Les Mésanges",
    street: "4 impasse des Mésanges",
    zipCode: "72000",
    city: "Le Mans",
    latitude: 48.0061,
    longitude: 0.1996,
    housesCount: 38,
    areaPerHouseM2: 63,
    station: "rennes",
    branch: "Centre",
    decade: "1980",
    boilerRooms: [
      {
        name: "Chaufferie",
        kind: "gaz-volume",
        target: 33,
        real: 1.04,
        hotWater: "m3",
        gas: "21 mbar",
        flaws: ["q-too-high"],
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Square Pasteur",
    street: "7 square Pasteur",
    zipCode: "93200",
    city: "Saint-Denis",
    latitude: 48.9356,
    longitude: 2.3539,
    housesCount: 140,
    areaPerHouseM2: 56,
    station: "orly",
    branch: "Centre",
    decade: "1970",
    hasPilot: true,
    boilerRooms: [
      {
        name: "Sous-station A",
        kind: "urban-energy",
        target: 40,
        real: 0.97,
        hotWater: "m3",
        operator: CALORIS,
      },
      {
        name: "Sous-station B",
        kind: "urban-energy",
        target: 40,
        real: 1.1,
        hotWater: "m3",
        flaws: ["over-target"],
        operator: CALORIS,
      },
    ],
  },
  {
    name: "Les Quatre Saisons",
    street: "16 rue des Quatre Saisons",
    zipCode: "63000",
    city: "Clermont-Ferrand",
    latitude: 45.7797,
    longitude: 3.0869,
    housesCount: 58,
    areaPerHouseM2: 61,
    station: "lyon",
    branch: "Sud",
    decade: "1980",
    boilerRooms: [
      {
        name: "Chaufferie",
        kind: "gaz-volume",
        target: 36,
        real: 0.93,
        hotWater: "litres",
        solarM2: 70,
        gas: "21 mbar",
        operator: THERMALIA,
      },
    ],
  },
  {
    name: "Le Val Fleuri",
    street: "30 rue du Val Fleuri",
    zipCode: "44000",
    city: "Nantes",
    latitude: 47.2184,
    longitude: -1.5536,
    housesCount: 50,
    areaPerHouseM2: 65,
    station: "rennes",
    branch: "Centre",
    decade: "2000",
    boilerRooms: [
      {
        name: "Chaufferie",
        kind: "gaz-volume",
        target: 26,
        real: 1.02,
        hotWater: "m3",
        solarM2: 48,
        gas: "21 mbar",
        operator: CALORIS,
      },
    ],
  },
];

/** Table of the demo's residences with their boiler rooms, and its reader. @module */

import * as z from "zod";
import { type StationId, STATIONS } from "@/lib/demo/simulation/climate.ts";
import { SOURCE_KIND_NAMES } from "@/lib/facilities/source_kinds.ts";

/** Defect of a boiler room, shown by the demo. */
const flaw = z.enum([
  /** Heating runs on until mid-June, after the season's end. */
  "late-season",
  /** The hot-water meter is silent from mid-January to mid-March. */
  "missing-hot-water",
  /** The q of the settings is far too high: heating turns negative in mid-season. */
  "q-too-high",
  /** Burns well over its target. */
  "over-target",
  /** Its burner gets dirty from January on, and is cleaned in summer: each month burns more than the one before. */
  "drifting",
  /** Its habits hardly change: what its story changes shows. */
  "steady",
]);

export type Flaw = z.output<typeof flaw>;

const figure = z.coerce.number();

const boilerRoom = z.strictObject({
  name: z.string(),
  kind: z.enum(SOURCE_KIND_NAMES),
  /** Target of the contract, Wh/m²/DJU, and the actual consumption as a share of it. */
  heating: z.strictObject({ target: figure, real: figure }),
  hotWater: z.enum(["m3", "litres", "energy", "none"]),
  operator: z.string(),
  /** Thermal solar collectors, m². */
  solarM2: figure.optional(),
  /** Share of its heat that a heat pump gives when it is 7 °C outdoors, 0 to 1. */
  heatPumpShare: figure.optional(),
  /** Photovoltaic panels, kW under the rated sun. */
  solarKWp: figure.optional(),
  /** Delivery pressure of its gas. */
  gas: z.enum(["21 mbar", "300 mbar"]).optional(),
  flaws: z.string().transform((names) => names.split(" ")).pipe(z.array(flaw)).optional(),
});

export type DemoBoilerRoom = z.output<typeof boilerRoom>;

const site = z.strictObject({
  name: z.string(),
  address: z.strictObject({ street: z.string(), zipCode: z.string(), city: z.string() }),
  position: z.strictObject({ latitude: figure, longitude: figure }),
  /** Number of dwellings, and the mean area of one. */
  dwellings: z.strictObject({ count: figure, areaM2: figure }),
  station: z.custom<StationId>((id) => Object.hasOwn(STATIONS, String(id))),
  /** Owning branch and building decade: the two tag groups of the demo. */
  tags: z.strictObject({
    branch: z.enum(["Nord", "Est", "Centre", "Sud"]),
    decade: z.enum(["1960", "1970", "1980", "2000"]),
  }),
  boilerRooms: z.array(boilerRoom),
  /** Heated area besides the dwellings', m². */
  commonAreaM2: figure.optional(),
  /** A collective self-consumption: panels on the roofs beside those of the boiler rooms, kW. */
  sharedSolarKWp: figure.optional(),
  /** The pilot user's residence, and others with remote heating control. */
  hasPilot: z.literal(true).optional(),
  /** Occupants may have the page of their dwelling. */
  hasOccupantPages: z.literal(true).optional(),
  /** A contact tells whether a window of each dwelling is open. */
  hasWindowContacts: z.literal(true).optional(),
  /** A meter of each dwelling counts its lights alone. */
  hasLightsMeters: z.literal(true).optional(),
  /** What its dwellings show; each chooses when omitted. */
  houseMode: z.enum(["No", "Detailed", "Anonymous", "DetailedTemp"]).optional(),
  /** Its heating seasons follow the weather. */
  hasCalculatedSeason: z.literal(true).optional(),
});

export type DemoSite = z.output<typeof site>;

/**
 * Reads a table of residences, one a line: name, street, postcode, city, latitude, longitude, dwellings, area of one,
 * weather station, branch, decade and options. The boiler rooms of each follow, indented: name, kind of source, target
 * and real consumption, hot water, operator and options.
 *
 * @returns the residences, read when first needed: reading them takes 5 ms of a start
 * @throws ZodError, then, for a cell or an option that is not of its column
 */
function siteTable(table: string): () => readonly DemoSite[] {
  let known: readonly DemoSite[] | undefined;
  return () => known ??= sitesIn(table);
}

function sitesIn(table: string): readonly DemoSite[] {
  const sites: { boilerRooms: object[] }[] = [];
  for (const line of table.split("\n").filter((one) => one !== "")) {
    const cells = line.split("|").map((cell) => cell.trim());
    if (line.startsWith(" ")) sites.at(-1)?.boilerRooms.push(boilerRoomIn(cells));
    else sites.push({ ...siteIn(cells), boilerRooms: [] });
  }
  return z.array(site).parse(sites);
}

function siteIn(cells: readonly string[]) {
  const [name, street, zipCode, city, latitude, longitude, count, areaM2, ...others] = cells;
  const [station, branch, decade, options] = others;
  return {
    name,
    address: { street, zipCode, city },
    position: { latitude, longitude },
    dwellings: { count, areaM2 },
    station,
    tags: { branch, decade },
    ...optionsIn(options),
  };
}

function boilerRoomIn([name, kind, target, real, hotWater, operator, options]: readonly string[]) {
  return { name, kind, heating: { target, real }, hotWater, operator, ...optionsIn(options) };
}

/** The options of a line, by name: "hasPilot, sharedSolarKWp=30". */
function optionsIn(text = ""): Record<string, string | true> {
  const options = text.split(", ").filter((option) => option !== "");
  return Object.fromEntries(options.map((option) => {
    const [name = "", value = true] = option.split("=");
    return [name, value];
  }));
}

/** The landlord's 22 residences: real communes, invented addresses and figures. @spec demo.accounts */
export const demoSites = siteTable(`
Les Tilleuls | 12 rue des Tilleuls | 54000 | Nancy | 48.6936 | 6.1683 | 64 | 61 | nancy | Est | 1970 | hasPilot, hasOccupantPages, sharedSolarKWp=30
  Chaufferie principale | gaz-volume | 38 | 1.03 | litres | Thermalia Exploitation | solarM2=60, heatPumpShare=0.28, solarKWp=36, gas=21 mbar
  Chaufferie bâtiment B | gaz-volume | 42 | 0.96 | m3 | Thermalia Exploitation | gas=21 mbar
Le Bois Joli | 3 allée du Bois Joli | 25200 | Montbéliard | 47.5115 | 6.7986 | 48 | 64 | dijon | Est | 1980 | hasWindowContacts
  Chaufferie bois | wood-mass | 36 | 0.98 | m3 | Caloris Services
Les Grands Champs | 27 rue de l’Épeule | 59100 | Roubaix | 50.6901 | 3.1817 | 120 | 58 | lille | Nord | 1960
  Chaufferie nord | gaz-volume | 45 | 1.14 | m3 | Thermalia Exploitation | gas=300 mbar, flaws=over-target
  Sous-station sud | urban-energy | 40 | 1.02 | energy | Caloris Services | flaws=steady
Cité Jean-Moulin | 8 cours Jean-Moulin | 69100 | Villeurbanne | 45.7719 | 4.8902 | 96 | 60 | lyon | Sud | 1970 | hasPilot, hasLightsMeters
  Sous-station | urban-energy | 41 | 0.94 | energy | Caloris Services | solarM2=80
Le Clos Saint-Martin | 5 rue Saint-Martin | 76600 | Le Havre | 49.4944 | 0.117 | 40 | 66 | havre | Nord | 2000
  Chaufferie | gaz-volume | 28 | 1.01 | litres | Thermalia Exploitation | solarM2=44, gas=21 mbar, flaws=late-season
La Roseraie | 41 avenue de la Roseraie | 94240 | L’Haÿ-les-Roses | 48.7796 | 2.3375 | 72 | 59 | orly | Centre | 1970
  Chaufferie | gaz-volume | 39 | 0.99 | m3 | Caloris Services | gas=21 mbar, flaws=missing-hot-water
Les Acacias | 19 rue des Acacias | 78200 | Mantes-la-Jolie | 48.9908 | 1.7172 | 110 | 62 | orly | Centre | 1960
  Chaufferie est | gaz-volume | 44 | 1.05 | m3 | Thermalia Exploitation | gas=300 mbar, flaws=q-too-high
  Chaufferie ouest | gaz-volume | 44 | 1.09 | m3 | Thermalia Exploitation | gas=300 mbar
Résidence du Moulin | 2 quai du Moulin | 67000 | Strasbourg | 48.5839 | 7.7455 | 56 | 63 | nancy | Est | 1980 | houseMode=Detailed
  Chaufferie | gaz-energy | 35 | 0.97 | m3 | Caloris Services | gas=300 mbar
Les Hauts de Seille | 14 rue de la Seille | 57000 | Metz | 49.1193 | 6.1757 | 84 | 60 | nancy | Est | 1970
  Chaufferie biomasse | wood-energy | 40 | 1.04 | energy | Caloris Services
  Chaufferie d’appoint | gaz-volume | 40 | 1.0 | none | Caloris Services | gas=21 mbar
Le Parc des Peupliers | 33 boulevard des Peupliers | 51100 | Reims | 49.2577 | 4.0319 | 132 | 57 | nancy | Est | 1960
  Chaufferie A | gaz-volume | 46 | 1.08 | m3 | Thermalia Exploitation | gas=300 mbar
  Chaufferie B | gaz-volume | 46 | 0.99 | m3 | Thermalia Exploitation | gas=300 mbar
Les Genêts | 6 rue des Genêts | 35000 | Rennes | 48.1113 | -1.68 | 45 | 65 | rennes | Centre | 2000 | houseMode=Anonymous
  Chaufferie | gaz-volume | 27 | 0.95 | litres | Thermalia Exploitation | solarM2=50, gas=21 mbar
Les Cèdres | 22 rue des Cèdres | 38100 | Grenoble | 45.1715 | 5.7224 | 78 | 61 | lyon | Sud | 1970 | hasCalculatedSeason
  Sous-station | urban-energy | 39 | 1.06 | m3 | Caloris Services
Le Verger | 9 rue du Verger | 45000 | Orléans | 47.9022 | 1.904 | 36 | 67 | orly | Centre | 2000
  Chaufferie | wood-mass | 29 | 1.02 | m3 | Caloris Services | solarM2=36
La Fontaine | 17 rue de la Fontaine | 21000 | Dijon | 47.322 | 5.0415 | 52 | 62 | dijon | Est | 1980 | houseMode=DetailedTemp
  Chaufferie | gaz-volume | 37 | 1.12 | m3 | Thermalia Exploitation | gas=21 mbar, flaws=over-target missing-hot-water
Les Coquelicots | 28 rue des Coquelicots | 80000 | Amiens | 49.8942 | 2.2957 | 68 | 59 | lille | Nord | 1970
  Chaufferie | gaz-volume | 41 | 1.0 | litres | Caloris Services | gas=21 mbar, flaws=drifting
Le Belvédère | 1 montée du Belvédère | 42000 | Saint-Étienne | 45.4397 | 4.3872 | 88 | 60 | lyon | Sud | 1960
  Chaufferie haute | gaz-volume | 47 | 1.07 | m3 | Thermalia Exploitation | gas=300 mbar
  Chaufferie basse | gaz-volume | 47 | 1.01 | m3 | Thermalia Exploitation | gas=300 mbar, flaws=late-season
Les Charmilles | 10 rue des Charmilles | 90000 | Belfort | 47.64 | 6.86 | 42 | 64 | dijon | Est | 1980 | houseMode=No
  Chaufferie bois | wood-mass | 34 | 0.96 | energy | Caloris Services
Le Grand Pré | 55 rue du Grand Pré | 68100 | Mulhouse | 47.7494 | 7.339 | 102 | 58 | dijon | Est | 1970
  Sous-station nord | urban-energy | 42 | 1.03 | m3 | Caloris Services | flaws=steady
  Sous-station sud | urban-energy | 42 | 0.98 | energy | Caloris Services
Les Mésanges | 4 impasse des Mésanges | 72000 | Le Mans | 48.0061 | 0.1996 | 38 | 63 | rennes | Centre | 1980
  Chaufferie | gaz-volume | 33 | 1.04 | m3 | Thermalia Exploitation | gas=21 mbar, flaws=q-too-high
Square Pasteur | 7 square Pasteur | 93200 | Saint-Denis | 48.9356 | 2.3539 | 140 | 56 | orly | Centre | 1970 | hasPilot
  Sous-station A | urban-energy | 40 | 0.97 | m3 | Caloris Services
  Sous-station B | urban-energy | 40 | 1.1 | m3 | Caloris Services | flaws=over-target
Les Quatre Saisons | 16 rue des Quatre Saisons | 63000 | Clermont-Ferrand | 45.7797 | 3.0869 | 58 | 61 | lyon | Sud | 1980
  Chaufferie | gaz-volume | 36 | 0.93 | litres | Thermalia Exploitation | solarM2=70, gas=21 mbar
Le Val Fleuri | 30 rue du Val Fleuri | 44000 | Nantes | 47.2184 | -1.5536 | 50 | 65 | rennes | Centre | 2000
  Chaufferie | gaz-volume | 26 | 1.02 | m3 | Caloris Services | solarM2=48, gas=21 mbar
`);

/**
 * The small data set: what a landlord has who begins, with a residence whose dwellings are not there yet.
 *
 * @spec demo.sample
 */
export const sampleSites = siteTable(`
Résidence Colette | 6 rue Colette | 21000 | Dijon | 47.3316 | 5.0322 | 20 | 62 | dijon | Est | 2000
  Sous-station | urban-energy | 31 | 0.98 | m3 | Caloris Services
Maison des associations | 2 place de la Source | 21160 | Marsannay-la-Côte | 47.2707 | 4.9868 | 0 | 0 | dijon | Est | 1980 | commonAreaM2=780
  Chaufferie bois | wood-mass | 38 | 1.04 | none | Caloris Services
Les Glycines | 15 rue des Glycines | 21300 | Chenôve | 47.2916 | 5.0091 | 20 | 58 | dijon | Est | 1970
  Sous-station | urban-energy | 42 | 1.07 | energy | Caloris Services
`);

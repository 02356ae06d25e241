import * as z from "zod";
import { type StationId, STATIONS } from "@/lib/backend/demo/simulation/climate.ts";
import { SOURCE_KIND_NAMES } from "@/lib/domain/energy_balance/settings/source_kinds.ts";

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
export function siteTable(table: string): () => readonly DemoSite[] {
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

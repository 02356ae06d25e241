/**
 * A landlord on a real store: what trials load is not the demo.
 *
 * @module
 */
import { createAccount } from "../../lib/backend/accounts/accounts.ts";
import { Platform } from "../../lib/backend/choose.ts";
import { takeLines } from "../../lib/backend/ingest_door.ts";
import { openStore } from "../../lib/backend/kv/open.ts";
import type { Store } from "../../lib/backend/kv/store.ts";
import { ANONYMOUS, type Caller } from "../../lib/contract/caller.ts";
import type { Ask } from "../../lib/contract/catalogue.ts";
import { addDays, datesOfMonth, type IsoDate } from "../../lib/domain/periods/civil_dates.ts";
import type { DataUnitId } from "../../lib/domain/series/types.ts";
import { links } from "../../lib/links/links.ts";

/** A boiler room with a year of readings, and who may read it. */
export interface Landlord {
  readonly email: string;
  readonly password: string;
  readonly projectId: string;
  readonly boilerRoomId: string;
  /** The balance of the year its meters were read. */
  readonly balancePath: string;
  /** Token of its collector. */
  readonly ingestToken: string;
}

/** The year of which every day is read. */
export const YEAR_READ = 2025;

const PERSON = { email: "essai@bailleur.fr", password: "trente-deux-chaufferies" };

/** What the meters of the boiler room count in a day, on average. */
const METERS: readonly { readonly unit: DataUnitId; readonly perDay: number }[] = [
  { unit: "GAZV", perDay: 140 },
  { unit: "ECSV", perDay: 9 },
  { unit: "ECSE", perDay: 420 },
  { unit: "SOLE", perDay: 55 },
];

/**
 * Fills a store as its owner would: an account, an organisation, a residence, a boiler room with its settings, a
 * collector that sent a year of daily indexes, the days of a weather station.
 */
export async function settleLandlord(kvPath: string): Promise<Landlord> {
  const store = await openStore(kvPath);
  const platform = new Platform({
    store,
    now: Date.now,
    demo: false,
    rates: { loginPerAccountAndMinute: 5, loginPerAddressAndMinute: 20 },
    upstream: null,
    reportFault: (_, fault) => console.error(fault),
  });
  try {
    const ask = askAs(platform, await accountCaller(platform, store));
    const room = await aBoilerRoom(ask);
    await readMeters(platform, room);
    const { projectId, boilerRoomId, token } = room;
    const balancePath = links.energyBalance(projectId, boilerRoomId, `monthly/${YEAR_READ}`);
    return { ...PERSON, projectId, boilerRoomId, balancePath, ingestToken: token };
  } finally {
    await platform.close();
    store.close();
  }
}

async function accountCaller(platform: Platform, store: Store): Promise<Caller> {
  const person = { ...PERSON, forename: "Ada", surname: "Durand", platformAdmin: true };
  await createAccount(store, person, { now: Date.now() });
  const { token } = await answerOf(askAs(platform, ANONYMOUS)("login", { body: PERSON }));
  return await platform.identities.byToken(token, "header");
}

interface Room {
  readonly projectId: string;
  readonly boilerRoomId: string;
  /** In the order of {@link METERS}. */
  readonly series: readonly string[];
  readonly token: string;
}

async function aBoilerRoom(ask: Ask): Promise<Room> {
  const { id: orgId } = await answerOf(
    ask("createOrg", { body: { name: "Habitat des Essais", adminEmail: PERSON.email } }),
  );
  const { id: projectId } = await answerOf(ask("createProject", {
    orgId,
    body: {
      name: "Les Tilleuls",
      code: "T01",
      location: {
        street: "1 rue des Tilleuls",
        zipCode: "54000",
        city: "Nancy",
        latitude: 48.69,
        longitude: 6.18,
      },
      tags: [],
    },
  }));
  const { id: boilerRoomId } = await answerOf(ask("addEquipment", {
    projectId,
    body: {
      kind: "boilerroom",
      instrumented: true,
      parentId: null,
      settings: { name: "Chaufferie Les Tilleuls", code: "" },
    },
  }));
  const series: string[] = [];
  for (const { unit } of METERS) series.push(await aMeter(ask, projectId, unit));
  await describeRoom(ask, { projectId, boilerRoomId, series });
  const created = ask("createIngestToken", { projectId, body: { name: "Essai" } });
  return { projectId, boilerRoomId, series, token: (await answerOf(created)).token };
}

async function aMeter(ask: Ask, projectId: string, dataUnitId: DataUnitId): Promise<string> {
  const { id: series } = await answerOf(ask("createDataseries", {
    projectId,
    body: {
      dataUnitId,
      scope: "facilities",
      renamed: null,
      importedUnit: null,
      manualIndex: false,
      equipmentId: null,
      dataSourceOptions: {},
    },
  }));
  const body = { source: `index,serial=${dataUnitId} value`, houseId: null };
  await answerOf(ask("attachSource", { projectId, series, body }));
  return series;
}

async function describeRoom(
  ask: Ask,
  { projectId, boilerRoomId, series }: Omit<Room, "token">,
): Promise<void> {
  const [gas = "", hotWaterM3 = "", hotWaterKWh = "", solar = ""] = series;
  const source = { name: "Nancy-Essey", method: "meteo", seriesId: null, station: "" } as const;
  const { id } = await answerOf(ask("createOutdoorSource", { projectId, body: source }));
  await answerOf(
    ask("importOutdoorDays", { projectId, outdoorSourceId: id, body: stationFile() }),
  );
  await answerOf(ask("putEfficiencySources", {
    projectId,
    boilerRoomId,
    body: {
      sourceKind: "gaz-volume",
      sourceType: gas,
      hotWaterTypes: [
        { hotWaterType: hotWaterM3, hotWaterKind: "volume" },
        { hotWaterType: hotWaterKWh, hotWaterKind: "energy" },
      ],
      solarTypes: [solar],
      gazPce: null,
    },
  }));
  for (const [fromDate, area] of [["2024-07-01", 3250], ["2025-09-15", 3310]] as const) {
    const settings = { area, peopleNb: 118, q: 105, target: 38, threshold: 5, djuContract: 2450 };
    const body = { ...settings, djuSource: id };
    await answerOf(ask("putEfficiencySettings", { projectId, boilerRoomId, fromDate, body }));
  }
  const factors = { projectId, boilerRoomId, fromDate: "2025-03-01", body: { pta: 1, pcs: 11.3 } };
  await answerOf(ask("putGasFactors", factors));
}

/** Sends the indexes of every meter, a line a day, in one body. */
async function readMeters(platform: Platform, { token }: Room): Promise<void> {
  const lines = METERS.flatMap(({ unit, perDay }) => {
    let index = 10_000;
    return daysRead().map((date) => {
      index += Math.round(perDay * 2 * warmth(date, unit === "SOLE" ? 1 : -1));
      return `index,serial=${unit} value=${index} ${Date.parse(date) / 1_000}`;
    });
  });
  const outcome = await takeLines(platform, { token, precision: "s", text: lines.join("\n") });
  if (outcome.kind !== "stored") throw new Error(`The readings were not stored: ${outcome.kind}`);
}

/** A daily file as Météo-France publishes it. */
function stationFile(): string {
  const lines = daysRead().map((date) => {
    const minC = warmth(date, 1) * 20 - 4;
    const day = date.replaceAll("-", "");
    return `54526001;NANCY-ESSEY;${day};${minC.toFixed(1)};${(minC + 8).toFixed(1)}`;
  });
  return ["NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX", ...lines].join("\n");
}

/** From the last day before the year to the first day after it: its twelve months are whole. */
function daysRead(): IsoDate[] {
  const months = Array.from(
    { length: 12 },
    (_, at) => `${YEAR_READ}-${String(at + 1).padStart(2, "0")}`,
  );
  const days = months.flatMap(datesOfMonth);
  return [addDays(days[0] ?? "", -1), ...days, addDays(days.at(-1) ?? "", 1)];
}

/** From 0 to 1 through the year: warmest in July, or the contrary. */
function warmth(date: IsoDate, direction: 1 | -1): number {
  const turn = (Date.parse(date) - Date.UTC(YEAR_READ, 6, 20)) / (365.25 * 86_400_000);
  return (1 + direction * Math.cos(turn * 2 * Math.PI)) / 2;
}

function askAs({ door }: Platform, caller: Caller): Ask {
  const asking = { caller, clientAddress: "127.0.0.1", requestId: "trial" };
  return (name, input) => door.answer(name, input, asking);
}

async function answerOf<Answer>(
  asked: Promise<{ ok: true; answer: Answer } | { ok: false; code: string }>,
): Promise<Answer> {
  const result = await asked;
  if (!result.ok) throw new Error(`Refused: ${result.code}`);
  return result.answer;
}

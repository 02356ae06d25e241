import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { links } from "@/lib/ui/links.ts";
import { tableFileLinks } from "@/lib/ui/query.ts";
import { VECTOR, VECTOR_UNITS, vectorInput } from "@/tests/energy_balance/builders.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { dailyRegisters } from "@/tests/helpers/some_series.ts";
import { type Landlord, PERSON, withOwnSite } from "@/tests/loading/own_site.ts";
import { sendByInflux } from "@/tests/tools/influx_sender.ts";
import { textOf, Visitor } from "@/tools/serving/visitor.ts";

const YEAR = "monthly-2023";
const FIRST_DAY = "2023-01-01";

Deno.test("collector's registers and imported DJU make the balance: page, file and API are equal", () =>
  withOwnSite(async ({ url, kvPath, landlord, projectId }) => {
    const boilerRoomId = await aBoilerRoom(landlord, projectId);
    await describeRoom(landlord, { projectId, boilerRoomId });
    await importDju(kvPath, projectId);
    await sendYear(url, landlord, projectId);
    await readEverywhere(url, landlord, { projectId, boilerRoomId });
  }));

interface Place {
  projectId: string;
  boilerRoomId: string;
}

async function aBoilerRoom({ ask }: Landlord, projectId: string): Promise<string> {
  const { id } = await ask("addEquipment", {
    projectId,
    body: {
      kind: "boilerroom",
      instrumented: true,
      parentId: null,
      settings: { name: VECTOR.input.boilerRoom.name, code: "0301-CH01" },
    },
  });
  return id;
}

async function describeRoom({ ask }: Landlord, { projectId, boilerRoomId }: Place): Promise<void> {
  const ids: Record<string, string> = {};
  for (const [source, unit] of Object.entries(VECTOR_UNITS)) {
    const { id } = await ask("createDataseries", {
      projectId,
      body: seriesDraft({ ...unit, renamed: source, equipmentId: boilerRoomId }),
    });
    ids[source] = id;
    await ask("attachSource", {
      projectId,
      series: id,
      body: { source: `serial=${source}`, houseId: null },
    });
  }
  const { id: djuSource } = await ask("createOutdoorSource", {
    projectId,
    body: { name: "orly", method: "meteo", seriesId: null, station: "" },
  });
  const idOf = (source: string) => ids[source] ?? source;
  const { boilerRoom, seasons } = vectorInput();
  const { sourceKind, sourceType, hotWaterTypes, solarTypes, gazPce, settings, gazFactors } =
    boilerRoom;
  const place = { projectId, boilerRoomId };
  await ask("putEfficiencySources", {
    ...place,
    body: {
      sourceKind,
      sourceType: idOf(sourceType),
      hotWaterTypes: hotWaterTypes.map((one) => ({ ...one, hotWaterType: idOf(one.hotWaterType) })),
      solarTypes: solarTypes.map(idOf),
      gazPce,
    },
  });
  for (const { fromDate: since, ...values } of settings) {
    // The year's first day is enough: a version of over five years ago asks to be confirmed.
    const fromDate = since < FIRST_DAY ? FIRST_DAY : since;
    await ask("putEfficiencySettings", { ...place, fromDate, body: { ...values, djuSource } });
  }
  for (const { fromDate, ...body } of gazFactors) {
    await ask("putGasFactors", { ...place, fromDate, body });
  }
  await ask("putHeatingSeasons", { ...place, body: [...seasons] });
}

/** `deno task import dju`, while the server runs. */
async function importDju(kvPath: string, projectId: string): Promise<void> {
  const file = await Deno.makeTempFile({ suffix: ".csv" });
  const lines = Object.entries(VECTOR.input.dju).map(([month, dju]) =>
    `${month};${String(dju).replace(".", ",")}`
  );
  await Deno.writeTextFile(file, ["mois;dju", ...lines].join("\n"));
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/import.ts", "dju", file, "--project", projectId, "--source", "orly"],
    env: { DENO_KV_PATH: kvPath },
  }).output();
  await Deno.remove(file);
  strictEqual(success, true, new TextDecoder().decode(stderr));
}

/**
 * Every register, each midnight of 2023 in Paris, by the InfluxDB client, gzipped as collectors do.
 */
async function sendYear(url: string, { ask }: Landlord, projectId: string): Promise<void> {
  const { token } = await ask("createIngestToken", { projectId, body: { name: "Concentrateur" } });
  const lines = Object.entries(VECTOR.input.series).flatMap(([source, { values }]) => [
    ...dailyRegisters(source, values),
  ]);
  await sendByInflux({ url, token, bucket: projectId }, lines);
}

async function readEverywhere(url: string, { ask }: Landlord, place: Place): Promise<void> {
  const visitor = new Visitor(url);
  await visitor.signIn(PERSON);
  const { projectId, boilerRoomId } = place;

  const file = await visitor.ask(
    tableFileLinks(links.energyBalance(projectId, boilerRoomId, "monthly/2023")).semicolon,
  );
  const expected = `\uFEFF${VECTOR.expected.csv.semicolonDialect.lines.join("\r\n")}`;
  deepStrictEqual(new Uint8Array(file.bytes), new Uint8Array(new TextEncoder().encode(expected)));

  const { boilerRoom, ...readings } = await ask("getBalanceReadings", { ...place, segment: YEAR });
  if (boilerRoom === null) throw new Error("The boiler room is not described");
  const period = { year: 2023, shifted: false };
  const { cumulative } = yearReport({ ...readings, boilerRoom, period, now: "2026-11-21" });
  strictEqual(
    cumulative?.rate.percent?.toFixed(5),
    VECTOR.expected.cumulative.rate.percent.toFixed(5),
  );

  const page = textOf(
    await visitor.ask(links.energyBalance(projectId, boilerRoomId, "monthly/2023")),
  );
  strictEqual(page.includes("<h1>Chaufferie Les Tilleuls | Bilan énergétique</h1>"), true);
  deepStrictEqual(cellsOf(page, "Année 2023").slice(-4), ["247\u202F131", "36,9", "2,1", "100"]);
}

/** The cells of the row with a given header. */
function cellsOf(page: string, name: string): string[] {
  const row = page.split("<tr").find((one) => one.includes(`>${name}</th>`)) ?? "";
  return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = ""]) =>
    cell.replace(/<span class="visually-hidden">.*?<\/span>/g, "").replace(/<[^>]+>/g, "").trim()
  );
}

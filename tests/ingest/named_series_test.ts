import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { Input, Result } from "@/lib/app/catalogue.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aResidence } from "@/tests/api/a_residence.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { withApp } from "@/tests/helpers/an_app.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { counts } from "./example_files.ts";

type Importing = (
  body: string,
  query?: Partial<Input<"importReadings">>,
) => Promise<Result<"importReadings">>;

/** A residence with a gas meter, and an import that returns what it counts in January. */
function withGasMeter(
  test: (place: {
    ask: Awaited<ReturnType<typeof aResidence>>["ask"];
    gas: string;
    importing: Importing;
    january(): Promise<unknown>;
  }) => Promise<void>,
): Promise<void> {
  return withApp(async (_, built) => {
    const { ask, series: gas } = await aResidence(built);
    await test({
      ask,
      gas,
      importing: (body, query = {}) =>
        ask("importReadings", { projectId: PROJECT, body, ...query }),
      async january() {
        const range = { projectId: PROJECT, series: gas, segment: "monthly-2025" };
        return (await answerOf(ask("getFacilityRangeData", range))).slots[0]?.value;
      },
    });
  });
}

/** Two dwellings with cold water meters, and an import that returns their last registers. */
async function withDwellings(
  test: (place: {
    cold: string;
    importing: Importing;
    /** The last register of each dwelling. */
    last(): Promise<(number | undefined)[]>;
  }) => Promise<void>,
): Promise<void> {
  await withApp(async (_, built) => {
    const { ask } = await aResidence(built);
    const cold = await aHousingSeries(ask, "EFSV");
    const houses = [await aHouse(ask, { name: "A12" }, "0D74"), await aHouse(ask, { name: "A13" })];
    const stored = storedSeries(built);
    await test({
      cold,
      importing: (body, query = {}) =>
        ask("importReadings", { projectId: PROJECT, body, ...query }),
      last: () =>
        Promise.all(
          houses.map(async (house) => (await stored.last(storedSeriesId(cold, house)))?.value),
        ),
    });
  });
}

// @spec imports.series-names
Deno.test("importReadings() assigns values to dwellings, named in each line or before the series", () =>
  withDwellings(async ({ importing, last }) => {
    const lines = "date;logement;serie;valeur\n01/01/2025;a12;Eau froide;5\n01/01/2025;A99;EFSV;1";
    deepStrictEqual(counts(await importing(lines)), [1, 0, 0, [3]]);
    deepStrictEqual(await last(), [5, undefined]);
    const named = "date;serie;valeur\n02/01/2025;0D74 / Eau froide;6\n02/01/2025;A13/EFSV;7";
    deepStrictEqual(counts(await importing(named)), [2, 0, 0, []]);
    deepStrictEqual(await last(), [6, 7]);
  }));

Deno.test("importReadings() reads a column for each dwelling once the series is chosen", () =>
  withDwellings(async ({ cold, importing, last }) => {
    const columns = "date;A12;A13\n01/01/2025;5;6";
    deepStrictEqual(counts(await importing(columns)), [0, 0, 0, [2, 2]]);
    deepStrictEqual(counts(await importing(columns, { series: cold })), [1, 0, 0, []]);
    deepStrictEqual(await last(), [5, 6]);
  }));

Deno.test("importReadings() stores nothing of an unnamed dwelling", () =>
  withDwellings(async ({ importing, last }) => {
    const result = await answerOf(importing("date;serie;valeur\n01/01/2025;Eau froide;5"));
    strictEqual(result.insertedCount, 0);
    match(result.errors[0]?.message ?? "", /se relève par logement/);
    deepStrictEqual(await last(), [undefined, undefined]);
  }));

Deno.test("importReadings() accepts the unit of a series after its name, as the lists of series show it", () =>
  withDwellings(async ({ importing, last }) => {
    const columns = "date;A12 / Eau froide (m³);A13 / Eau froide (L)\n01/01/2025;5;7000";
    deepStrictEqual(counts(await importing(columns)), [1, 0, 0, []]);
    deepStrictEqual(await last(), [5, 7]);
    const wrong = await answerOf(importing("date;A12 / Eau tiède (m³)\n01/01/2025;5"));
    match(wrong.errors[0]?.message ?? "", /Série inconnue.*A12 . Eau tiède/);
  }));

Deno.test("importReadings() finds a series by its attached source", () =>
  withGasMeter(async ({ ask, importing, gas, january }) => {
    await ask("attachSource", {
      projectId: PROJECT,
      series: gas,
      body: { source: "serial=0101", houseId: null },
    });
    const body = "date;compteur;index\n2025-01-01;serial=0101;5\n2025-02-01;serial=0101;9";
    deepStrictEqual(counts(await importing(body)), [2, 0, 0, []]);
    strictEqual(await january(), 4);
  }));

Deno.test("importReadings() accepts a series prefixed by its residence, and refuses dates that are too old", () =>
  withGasMeter(async ({ importing, january }) => {
    const body = "date;serie;valeur\n01/01/2025;Les Lilas/GAZV;5\n01/02/2025;les lilas / gazv;9\n" +
      "01/01/1969;GAZV;1";
    deepStrictEqual(counts(await importing(body)), [2, 0, 0, [4]]);
    strictEqual(await january(), 4);
  }));

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { inDemo } from "./in_demo.ts";

const RESIDENCES = demoSites().map((_, index) => siteId(index));

// @spec demo.features
Deno.test("the residences of the demo have every mode of dwellings, and one has calculated seasons", () =>
  inDemo("landlord", async (ask) => {
    const features = await Promise.all(
      RESIDENCES.map((projectId) => answerOf(ask("getProjectFeatures", { projectId }))),
    );
    deepStrictEqual([...new Set(features.map(({ houseMode }) => houseMode))].sort(), [
      0,
      1,
      2,
      3,
      4,
    ]);
    const rank = features.findIndex(({ calculatedHeatingSeason }) => calculatedHeatingSeason);
    const projectId = RESIDENCES[rank] ?? "";
    const room = { projectId, boilerRoomId: `${projectId}-c1` };
    const { seasons } = await answerOf(ask("getHeatingSeasons", room));
    // The demo is of 10 February 2026: last season is over, and its dates are those of the weather.
    const last = seasons.find(({ yearStart }) => yearStart === 2024);
    match(last?.calculatedDateStart ?? "", /^2024-(09|10)-/);
  }));

// @spec demo.calls
Deno.test("each state of the demo has messages", () =>
  inDemo("landlord", async (ask) => {
    let count = 0;
    for (const projectId of RESIDENCES) {
      const series = await answerOf(ask("listDataseries", { projectId }));
      const states = series.filter(({ scope, unit }) =>
        scope === "facilities" && unit.kind === "state"
      );
      for (const { id } of states) {
        const read = { projectId, series: id, segment: "daily-2026-01" };
        const { messages } = await answerOf(ask("getFacilityMessageData", read));
        ok(messages.length > 0, id);
        count++;
      }
    }
    strictEqual(count, 67);
  }));

// @spec demo.simulated-series
Deno.test("a simulated series refuses sources and files, and names itself; a new one takes them", () =>
  inDemo("landlord", async (ask) => {
    const at = { projectId: "p01" };
    const source = { source: "m,serial=1 value", houseId: null };
    const attach = (series: string, body = source) =>
      codeOfCall(ask("attachSource", { ...at, series, body }));
    strictEqual(await attach("p01-c1-gaz"), "simulated-series");
    const measure = { source: "m,house=* value", houseId: null };
    strictEqual(await attach("p01-l-temp", measure), "simulated-series");
    const body = seriesDraft({ dataUnitId: "TEMP", renamed: "Sonde du visiteur" });
    const { id } = await answerOf(ask("createDataseries", { ...at, body }));
    strictEqual(await attach(id), "ok");
    const rows = ["10/02/2026 08:00;p01-c1-gaz;5", "10/02/2026 08:00;Sonde du visiteur;5"];
    const file = ["date;serie;valeur", ...rows].join("\n");
    const { errors, insertedCount } = await answerOf(ask("importReadings", { ...at, body: file }));
    strictEqual(insertedCount, 1);
    deepStrictEqual(errors.map(({ line }) => line), [2]);
    match(
      errors[0]?.message ?? "",
      /La démonstration calcule «\u00A0.+\u00A0»\u00A0: créez une série/,
    );
  }));

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { at, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";
import { stored } from "./watched_circuit.ts";

const DAY_MS = 86_400_000;

// @spec alarms.file-series
Deno.test("series that only files feed raise no silence alarm; once a sensor is attached, its silence is raised", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const { clock, store, platform } = built;
    const draft = seriesDraft({ dataUnitId: "TEMP", renamed: "Sonde" });
    const { id: series } = await answerOf(ask("createDataseries", { ...at, body: draft }));
    const ofDwellings = await aHousingSeries(ask, "EFSV");
    const houses = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
    const second = () => Math.floor(clock.now() / 1_000) - 60;
    const importing = async (serie: string, logement: string) => {
      const date = new Date(second() * 1_000).toISOString();
      const body = `date;serie;logement;valeur\n${date};${serie};${logement};20`;
      const { errors } = await answerOf(ask("importReadings", { ...at, body }));
      deepStrictEqual(errors, []);
    };
    await importing("Sonde", "");
    await importing("Eau froide", "A1");
    const source = { source: "m,serial=2 value", houseId: houses[1] ?? "" };
    ok((await ask("attachSource", { ...at, series: ofDwellings, body: source })).ok);
    const token = await aCollector(ask);
    const send = async (serial: number) => {
      const line = `m,serial=${serial} value=20 ${second()}`;
      ok((await sendLines(platform, token, line)).kind === "stored");
      await platform.watcher.settled();
    };
    await send(2);
    await platform.watcher.watch(PROJECT);
    const silent = async () => {
      clock.advance(3 * DAY_MS);
      await platform.watcher.watch(PROJECT);
      return (await stored(store, "open")).map(({ record }) => record.subjectKey);
    };
    // The dwelling that a sensor feeds, and neither the series nor the dwelling of the files.
    deepStrictEqual(await silent(), [`collect-online/${houses[1]}`]);
    const silences = await answerOf(ask("listSilences", { orgId: ORG }));
    deepStrictEqual(
      silences.map(({ silentCount, expectedCount }) => [silentCount, expectedCount]),
      [
        [1, 1],
      ],
    );
    ok(
      (await ask("attachSource", {
        ...at,
        series,
        body: { source: "m,serial=1 value", houseId: null },
      })).ok,
    );
    await send(1);
    await send(2);
    await platform.watcher.watch(PROJECT);
    deepStrictEqual(await stored(store, "open"), []);
    deepStrictEqual((await silent()).length, 3);
    ok((await ask("deleteDataseries", { ...at, series })).ok === false);
    const marks = await Array.fromAsync(store.list({ prefix: keys.importedSeries.under(PROJECT) }));
    deepStrictEqual(marks.length, 2);
  }, { residence: { features: { houseMode: 1 } } }));

// @spec alarms.file-series, projects.attention
Deno.test("residence that only files feed is not among those whose readings are missing", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    const silent = async () => {
      built.clock.advance(3 * DAY_MS);
      return (await answerOf(ask("listSilences", { orgId: ORG }))).length;
    };
    const draft = seriesDraft({ dataUnitId: "TEMP", renamed: "Sonde" });
    const { id: series } = await answerOf(ask("createDataseries", { ...at, body: draft }));
    // Its sensor is not there yet.
    strictEqual(await silent(), 1);
    const body = `date;valeur\n${new Date(built.clock.now() - DAY_MS).toISOString()};20`;
    deepStrictEqual((await answerOf(ask("importReadings", { ...at, series, body }))).errors, []);
    strictEqual(await silent(), 0);
  }));

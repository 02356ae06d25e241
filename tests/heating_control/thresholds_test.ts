import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { Platform } from "@/lib/app/platform.ts";
import { hasThreshold } from "@/lib/heating_control/features.ts";
import { notePoll, parseReports, takeReports } from "@/lib/heating_control/gateway.ts";
import { readThresholds } from "@/lib/heating_control/settings.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { DATA_UNIT_IDS, dataUnit } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { stored } from "@/tests/alarms/watched_circuit.ts";
import { aHousingSeries, houseDraft } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aProject,
  aSeries,
  at,
  PROJECT,
  someone,
  withMember,
  writeResidence,
} from "@/tests/helpers/a_residence.ts";
import { type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { aCollector, sendLines } from "@/tests/helpers/some_series.ts";
import { auditLines } from "@/tests/helpers/stores.ts";
import { aGateway, aModule, withPilot } from "./a_pilot.ts";

// @spec pilot.thresholds
Deno.test("hasThreshold() is true for instants and amounts that nobody types by hand", () => {
  const having = (manualIndex: boolean) =>
    DATA_UNIT_IDS.filter((id) => hasThreshold({ unit: dataUnit(id), manualIndex }));
  deepStrictEqual(having(false), [
    "TEMP",
    "HUM",
    "CO2",
    "BOIM",
    "IRRA",
    "TEXT",
    "DJU",
    "TDEP",
    "TRET",
  ]);
  deepStrictEqual(having(true), []);
});

async function withThresholds({ store }: TestPlatform): Promise<void> {
  await store.atomic().set(keys.project(PROJECT), aProject({ hasPilot: true })).commit();
}

// @spec pilot.thresholds, pilot.changes
Deno.test("putPilotThreshold() sets and removes the threshold of a series, over the version read", () =>
  withMember({ isAdmin: true, roles: ["pilot"] }, async ({ built, ask }) => {
    await withThresholds(built);
    const seriesId = await aSeries(ask, "TEMP");
    await aSeries(ask, "ELEC");
    const listed = () => answerOf(ask("listPilotThresholds", at));
    const [first] = await listed();
    deepStrictEqual((await listed()).map(({ version: _, ...one }) => one), [
      { dataSeriesId: seriesId, threshold: null },
    ]);
    const put = (threshold: number | null, version?: string) =>
      ask("putPilotThreshold", { ...at, dataSeriesId: seriesId, body: { threshold, version } });
    strictEqual(codeOf(await put(26, first?.version)), "ok");
    deepStrictEqual(await readThresholds(built, PROJECT), [
      { dataSeriesId: seriesId, threshold: 26 },
    ]);
    strictEqual((await listed())[0]?.threshold, 26);
    strictEqual(codeOf(await put(null)), "ok");
    deepStrictEqual(await readThresholds(built, PROJECT), []);
    const subjects = (await auditLines(built)).flatMap(({ action, subject }) =>
      action === "putPilotThreshold" ? [subject.replace(/^.+ – /, "")] : []
    );
    deepStrictEqual(subjects.toSorted(), ["26 → aucun", "aucun → 26"]);
    strictEqual(codeOf(await put(26)), "ok");
    strictEqual(codeOf(await ask("deleteDataseries", { ...at, series: seriesId })), "ok");
    deepStrictEqual(await readThresholds(built, PROJECT), []);
  }));

// @spec pilot.thresholds
Deno.test("thresholds are not found without a pilot, on a register or in another residence", () =>
  withMember({ isAdmin: true, roles: ["pilot"] }, async ({ built, ask }) => {
    const seriesId = await aSeries(ask, "TEMP");
    const registerId = await aSeries(ask, "ELEC");
    const put = async (dataSeriesId: string) =>
      codeOf(await ask("putPilotThreshold", { ...at, dataSeriesId, body: { threshold: 26 } }));
    strictEqual(codeOf(await ask("listPilotThresholds", at)), "not-found");
    strictEqual(await put(seriesId), "not-found");
    await withThresholds(built);
    strictEqual(await put(registerId), "not-found");
    strictEqual(await put("gone"), "not-found");
    strictEqual(await put(seriesId), "ok");
  }));

const LIST = links.pilotThresholds(PROJECT);

interface Choices {
  roles?: Role[];
  hasPilot?: boolean;
}

/** A visitor of a residence with a temperature, which may have a threshold. */
function withSeries(
  test: (visitor: Visitor, seriesId: string) => Promise<void>,
  { roles = ["pilot"], hasPilot = true }: Choices = {},
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site, { project: { hasPilot } });
    const owner = { email: "chef@bailleur.fr", isAdmin: true };
    const seriesId = await aSeries(await someone(site, owner), "TEMP");
    await someone(site, { roles });
    const visitor = await site.signIn();
    await test(visitor, seriesId);
  });
}

// @spec pilot.thresholds
Deno.test("threshold is set, not overwritten by a second tab, removed, and in the file", () =>
  withSeries(async (visitor, seriesId) => {
    const list = await visitor.get(LIST);
    match(list.text, /Température/);
    const path = links.pilotThresholds(PROJECT, `series=${seriesId}`);
    ok(list.html.includes(`href="${path}#threshold"`), list.html);
    const version = (await visitor.get(path)).version();
    const typed = { form: "threshold", version, threshold: "26,5" };
    const saved = await visitor.post(path, typed);
    strictEqual(saved.headers.get("location"), `${LIST}?saved=thresholds#thresholds`);
    match(
      (await visitor.get(saved.headers.get("location") ?? "")).text,
      /Modifications enregistrées/,
    );
    const late = await visitor.post(path, { ...typed, threshold: "30" });
    strictEqual(late.status, 409);
    match(late.text, /30.*26,5/);
    const file = await visitor.get(`${LIST}?csv=semicolon`);
    match(file.html, /\r\nTempérature;Résidence;26,5;;°C/);
    const kept = (await visitor.get(path)).version();
    strictEqual((await visitor.post(path, { ...typed, version: kept, threshold: "" })).status, 303);
    match((await visitor.get(`${LIST}?filter:state=set`)).text, /Aucune série trouvée/);
  }));

Deno.test("threshold that is not a number has its error, and the list stays filtered after a save", () =>
  withSeries(async (visitor, seriesId) => {
    const path = links.pilotThresholds(
      PROJECT,
      `series=${seriesId}&filter:state=none&sort=name:desc`,
    );
    const version = (await visitor.get(path)).version();
    const wrong = await visitor.refused(path, { form: "threshold", version, threshold: "2e99" });
    ok(wrong.message("threshold"));
    const saved = await visitor.post(path, { form: "threshold", version, threshold: "19" });
    strictEqual(
      saved.headers.get("location"),
      `${LIST}?filter:state=none&sort=name:desc&saved=thresholds#thresholds`,
    );
    strictEqual((await visitor.get(links.pilotThresholds(PROJECT, "series=gone"))).status, 404);
  }));

/** A temperature of dwellings with this source, and alarms from 26 °C on. */
async function alarmsFrom26(
  ask: CallFunction,
  body: { readonly source: string; readonly houseId: string | null },
): Promise<void> {
  const series = await aHousingSeries(ask, "TEMP");
  ok((await ask("attachSource", { ...at, series, body })).ok);
  const threshold = { ...at, dataSeriesId: series, body: { threshold: 26 } };
  ok((await ask("putPilotThreshold", threshold)).ok);
}

/** A dwelling whose temperature is corrected by half a degree, with alarms from 26 °C on. */
function withThreshold(
  test: (place: {
    built: TestPlatform;
    ask: CallFunction;
    houseId: string;
    send(celsius: number): Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  return withMember({ isAdmin: true, roles: ["pilot"] }, async ({ built, ask }) => {
    const house = await answerOf(ask("createHouse", {
      ...at,
      body: houseDraft({ config: { tempOffset: "0,5" } }, { name: "Logement 12" }),
    }));
    await alarmsFrom26(ask, { source: "serial=1", houseId: house.id });
    const token = await aCollector(ask);
    const send = async (celsius: number) => {
      const line = `temp,serial=1 value=${celsius} ${Math.floor(built.clock.now() / 1_000)}`;
      ok((await sendLines(built.platform, token, line)).kind === "stored");
      await built.platform.watcher.settled();
      built.clock.advance(600_000);
    };
    await test({ built, ask, houseId: house.id, send });
  }, { residence: { project: { hasPilot: true }, features: { houseMode: 1, tempOffset: true } } });
}

// @spec pilot.thresholds, alarms.rules
Deno.test("threshold raises one alarm from its corrected value on, and ends it after two readings", () =>
  withThreshold(async ({ built, ask, houseId, send }) => {
    const messages = async (state: "open" | "closed") =>
      (await stored(built.store, state)).map(({ record: { handler, message, houseId } }) => ({
        handler,
        houseId,
        message: message.replaceAll("\u202F", "_").replaceAll("\u00A0", "~"),
      }));
    // 26.4 is shown as 25.9.
    await send(26.4);
    deepStrictEqual(await messages("open"), []);
    await send(26.5);
    await send(27);
    const alarm = {
      handler: "pilot-threshold",
      houseId,
      message: "Logement 12, Température~: 26_°C, seuil de 26_°C atteint",
    };
    deepStrictEqual(await messages("open"), [alarm]);
    const [listed, series] = await Promise.all([ask("listAlarms", at), ask("getProject", at)]);
    ok(listed.ok && series.ok);
    const ids = series.answer.housesDataseries.map(({ id }) => id);
    deepStrictEqual(listed.answer.map(({ seriesId }) => seriesId), ids);
    await send(25.9);
    deepStrictEqual(await messages("open"), [alarm]);
    await send(25);
    deepStrictEqual(await messages("open"), []);
    deepStrictEqual(await messages("closed"), [alarm]);
  }));

// @spec pilot.thresholds, alarms.changes
Deno.test("alarm of a threshold ends, and none is raised, once its series may not have one", () =>
  withThreshold(async ({ built, ask, send }) => {
    const open = async () => (await stored(built.store, "open")).length;
    await send(27);
    await send(27);
    strictEqual(await open(), 1);
    const read = await answerOf(ask("getProject", at));
    const [series] = read.housesDataseries;
    ok(series);
    const body = { ...seriesDraft({ dataUnitId: "TEMP", scope: "housing" }), manualIndex: true };
    ok((await ask("putDataseries", { ...at, series: series.id, body })).ok);
    const thresholds = await answerOf(ask("listPilotThresholds", at));
    deepStrictEqual(thresholds, []);
    await built.platform.watcher.watch(PROJECT);
    strictEqual(await open(), 0);
    await send(28);
    await send(28);
    strictEqual(await open(), 0);
  }));

const DAY_MS = 86_400_000;

/** A gateway whose reports of modules are watched. */
async function aReporter(built: TestPlatform, ask: CallFunction) {
  const collectorOf = await aGateway(built, ask);
  const reports = async (...modules: object[]) => {
    const parsed = parseReports({ modules }, Math.floor(built.clock.now() / 1_000));
    ok(parsed.ok);
    await takeReports(await collectorOf(), parsed.reports, 100);
    await built.platform.watcher.settled();
  };
  return { collectorOf, reports };
}

// @spec alarms.subjects, pilot.connectivity
Deno.test("module without any series becomes silent when its gateway stops reporting it, and an acknowledgement alone ends the silence", () =>
  withPilot(async ({ built, ask }) => {
    const ids = [await aModule(ask, "A1", "M1"), await aModule(ask, "A2", "M2")];
    const { collectorOf, reports } = await aReporter(built, ask);
    const silent = async () => {
      await built.platform.watcher.watch(PROJECT);
      return (await stored(built.store, "open")).map(({ record }) => record.houseId).sort();
    };
    const states = async () => {
      built.clock.advance(61_000);
      return (await answerOf(ask("listModulesConnectivity", at))).map(({ state }) => state);
    };
    await reports({ serial: "M1", status: { heating: true } }, { serial: "M2", revision: 0 });
    deepStrictEqual(await silent(), []);
    deepStrictEqual(await states(), ["online", "online"]);
    built.clock.advance(20 * 3_600_000);
    // The same report again: nothing new, but it is a sign of life.
    await reports({ serial: "M2", revision: 0 });
    built.clock.advance(5 * 3_600_000);
    deepStrictEqual(await silent(), [ids[0]]);
    deepStrictEqual(await states(), ["reachable", "online"]);
    built.clock.advance(20 * 3_600_000);
    deepStrictEqual(await silent(), [...ids].sort());
    deepStrictEqual(await states(), ["last-7-days", "last-7-days"]);
    // A gateway that polls is reachable, although its modules report nothing.
    await notePoll(await collectorOf());
    deepStrictEqual(await states(), ["reachable", "reachable"]);
    deepStrictEqual(await silent(), [...ids].sort());
    await reports({ serial: "M1", revision: 0 });
    deepStrictEqual(await silent(), [ids[1]]);
    // Another process has read nothing yet.
    const other = new Platform(built.platform.options);
    await other.watcher.watch(PROJECT);
    deepStrictEqual((await stored(built.store, "open")).map(({ record }) => record.houseId), [
      ids[1],
    ]);
    await other.close();
  }));

// @spec pilot.gateway, alarms.subjects
Deno.test("gateway's reports raise and end the alarms of thresholds and of modules", () =>
  withPilot(async ({ built, ask }) => {
    await aModule(ask, "A1", "M1");
    await alarmsFrom26(ask, { source: "module,house=* temperature", houseId: null });
    const { reports } = await aReporter(built, ask);
    const report = async (temperature: number) => {
      await reports({ serial: "M1", status: { temperature } });
      built.clock.advance(600_000);
    };
    const handlers = async (state: "open" | "closed") =>
      (await stored(built.store, state)).map(({ record: { handler } }) => handler);
    await report(20);
    deepStrictEqual(await handlers("open"), []);
    await report(26.5);
    deepStrictEqual(await handlers("open"), ["pilot-threshold"]);
    await report(22);
    await report(21);
    deepStrictEqual(await handlers("open"), []);
    // Nothing for two days: the module is silent until its gateway reports it.
    built.clock.advance(2 * DAY_MS);
    await built.platform.watcher.watch(PROJECT);
    deepStrictEqual(await handlers("open"), ["pilot-online"]);
    await report(20.5);
    await built.platform.watcher.watch(PROJECT);
    deepStrictEqual(await handlers("open"), []);
    deepStrictEqual((await handlers("closed")).sort(), ["pilot-online", "pilot-threshold"]);
  }));

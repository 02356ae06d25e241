import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { manualIndexSecond } from "@/lib/ingest/meter_rules.ts";
import type { ProjectSeriesDraft } from "@/lib/timeseries/schema.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { confirmingAs, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aSeries,
  PROJECT,
  someone,
  storedSeries,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { CountedStores } from "@/tests/helpers/changed_stores.ts";
import { replacementDraft, seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { auditLines } from "@/tests/helpers/stores.ts";

interface Typing {
  built: TestPlatform;
  ask: CallFunction;
  /** A water meter with typed indexes. */
  meter: string;
}

function withMeter(test: (typing: Typing) => Promise<void>): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    await test({ built, ask, meter: await aTypedMeter(ask) });
  });
}

async function aTypedMeter(ask: CallFunction, scope: "facilities" | "housing" = "facilities") {
  const settings = { dataUnitId: "EFSV", renamed: "Eau générale", manualIndex: true } as const;
  const body = seriesDraft({ ...settings, scope });
  return (await answerOf(ask("createDataseries", { projectId: PROJECT, body }))).id;
}

async function typed(
  ask: CallFunction,
  seriesId: string,
  date: string,
  value: number,
  houseId: string | null = null,
) {
  const body = { seriesId, houseId, date, value };
  const result = await ask("addManualIndex", { projectId: PROJECT, body });
  return result.ok ? result.answer.id : result.code;
}

function listed(ask: CallFunction, series?: string) {
  const query = series === undefined ? {} : { series };
  return answerOf(ask("listManualIndexes", { projectId: PROJECT, ...query }));
}

/** Consumption of January 2026, spread evenly between the noons of two indexes. */
async function january(ask: CallFunction, series: string) {
  const range = { projectId: PROJECT, series, segment: "monthly-2026" };
  return (await answerOf(ask("getFacilityRangeData", range))).slots[0]?.value;
}

Deno.test("typed index is a reading: two give a consumption, which the deletion of one removes", () =>
  withMeter(async ({ ask, meter }) => {
    await typed(ask, meter, "2025-12-31", 1000);
    const id = await typed(ask, meter, "2026-01-31", 1310);
    // 310 m³ over 31 days from noon to noon: January loses half a day at its start and half at its
    // end.
    const consumed = await january(ask, meter);
    ok(typeof consumed === "number" && Math.abs(consumed - 305) < 0.01, String(consumed));
    await answerOf(ask("deleteManualIndex", { projectId: PROJECT, indexId: id }));
    strictEqual(await january(ask, meter), null);
    strictEqual(
      await codeOfCall(ask("deleteManualIndex", { projectId: PROJECT, indexId: id })),
      "not-found",
    );
    strictEqual(await typed(ask, meter, "2026-01-31", 1310), "deleted-reading");
    const again = { seriesId: meter, houseId: null, date: "2026-01-31", value: 1310 };
    const body = { ...again, restoreDeleted: true };
    await answerOf(ask("addManualIndex", { projectId: PROJECT, body }));
    const back = await january(ask, meter);
    ok(typeof back === "number" && Math.abs(back - 305) < 0.01, String(back));
  }));

Deno.test("listManualIndexes returns the newest first, of one series or of all, with their author", () =>
  withMeter(async ({ ask, meter }) => {
    await typed(ask, meter, "2026-01-01", 10);
    await typed(ask, meter, "2026-02-10", 30);
    await typed(ask, meter, "2026-01-15", 20);
    const all = await listed(ask);
    deepStrictEqual(all.map(({ date, value, email }) => [date, value, email]), [
      ["2026-02-10", 30, "ada@bailleur.fr"],
      ["2026-01-15", 20, "ada@bailleur.fr"],
      ["2026-01-01", 10, "ada@bailleur.fr"],
    ]);
    deepStrictEqual(await listed(ask, meter), all);
    deepStrictEqual(await listed(ask, "autre"), []);
  }));

const TYPED = [
  ["2026-01-01", 100],
  ["2026-01-15", 120],
  ["2026-02-01", 8],
  ["2026-02-08", 9],
] as const;

Deno.test("listManualIndexes counts since the previous index on the same meter, across its replacement", () =>
  withMeter(async ({ built, ask, meter }) => {
    const confirming = await confirmingAs(built);
    for (const [date, value] of TYPED) await typed(confirming, meter, date, value);
    const counted = async () => {
      const all = await listed(ask);
      return all.map(({ date, counted, events }) => [date, counted, events]);
    };
    // The register fell without an event, and rose for a week: 9 − 8 are counted of it.
    const fall = { before: 120, value: 8, cause: "replacement" };
    deepStrictEqual(await counted(), [
      ["2026-02-08", 1, []],
      ["2026-02-01", null, [{ date: "2026-02-01", what: "fall", fall }]],
      ["2026-01-15", 20, []],
      ["2026-01-01", null, []],
    ]);
    const registers = { finalIndex: 126.5, firstIndex: 1 };
    const body = replacementDraft("2026-01-20", { time: "09:00", ...registers });
    ok((await ask("addMeterEvent", { projectId: PROJECT, series: meter, body })).ok);
    // (126.5 − 120) + (8 − 1)
    const replaced = [{ what: "replacement", date: "2026-01-20" }];
    deepStrictEqual((await counted())[1], ["2026-02-01", 13.5, replaced]);
    deepStrictEqual((await counted())[2], ["2026-01-15", 20, []]);
  }));

/** A collector's registers at noon of 10 and 20 January, and what is asked before an index is typed. */
async function withCollector({ built, meter }: Typing): Promise<void> {
  const at = (day: number) => manualIndexSecond(`2026-01-${day}`, "Europe/Paris");
  const readings = [{ epochS: at(10), value: 1100.5 }, { epochS: at(20), value: 1300 }];
  await storedSeries(built).append([{ seriesId: meter, kind: "index", readings }]);
}

// @spec indexes.contradiction, calls.to-confirm
Deno.test("addManualIndex asks before an index that contradicts the collector, and tells what counts", () =>
  withMeter(async (typing) => {
    const { built, ask, meter } = typing;
    await withCollector(typing);
    strictEqual(typeof await typed(ask, meter, "2026-01-01", 1000), "string");
    const body = { seriesId: meter, houseId: null, date: "2026-01-15", value: 5 };
    const asked = await ask("addManualIndex", { projectId: PROJECT, body });
    ok(!asked.ok && asked.code === "to-confirm");
    deepStrictEqual(asked.effects, [{
      kind: "contradicting-index",
      value: 5,
      lostCount: 0,
      before: 1100.5,
      after: 1300,
      text:
        "enregistre l’index 5, qui contredit les relevés qui l’entourent (1\u202F100,5 avant, 1\u202F300 après)\u00A0: cet index ne compte pas, et la consommation entre eux est marquée douteuse",
    }]);
    strictEqual((await listed(ask)).length, 1);
    const confirming = await confirmingAs(built);
    ok((await confirming("addManualIndex", { projectId: PROJECT, body })).ok);
    await typed(ask, meter, "2026-01-25", 1400);
    const all = await listed(ask);
    // From 1000 to 1100.5, then half of 199.5: 200.25; the other half, then 1400 − 1300: 199.75. Never 1400 − 5.
    deepStrictEqual(all.map(({ date, counted, doubtful }) => [date, counted, doubtful]), [
      ["2026-01-25", 199.75, true],
      ["2026-01-15", 200.25, true],
      ["2026-01-01", null, undefined],
    ]);
    const [line] = (await auditLines(built)).filter(({ subject }) => subject.includes("01-15"));
    match(line?.subject ?? "", /^Eau générale, 2026-01-15 \(confirmé\u00A0: enregistre l’index 5,/);
  }));

// @spec indexes.contradiction
Deno.test("addManualIndex asks beyond the rate, and before it takes the count of other readings", () =>
  withMeter(async (typing) => {
    const { built, ask, meter } = typing;
    await withCollector(typing);
    // 80 m³ an hour in a building: 24 × 80 + 1 = 1921 in a day.
    strictEqual(await typed(ask, meter, "2026-01-21", 3222), "to-confirm");
    strictEqual((await typed(ask, meter, "2026-01-21", 3221)).length > 20, true);
    // A first reading that the two after it contradict.
    strictEqual(await typed(ask, meter, "2026-01-09", 1200), "to-confirm");
    const other = await aTypedMeter(ask);
    await withCollector({ built, ask, meter: other });
    strictEqual(await typed(ask, other, "2026-01-15", 1100.5).then((id) => id.length > 20), true);
    strictEqual(await typed(ask, other, "2026-01-25", 1300).then((id) => id.length > 20), true);
  }));

// @spec indexes.contradiction
Deno.test("addManualIndex hides the readings of a dwelling that its caller may not see", () =>
  withMeter(async ({ built, ask }) => {
    const houseId = await aHouse(ask, { name: "A1" });
    const series = await aTypedMeter(ask, "housing");
    const stored = `${series}@${houseId}`;
    await withCollector({ built, ask, meter: stored });
    const typist = await someone(built, {
      email: "tom@bailleur.fr",
      roles: ["collect:config:manualindex:write"],
    });
    const body = { seriesId: series, houseId, date: "2026-01-15", value: 5 };
    const asked = await typist("addManualIndex", { projectId: PROJECT, body });
    ok(!asked.ok && asked.code === "to-confirm");
    deepStrictEqual(Object.keys(asked.effects?.[0] ?? {}), ["kind", "value", "lostCount", "text"]);
    match(asked.effects?.[0]?.text ?? "", /qui l’entourent\u00A0: cet index/);
  }));

// @spec indexes.readings
Deno.test("addManualIndex accepts one index a day of a meter, also from concurrent users", () =>
  withMeter(async ({ ask, meter }) => {
    const ends = await Promise.all(
      [11, 12, 13].map((value) => typed(ask, meter, "2026-02-01", value)),
    );
    strictEqual(ends.filter((end) => end === "index-taken").length, 2);
    strictEqual((await listed(ask)).length, 1);
  }));

Deno.test("addManualIndex asks to confirm an old date, and refuses any before 1970", () =>
  withMeter(async ({ ask, meter }) => {
    const add = async (date: string, acceptOld?: boolean) => {
      const body = { seriesId: meter, houseId: null, date, value: 1, acceptOld };
      const result = await ask("addManualIndex", { projectId: PROJECT, body });
      return result.ok ? "done" : result.code;
    };
    strictEqual(await add("1900-01-01"), "old-date");
    strictEqual(await add("1900-01-01", true), "old-date");
    strictEqual(await add("2016-02-09"), "old-date");
    strictEqual(await add("2016-02-09", true), "done");
    strictEqual(await add("2016-02-12"), "done");
  }));

Deno.test("addManualIndex refuses a future day, and a series that is not a meter with typed indexes", () =>
  withMeter(async ({ ask, meter }) => {
    strictEqual(await typed(ask, meter, "2026-02-11", 1), "future-date");
    strictEqual(await typed(ask, meter, "2026-02-10", 1, "h1"), "unsuitable-series");
    strictEqual(await typed(ask, "inconnu", "2026-02-10", 1), "unknown-reference");
    const sent = await aSeries(ask, "GAZV");
    strictEqual(await typed(ask, sent, "2026-02-10", 1), "unsuitable-series");
  }));

Deno.test("addManualIndex accepts what its form does: nine digits before the decimal mark", () =>
  withMeter(async ({ ask, meter }) => {
    strictEqual(await typed(ask, meter, "2026-02-08", 1_000_000_000), "invalid-input");
    const id = await typed(ask, meter, "2026-02-08", 999_999_999);
    match(JSON.stringify(await listed(ask, meter)), new RegExp(`"id":"${id}".*"value":999999999`));
  }));

Deno.test("series with typed indexes cannot be deleted, and each index is in the audit log", () =>
  withMeter(async ({ built, ask, meter }) => {
    const id = await typed(ask, meter, "2026-02-01", 12);
    strictEqual(
      await codeOfCall(ask("deleteDataseries", { projectId: PROJECT, series: meter })),
      "in-use",
    );
    await ask("deleteManualIndex", { projectId: PROJECT, indexId: id });
    strictEqual((await ask("deleteDataseries", { projectId: PROJECT, series: meter })).ok, true);
    const admin = await someone(built, { email: "eve@bailleur.fr", isAdmin: true });
    const audit = await answerOf(admin("getAudit", { orgId: "o1", area: "series" }));
    const audited = audit.entries.filter(({ action }) => action.endsWith("ManualIndex"));
    deepStrictEqual(audited.map(({ action, subject }) => `${action} ${subject}`).sort(), [
      "addManualIndex Eau générale, 2026-02-01",
      "deleteManualIndex Eau générale, 2026-02-01 (12)",
    ]);
  }));

Deno.test("the indexes of a deleted dwelling are deleted with it, and its series is not in use any more", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const draft = seriesDraft({ dataUnitId: "EFSV", scope: "housing", manualIndex: true });
    const made = await answerOf(ask("createDataseries", { projectId: PROJECT, body: draft }));
    const series = made.id;
    const [gone, kept] = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
    for (const houseId of [gone, kept]) await typed(ask, series, "2026-02-01", 12, houseId);
    ok((await ask("deleteHouse", { projectId: PROJECT, houseId: gone })).ok);
    const all = await listed(ask);
    deepStrictEqual(all.map(({ houseId }) => houseId), [kept]);
    ok((await ask("deleteHouse", { projectId: PROJECT, houseId: kept })).ok);
    ok((await ask("deleteDataseries", { projectId: PROJECT, series })).ok);
  }));

Deno.test("deleteManualIndex() keeps a collector's reading of the same five minutes", () =>
  withMeter(async ({ built, ask, meter }) => {
    const noonS = manualIndexSecond("2026-01-02", "Europe/Paris");
    const id = await typed(ask, meter, "2026-01-02", 1000);
    const reader = storedSeries(built);
    const read = [{ epochS: noonS - 60, value: 999 }, { epochS: noonS + 60, value: 1001 }];
    await reader.append([{ seriesId: meter, kind: "index", readings: read }]);
    await ask("deleteManualIndex", { projectId: PROJECT, indexId: id });
    deepStrictEqual(await reader.points(meter, { fromS: 0, toS: 2 ** 32 }), read);
  }));

Deno.test("after a reading, « Capteurs » does not list the settings of the residence again", async () => {
  const stores = new CountedStores();
  await withMember({
    isAdmin: true,
    roles: ["collect", "collect:boilerroom:read", "collect:boilerroom:write"],
  }, async ({ built, ask }) => {
    const at = { projectId: PROJECT };
    const id = await aSeries(ask, "GAZV");
    await aHouse(ask);
    const shown = async () => {
      const [series, unknown] = await Promise.all([
        ask("listDataseries", at),
        ask("listUnknownSources", at),
      ]);
      ok(series.ok && unknown.ok);
      return series.answer;
    };
    const [first] = await shown();
    strictEqual(first?.id, id);
    const from = stores.listed;
    const readings = [{ epochS: built.clock.now() / 1_000, value: 1 }];
    await new StoredSeries(built.platform.own.store, PROJECT, built.clock.now)
      .append([{ seriesId: id, kind: "index", readings }]);
    await built.platform.versions.bump([{ kind: "readings", id: PROJECT }]);
    await shown();
    strictEqual(stores.listed - from, 0);
    // A setting is visible at once, with the version required by the next change.
    const { dataUnitId, scope, importedUnit, manualIndex, equipmentId, version } = first;
    const kept = { dataUnitId, scope, importedUnit, manualIndex, equipmentId, version };
    const body = { ...kept, renamed: "Compteur gaz", dataSourceOptions: {} };
    ok((await ask("putDataseries", { ...at, series: id, body })).ok);
    const [after] = await shown();
    strictEqual(after?.renamed, "Compteur gaz");
    ok(after.version !== version);
  }, { before: stores.counted });
});

// @spec series.units
Deno.test("the decimals of a series are those of its own unit: a meter in MWh has three", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask }) => {
    const add = (body: ReturnType<typeof seriesDraft>) =>
      answerOf(ask("createDataseries", { projectId: PROJECT, body }));
    await add(seriesDraft({ dataUnitId: "ECSE", importedUnit: "MWh" }));
    await add(seriesDraft({ dataUnitId: "ECSV", importedUnit: "L" }));
    await add(seriesDraft({ dataUnitId: "GAZV" }));
    const series = await answerOf(ask("listDataseries", { projectId: PROJECT }));
    deepStrictEqual(series.map(({ unit }) => [unit.unit, unit.dailyPrecision]), [
      ["L", 0],
      ["MWh", 3],
      ["m³", 0],
    ]);
  }));

// @spec imports.absent-unchanged
Deno.test("putDataseries keeps the rhythm and the use that its body lacks; null erases them", () =>
  withMember({ roles: ["collect:houseadmin", "collect"] }, async ({ ask }) => {
    const at = { projectId: PROJECT };
    const body = seriesDraft({ dataUnitId: "ELEC", scope: "housing" });
    const set = { rhythm: "week", use: "heating" } as const;
    const { id: series } = await answerOf(
      ask("createDataseries", { ...at, body: { ...body, ...set } }),
    );
    const put = async (over: Partial<ProjectSeriesDraft>) => {
      await answerOf(ask("putDataseries", { ...at, series, body: { ...body, ...over } }));
      const all = await answerOf(ask("listDataseries", at));
      const { rhythm, use, renamed } = all.find(({ id }) => id === series) ?? {};
      return { rhythm, use, renamed };
    };
    deepStrictEqual(await put({ renamed: "Séjour" }), { ...set, renamed: "Séjour" });
    deepStrictEqual(await put({ use: null }), { rhythm: "week", use: null, renamed: null });
    await put({ use: "heating" });
    // Water has no use: that of the electricity meter does not stay with it.
    const water = { rhythm: "week", use: null, renamed: null };
    deepStrictEqual(await put({ dataUnitId: "EFSV" }), water);
  }));

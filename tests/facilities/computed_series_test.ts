import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { combinedSlot, computedSlot } from "@/lib/facilities/computed_slots.ts";
import { COMPUTED_SERIES_FORM } from "@/lib/facilities/forms.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import {
  aBoilerRoom,
  anEquipment,
  aSeries,
  at,
  PROJECT,
  someone,
  storedSeries,
} from "@/tests/helpers/a_residence.ts";
import { type VisitedSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { circuitDraft, seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

const HOUR_S = 3_600;
/** Midnight of 1 January in Paris. */
const NEW_YEAR_S = Date.parse("2025-12-31T23:00:00Z") / 1_000;

interface Metered extends VisitedSite {
  readonly room: string;
  readonly general: string;
  readonly pumps: string;
  readonly sum: string;
}

/**
 * A general meter of 10 kWh an hour from 1 to 4 January, and that of the pumps, 4 kWh an hour, which begins a day later;
 * what is not metered is their difference.
 */
function withMeters(test: (metered: Metered) => Promise<void>): Promise<void> {
  return withVisitor({ isAdmin: true, roles: ["collect"] }, async (visited) => {
    const { ask, site } = visited;
    const room = await aBoilerRoom(ask);
    const [general, pumps] = [await aSeries(ask, "ELEC"), await aSeries(ask, "PACC", room)];
    const meter = (seriesId: string, fromHour: number, kWhPerHour: number) => ({
      seriesId,
      kind: "index" as const,
      readings: Array.from({ length: 72 - fromHour + 1 }, (_, hour) => ({
        epochS: NEW_YEAR_S + (fromHour + hour) * HOUR_S,
        value: 500 + hour * kWhPerHour,
      })),
    });
    await storedSeries(site).append([meter(general, 0, 10), meter(pumps, 24, 4)]);
    const sum = await aComputed(ask, { plus: [general], minus: [pumps] });
    await test({ ...visited, room, general, pumps, sum });
  });
}

async function aComputed(ask: CallFunction, parts: { plus: string[]; minus: string[] }) {
  const body = { name: "Non compté", dataUnitId: "ELEC" as const, ...parts };
  return (await answerOf(ask("createComputedSeries", { ...at, body }))).id;
}

async function figures(ask: CallFunction, computedSeriesId: string, segment: string) {
  const { slots } = await answerOf(
    ask("getComputedRangeData", { ...at, computedSeriesId, segment }),
  );
  return slots.map(({ value }) => value);
}

// @spec facilities.computed-series
Deno.test("a computed series is known where all its parts are", () =>
  withMeters(async ({ ask, sum }) => {
    // 24 × (10 − 4) from the second day on.
    const days = await figures(ask, sum, "daily-2026-01");
    deepStrictEqual(days.slice(0, 4), [null, 144, 144, null]);
    deepStrictEqual(await figures(ask, sum, "hourly-2026-01-02"), Array(24).fill(6));
    const { slots, unit } = await answerOf(
      ask("getComputedRangeData", { ...at, computedSeriesId: sum, segment: "monthly-2026" }),
    );
    deepStrictEqual([unit, slots[0]?.value, slots[0]?.completeness], ["kWh", 288, 2 / 31]);
    const weeks = await figures(ask, sum, "weekly-2026");
    strictEqual(weeks[0], 288);
    const short = { ...at, computedSeriesId: sum, segment: "fivemin-2026-01-02" };
    strictEqual(await codeOfCall(ask("getComputedRangeData", short)), "bad-period");
  }));

Deno.test("a part is of the facilities, in the unit of the quantity, and stored", () =>
  withMeters(async ({ ask, general, sum }) => {
    const refused = async (dataUnitId: DataUnitId, plus: string[]) =>
      await codeOfCall(
        ask("createComputedSeries", { ...at, body: { name: "x", dataUnitId, plus, minus: [] } }),
      );
    const gas = await aSeries(ask, "GAZV");
    const { id: inWh } = await answerOf(
      ask("createDataseries", {
        ...at,
        body: seriesDraft({ dataUnitId: "ELEC", importedUnit: "Wh" }),
      }),
    );
    strictEqual(await refused("ELEC", [await aHousingSeries(ask, "ELEC")]), "unsuitable-series");
    strictEqual(await refused("ELEC", [gas]), "unsuitable-series");
    strictEqual(await refused("ELEC", [inWh]), "unsuitable-series");
    strictEqual(await refused("TEMP", [await aSeries(ask, "TEMP")]), "unsuitable-series");
    strictEqual(await refused("ELEC", [sum]), "unknown-reference");
    strictEqual(await refused("ELEC", []), "invalid-input");
    const body = { name: "x", dataUnitId: "ELEC" as const, plus: [general], minus: [general] };
    strictEqual(await codeOfCall(ask("createComputedSeries", { ...at, body })), "invalid-input");
  }));

// @spec facilities.computed-series
Deno.test("a balance and an alarm read stored series alone", () =>
  withMeters(async ({ ask, room, sum }) => {
    const sources = { hotWaterTypes: [], solarTypes: [], gazPce: null };
    const body = { sourceKind: "urban-energy" as const, sourceType: sum, ...sources };
    const source = { ...at, boilerRoomId: room, body };
    strictEqual(await codeOfCall(ask("putEfficiencySources", source)), "unknown-reference");
    const circuitId = await anEquipment(ask, "boilerroom-circuit", { parentId: room });
    const circuit = { ...at, boilerRoomId: room, circuitId, body: circuitDraft({ outType: sum }) };
    strictEqual(await codeOfCall(ask("putCircuitSettings", circuit)), "unknown-reference");
  }));

Deno.test("a part is neither deleted nor given another unit while it is used", () =>
  withMeters(async ({ ask, general, pumps, sum }) => {
    strictEqual(await codeOfCall(ask("deleteDataseries", { ...at, series: pumps })), "in-use");
    const body = seriesDraft({ dataUnitId: "ELEC", importedUnit: "Wh" });
    strictEqual(await codeOfCall(ask("putDataseries", { ...at, series: general, body })), "in-use");
    await answerOf(ask("deleteComputedSeries", { ...at, computedSeriesId: sum }));
    await answerOf(ask("deleteDataseries", { ...at, series: pumps }));
  }));

Deno.test("a computed series is shown to those who may read every part, and written by those who write series", () =>
  withMeters(async ({ site, ask, general, sum }) => {
    const reader = await someone(site, {
      email: "bob@bailleur.fr",
      roles: ["collect:building:read"],
    });
    deepStrictEqual(await answerOf(reader("listComputedSeries", at)), []);
    const segment = "daily-2026-01";
    strictEqual(
      await codeOfCall(reader("getComputedRangeData", { ...at, computedSeriesId: sum, segment })),
      "not-found",
    );
    strictEqual((await answerOf(ask("listComputedSeries", at))).length, 1);
    const houses = await someone(site, { email: "eve@bailleur.fr", roles: ["collect:houseadmin"] });
    const body = { name: "x", dataUnitId: "ELEC" as const, plus: [general], minus: [] };
    strictEqual(await codeOfCall(houses("createComputedSeries", { ...at, body })), "forbidden");
  }));

Deno.test("the pages of computed series show, add, change and delete one", () =>
  withMeters(async ({ visitor, general, pumps, sum }) => {
    const list = links.computedSeries(PROJECT);
    match((await visitor.get(list)).text, /Non compté Électricité.* − Consommation de PAC/);
    const path = links.computedRange(PROJECT, sum, "daily/2026/01");
    match((await visitor.get(path)).text, /2 janvier 2026 144/);
    const file = await visitor.get(`${path}?format=csv`);
    match(file.text, /144/);
    const typed = { form: "computed", name: "Autres usages", dataUnitId: "ELEC", plus: general };
    const none = await visitor.post(list, { ...typed, plus: "" });
    match(none.text, /Séries ajoutées.\* Ce champ est obligatoire/);
    const twice = await visitor.post(list, { ...typed, minus: general });
    match(twice.text, /Séries soustraites.Doit être unique/);
    const made = await visitor.post(list, { ...typed, minus: pumps });
    strictEqual(made.status, 303);
    const removed = await visitor.post(path, { form: "computed", intent: "remove" });
    strictEqual(removed.status, 303);
  }));

const slot = (value: number | null, over: Partial<RangeSlot> = {}): RangeSlot => ({
  slot: "2026-01-02",
  value,
  min: null,
  max: null,
  completeness: 1,
  estimated: false,
  ...over,
});

Deno.test("computedSlot() is unknown when a part is partial, and estimated or doubtful as its parts are", () => {
  const of = (...parts: RangeSlot[]) =>
    computedSlot("2026-01-02", parts.map((one, at) => ({ sign: at === 0 ? 1 : -1, slot: one })));
  deepStrictEqual(of(slot(0.3), slot(0.1)), slot(0.2));
  deepStrictEqual(of(slot(5), slot(2, { completeness: 0.9 })), slot(null, { completeness: 0 }));
  deepStrictEqual(of(slot(5), slot(null)), slot(null, { completeness: 0 }));
  deepStrictEqual(
    of(slot(5, { estimated: true }), slot(2, { doubtful: true })),
    slot(3, { estimated: true, doubtful: true }),
  );
});

Deno.test("combinedSlot() is the sum of the known days", () => {
  const month = combinedSlot("2026-01", [slot(3), slot(4), computedSlot("2026-01-04", [])]);
  deepStrictEqual(month, slot(7, { slot: "2026-01", completeness: 2 / 3 }));
  strictEqual(combinedSlot("2026-02", []).value, null);
});

Deno.test("COMPUTED_SERIES_FORM requires a series, and refuses one on both sides", () => {
  const typed = { name: "x", dataUnitId: "ELEC", plus: "a\nb", minus: "c" };
  deepStrictEqual(COMPUTED_SERIES_FORM.errors(typed), {});
  deepStrictEqual(COMPUTED_SERIES_FORM.errors({ ...typed, plus: "", minus: "" }), {
    plus: { code: "required" },
  });
  deepStrictEqual(COMPUTED_SERIES_FORM.errors({ ...typed, minus: "b" }), {
    minus: { code: "unique" },
  });
});

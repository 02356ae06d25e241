import { deepStrictEqual, match, ok, strictEqual, throws } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { flowAt, heatCurve } from "@/lib/facilities/heat_curve.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import {
  aBoilerRoom,
  anEquipment,
  anOutdoorSource,
  aSeries,
  PROJECT,
} from "@/tests/helpers/a_residence.ts";
import { type Visitor, withWriter } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

/** Slots of a day each, by their values. */
function slots(values: readonly (number | null)[]): { slot: string; value: number | null }[] {
  return values.map((value, rank) => ({ slot: `2026-01-0${rank + 1}`, value }));
}

Deno.test("heatCurve() pairs water and weather slot by slot, from the coldest to the mildest", () => {
  const curve = heatCurve(slots([50, 62, null, 44, 30]), slots([6, 0, 3, 9, null]));
  deepStrictEqual(curve.points, [
    { slot: "2026-01-02", outdoorC: 0, flowC: 62 },
    { slot: "2026-01-01", outdoorC: 6, flowC: 50 },
    { slot: "2026-01-04", outdoorC: 9, flowC: 44 },
  ]);
});

// @spec facilities.heat-curve
Deno.test("heatCurve() finds the line of the water temperature", () => {
  // 62 − 2 × outdoors, in each of the three.
  const { line } = heatCurve(slots([62, 50, 44]), slots([0, 6, 9]));
  deepStrictEqual(line, { slope: -2, atZeroC: 62 });
  strictEqual(line && flowAt(line, -5), 72);
});

Deno.test("heatCurve() fits only the slots that are colder than 18 °C", () => {
  const { points, line } = heatCurve(slots([62, 50, 44, 24, 24]), slots([0, 6, 9, 18, 25]));
  strictEqual(points.length, 5);
  deepStrictEqual(line, { slope: -2, atZeroC: 62 });
});

Deno.test("heatCurve() has no line through too few heated slots, or a single temperature", () => {
  strictEqual(heatCurve(slots([62, 50, 24]), slots([0, 6, 20])).line, null);
  strictEqual(heatCurve(slots([62, 50, 44]), slots([5, 5, 5])).line, null);
});

Deno.test("heatCurve() of fewer than three points: 'Not enough times'", () => {
  const error = new RangeError("Not enough times");
  throws(() => heatCurve(slots([62, 50]), slots([0, 6])), error);
  throws(() => heatCurve(slots([62, 50, 44]), slots([0, null, 9])), error);
  throws(() => heatCurve(slots([62, 50, 44]), slots([0])), error);
});

interface Place {
  stored: StoredSeries;
  ask: CallFunction;
  visitor: Visitor;
  boilerRoomId: string;
  /** A circuit whose water has a sensor of its own. */
  circuitId: string;
  /** Series of the water. */
  flow: string;
  /** Address of its curve. */
  path: string;
}

const BOUNDS = { outMin: 20, outMax: 75, backMin: null, backMax: null, backType: null };

function withCircuit(
  test: (place: Place) => Promise<void>,
  roles: Role[] = ["collect"],
): Promise<void> {
  return withWriter({ roles }, async ({ ask, stored, visitor }) => {
    const boilerRoomId = await aBoilerRoom(ask);
    const flow = await aSeries(ask, "TDEP", boilerRoomId);
    const place = { name: "Radiateurs", parentId: boilerRoomId };
    const circuitId = await anEquipment(ask, "boilerroom-circuit", place);
    const body: Input<"putCircuitSettings">["body"] = {
      ...BOUNDS,
      name: "Radiateurs",
      enabled: true,
      isHotWater: false,
      outType: flow,
    };
    const at = { projectId: PROJECT, boilerRoomId, circuitId };
    ok((await ask("putCircuitSettings", { ...at, body })).ok);
    const path = `/collect/${PROJECT}/boilerrooms/${boilerRoomId}/circuits/${circuitId}`;
    await test({ stored, ask, visitor, boilerRoomId, circuitId, flow, path });
  });
}

/** Readings at noon of the first days of January 2026. */
async function read(stored: StoredSeries, seriesId: string, values: number[]): Promise<void> {
  const readings = values.map((value, rank) => ({
    epochS: Date.parse(`2026-01-0${rank + 1}T11:00:00Z`) / 1_000,
    value,
  }));
  await stored.append([{ seriesId, kind: "instant", readings }]);
}

Deno.test("the curve of a circuit shows its water against the weather, with the fitted line", () =>
  withCircuit(async ({ stored, ask, visitor, flow, path, boilerRoomId }) => {
    const outdoor = await aSeries(ask, "TEXT");
    await read(stored, flow, [62, 50, 44]);
    await read(stored, outdoor, [0, 6, 9]);
    const page = await visitor.get(`${path}/daily/2026/01`);
    strictEqual(page.title, "Radiateurs | Courbe de chauffe");
    match(page.html, /<path class="chart-dots chart-blue" d="M/);
    match(page.text, /1er janvier 2026 0 62 62 2 janvier 2026 6 50 50 3 janvier 2026 9 44 44/);
    // 62 − 2 × −5 = 72, 62 − 2 × 15 = 32.
    match(
      page.text,
      /Un point par jour. Départ de 72.°C à -5.°C et de 32.°C à 15.°C dehors.; pente 2\./,
    );
    const file = await visitor.get(`${path}/daily/2026/01?csv=semicolon`);
    match(
      file.html,
      /^\uFEFFJour;Extérieur \(°C\);Départ \(°C\);Départ selon la droite \(°C\);Annotations\r\n/,
    );
    match(file.html, /\r\n2026-01-03;9;44;44;$/);
    const name = file.headers.get("content-disposition") ?? "";
    match(name, /filename="Radiateurs Courbe de chauffe daily-2026-01.csv"/);
    ok((await visitor.get(`/collect/${PROJECT}/boilerrooms/${boilerRoomId}`)).html.includes(path));
  }));

Deno.test("the weather of a curve is that of its boiler room, else of an outdoor source, else another of the residence", () =>
  withCircuit(async ({ stored, ask, visitor, flow, path, boilerRoomId }) => {
    await read(stored, flow, [62, 50, 44]);
    const second = async () =>
      /2 janvier 2026 (\d+) 50/.exec((await visitor.get(`${path}/daily/2026/01`)).text)?.[1];
    const [one, two] = [await aSeries(ask, "TEXT"), await aSeries(ask, "TEXT")];
    await read(stored, one, [0, 1, 9]);
    await read(stored, two, [0, 2, 9]);
    // Either is shown without a source: the other one is chosen.
    const [seriesId, chosen] = await second() === "1" ? [two, "2"] : [one, "1"];
    const body = { name: "Cour", method: "mean" as const, seriesId, station: "" };
    ok((await ask("createOutdoorSource", { projectId: PROJECT, body })).ok);
    strictEqual(await second(), chosen);
    await read(stored, await aSeries(ask, "TEXT", boilerRoomId), [0, 3, 9]);
    strictEqual(await second(), "3");
  }));

Deno.test("two points are not enough for a curve: the page says what to do", () =>
  withCircuit(async ({ stored, ask, visitor, flow, path }) => {
    match((await visitor.get(`${path}/daily/2026/01`)).text, /Rattachez une sonde de départ/);
    const outdoor = await aSeries(ask, "TEXT");
    await read(stored, flow, [62, 50]);
    await read(stored, outdoor, [0, 6, 9]);
    const { status, text } = await visitor.get(`${path}/daily/2026/01`);
    strictEqual(status, 200);
    match(text, /Moins de trois points .*Choisissez une autre période/);
  }));

Deno.test("weather station with imported days gives days, and nothing finer", () =>
  withCircuit(async ({ stored, ask, visitor, flow, path }) => {
    const outdoorSourceId = await anOutdoorSource(ask, { station: "Nancy" });
    const days = [[-2, 2], [4, 8], [7, 11]].map(([low, high], rank) =>
      `1;NANCY;2026010${rank + 1};${low};${high}`
    );
    const file = ["NUM_POSTE;NOM_USUEL;AAAAMMJJ;TN;TX", ...days].join("\n");
    await answerOf(ask("importOutdoorDays", {
      projectId: PROJECT,
      outdoorSourceId,
      body: file,
    }));
    await read(stored, flow, [62, 50, 44]);
    match((await visitor.get(`${path}/daily/2026/01`)).text, /2 janvier 2026 6 50 50/);
    match((await visitor.get(`${path}/weekly/2026`)).text, /Moins de trois points/);
    strictEqual((await visitor.get(`${path}/monthly/2026`)).status, 200);
    strictEqual((await visitor.get(`${path}/hourly/2026/01/02`)).status, 400);
  }));

Deno.test("without a period the curve is of this month; a wrong one, or an unknown circuit, is not found", () =>
  withCircuit(async ({ visitor, path }) => {
    const first = await visitor.get(path);
    strictEqual(first.status, 303);
    match(first.headers.get("location") ?? "", /\/daily\/\d{4}\/\d{2}$/);
    strictEqual((await visitor.get(`${path}/fivemin/2026/01/02`)).status, 400);
    strictEqual((await visitor.get(`${path}x/daily/2026/01`)).status, 404);
  }));

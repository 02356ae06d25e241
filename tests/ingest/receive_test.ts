import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { attachDwellings } from "@/lib/ingest/sources.ts";
import { type Claim, claimedSources, claimSource, dropClaims } from "@/lib/series/claims.ts";
import {
  listRefusals,
  listUnknown,
  READINGS_KEPT,
  SOURCES_KEPT,
} from "@/lib/series/unknown_sources.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { FUTURE_S } from "@/lib/timeseries/readings.ts";
import type { SeriesRecord } from "@/lib/timeseries/schema.ts";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { observedStore } from "@/tests/helpers/changed_stores.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { isForgotten, received } from "@/tests/helpers/some_series.ts";
import { onceFiled, second } from "@/tests/helpers/stores.ts";
import { parseLines } from "./example_files.ts";

const NOW_MS = Date.parse("2025-01-15T10:00:00Z");
const ALL = { fromS: 0, toS: 2 ** 32 };

function claim(seriesId: string, kind: Claim["kind"], houseId: string | null = null): Claim {
  return { seriesId, houseId, kind, attachedAtMs: NOW_MS };
}

function attach(store: Store, sourceKey: string, ...of: Parameters<typeof claim>) {
  return claimSource(store, { projectId: "p", sourceKey }, claim(...of));
}

/** Line and message of a refusal, as compared by tests. */
interface Sent {
  stored: number;
  unknown: number;
  refused: { line: number; message: string }[];
}

function readingsOf(text: string, nowMs = NOW_MS): readonly SourceReading[] {
  const bytes = new TextEncoder().encode(text);
  return parseLines(bytes, { precision: "s", nowS: nowMs / 1_000 }).readings;
}

async function send(
  store: Store,
  lines: string | readonly string[],
  nowMs = NOW_MS,
): Promise<Sent> {
  const text = [lines].flat().join("\n");
  const { stored, unknownCount: unknown, refused, refusedCount } = await received(
    readingsOf(text),
    { store, projectId: "p", nowMs },
  );
  strictEqual(refusedCount, refused.length);
  return { stored, unknown, refused: refused.map(({ line, message }) => ({ line, message })) };
}

async function series(store: Store, id: string, about: Partial<SeriesRecord>): Promise<void> {
  await store.atomic().set(
    keys.dataseries("p", id),
    seriesDraft({ dataUnitId: "TEMP", ...about }),
  ).commit();
}

function seriesOf(store: Store): StoredSeries {
  return new StoredSeries(store, "p", () => NOW_MS);
}

Deno.test("receive() stores the readings of a claimed source, and those of a body sent twice once", () =>
  withStore(async (store) => {
    await attach(store, "gas,serial=77 value", "gas", "index");
    const body = "gas,serial=77,house=A value=10 1736800000\ngas,serial=77 value=12 1736803600";
    const answer = { stored: 2, unknown: 0, refused: [] };
    deepStrictEqual(await send(store, body), answer);
    deepStrictEqual(await send(store, body), answer);
    deepStrictEqual(await seriesOf(store).points("gas", ALL), [
      { epochS: 1_736_800_000, value: 10 },
      { epochS: 1_736_803_600, value: 12 },
    ]);
  }));

Deno.test("receive() refuses and names impossible registers and consumptions, as files do", () =>
  withStore(async (store) => {
    await series(store, "gas", { dataUnitId: "GAZV" });
    await series(store, "wood", { dataUnitId: "BOIM", importedUnit: "sac" });
    await series(store, "door", { dataUnitId: "ETAT" });
    await attach(store, "gas value", "gas", "index");
    await attach(store, "wood value", "wood", "consumption");
    await attach(store, "door value", "door", "state");
    const lines = ["gas value=-5", "gas value=true", "wood value=-0.5", "wood value=f"];
    const good = ["gas value=5", "wood value=0", "door value=true"];
    const body = [...lines, ...good].map((line) => `${line} 1736800000`).join("\n");
    deepStrictEqual(await send(store, body), {
      stored: 3,
      unknown: 0,
      refused: [
        { line: 1, message: "value -5 is not between 0 and 1000000000" },
        { line: 2, message: "value is true, a number is expected" },
        { line: 3, message: "value -0.5 is not between 0 and 1000000000000000" },
        { line: 4, message: "value is false, a number is expected" },
      ],
    });
    deepStrictEqual(await seriesOf(store).points("door", ALL), [
      { epochS: 1_736_800_000, value: 1 },
    ]);
  }));

// @spec imports.units
Deno.test("receive() converts the unit that a sender names, and refuses one that does not convert", () =>
  withStore(async (store) => {
    await series(store, "energy", { dataUnitId: "ELEC" });
    await series(store, "water", { dataUnitId: "EFSV", importedUnit: "L" });
    await series(store, "outdoor", { dataUnitId: "TEXT" });
    await attach(store, "entity_id=compteur", "energy", "index");
    await attach(store, "serial=7", "water", "index");
    await attach(store, "entity_id=balcon", "outdoor", "instant");
    const at = 1_736_800_000;
    deepStrictEqual(
      await send(store, [
        `Wh,domain=sensor,entity_id=compteur value=100500 ${at}`,
        `kWh,domain=sensor,entity_id=compteur value=101 ${at + 300}`,
        `energie,entity_id=compteur value=0.102,unit_of_measurement_str="MWh" ${at + 600}`,
        `W,domain=sensor,entity_id=compteur value=600 ${at + 900}`,
        `°F,domain=sensor,entity_id=balcon value=41 ${at}`,
        `volume,serial=7,unit=m3 value=1.234 ${at}`,
        // The unit of a building, and a sender that names none.
        `volume,serial=7,unit=B12 value=1300 ${at + 300}`,
        `volume,serial=7 value=1310 ${at + 600}`,
        `volume,serial=7,unit_of_measurement=gal value=400 ${at + 900}`,
      ]),
      {
        stored: 7,
        unknown: 0,
        refused: [
          { line: 4, message: "value is in W, the series is in kWh" },
          { line: 9, message: "value is in gal, the series is in L" },
        ],
      },
    );
    const stored = async (id: string) =>
      (await seriesOf(store).points(id, ALL)).map(({ value }) => value);
    deepStrictEqual(await stored("energy"), [100.5, 101, 102]);
    // (41 − 32) / 1.8.
    deepStrictEqual(await stored("outdoor"), [5]);
    deepStrictEqual(await stored("water"), [1_234, 1_300, 1_310]);
  }));

// @spec imports.units
Deno.test("receive() converts what a source sent before it was attached", () =>
  withStore(async (store) => {
    await series(store, "energy", { dataUnitId: "ELEC" });
    const line = (value: number, at: number) =>
      `Wh,domain=sensor,entity_id=compteur value=${value} ${1_736_800_000 + at}`;
    strictEqual((await send(store, line(100_500, 0))).unknown, 1);
    await attach(store, "Wh,entity_id=compteur value", "energy", "index");
    await send(store, line(101_000, 60));
    deepStrictEqual(await seriesOf(store).points("energy", ALL), [
      { epochS: 1_736_800_000, value: 100.5 },
      { epochS: 1_736_800_060, value: 101 },
    ]);
  }));

Deno.test("receive() stores booleans of a source without a series only for a state", () =>
  withStore(async (store) => {
    await series(store, "gas", { dataUnitId: "GAZV" });
    await series(store, "door", { dataUnitId: "ETAT" });
    const body = ["true", "false"]
      .flatMap((value, at) =>
        ["a", "b"].map((name) => `${name} value=${value} ${1736800000 + at}`)
      );
    strictEqual((await send(store, body)).unknown, 4);
    await attach(store, "a value", "gas", "index");
    await attach(store, "b value", "door", "state");
    deepStrictEqual(await seriesOf(store).points("gas", ALL), []);
    deepStrictEqual(await seriesOf(store).last("door"), { epochS: 1_736_800_001, value: 0 });
  }));

Deno.test("receive() finds a source by its device before its measurement's name", () =>
  withStore(async (store) => {
    await attach(store, "°C,entity_id=salon value", "salon", "instant");
    await attach(store, "dev_eui=01 battery", "battery", "instant");
    await attach(store, "serial=9", "any", "instant");
    await attach(store, "t,house=A,room=B value", "room", "instant");
    const received = await send(store, [
      "°C,domain=sensor,entity_id=salon value=20 1736800000",
      "°C,domain=sensor,entity_id=cave value=12 1736800000",
      "device_status,dev_eui=01,f_port=2 battery=80 1736800000",
      "whatever,serial=9 value=3 1736800000",
      "t,room=B,house=A value=19 1736800000",
    ]);
    deepStrictEqual(received, { stored: 4, unknown: 1, refused: [] });
    const last = await seriesOf(store).lastOfMany(["salon", "battery", "any", "room"]);
    deepStrictEqual([...last].map(([id, point]) => [id, point.value]), [
      ["salon", 20],
      ["battery", 80],
      ["any", 3],
      ["room", 19],
    ]);
    const [unknown] = await listUnknown(store, "p");
    strictEqual(unknown?.sourceKey, "°C,entity_id=cave value");
  }));

/** A dwelling of the residence. */
async function house(store: Store, id: string, name: string, serial: string): Promise<void> {
  await store.atomic().set(keys.house("p", id), {
    kind: "module",
    projectModuleId: null,
    serial,
    settings: houseSettings({ name }),
    config: {},
  }).commit();
}

Deno.test("receive() attaches a source that names a dwelling to the series that reads the measurement in all of them", () =>
  withStore(async (store) => {
    await house(store, "h1", "A12", "0101");
    await house(store, "h2", "A13", "0102");
    await series(store, "temp", { scope: "housing" });
    await attach(store, "t,house=* value", "temp", "instant");
    const received = await send(store, [
      "t,house=A12,dev_eui=77 value=20 1736800000",
      "t,house=A12,dev_eui=77 value=21 1736800300",
      "t,serial=0102 value=19 1736800000",
      "t,serial=0999 value=18 1736800000",
      "other,serial=0101 value=17 1736800000",
      "t,house=* value=16 1736800000",
    ]);
    const refused = [{ line: 6, message: "house=* names no dwelling" }];
    deepStrictEqual(received, { stored: 3, unknown: 2, refused });
    const last = await seriesOf(store).lastOfMany(["temp", "temp@h1", "temp@h2"]);
    deepStrictEqual([...last].map(([id, point]) => [id, point.value]), [
      ["temp@h1", 21],
      ["temp@h2", 19],
    ]);
    deepStrictEqual(
      (await claimedSources(store, "p")).map(({ sourceKey, houseId }) => [sourceKey, houseId]),
      [["t,dev_eui=77 value", "h1"], ["t,house=* value", null], ["t,serial=0102 value", "h2"]],
    );
  }));

Deno.test("attachDwellings() gives each dwelling the earlier readings of its source", () =>
  withStore(async (store) => {
    await send(store, "t,house=A12,dev_eui=77 value=20 1736800000");
    await send(store, "t,house=A12,dev_eui=77 value=21 1736800300\nt,house=B1 value=5 1736800300");
    await house(store, "h1", "A12", "");
    await series(store, "temp", { scope: "housing" });
    const waiting = await listUnknown(store, "p");
    const measures = new Map([["t,house=* value", claim("temp", "instant")]]);
    const attached = await attachDwellings(store, "p", {
      pending: waiting,
      measures,
      nowMs: NOW_MS,
    });
    deepStrictEqual([...attached.keys()], ["t,dev_eui=77 value"]);
    deepStrictEqual(
      (await seriesOf(store).points("temp@h1", ALL)).map(({ value }) => value),
      [20, 21],
    );
    deepStrictEqual((await listUnknown(store, "p")).map(({ sourceKey }) => sourceKey), [
      "t,house=B1 value",
    ]);
  }));

/**
 * Ten years of 365 days and a quarter before noon: twelve hours after the same day's ten o'clock.
 */
const tooOld = (at: string) =>
  `time ${at} is before 2015-01-15T22:00:00.000Z: check the clock of the sender`;

Deno.test("receive() refuses and names times outside the plausible window, and texts instead of numbers", () =>
  withStore(async (store) => {
    await attach(store, "m,serial=1 value", "s", "instant");
    const nowS = NOW_MS / 1000;
    const received = await send(store, [
      `m,serial=1 value=1 ${nowS + FUTURE_S}`,
      `m,serial=1 value=2 ${nowS + FUTURE_S + 1}`,
      "m,serial=1 value=3 -5",
      "m,serial=1 value=3 0",
      `m,serial=1 value=3 ${second("2015-01-15T21:59:59Z")}`,
      `m,serial=1 value=3 ${second("2015-01-15T22:00:00Z")}`,
      "m,serial=1 value=3 9999999999999999999",
      'm,serial=1 value="open" 1736800000',
      `m,serial=2 value="${"x".repeat(257)}" 1736800000`,
    ]);
    deepStrictEqual(received, {
      stored: 2,
      unknown: 0,
      refused: [
        { line: 2, message: "time 2025-01-15T10:10:01.000Z is in the future" },
        { line: 3, message: tooOld("1969-12-31T23:59:55.000Z") },
        { line: 4, message: tooOld("1970-01-01T00:00:00.000Z") },
        { line: 5, message: tooOld("2015-01-15T21:59:59.000Z") },
        { line: 7, message: "time 10000000000000000000 s is in the future" },
        { line: 8, message: "value is a text, a number is expected" },
        { line: 9, message: "value is longer than 256 characters" },
      ],
    });
  }));

Deno.test("attachSource() gives a series the earlier readings of its own source only", () =>
  withStore(async (store) => {
    await send(store, "gas,serial=77 value=10 1736800000");
    await send(store, "gas,serial=77 value=12 1736803600", NOW_MS + 1000);
    deepStrictEqual(await listUnknown(store, "p"), [{
      sourceKey: "gas,serial=77 value",
      origin: { measure: "gas,house=* value", words: ["77"] },
      firstSeenAtMs: NOW_MS,
      lastSeenAtMs: NOW_MS + 1000,
      last: { epochS: 1_736_803_600, value: 12 },
      readingCount: 2,
      droppedCount: 0,
    }]);
    const attached = claim("gas", "index");
    deepStrictEqual(
      await claimSource(store, { projectId: "p", sourceKey: "gas,serial=77 value" }, attached),
      { ok: true },
    );
    deepStrictEqual(await listUnknown(store, "p"), []);
    deepStrictEqual((await seriesOf(store).points("gas", ALL)).map(({ value }) => value), [10, 12]);
    const taken = await attach(store, "gas,serial=77 value", "other", "index");
    deepStrictEqual(taken, { ok: false, code: "source-taken" });
    deepStrictEqual(
      await claimSource(store, { projectId: "p", sourceKey: "gas,serial=77 value" }, attached),
      { ok: true },
    );
    deepStrictEqual(await claimedSources(store, "p"), [
      { sourceKey: "gas,serial=77 value", ...attached },
    ]);
  }));

Deno.test("receive() gives a series the readings of a source that is attached while they are stored", () =>
  withStore(async (store) => {
    const at = { projectId: "p", sourceKey: "t,serial=1 value" };
    let isAttached = false;
    const observed = observedStore(store, async () => {
      if (isAttached) return;
      isAttached = true;
      ok((await claimSource(store, at, claim("t", "instant"))).ok);
    });
    const sent = await send(observed, "t,serial=1 value=21 1736800000");
    deepStrictEqual(sent, { stored: 1, unknown: 0, refused: [] });
    deepStrictEqual(await seriesOf(store).points("t", ALL), [{ epochS: 1_736_800_000, value: 21 }]);
    deepStrictEqual(await listUnknown(store, "p"), []);
  }));

Deno.test("dropClaims() makes the source unknown from the next readings on", () =>
  withStore(async (store) => {
    await attach(store, "gas,serial=77 value", "gas", "index");
    strictEqual((await send(store, "gas,serial=77 value=10 1736800000")).stored, 1);
    await dropClaims(store.atomic(), "p", ["gas,serial=77 value"]).commit();
    const received = await send(store, "gas,serial=77 value=11 1736803600");
    deepStrictEqual(received, { stored: 0, unknown: 1, refused: [] });
    strictEqual((await seriesOf(store).points("gas", ALL)).length, 1);
    strictEqual(await isForgotten(store, "gas,serial=77 value"), true);
    strictEqual(await isForgotten(store, "gas,serial=77 value"), false);
    deepStrictEqual(await listUnknown(store, "p"), []);
  }));

const AT = second("2025-01-01T00:00:00Z");

// @spec series.sources
Deno.test("receive() counts a reading of an unknown source once, sent again or late, and shows the newest one", () =>
  withStore(async (store) => {
    const batch = [2, 3, 4].map((at) => `m,serial=1 value=${at} ${AT + at}`).join("\n");
    for (let sent = 0; sent < 3; sent++) await send(store, batch);
    await send(store, `m,serial=1 value=1 ${AT + 1}`);
    await send(store, `m,serial=1 value=30 ${AT + 3}`);
    const [unknown] = await listUnknown(store, "p");
    deepStrictEqual([unknown?.readingCount, unknown?.last?.value], [4, 4]);
    await attach(store, "m,serial=1 value", "s", "consumption");
    deepStrictEqual(
      (await seriesOf(store).points("s", ALL)).map(({ value }) => value),
      [1, 2, 30, 4],
    );
  }));

// @spec series.sources-without-room
Deno.test("receive() counts the readings of new sources without room, by source, and takes them once there is", () =>
  withStore(async (store) => {
    const lineOf = (at: number, value = 1) => `m,serial=${at} value=${value} ${AT + value}`;
    await send(store, Array.from({ length: SOURCES_KEPT }, (_, at) => lineOf(at)));
    const lost = () =>
      listRefusals(store, "p", NOW_MS).then((all) =>
        all.map(({ source, cause, count, example }) => [source, cause, count, example])
      );
    deepStrictEqual(await lost(), []);
    // Two readings of a new source, then one of it and one of a known source: one is kept.
    const first = await send(store, [lineOf(900, 7), lineOf(900, 8)]);
    deepStrictEqual(first, { stored: 0, unknown: 0, refused: [] });
    strictEqual((await send(store, [lineOf(900, 9), lineOf(3, 9)])).unknown, 1);
    deepStrictEqual(await lost(), [["m,serial=900 value", "no-room", 3, "9"]]);
    await isForgotten(store, "m,serial=0 value");
    strictEqual((await send(store, lineOf(900, 10))).unknown, 1);
    deepStrictEqual(await lost(), [["m,serial=900 value", "no-room", 3, "9"]]);
  }));

// @spec series.sources-without-room
Deno.test("receive() counts the sources of a body beyond those that it holds", () =>
  withStore(async (store) => {
    // 1,200 sources of a reading: 500 are stored, 500 found no room, 200 were not even sorted.
    const many = Array.from({ length: 1_200 }, (_, at) => `m,serial=${at} value=1 ${AT}`);
    strictEqual((await send(store, many)).unknown, SOURCES_KEPT);
    const lost = await listRefusals(store, "p", NOW_MS);
    strictEqual(lost.reduce((sum, { count }) => sum + count, 0), 700);
    deepStrictEqual([...new Set(lost.map(({ cause }) => cause))], ["no-room"]);
  }));

// @spec series.dropped-readings
Deno.test("receive() counts the older readings of a source that it drops, once each", () =>
  withStore(async (store) => {
    const from = (first: number, count: number) =>
      Array.from({ length: count }, (_, at) => `m,serial=1 value=1 ${AT + first + at}`);
    const counts = async () => {
      const [unknown] = await listUnknown(store, "p");
      return [unknown?.readingCount, unknown?.droppedCount];
    };
    await send(store, from(10_000, READINGS_KEPT));
    deepStrictEqual(await counts(), [READINGS_KEPT, 0]);
    await send(store, from(10_000 + READINGS_KEPT, 300));
    deepStrictEqual(await counts(), [READINGS_KEPT, 300]);
    // The same body again, and the first one again: they were counted.
    await send(store, from(10_000 + READINGS_KEPT, 300));
    await send(store, from(10_000, READINGS_KEPT));
    deepStrictEqual(await counts(), [READINGS_KEPT, 300]);
    // An older history, sent last.
    await send(store, from(5_000, 500));
    deepStrictEqual(await counts(), [READINGS_KEPT, 800]);
  }));

// @spec series.sources, imports.units
Deno.test("attachSource() counts the waiting readings that the series rejects, by cause", () =>
  withStore(async (store) => {
    await series(store, "t", {});
    const lines = ["value=21 1736800000", "value=5000 1736800300", "value=20 1736800600"];
    await send(store, lines.map((line) => `t,serial=1 ${line}`));
    await send(store, 't,serial=1 value="open" 1736800900');
    const at = { projectId: "p", sourceKey: "t,serial=1 value" };
    ok((await claimSource(store, at, claim("t", "instant"), { oldestS: 1_736_800_001 })).ok);
    const causes = async () =>
      (await listRefusals(store, "p", NOW_MS)).map(({ source, cause, count, example }) => [
        source,
        cause,
        count,
        example,
      ]);
    deepStrictEqual(await causes(), [
      ["t,serial=1 value", "too-old", 1, "2025-01-13T20:26:40Z"],
      ["t,serial=1 value", "value", 1, "5000"],
      ["t,serial=1 value", "text", 1, "open"],
    ]);
    deepStrictEqual(await seriesOf(store).points("t", ALL), [{ epochS: 1_736_800_600, value: 20 }]);
    // A dwelling's source is attached without a user: its unit is counted.
    await send(store, "p,serial=2,unit_of_measurement=W value=600 1736800000");
    const power = { projectId: "p", sourceKey: "p,serial=2 value" };
    ok((await claimSource(store, power, claim("t", "instant"))).ok);
    deepStrictEqual((await causes()).at(-1), ["p,serial=2 value", "unit", 1, "600"]);
  }));

Deno.test("receive() stores a body larger than one value and one commit", () =>
  withStore(async (store) => {
    await attach(store, "m,serial=1 value", "s", "instant");
    const start = second("2024-01-01T00:00:00Z");
    const lines = Array.from(
      { length: 60_000 },
      (_, at) => `m,serial=1 value=${at % 100} ${start + at * 300}`,
    );
    strictEqual((await send(store, lines)).stored, 60_000);
    const points = await onceFiled(() => seriesOf(store).points("s", ALL));
    strictEqual(points.length, 60_000);
  }));

Deno.test("receive() refuses and names values beyond the limits of a series' unit", () =>
  withStore(async (store) => {
    await series(store, "t", {});
    await series(store, "wh", { dataUnitId: "ELEC", importedUnit: "Wh" });
    await attach(store, "t,serial=1 value", "t", "instant");
    await attach(store, "wh,serial=2 value", "wh", "index");
    const received = await send(store, [
      "t,serial=1 value=1e308 1736800000",
      "t,serial=1 value=-127 1736800001",
      "t,serial=1 value=21 1736800002",
      "wh,serial=2 value=999999999999 1736800000",
      "wh,serial=2 value=1000000000001 1736800001",
      "nobody,serial=3 value=1e308 1736800000",
    ]);
    deepStrictEqual(received, {
      stored: 2,
      unknown: 0,
      refused: [
        { line: 1, message: "value 1e+308 is not between -60 and 150" },
        { line: 2, message: "value -127 is not between -60 and 150" },
        { line: 5, message: "value 1000000000001 is not between 0 and 1000000000000" },
        { line: 6, message: "value 1e+308 is not between -1000000000000000 and 1000000000000000" },
      ],
    });
  }));

Deno.test("receive() refuses a source whose names are too long for a key of the store, and stores the others", () =>
  withStore(async (store) => {
    const tags = Array.from({ length: 22 }, (_, at) => `tag${at}=${"x".repeat(90)}`).join(",");
    const good = Array.from({ length: 100 }, (_, at) => `m,serial=${at} value=1 1736800000`);
    const bad = [`m,${tags} value=1`, `m,serial=${"é".repeat(1_000)} value=1`];
    const received = await send(store, [...good, ...bad]);
    strictEqual(received.unknown, 100);
    deepStrictEqual(
      received.refused,
      [101, 102].map((line) => ({ line, message: "the names of the source are too long" })),
    );
    strictEqual((await listUnknown(store, "p")).length, 100);
  }));

Deno.test("receive() refuses a source whose name has a line break or a NUL, which no form sends unchanged", () =>
  withStore(async (store) => {
    const names = ["0101\r", "01\u000001", "01\t01", "0101"];
    const lines = names.map((serial) => `m,serial=${serial} value=1 1736800000`);
    const received = await send(store, lines);
    const message = "the names of the source have a line break or a NUL";
    deepStrictEqual(received.refused, [1, 2].map((line) => ({ line, message })));
    deepStrictEqual(
      (await listUnknown(store, "p")).map(({ sourceKey }) => sourceKey).sort(),
      ["m,serial=01\t01 value", "m,serial=0101 value"],
    );
  }));

Deno.test("receive() truncates long texts and names to the size of one value of the store", () =>
  withStore(async (store) => {
    const lines = Array.from(
      { length: 400 },
      (_, at) => `m,serial=1 value="${"é".repeat(255)}${at % 10}" ${AT + at}`,
    );
    const house = `m,serial=2,${`house=${"h".repeat(900)}`} value=1 ${AT}`;
    deepStrictEqual(await send(store, [...lines, house]), {
      stored: 0,
      unknown: 401,
      refused: [],
    });
    const [long, other] = await listUnknown(store, "p");
    strictEqual(long?.last?.epochS, AT + 399);
    // 48 KiB of readings of 15 + 3 × 256 + 2 bytes.
    strictEqual(long.readingCount, 62);
    deepStrictEqual(other?.origin?.words, ["2"]);
  }));

Deno.test("receive() trusts neither a sender's clock that is ahead, nor its own when senders send no time", () =>
  withStore(async (store) => {
    await attach(store, "m,serial=1 value", "s", "instant");
    const nowS = NOW_MS / 1_000;
    await send(store, `m,serial=1 value=1 ${nowS + FUTURE_S}\nm,serial=1 value=1 ${nowS + 9_000}`);
    strictEqual((await send(store, `m,serial=1 value=1 ${nowS}`)).stored, 1);
    // The server's clock was a year ahead for a while, and readings without a time arrived; then it
    // is corrected.
    const ahead = NOW_MS + 365 * 86_400_000;
    await received(readingsOf("m,serial=1 value=2", ahead), {
      store,
      projectId: "p",
      nowMs: ahead,
    });
    strictEqual((await send(store, `m,serial=1 value=1 ${nowS}`)).stored, 1);
  }));

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { faultOfEntry } from "@/lib/app/stored_kinds.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import { utcInstant } from "@/lib/base/time_zones.ts";
import { MOST_DELETED } from "@/lib/ingest/reading_deletions.ts";
import { received } from "@/tests/helpers/some_series.ts";
import { claimSource } from "@/lib/series/claims.ts";
import { type Point, storedSeriesId } from "@/lib/timeseries/readings.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aSeries, ORG, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf, codeOfCall, NOW } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { parseLines } from "./example_files.ts";

const AT = { projectId: PROJECT };
const ALL = { fromS: 0, toS: 2 ** 32 };

interface Place {
  readonly built: TestPlatform;
  readonly ask: CallFunction;
  readonly stored: StoredSeries;
  readonly series: string;
}

/** Noons of days of January 2026 in UTC. */
function noon(day: number): number {
  return Date.UTC(2026, 0, day, 12) / 1_000;
}

/** A gas meter that counted 1 m³ a day, and a decimal point that moved on the 7th. */
const SHIFTED: readonly Point[] = [
  { epochS: noon(5), value: 100 },
  { epochS: noon(6), value: 101 },
  { epochS: noon(7), value: 1_020 },
  { epochS: noon(8), value: 1_021 },
  { epochS: noon(9), value: 1_022 },
];

function withReadings(
  points: readonly Point[],
  test: (place: Place) => Promise<void>,
  kind: DataKind = "index",
): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ built, ask, stored }) => {
    const series = await aSeries(ask, UNITS[kind]);
    await stored.append([{ seriesId: series, kind, readings: points }]);
    await compact(built.store, PROJECT, built.clock.now);
    await test({ built, ask, stored, series });
  });
}

const UNITS = { index: "GAZV", instant: "TDEP", consumption: "BOIM", state: "ETAT" } as const;

interface Span {
  readonly from: number;
  readonly to: number;
}

function spanOf({ from, to }: Span) {
  return { from: utcInstant(from), to: utcInstant(to) };
}

function preview({ ask, series }: Pick<Place, "ask" | "series">, span: Span, houseId?: string) {
  return ask("getReadingsToDelete", { ...AT, series, ...spanOf(span), ...houseId && { houseId } });
}

/** Deletes what the preview has shown. @returns the id of the deletion */
async function deleted(place: Pick<Place, "ask" | "series">, span: Span, houseId?: string) {
  const { version } = await answerOf(preview(place, span, houseId));
  const body = { ...spanOf(span), houseId: houseId ?? null, version };
  return (await answerOf(place.ask("deleteReadings", { ...AT, series: place.series, body }))).id;
}

function restored({ ask, series }: Pick<Place, "ask" | "series">, deletionId: string) {
  return ask("restoreReadings", { ...AT, series, deletionId });
}

async function january({ ask, series }: Place): Promise<number | null | undefined> {
  const segment = "monthly-2026";
  const { slots } = await answerOf(ask("getFacilityRangeData", { ...AT, series, segment }));
  return slots[0]?.value;
}

/** Sends lines of a collector whose source feeds the series. */
async function sent({ built, series }: Place, lines: readonly string[]) {
  const claim = { seriesId: series, houseId: null, kind: "index", attachedAtMs: NOW } as const;
  await claimSource(built.store, { projectId: PROJECT, sourceKey: "gas,serial=A1 value" }, claim);
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const { readings } = parseLines(bytes, { precision: "s", nowS: NOW / 1_000 });
  return await received(readings, { store: built.store, projectId: PROJECT, nowMs: NOW });
}

/** No entry of the store, nor any figure of its series, is at fault. */
async function checkStore({ built }: Place): Promise<void> {
  await compact(built.store, PROJECT, built.clock.now);
  deepStrictEqual(await Array.fromAsync(seriesFaults(built.store, PROJECT)), []);
  for await (const entry of built.store.list({ prefix: [] })) {
    strictEqual(faultOfEntry(entry), null);
  }
}

// @spec series.deletions
Deno.test("deleteReadings removes a range after its preview, and restoreReadings brings it back", () =>
  withReadings(SHIFTED, async (place) => {
    const { stored, series, ask } = place;
    // 1 + 919 + 1 + 1.
    strictEqual(await january(place), 922);
    const span = { from: noon(7), to: noon(9) };
    const said = await answerOf(preview(place, span));
    deepStrictEqual([said.count, said.indexCount, said.leftCount], [3, 0, 0]);
    deepStrictEqual([said.firstAt, said.lastAt], [utcInstant(noon(7)), utcInstant(noon(9))]);
    deepStrictEqual(said.readings.map(({ value }) => value), [1_020, 1_021, 1_022]);
    // The rest is counted from the 5th to the 6th: nothing is known after it.
    deepStrictEqual(said.consumption, {
      from: utcInstant(noon(6)),
      to: utcInstant(noon(9) + 1),
      before: 921,
      after: null,
    });
    const id = await deleted(place, span);
    strictEqual(await january(place), 1);
    await checkStore(place);
    deepStrictEqual(await stored.points(series, ALL), SHIFTED.slice(0, 2));
    strictEqual(await january(place), 1);
    const [line] = await answerOf(ask("listReadingsDeletions", { ...AT, series }));
    ok(line);
    deepStrictEqual([line.id, line.count, line.houseId], [id, 3, null]);
    deepStrictEqual([line.from, line.to], [utcInstant(noon(7)), utcInstant(noon(9))]);
    strictEqual(Date.parse(line.until) - Date.parse(line.deletedAt), 30 * DAY_MS);
    deepStrictEqual(await answerOf(restored(place, id)), { count: 3, leftCount: 0 });
    strictEqual(await codeOfCall(restored(place, id)), "not-found");
    strictEqual(await january(place), 922);
    await checkStore(place);
    deepStrictEqual(await stored.points(series, ALL), SHIFTED);
    deepStrictEqual(await answerOf(ask("listReadingsDeletions", { ...AT, series })), []);
  }));

// @spec series.deletions
Deno.test("deleteReadings: the audit log holds what was removed, and its undo", () =>
  withReadings(SHIFTED, async (place) => {
    await answerOf(restored(place, await deleted(place, { from: noon(7), to: noon(8) })));
    const admin = await someone(place.built, { email: "admin@bailleur.fr", isAdmin: true });
    const { entries } = await answerOf(admin("getAudit", { orgId: ORG }));
    const subjectOf = (action: string) => entries.find((one) => one.action === action)?.subject;
    // Noon in UTC is 13:00 in Paris.
    match(
      subjectOf("deleteReadings") ?? "",
      /2\srelevés, du 07\/01\/2026 à 13:00 au 08\/01\/2026 à 13:00 \(1\s020\s; 1\s021\)$/,
    );
    match(subjectOf("restoreReadings") ?? "", /2\srelevés, du 07\/01\/2026/);
  }));

// @spec series.deletions
Deno.test("deleted readings do not come back from their sender; another reading is taken", () =>
  withReadings(SHIFTED, async (place) => {
    const { stored, series } = place;
    const id = await deleted(place, { from: noon(7), to: noon(9) });
    const lines = [
      `gas,serial=A1 value=1020 ${noon(7)}`,
      `gas,serial=A1 value=102 ${noon(7) + 600}`,
      `gas,serial=A1 value=77 ${noon(8)}`,
    ];
    const received = await sent(place, lines);
    deepStrictEqual([received.stored, received.refusedCount], [1, 0]);
    const left = [...SHIFTED.slice(0, 2), { epochS: noon(7) + 600, value: 102 }];
    deepStrictEqual(await stored.points(series, ALL), left);
    const [named] = await answerOf(place.ask("listRefusedSources", AT));
    deepStrictEqual([named?.cause, named?.count], ["deleted", 2]);
    // Undone: the sender is believed again.
    await answerOf(restored(place, id));
    strictEqual((await sent(place, [`gas,serial=A1 value=78 ${noon(8)}`])).stored, 1);
    strictEqual(
      (await stored.points(series, ALL)).find((one) => one.epochS === noon(8))?.value,
      78,
    );
  }));

// @spec series.deletions
Deno.test("after 30 days a deletion is not undone any more, and its readings still do not come back", () =>
  withReadings(SHIFTED, async (place) => {
    const id = await deleted(place, { from: noon(7), to: noon(9) });
    place.built.clock.advance(30 * DAY_MS);
    deepStrictEqual(
      await answerOf(place.ask("listReadingsDeletions", { ...AT, series: place.series })),
      [],
    );
    strictEqual(await codeOfCall(restored(place, id)), "not-found");
    deepStrictEqual((await sent(place, [`gas,serial=A1 value=1020 ${noon(7)}`])).stored, 0);
  }));

// @spec series.deletions
Deno.test("a file passes over deleted readings and counts them, unless they are asked for", () =>
  withReadings(SHIFTED, async (place) => {
    const { ask, series, stored } = place;
    await deleted(place, { from: noon(7), to: noon(9) });
    const body = ["date;valeur", "07/01/2026 13:00;1020", "10/01/2026 13:00;103"].join("\n");
    const imported = (query: Partial<Input<"importReadings">>) =>
      answerOf(ask("importReadings", { ...AT, body, series, ...query }));
    const first = await imported({});
    deepStrictEqual([first.insertedCount, first.deletedCount], [1, 1]);
    strictEqual((await stored.points(series, ALL)).length, 3);
    const again = await imported({ restoreDeleted: "true" });
    deepStrictEqual([again.insertedCount, again.deletedCount], [1, 0]);
    strictEqual((await stored.points(series, ALL)).length, 4);
  }));

// @spec series.deletions
Deno.test("deleteReadings refuses what is not what was shown, what is gone, and more than it holds", () =>
  withReadings(SHIFTED, async (place) => {
    const { ask, series, stored } = place;
    const span = { from: noon(7), to: noon(9) };
    const { version } = await answerOf(preview(place, span));
    const body = { ...spanOf(span), houseId: null, version };
    const corrected = "date;valeur\n08/01/2026 13:00;103";
    await answerOf(ask("importReadings", { ...AT, series, body: corrected }));
    strictEqual(await codeOfCall(ask("deleteReadings", { ...AT, series, body })), "conflict");
    await deleted(place, span);
    strictEqual(await codeOfCall(ask("deleteReadings", { ...AT, series, body })), "not-found");
    const readings = Array.from(
      { length: MOST_DELETED + 1 },
      (_, rank) => ({ epochS: noon(10) - 300 * (MOST_DELETED - rank), value: 200 }),
    );
    await stored.append([{ seriesId: series, kind: "index", readings }]);
    await compact(place.built.store, PROJECT, place.built.clock.now);
    const most = { from: noon(10) - 300 * MOST_DELETED, to: noon(10) };
    strictEqual(await codeOfCall(preview(place, most)), "too-many-readings");
    const other = { ...AT, series: "none", ...spanOf(span) };
    strictEqual(await codeOfCall(ask("getReadingsToDelete", other)), "not-found");
    const inHouse = { ...AT, series, ...spanOf(span), houseId: "h" };
    strictEqual(await codeOfCall(ask("getReadingsToDelete", inHouse)), "not-found");
  }));

// @spec series.deletions
Deno.test("deleteReadings leaves the other reading of the same five minutes", () => {
  const points = [
    { epochS: noon(5), value: 100 },
    { epochS: noon(5) + 200, value: 9_000 },
    { epochS: noon(6), value: 101 },
  ];
  return withReadings(points, async (place) => {
    const id = await deleted(place, { from: noon(5) + 1, to: noon(5) + 299 });
    await checkStore(place);
    deepStrictEqual(await place.stored.points(place.series, ALL), [points[0], points[2]]);
    // A reading at that instant since then stays: the undo leaves it.
    const typed = { epochS: noon(5) + 200, value: 100.2 };
    await place.stored.append([{ seriesId: place.series, kind: "index", readings: [typed] }]);
    deepStrictEqual(await answerOf(restored(place, id)), { count: 0, leftCount: 1 });
    deepStrictEqual(await place.stored.points(place.series, ALL), [points[0], typed, points[2]]);
  });
});

// @spec series.deletions
Deno.test("typed indexes are deleted by who types them, other readings by who configures their place", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask, stored }) => {
    const draft = seriesDraft({ dataUnitId: "GAZV", manualIndex: true });
    const series = (await answerOf(ask("createDataseries", { ...AT, body: draft }))).id;
    const index = (value: number, restoreDeleted?: boolean) =>
      ask("addManualIndex", {
        ...AT,
        body: { seriesId: series, houseId: null, date: "2026-01-07", value, restoreDeleted },
      });
    await answerOf(index(5));
    const readings = [{ epochS: noon(6), value: 4 }, { epochS: noon(8), value: 6 }];
    await stored.append([{ seriesId: series, kind: "index", readings }]);
    const types = await someone(built, {
      email: "saisie@b.fr",
      roles: ["collect:config:manualindex:write"],
    });
    const configures = await someone(built, {
      email: "regle@b.fr",
      roles: ["collect:boilerroom:write"],
    });
    const span = { from: noon(6), to: noon(8) };
    const counts = async (as: CallFunction) => {
      const found = await answerOf(preview({ ask: as, series }, span));
      return [found.count, found.indexCount, found.leftCount];
    };
    deepStrictEqual(await counts(types), [1, 1, 2]);
    deepStrictEqual(await counts(configures), [2, 0, 1]);
    const id = await deleted({ ask: types, series }, span);
    deepStrictEqual(await answerOf(ask("listManualIndexes", AT)), []);
    strictEqual(await codeOfCall(restored({ ask: configures, series }, id)), "forbidden");
    // The same index is not typed again unasked; another one is.
    strictEqual(await codeOfCall(index(5)), "deleted-reading");
    await answerOf(index(5, true));
    const [again] = await answerOf(ask("listManualIndexes", AT));
    await answerOf(ask("deleteManualIndex", { ...AT, indexId: again?.id ?? "" }));
    const [last] = await answerOf(types("listReadingsDeletions", { ...AT, series }));
    await answerOf(restored({ ask: types, series }, last?.id ?? ""));
    deepStrictEqual((await answerOf(ask("listManualIndexes", AT))).map(({ value }) => value), [5]);
    strictEqual((await stored.points(series, ALL)).length, 3);
    const reader = await someone(built, { email: "l@b.fr", roles: ["collect:boilerroom:read"] });
    strictEqual(await codeOfCall(preview({ ask: reader, series }, span)), "forbidden");
  }));

// @spec series.deletions
Deno.test("the readings of a dwelling are deleted unseen by who may not see each of them", () =>
  withMember({ roles: ["collect"] }, async ({ built, ask, stored }) => {
    const series = await aHousingSeries(ask, "EFSV");
    const [house, other] = [await aHouse(ask, { name: "A1" }), await aHouse(ask, { name: "A2" })];
    for (const id of [house, other]) {
      await stored.append([{
        seriesId: storedSeriesId(series, id),
        kind: "index",
        readings: SHIFTED,
      }]);
    }
    const admin = await someone(built, { email: "log@b.fr", roles: ["collect:houseadmin"] });
    const span = { from: noon(7), to: noon(9) };
    const said = await answerOf(preview({ ask: admin, series }, span, house));
    deepStrictEqual([said.count, said.readings, said.consumption], [3, [], null]);
    await deleted({ ask: admin, series }, span, house);
    strictEqual((await stored.points(storedSeriesId(series, house), ALL)).length, 2);
    strictEqual((await stored.points(storedSeriesId(series, other), ALL)).length, 5);
    // Nothing is left of them once the dwelling is deleted.
    await answerOf(ask("deleteHouse", { ...AT, houseId: house }));
    deepStrictEqual(await answerOf(admin("listReadingsDeletions", { ...AT, series })), []);
    for await (const { key } of built.store.list({ prefix: [] })) {
      ok(!String(key[0]).startsWith("deleted"), String(key));
    }
  }));

// @spec series.deletions
Deno.test("deleteReadings and restoreReadings leave a series as it was, of any kind, for any range", () => {
  const epochS = fc.integer({ min: 0, max: 30_000 }).map((s) => noon(5) + 7 * s);
  const points = fc.uniqueArray(fc.tuple(epochS, fc.nat(1_000_000)), {
    minLength: 2,
    maxLength: 40,
    selector: ([at]) => at,
  });
  const kinds = fc.constantFrom<DataKind>("index", "instant", "consumption", "state");
  return fc.assert(
    fc.asyncProperty(
      kinds,
      points,
      epochS,
      epochS,
      fc.boolean(),
      (kind, read, a, b, isCompacted) =>
        withMember({ roles: ["collect"] }, async ({ built, ask, stored }) => {
          const series = await aSeries(ask, UNITS[kind]);
          const readings = read.map(([at, value]): Point =>
            kind === "state" && value % 2 === 0
              ? { epochS: at, value: 0, text: `état ${value % 7}` }
              : { epochS: at, value: value / 100 }
          ).sort((one, other) => one.epochS - other.epochS);
          await stored.append([{ seriesId: series, kind, readings }]);
          if (isCompacted) await compact(built.store, PROJECT, built.clock.now);
          const before = await stored.points(series, ALL);
          const days = { from: "2026-01-01", to: "2026-02-01" };
          const figures = await stored.days(series, days);
          const span = { from: Math.min(a, b), to: Math.max(a, b) };
          const isIn = (point: Point) => point.epochS >= span.from && point.epochS <= span.to;
          const place = { built, ask, stored, series };
          const said = await answerOf(preview(place, span));
          strictEqual(said.count, before.filter(isIn).length);
          if (said.count === 0) return;
          const id = await deleted(place, span);
          deepStrictEqual(await stored.points(series, ALL), before.filter((one) => !isIn(one)));
          if (isCompacted) await checkStore(place);
          await answerOf(restored(place, id));
          deepStrictEqual(await stored.points(series, ALL), before);
          deepStrictEqual(await stored.days(series, days), figures);
          await checkStore(place);
        }),
    ),
    { seed: 20260101, numRuns: 40 },
  );
});

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { addDays } from "@/lib/base/civil_dates.ts";
import {
  fineDays,
  isFineAgreed,
  isTaken,
  occupancyPeriodOf,
  occupancyPeriodsOver,
  spanOf,
} from "@/lib/housing/occupancy.ts";
import type { OccupancyDraft, OccupancySpan } from "@/lib/housing/schema.ts";
import { covers, isWithin } from "@/lib/series/day_spans.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, storedSeries, withMember } from "@/tests/helpers/a_residence.ts";
import { unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { auditLines } from "@/tests/helpers/stores.ts";
import { fc } from "@/tests/npm/fast_check.ts";

/** Ada until 14 March, a vacancy until 31 March, then Bob, who consented to hours from 1 May. */
const ADA: OccupancySpan = { from: "2024-09-01", to: "2026-03-14", fineFrom: "2024-09-01" };
const BOB: OccupancySpan = { from: "2026-04-01", to: null, fineFrom: "2026-05-01" };
const HOME = [BOB, ADA];

const PERSON = { name: "Ada", email: "", from: "2026-01-10", to: null };

Deno.test("spanOf() shows hours from the later of the consent and the arrival, and none once it is withdrawn", () => {
  const consent = (givenOn: string, withdrawnOn: string | null = null) =>
    spanOf({ ...PERSON, consent: { givenOn, source: "bail", withdrawnOn } }).fineFrom;
  strictEqual(consent("2026-01-02"), "2026-01-10");
  strictEqual(consent("2026-02-01"), "2026-02-01");
  strictEqual(consent("2026-02-01", "2026-06-01"), null);
  deepStrictEqual(spanOf({ ...PERSON, consent: null }), {
    from: "2026-01-10",
    to: null,
    fineFrom: null,
  });
});

Deno.test("isTaken() counts both ends: one occupant leaves the day before the next arrives", () => {
  const other = [{ from: "2026-03-01", to: "2026-03-10" }];
  strictEqual(isTaken({ from: "2026-03-10", to: null }, other), true);
  strictEqual(isTaken({ from: "2026-03-11", to: null }, other), false);
  strictEqual(isTaken({ from: "2026-01-01", to: "2026-03-01" }, other), true);
  strictEqual(isTaken({ from: "2026-01-01", to: "2026-02-28" }, other), false);
  strictEqual(isTaken({ from: "2026-01-01", to: null }, other), true);
  strictEqual(
    isTaken({ from: "2030-01-01", to: "2030-01-02" }, [{ from: "2026-01-01", to: null }]),
    true,
  );
});

Deno.test("occupancyPeriodOf() is the occupancy of a day, or the vacancy around it", () => {
  deepStrictEqual(occupancyPeriodOf(HOME, "2026-03-14"), { ...ADA, kind: "occupied" });
  deepStrictEqual(occupancyPeriodOf(HOME, "2026-03-15"), {
    from: "2026-03-15",
    to: "2026-03-31",
    kind: "vacant",
    fineFrom: null,
  });
  deepStrictEqual(occupancyPeriodOf(HOME, "2020-01-01"), {
    from: null,
    to: "2024-08-31",
    kind: "vacant",
    fineFrom: null,
  });
  deepStrictEqual(occupancyPeriodOf([ADA], "2026-06-01"), {
    from: "2026-03-15",
    to: null,
    kind: "vacant",
    fineFrom: null,
  });
  deepStrictEqual(occupancyPeriodOf([], "2026-06-01"), {
    from: null,
    to: null,
    kind: "unrecorded",
    fineFrom: null,
  });
});

Deno.test("occupancyPeriodsOver() splits days at each change, and does not split them without one", () => {
  const of = (from: string, to: string) =>
    occupancyPeriodsOver(HOME, { from, to }).map((one) => [one.kind, one.from, one.to]);
  deepStrictEqual(of("2026-01-01", "2026-12-31"), [
    ["occupied", "2024-09-01", "2026-03-14"],
    ["vacant", "2026-03-15", "2026-03-31"],
    ["occupied", "2026-04-01", null],
  ]);
  deepStrictEqual(of("2026-04-01", "2026-12-31"), [["occupied", "2026-04-01", null]]);
  deepStrictEqual(occupancyPeriodsOver([], { from: "2026-01-01", to: "2026-12-31" }).length, 1);
});

Deno.test("isFineAgreed() requires a consent valid that day; a vacancy has none", () => {
  const agreed = (day: string) => isFineAgreed(occupancyPeriodOf(HOME, day), day);
  strictEqual(agreed("2026-03-14"), true);
  strictEqual(agreed("2026-03-20"), false);
  strictEqual(agreed("2026-04-30"), false);
  strictEqual(agreed("2026-05-01"), true);
  strictEqual(isFineAgreed(occupancyPeriodOf([], "2026-05-01"), "2026-05-01"), true);
});

Deno.test("fineDays() are the days of an occupancy period that its occupant consented to", () => {
  const year = { from: "2026-01-01", to: "2026-12-31" };
  deepStrictEqual(fineDays(occupancyPeriodOf(HOME, "2026-06-01"), year), {
    from: "2026-05-01",
    to: "2026-12-31",
  });
  deepStrictEqual(fineDays(occupancyPeriodOf(HOME, "2026-02-01"), year), {
    from: "2026-01-01",
    to: "2026-03-14",
  });
  strictEqual(fineDays(occupancyPeriodOf(HOME, "2026-03-20"), year), null);
  strictEqual(
    fineDays(occupancyPeriodOf(HOME, "2026-02-01"), { from: "2026-04-01", to: "2026-04-30" }),
    null,
  );
  deepStrictEqual(fineDays(occupancyPeriodOf([], "2026-02-01"), year), year);
});

/** Consecutive occupancies, with or without days between. */
const homes = fc.array(
  fc.record({ gap: fc.nat(40), days: fc.integer({ min: 1, max: 60 }), agrees: fc.boolean() }),
  { maxLength: 6 },
).map((stays) => {
  let day = "2025-01-01";
  return stays.map(({ gap, days, agrees }) => {
    const from = addDays(day, gap);
    const to = addDays(from, days - 1);
    day = addDays(to, 1);
    return { from, to, fineFrom: agrees ? from : null };
  });
});

Deno.test("occupancyPeriodsOver() contains every day once, in its occupancyPeriodOf()", () => {
  fc.assert(
    fc.property(homes, fc.nat(300), fc.nat(120), (spans, start, count) => {
      const from = addDays("2025-01-01", start);
      const to = addDays(from, count);
      const occupancyPeriods = occupancyPeriodsOver(spans, { from, to });
      for (let day = from; day <= to; day = addDays(day, 1)) {
        const own = occupancyPeriods.filter((occupancyPeriod) => isWithin(occupancyPeriod, day));
        deepStrictEqual(own, [occupancyPeriodOf(spans, day)]);
      }
      ok(occupancyPeriods.length === 1 || !covers(occupancyPeriodOf(spans, from), { from, to }));
    }),
    { seed: 20260101 },
  );
});

interface Place {
  built: TestPlatform;
  ask: CallFunction;
  at: { projectId: string; houseId: string };
}

function withHouse(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    await test({ built, ask, at: { projectId: PROJECT, houseId: await aHouse(ask) } });
  }, { residence: { features: { houseMode: 1, houseHourly: 3 } } });
}

function occupant(over: Partial<OccupancyDraft> = {}): OccupancyDraft {
  return {
    name: "Ada Morel",
    email: "ada.morel@mail.fr",
    from: "2025-09-01",
    to: null,
    consent: null,
    ...over,
  };
}

const CONSENT = { givenOn: "2025-10-01", source: "annexe au bail", withdrawnOn: null };

Deno.test("occupancies are added, ended and read, latest first, and their days without the occupant's identity", () =>
  withHouse(async ({ ask, at }) => {
    const { id } = await answerOf(
      ask("createOccupancy", { ...at, body: occupant({ consent: CONSENT }) }),
    );
    const before = await ask("listOccupancies", at);
    const version = before.ok ? before.answer[0]?.version : undefined;
    const ended = occupant({ to: "2026-01-31", consent: CONSENT });
    const put = { ...at, occupancyId: id, body: { ...ended, version } };
    strictEqual(codeOf(await ask("putOccupancy", put)), "ok");
    const next = occupant({ name: "Bob Roy", email: "", from: "2026-02-01" });
    const second = await answerOf(ask("createOccupancy", { ...at, body: next }));
    const listed = await answerOf(ask("listOccupancies", at));
    deepStrictEqual(listed.map(({ version: _, access: __, ...one }) => one), [
      { id: second.id, ...next },
      { id, ...ended },
    ]);
    const spans = await answerOf(ask("listOccupancySpans", at));
    deepStrictEqual(spans, [
      { from: "2026-02-01", to: null, fineFrom: null },
      { from: "2025-09-01", to: "2026-01-31", fineFrom: "2025-10-01" },
    ]);
  }));

// @spec housing.occupancies
Deno.test("no day has two occupancies, for any number of concurrent additions", () =>
  withHouse(async ({ ask, at }) => {
    const results = await Promise.all(
      Array.from(
        { length: 8 },
        (_, rank) =>
          ask("createOccupancy", { ...at, body: occupant({ name: `Occupant ${rank}` }) }),
      ),
    );
    deepStrictEqual(
      results.map(codeOf).sort(),
      [...Array.from({ length: 7 }, () => "occupancy-overlap"), "ok"].sort(),
    );
    const early = occupant({ from: "2025-01-01", to: "2025-08-31" });
    const made = await answerOf(ask("createOccupancy", { ...at, body: early }));
    const late = { ...at, occupancyId: made.id, body: { ...early, to: "2025-09-01" } };
    strictEqual(codeOf(await ask("putOccupancy", late)), "occupancy-overlap");
    const same = { ...at, occupancyId: made.id, body: { ...early, to: "2025-08-30" } };
    strictEqual(codeOf(await ask("putOccupancy", same)), "ok");
  }));

Deno.test("an end before the start, a consent without proof and an unknown dwelling are refused", () =>
  withHouse(async ({ ask, at }) => {
    const wrong = [
      occupant({ to: "2025-08-31" }),
      occupant({ email: "ada" }),
      occupant({ name: " " }),
      occupant({ consent: { ...CONSENT, source: " " } }),
      occupant({ consent: { ...CONSENT, withdrawnOn: "2025-09-30" } }),
    ];
    for (const body of wrong) {
      strictEqual(codeOf(await ask("createOccupancy", { ...at, body })), "invalid-input");
    }
    const nowhere = { ...at, houseId: "none" };
    strictEqual(
      codeOf(await ask("createOccupancy", { ...nowhere, body: occupant() })),
      "not-found",
    );
    strictEqual(codeOf(await ask("listOccupancies", nowhere)), "not-found");
    strictEqual(codeOf(await ask("listOccupancySpans", nowhere)), "not-found");
    const nobody = { ...at, occupancyId: "none" };
    strictEqual(codeOf(await ask("putOccupancy", { ...nobody, body: occupant() })), "not-found");
    strictEqual(codeOf(await ask("deleteOccupancy", nobody)), "not-found");
    strictEqual(codeOf(await ask("eraseOccupant", nobody)), "not-found");
    strictEqual(codeOf(await ask("exportOccupant", nobody)), "not-found");
  }));

// @spec housing.personal-data
Deno.test("an occupant is erased and their days stay; an occupancy entered by mistake is deleted whole", () =>
  withHouse(async ({ ask, at, built }) => {
    const made = await answerOf(
      ask("createOccupancy", { ...at, body: occupant({ consent: CONSENT }) }),
    );
    const occupancy = { ...at, occupancyId: made.id };
    strictEqual(codeOf(await ask("eraseOccupant", occupancy)), "ok");
    const left = await answerOf(ask("listOccupancies", at));
    deepStrictEqual(left.map(({ version: _, id: __, ...one }) => one), [
      { name: null, email: "", from: "2025-09-01", to: null, consent: null, access: "none" },
    ]);
    strictEqual(codeOf(await ask("deleteOccupancy", { ...occupancy, version: "old" })), "conflict");
    strictEqual(codeOf(await ask("deleteOccupancy", occupancy)), "ok");
    const none = await answerOf(ask("listOccupancies", at));
    deepStrictEqual(none, []);
    strictEqual((await built.store.get(keys.occupancies(PROJECT, at.houseId))).value, null);
    await ask("createOccupancy", { ...at, body: occupant() });
    await ask("deleteHouse", at);
    strictEqual((await built.store.get(keys.occupancies(PROJECT, at.houseId))).value, null);
  }));

Deno.test("the audit log names the dwelling and the action, and never the occupant", () =>
  withHouse(async ({ ask, at, built }) => {
    const made = await answerOf(ask("createOccupancy", { ...at, body: occupant() }));
    const occupancy = { ...at, occupancyId: made.id };
    await ask("putOccupancy", { ...occupancy, body: occupant({ to: "2026-01-31" }) });
    await ask("exportOccupant", occupancy);
    await ask("eraseOccupant", occupancy);
    await ask("deleteOccupancy", occupancy);
    const lines = await auditLines(built);
    const audited = lines.filter(({ action }) => /Occup/.test(action));
    deepStrictEqual(audited.map(({ action, subject }) => `${action} ${subject}`).sort(), [
      "createOccupancy A12",
      "deleteOccupancy A12",
      "eraseOccupant A12",
      "exportOccupant A12",
      "putOccupancy A12",
    ]);
    ok(!/Ada|ada\.morel/.test(JSON.stringify(lines)));
  }));

Deno.test("the export contains the occupant's record and the readings of their own days, as JSON and CSV", () =>
  withHouse(async ({ ask, at, built }) => {
    const series = await aHousingSeries(ask, "EFSV");
    const stored = storedSeries(built);
    const noon = (date: string) => Date.parse(`${date}T11:00:00Z`) / 1_000;
    const readings = [
      { epochS: noon("2026-01-30"), value: 0 },
      { epochS: noon("2026-01-30") + 3_600, value: 3 },
      { epochS: noon("2026-02-02"), value: 3 },
      { epochS: noon("2026-02-02") + 3_600, value: 8.5 },
    ];
    const seriesId = storedSeriesId(series, at.houseId);
    await stored.append([{ seriesId, kind: "index", readings }]);
    await ask("createOccupancy", { ...at, body: occupant({ to: "2026-01-31" }) });
    const body = occupant({ name: "=Bob", email: "", from: "2026-02-01", consent: CONSENT });
    const made = await answerOf(ask("createOccupancy", { ...at, body }));
    const exported = await answerOf(ask("exportOccupant", { ...at, occupancyId: made.id }));
    strictEqual(exported.fileName, "occupant-2026-02-10.zip");
    const files = await unzipped(exported.bytes);
    deepStrictEqual([...files.keys()], [
      "occupant.json",
      "occupant.csv",
      "chauffage.csv",
      "autoconsommation.csv",
      "releves.csv",
    ]);
    const json = JSON.parse(files.get("occupant.json") ?? "");
    deepStrictEqual(json.occupant, {
      residence: "Les Lilas",
      dwelling: "A12",
      name: "=Bob",
      email: "",
      from: "2026-02-01",
      to: null,
      consent: CONSENT,
    });
    const drawn = { date: "2026-02-02", series: "EFSV", value: 5.5, unit: "m³" };
    deepStrictEqual(json.readings.filter(({ value }: { value: number }) => value > 0), [drawn]);
    ok((files.get("releves.csv") ?? "").includes("\r\n2026-02-02;EFSV;5,5;m³"));
    ok(
      (files.get("occupant.csv") ?? "").includes(";'=Bob;;2026-02-01;;2025-10-01;annexe au bail;"),
    );
    ok(![...files.values()].join().includes("2026-01-30"));
    ok(![...files.values()].join().includes("Ada"));
  }));

Deno.test("the export contains every day that a register read once a month counts", () =>
  withHouse(async ({ ask, at, built }) => {
    const series = await aHousingSeries(ask, "EFSV");
    const seriesId = storedSeriesId(series, at.houseId);
    const readings = [["2026-01-01", 0], ["2026-02-01", 31]].map(([date, value]) => (
      { epochS: Date.parse(`${date}T11:00:00Z`) / 1_000, value: Number(value) }
    ));
    await storedSeries(built).append([{ seriesId, kind: "index", readings }]);
    const body = occupant({ from: "2026-01-01", to: "2026-01-31" });
    const made = await answerOf(ask("createOccupancy", { ...at, body }));
    const exported = await answerOf(ask("exportOccupant", { ...at, occupancyId: made.id }));
    const files = await unzipped(exported.bytes);
    const values: number[] = JSON.parse(files.get("occupant.json") ?? "").readings
      .map(({ value }: { value: number }) => value);
    // 1 m³ a day from noon of 1 January: half a day, then thirty.
    deepStrictEqual(values.map((value) => Math.round(value * 1_000) / 1_000), [
      0.5,
      ...new Array(30).fill(1),
    ]);
  }));

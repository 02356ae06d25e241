import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { addDays } from "@/lib/base/civil_dates.ts";
import { MOST_OCCUPANCIES } from "@/lib/housing/occupancies.ts";
import type { OccupancyDraft } from "@/lib/housing/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, storedSeries, withMember } from "@/tests/helpers/a_residence.ts";
import { unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { auditLines } from "@/tests/helpers/stores.ts";

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
    strictEqual(codeOf(await ask("putOccupancy", put)), "ok");
    const other = { ...put, body: { ...put.body, to: "2026-01-30" as const } };
    strictEqual(codeOf(await ask("putOccupancy", other)), "conflict");
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

Deno.test("dwelling has a limited number of occupancies", () =>
  withHouse(async ({ ask, at }) => {
    for (let rank = 0; rank < MOST_OCCUPANCIES; rank++) {
      const from = addDays("2000-01-01", rank);
      await answerOf(ask("createOccupancy", { ...at, body: occupant({ from, to: from }) }));
    }
    const more = await ask("createOccupancy", { ...at, body: occupant() });
    strictEqual(codeOf(more), "limit-reached");
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

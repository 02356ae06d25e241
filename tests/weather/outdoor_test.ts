import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { frozenBytes } from "@/lib/api/deep_freeze.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { IMPORT_MESSAGES } from "@/lib/ingest/import_text.ts";
import { readMonthlyDju, readStationDays } from "@/lib/weather/outdoor_files.ts";
import { listOutdoor, readOutdoorYear } from "@/lib/weather/outdoor_temperatures.ts";
import { anOutdoorSource, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

const HEADING =
  "NUM_POSTE;NOM_USUEL;LAT;LON;ALTI;AAAAMMJJ;RR;QRR;TN;QTN;HTN;QHTN;TX;QTX;HTX;QHTX;TM;QTM";

/** A line of a daily file. */
function aLine(
  day: string,
  tn: string,
  tx: string,
  over: { station?: string; qtn?: string; tm?: string } = {},
) {
  const { station = "54526001;NANCY-OCHEY", qtn = "1", tm = "" } = over;
  return `${station};48.58;5.96;336;${day};0;1;${tn};${qtn};0500;9;${tx};1;1400;9;${tm};`;
}

/** Runs a test on a residence with an outdoor source. */
function withSource(
  test: (ask: CallFunction, place: { projectId: string; outdoorSourceId: string }) => Promise<void>,
): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ ask }) => {
    await test(ask, { projectId: PROJECT, outdoorSourceId: await anOutdoorSource(ask) });
  });
}

const WANTED = { station: "", today: "2026-02-10" };

Deno.test("readStationDays() reads TN, TX and TM of the single station of a file", async () => {
  const text = `\uFEFF${HEADING}\r\n${aLine("20240101", "-2.5", "4.5")}\r\n`;
  const read = await readStationDays(text, WANTED);
  deepStrictEqual(read?.days, new Map([["2024-01-01", { minC: -2.5, maxC: 4.5, meanC: null }]]));
  deepStrictEqual([read?.lineCount, read?.ignoredCount, read?.errors], [1, 0, []]);
});

Deno.test("readStationDays() selects a station by number, or by name in any spelling", async () => {
  const other = { station: "54602001;NANCY-ESSEY" };
  const text = [
    HEADING,
    aLine("20240101", "1", "5"),
    aLine("20240101", "2", "6", other),
    aLine("20240102", "3", "7", other),
  ].join("\n");
  for (const station of ["54602001", "Nancy Essey", "nancy-essey"]) {
    const read = await readStationDays(text, { ...WANTED, station });
    deepStrictEqual([...read?.days.keys() ?? []], ["2024-01-01", "2024-01-02"], station);
    strictEqual(read?.ignoredCount, 1);
  }
  const several = await readStationDays(text, WANTED);
  strictEqual(
    several?.errors[0]?.message,
    IMPORT_MESSAGES.severalStations("NANCY-OCHEY, NANCY-ESSEY"),
  );
  const unknown = await readStationDays(text, { ...WANTED, station: "Metz" });
  strictEqual(unknown?.errors[0]?.message, IMPORT_MESSAGES.otherStation("Metz"));
});

Deno.test("readStationDays() names the first five stations of a file, and says when there are more", async () => {
  const said = async (count: number) => {
    const lines = Array.from(
      { length: count },
      (_, rank) => aLine("20240101", "1", "5", { station: `5400000${rank};S${rank}` }),
    );
    return (await readStationDays([HEADING, ...lines].join("\n"), WANTED))?.errors[0]?.message;
  };
  strictEqual(await said(5), IMPORT_MESSAGES.severalStations("S0, S1, S2, S3, S4"));
  strictEqual(await said(6), IMPORT_MESSAGES.severalStations("S0, S1, S2, S3, S4…"));
});

Deno.test("readStationDays() names invalid lines, and leaves doubtful values out", async () => {
  const text = [
    HEADING,
    aLine("20240230", "1", "5"),
    aLine("20240102", "abc", "5"),
    aLine("20240103", "9", "5"),
    aLine("20270101", "1", "5"),
    aLine("20240105", "-80", "5"),
    aLine("20240106", "1", "5", { qtn: "2" }),
    aLine("20240107", "", ""),
    aLine("20240108", "1", "61"),
    aLine("20240109", "1", "5", { tm: "froid" }),
    aLine("20240110", "1", "5", { tm: "2,5" }),
  ].join("\n");
  const read = await readStationDays(text, WANTED);
  deepStrictEqual(read?.errors.map(({ line, column, message }) => [line, column, message]), [
    [2, "AAAAMMJJ", IMPORT_MESSAGES.badDate],
    [3, "TN", IMPORT_MESSAGES.badTemperature],
    [4, "TN", IMPORT_MESSAGES.crossedTemperatures],
    [5, "AAAAMMJJ", IMPORT_MESSAGES.futureDate],
    [6, "TN", IMPORT_MESSAGES.badTemperature],
    [9, "TX", IMPORT_MESSAGES.badTemperature],
    [10, "TM", IMPORT_MESSAGES.badTemperature],
  ]);
  deepStrictEqual(
    read.days,
    new Map([
      ["2024-01-06", { minC: null, maxC: 5, meanC: null }],
      ["2024-01-10", { minC: 1, maxC: 5, meanC: 2.5 }],
    ]),
  );
  deepStrictEqual([read.ignoredCount, read.refusedCount], [1, 7]);
});

Deno.test("readStationDays() reads decimal temperatures only, and a blank one as missing", async () => {
  const text = (tn: string) => [HEADING, aLine("20240101", tn, "20")].join("\n");
  for (const written of ["0x10", "1e1", "0b11", "1_0", "1,2,3"]) {
    const read = await readStationDays(text(written), WANTED);
    deepStrictEqual(
      read?.errors,
      [{ line: 2, column: "TN", message: IMPORT_MESSAGES.badTemperature }],
      written,
    );
  }
  for (const [written, minC] of [[" ", null], [" 4.5 ", 4.5], ["-4,5", -4.5]] as const) {
    const read = await readStationDays(text(written), WANTED);
    deepStrictEqual(
      read?.days,
      new Map([["2024-01-01", { minC, maxC: 20, meanC: null }]]),
      written,
    );
  }
});

const HOURLY = "NUM_POSTE;NOM_USUEL;LAT;LON;ALTI;AAAAMMJJHH;RR1;T;QT;TN;QTN;TX;QTX";

/** The lines of consecutive hours, from one named by its end. */
function hourLines(
  fromHour: string,
  count: number,
  of: (rank: number) => { t?: string; tn?: string; tx?: string; q?: string },
): string[] {
  return Array.from({ length: count }, (_, rank) => {
    const end = new Date(Date.parse(`${fromHour}:00:00Z`) + rank * 3_600_000).toISOString();
    const { t = "", tn = "", tx = "", q = "1" } = of(rank);
    const hour = end.slice(0, 13).replace(/[-T]/g, "");
    return `54526001;NANCY-OCHEY;48.58;5.96;336;${hour};0;${t};${q};${tn};${q};${tx};${q}`;
  });
}

// @spec degree-days.hourly-files
Deno.test("readStationDays() makes the days of an hourly file as Météo-France does", async () => {
  // Up to midnight of 3 January: a tenth of a degree more each hour.
  const lines = hourLines("2024-01-01T19", 24 + 24 + 6, (rank) => ({ t: String(rank / 10) }));
  const read = await readStationDays([HOURLY, ...lines].join("\n"), WANTED);
  deepStrictEqual(read?.errors, []);
  deepStrictEqual(
    read?.days,
    new Map([
      // TN of the hours 19 to 18, from the first line; TX of 7 to 6 of the next day; TM of 1 to 24.
      ["2024-01-02", { minC: 0, maxC: 3.5, meanC: 1.8 }],
      ["2024-01-03", { minC: 2.4, maxC: null, meanC: 4.2 }],
    ]),
  );
  deepStrictEqual([read?.lineCount, read?.ignoredCount], [54, 0]);
});

// @spec degree-days.hourly-files
Deno.test("an hourly file's own TN and TX count before T, and a day that lacks an hour has no figure of it", async () => {
  const whole = hourLines("2024-01-01T19", 24 + 12, (rank) => {
    return rank === 10 ? { t: "5", tn: "-3,5", tx: "9" } : { t: "5", tn: "4", tx: "6" };
  });
  const daysOf = async (lines: readonly string[]) =>
    (await readStationDays([HOURLY, ...lines].join("\n"), WANTED))?.days.get("2024-01-02");
  deepStrictEqual(await daysOf(whole), { minC: -3.5, maxC: 6, meanC: 5 });
  deepStrictEqual(await daysOf(whole.toSpliced(30, 1)), { minC: -3.5, maxC: null, meanC: 5 });
  const doubtful = hourLines("2024-01-02T08", 1, () => ({ t: "40", q: "2" }));
  deepStrictEqual(await daysOf([...whole.toSpliced(13, 1), ...doubtful]), undefined);
});

// @spec degree-days.hourly-files
Deno.test("wrong lines of an hourly file are named", async () => {
  const lines = [
    ...hourLines("2024-01-02T08", 1, () => ({ t: "abc" })),
    ...hourLines("2024-01-02T09", 1, () => ({ t: "1", tn: "2", tx: "1" })),
    ...hourLines("2027-01-02T09", 1, () => ({ t: "1" })),
    "54526001;NANCY-OCHEY;48.58;5.96;336;2024010224;0;1;1;;;;",
  ];
  const read = await readStationDays([HOURLY, ...lines].join("\n"), WANTED);
  deepStrictEqual(read?.errors.map(({ line, column, message }) => [line, column, message]), [
    [2, "T", IMPORT_MESSAGES.badTemperature],
    [3, "TN", IMPORT_MESSAGES.crossedTemperatures],
    [4, "AAAAMMJJHH", IMPORT_MESSAGES.futureDate],
    [5, "AAAAMMJJHH", IMPORT_MESSAGES.badDate],
  ]);
  strictEqual(read?.refusedCount, 4);
});

Deno.test("readStationDays() is null for another file, and reports an unreadable one", async () => {
  strictEqual(await readStationDays("a;b\n1;2\n", WANTED), null);
  strictEqual(await readStationDays("", WANTED), null);
  const broken = await readStationDays(`${HEADING}\n"never closed`, WANTED);
  strictEqual(broken?.errors[0]?.message, IMPORT_MESSAGES.badCsv);
});

Deno.test("readStationDays() names the first line with fewer cells than the heading, and reads nothing", async () => {
  const text = [HEADING, aLine("20240101", "1", "5"), "54526001;NANCY-OCHEY;48", "54526001"].join(
    "\n",
  );
  const { errors, days } = await readStationDays(text, WANTED) ?? {};
  deepStrictEqual(errors, [{ line: 3, column: null, message: IMPORT_MESSAGES.badCsv }]);
  strictEqual(days?.size, 0);
});

Deno.test("readStationDays() reads 500,000 lines, and refuses more", async () => {
  const lines = "54526001;NANCY\n".repeat(500_000);
  strictEqual(await readStationDays(lines, WANTED), null);
  await rejects(readStationDays(`${lines}1;A\n`, WANTED), { code: "too-many-lines" });
});

Deno.test("readMonthlyDju() reads both spellings of a month and of a decimal", async () => {
  const monthsOf = async (text: string) => (await readMonthlyDju(text))?.months;
  deepStrictEqual(await monthsOf("mois;dju\n2024-01;387,2\n02/2024;341.6\n"), [
    { month: "2024-01", dju: 387.2 },
    { month: "2024-02", dju: 341.6 },
  ]);
  deepStrictEqual(await monthsOf("\uFEFFMois,DJU\r\n2024-01,387,2\r\n"), [
    { month: "2024-01", dju: 387.2 },
  ]);
  deepStrictEqual(await monthsOf("mois;dju\n2024-07;0\n2024-01;2000\n"), [
    { month: "2024-07", dju: 0 },
    { month: "2024-01", dju: 2_000 },
  ]);
  for (const figure of ["-0,1", "2000,1", "1e3", "0x10", "0b1", "Infinity", "1,2.5"]) {
    strictEqual(await readMonthlyDju(`mois;dju\n2024-01;${figure}\n`), null, figure);
  }
  for (const month of ["2024-13", "0026-01", "01/2204"]) {
    strictEqual(await readMonthlyDju(`mois;dju\n${month};1\n`), null, month);
  }
  strictEqual(await readMonthlyDju("mois;dju\n2024-01;beaucoup\n"), null);
  strictEqual(await readMonthlyDju(HEADING), null);
});

// @spec imports.absent-unchanged
Deno.test("readMonthlyDju() leaves out the months without a figure: they stay as they are", async () => {
  deepStrictEqual(await readMonthlyDju("mois;dju\n2024-01;387,2\n2024-02;\n2024-03; \n"), {
    lineCount: 3,
    months: [{ month: "2024-01", dju: 387.2 }],
  });
  deepStrictEqual(await readMonthlyDju("mois,dju\n2024-02,\n"), { lineCount: 1, months: [] });
});

// @spec imports.absent-unchanged
Deno.test("importOutdoorDays keeps the temperatures that a line lacks, unless TN would be above TX", () =>
  withSource(async (ask, place) => {
    const send = async (...lines: string[]) => {
      const body = [HEADING, ...lines].join("\n");
      const { insertedCount, replacedCount, errors } = await answerOf(
        ask("importOutdoorDays", { ...place, body }),
      );
      return [insertedCount, replacedCount, errors];
    };
    const dju = async () => {
      const { slots } = await answerOf(ask("getDju", { ...place, segment: "daily-2024-01" }));
      return slots.slice(0, 2).map((slot) => slot.dju);
    };
    await send(aLine("20240101", "2", "8"), aLine("20240102", "4", "6"));
    // 18 − (2 + 8) / 2 and 18 − (4 + 6) / 2.
    deepStrictEqual(await dju(), [13, 13]);
    deepStrictEqual(await send(aLine("20240101", "", "8")), [0, 0, []]);
    // A value under review is not used: the known one stays. 18 − (4 + 10) / 2 = 11.
    deepStrictEqual(await send(aLine("20240102", "3", "10", { qtn: "2" })), [0, 1, []]);
    deepStrictEqual(await dju(), [13, 11]);
    const message = IMPORT_MESSAGES.crossedWithStored;
    deepStrictEqual(await send(aLine("20240101", "", "1")), [
      0,
      0,
      [{ line: 2, column: "TN", message }],
    ]);
    deepStrictEqual(await dju(), [13, 11]);
  }));

// @spec degree-days.manual-months, degree-days.daily-year
Deno.test("daily file gives DJU by day and by month; typed months override its days", () =>
  withSource(async (ask, place) => {
    const days = Array.from(
      { length: 31 },
      (_, index) => aLine(`202401${String(index + 1).padStart(2, "0")}`, "0", "8"),
    );
    const body = [HEADING, ...days, aLine("20240201", "10", "30")].join("\n");
    const dry = await answerOf(ask("importOutdoorDays", { ...place, dryRun: "true", body }));
    strictEqual(dry.insertedCount, 32);
    const done = await answerOf(ask("importOutdoorDays", { ...place, body }));
    deepStrictEqual(done, {
      lineCount: 32,
      insertedCount: 32,
      replacedCount: 0,
      unchangedCount: 0,
      ignoredCount: 0,
      refusedCount: 0,
      errors: [],
    });
    const again = await answerOf(ask("importOutdoorDays", {
      ...place,
      body: [HEADING, aLine("20240101", "2", "8")].join("\n"),
    }));
    deepStrictEqual([again.insertedCount, again.replacedCount], [0, 1]);

    const read = async () => {
      const result = await answerOf(ask("getDju", { ...place, segment: "monthly-2024" }));
      return result.slots.slice(0, 3);
    };
    // 30 days at (18 − 4) and one at (18 − 5); 1 February: (10 + 30) / 2 = 20, no DJU, one day of 29.
    deepStrictEqual(await read(), [
      { slot: "2024-01", dju: 433, meanC: (30 * 4 + 5) / 31, completeness: 1, typed: false },
      { slot: "2024-02", dju: 0, meanC: 20, completeness: 1 / 29, typed: false },
      { slot: "2024-03", dju: null, meanC: null, completeness: 0, typed: false },
    ]);
    const typed = { months: [{ month: "2024-02", dju: 310.5 }] };
    ok((await ask("putMonthlyDju", { ...place, body: typed })).ok);
    deepStrictEqual((await read())[1], {
      slot: "2024-02",
      dju: 310.5,
      meanC: 20,
      completeness: 1,
      typed: true,
    });
    // A month without heating, typed as 0, is no untyped one.
    const none = { months: [{ month: "2024-01", dju: 0 }] };
    ok((await ask("putMonthlyDju", { ...place, body: none })).ok);
    const january = (await read())[0];
    deepStrictEqual([january?.dju, january?.typed], [0, true]);
    const daily = await answerOf(ask("getDju", { ...place, segment: "daily-2024-01" }));
    strictEqual(daily.slots[0]?.dju, 13);
    const year = await answerOf(ask("getDjuDailyYear", { ...place, year: "2024" }));
    strictEqual(year.slots.length, 366);
    // Neither a year before the readings, nor one to come: none of their days is known.
    for (const unread of ["1999", "2022", "2099"]) {
      strictEqual(
        await codeOfCall(ask("getDjuDailyYear", { ...place, year: unread })),
        "bad-period",
      );
    }
    strictEqual(
      await codeOfCall(ask("getDju", { ...place, segment: "weekly-2024" })),
      "bad-period",
    );
  }));

// @spec degree-days.manual-months
Deno.test("putMonthlyDju counts the months that it adds, replaces and leaves, in the years that have periods", () =>
  withSource(async (ask, place) => {
    const put = async (dju: Readonly<Record<string, number | null>>) => {
      const months = Object.entries(dju).map(([month, value]) => ({ month, dju: value }));
      const { lineCount, insertedCount, replacedCount, unchangedCount } = await answerOf(
        ask("putMonthlyDju", { ...place, body: { months } }),
      );
      return [lineCount, insertedCount, replacedCount, unchangedCount];
    };
    deepStrictEqual(await put({ "2023-12": 390, "2024-01": 387.2, "2024-02": null }), [3, 2, 0, 1]);
    deepStrictEqual(await put({ "2023-12": 390, "2024-01": 400, "2024-03": 0 }), [3, 1, 1, 1]);
    const none = { ...place, outdoorSourceId: "none" };
    const january = { months: [{ month: "2024-01", dju: 1 }] };
    strictEqual(await codeOfCall(ask("putMonthlyDju", { ...none, body: january })), "not-found");
    // A year without periods is refused, with as many months as a body may hold.
    const years = (first: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, rank) => [`${first + rank}-01`, 300]));
    for (const [first, count] of [[1001, 1200], [2101, 1]] as const) {
      await rejects(put(years(first, count)), /invalid-input/);
    }
    // Every year of periods, 1970 to 2100.
    deepStrictEqual(await put(years(1970, 131)), [131, 130, 1, 0]);
  }));

Deno.test("importOutdoorDays counts a day read again without a change neither as new nor as replaced", () =>
  withSource(async (ask, place) => {
    // Ten years are written in two commits; 31 December of a leap year is its day 366.
    const days = Array.from({ length: 10 }, (_, rank) => aLine(`${2014 + rank}1231`, "1", "5"));
    const body = [HEADING, ...days, aLine("20241231", "1", "5")].join("\n");
    const counts = async (text: string) => {
      const done = await answerOf(ask("importOutdoorDays", { ...place, body: text }));
      return [done.insertedCount, done.replacedCount];
    };
    deepStrictEqual(await counts(body), [11, 0]);
    deepStrictEqual(await counts(body), [0, 0]);
    deepStrictEqual(await counts(body.replaceAll(";5;1;1400", ";6;1;1400")), [0, 11]);
    const last = await answerOf(ask("getDju", { ...place, segment: "daily-2024-12" }));
    // 18 − (1 + 6) / 2.
    strictEqual(last.slots.at(-1)?.dju, 14.5);
    strictEqual(
      await codeOfCall(ask("importOutdoorDays", { ...place, outdoorSourceId: "none", body })),
      "not-found",
    );
  }));

Deno.test("DJU follow the method of their source: COSTIC counts more in mid-season", () =>
  withSource(async (ask, place) => {
    const body = [HEADING, aLine("20240501", "10", "22")].join("\n");
    await ask("importOutdoorDays", { ...place, body });
    const dju = async () =>
      (await answerOf(ask("getDju", { ...place, segment: "daily-2024-05" }))).slots[0]?.dju;
    strictEqual(await dju(), 2);
    const source = { name: "Station", method: "costic" as const, seriesId: null, station: "" };
    ok((await ask("putOutdoorSource", { ...place, body: source })).ok);
    // domain §1: (22 − 10)·b·(0,08 + 0,42·b) with b = 8/12 = 2.88.
    ok(Math.abs(Number(await dju()) - 2.88) < 1e-9);
  }));

Deno.test("readOutdoorYear() takes some 6 KB in memory: a landlord has a year of each residence there", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    await anOutdoorSource(ask);
    const { services } = built.platform.own;
    const [source] = await listOutdoor(services, PROJECT);
    ok(source !== undefined);
    const year = await readOutdoorYear(services, { projectId: PROJECT, source, year: 2025 });
    // Two numbers a day.
    ok(frozenBytes(year) < 8_000, String(frozenBytes(year)));
  }, { now: "2026-02-10T11:00:00Z" }));

import { SignatureChart } from "@/components/energy_signature/SignatureParts.tsx";
import { addDays, daysBetween } from "@/lib/base/civil_dates.ts";
import { bandOf, driftCharts } from "@/lib/energy_signature/charts.ts";
import {
  type Baseline,
  findDrift,
  isSetBackLost,
  nightShare,
} from "@/lib/energy_signature/drift.ts";
import {
  comparedSeason,
  exclusionOf,
  type ReadDay,
  usedMonths,
} from "@/lib/energy_signature/season_signature.ts";
import {
  bandKwh,
  expectedKwh,
  fitSignature,
  type SignatureDay,
} from "@/lib/energy_signature/signature.ts";
import { closingText, verdictText } from "@/lib/energy_signature/text.ts";
import {
  aSeason,
  CHANGED_AT,
  EXACT,
  FIRST_DAY,
  randomBaseline,
  randomSeason,
} from "@/tests/energy_signature/made_seasons.ts";
import { asLandlord } from "@/tests/helpers/a_site.ts";
import { drawn } from "@/tests/helpers/drawn.ts";
import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";

// @spec signature.fit
Deno.test("fitSignature() finds the parameters of a season without noise, for each balance temperature", () => {
  for (const balanceC of [10, 13.4, 17, 19]) {
    const { status, signature } = fitSignature(
      aSeason(7, { signature: { ...EXACT, balanceC }, noise: 0 }),
    );
    strictEqual(status, "ok");
    ok(signature !== null);
    strictEqual(signature.balanceC, balanceC);
    ok(Math.abs(signature.baseKwh - EXACT.baseKwh) < 1e-6, String(signature.baseKwh));
    ok(Math.abs(signature.slopeKwhPerK - EXACT.slopeKwhPerK) < 1e-6);
    ok(signature.r2 > 1 - 1e-9);
  }
});

// @spec signature.fit
Deno.test("fitSignature() gives the statuses in their order", () => {
  const days = aSeason(3, { noise: 0.02 });
  const withC = (outdoorC: (day: SignatureDay) => number) =>
    days.map((day) => ({ ...day, outdoorC: outdoorC(day) }));
  strictEqual(fitSignature(days.slice(0, 89)).status, "tooFewDays");
  strictEqual(fitSignature(days.slice(0, 90)).status === "tooFewDays", false);
  strictEqual(fitSignature(withC(({ outdoorC }) => outdoorC / 4)).status, "narrowTemperatures");
  strictEqual(fitSignature(withC(({ outdoorC }) => 20 - outdoorC)).status, "noHeating");
  strictEqual(fitSignature(aSeason(3, { noise: 0.5 })).status, "tooScattered");
  deepStrictEqual(fitSignature(days.slice(0, 89)).signature, null);
});

// @spec signature.fit
Deno.test("the base load is unknown without ten days above the balance temperature", () => {
  const days = aSeason(5, { noise: 0.01 });
  const warm = days.filter(({ outdoorC }) => outdoorC > 17);
  const nine = days.filter((day) => !warm.slice(9).includes(day));
  strictEqual(fitSignature(days).signature?.baseIdentified, true);
  strictEqual(fitSignature(nine).signature?.baseIdentified, false);
  const ten = days.filter((day) => !warm.slice(10).includes(day));
  strictEqual(fitSignature(ten).signature?.baseIdentified, true);
});

// @spec signature.fit
Deno.test("R², CV(RMSE), the error of the slope and the band are those of their formulas", () => {
  const days = aSeason(8, { dayCount: 120 });
  const fit = fitSignature(days);
  const { signature } = fit;
  ok(signature !== null);
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one) / 120;
  const squares = (values: readonly number[]) => 120 * mean(values.map((one) => one ** 2));
  const about = (values: readonly number[]) => squares(values.map((one) => one - mean(values)));
  const energies = days.map(({ energyKwh }) => energyKwh);
  const kelvins = days.map(({ outdoorC }) => Math.max(0, signature.balanceC - outdoorC));
  const rests = days.map((day) => day.energyKwh - expectedKwh(signature, day.outdoorC));
  const residual = Math.sqrt(squares(rests) / 117);
  const near = (value: number, expected: number) =>
    ok(Math.abs(value / expected - 1) < 1e-7, `${value} is not ${expected}`);
  near(signature.r2, 1 - squares(rests) / about(energies));
  near(signature.residualKwh, residual);
  near(signature.cvRmse, residual / mean(energies));
  near(signature.slopeError, residual / Math.sqrt(about(kelvins)));
  // Student's 97.5 % quantile of 117 degrees of freedom is 1.980 447 6.
  const distance = (signature.balanceC - 4 - mean(kelvins)) ** 2 / about(kelvins);
  near(bandKwh(fit, signature, 4), 1.9804476 * residual * Math.sqrt(1 + 1 / 120 + distance));
});

/** A season whose days are at their signature, more and less by turns. */
function alternating(share: number, { baseKwh, range }: { baseKwh: number; range: number }) {
  return Array.from({ length: 200 }, (_, at): SignatureDay => {
    const outdoorC = 17 - range * (at % 20) / 20;
    const expected = baseKwh + 100 * (17 - outdoorC);
    return {
      date: addDays(FIRST_DAY, at),
      outdoorC,
      energyKwh: expected * (1 + (at % 40 < 20 ? share : -share)),
    };
  });
}

// @spec signature.fit
Deno.test("a season is too scattered below 0.70 of R², or above 0.25 of CV(RMSE)", () => {
  const of = (share: number, base: Parameters<typeof alternating>[1]) => {
    const { status, signature } = fitSignature(alternating(share, base));
    return [status, (signature?.r2 ?? 0) >= 0.7, (signature?.cvRmse ?? 1) <= 0.25];
  };
  deepStrictEqual(of(0.2, { baseKwh: 0, range: 20 }), ["ok", true, true]);
  deepStrictEqual(of(0.27, { baseKwh: 0, range: 20 }), ["tooScattered", true, false]);
  deepStrictEqual(of(0.2, { baseKwh: 2000, range: 12 }), ["tooScattered", false, true]);
});

// @spec signature.fit
Deno.test("a balance temperature needs twenty colder days, a slope above 0 and a base load not below", () => {
  const at = (outdoorC: number, energyKwh: number, count: number) =>
    Array.from({ length: count }, (_, day) => ({
      date: addDays(FIRST_DAY, day),
      outdoorC: outdoorC + day / 1000,
      energyKwh,
    }));
  // Colder days use more, but only nineteen are below 20 °C.
  const warm = [...at(21, 100, 40), ...at(32, 100, 40)];
  strictEqual(fitSignature([...warm, ...at(5, 1000, 20)]).status, "ok");
  strictEqual(fitSignature([...warm, ...at(5, 1000, 19)]).status, "noHeating");
  // A line of 100 kWh/K from 25 °C on needs a base load below 0 at any balance temperature up to 20 °C.
  const steep = Array.from({ length: 120 }, (_, day) => ({
    date: addDays(FIRST_DAY, day),
    outdoorC: 5 + day % 15,
    energyKwh: 500 + 100 * (day % 15),
  }));
  strictEqual(fitSignature(steep).status, "noHeating");
});

// @spec signature.fit
Deno.test("bandKwh() contains about 95 % of other days of the same season", () => {
  const fit = fitSignature(aSeason(11, { noise: 0.03, correlation: 0 }));
  const { signature } = fit;
  ok(signature !== null);
  let [inside, count] = [0, 0];
  for (let seed = 100; seed < 120; seed++) {
    for (const { outdoorC, energyKwh } of aSeason(seed, { noise: 0.03, correlation: 0 })) {
      const away = Math.abs(energyKwh - expectedKwh(signature, outdoorC));
      if (away <= bandKwh(fit, signature, outdoorC)) inside++;
      count++;
    }
  }
  ok(inside / count > 0.9 && inside / count < 0.98, String(inside / count));
});

const SEASONS = 40;

function baselineOf(seed: number, noise = 0.03): Baseline {
  const days = aSeason(seed, { noise });
  const { signature } = fitSignature(days);
  ok(signature !== null);
  return { signature, days };
}

// @spec signature.drift
Deno.test("findDrift() finds 8 % within 21 days, dates it, and says nothing of clean seasons", () => {
  let [found, dated] = [0, 0];
  for (let seed = 1; seed <= SEASONS; seed++) {
    const baseline = randomBaseline(seed);
    strictEqual(findDrift(baseline, randomSeason(seed)).drift, null, `season ${seed}`);
    const { drift } = findDrift(baseline, randomSeason(seed, 0.08));
    if (drift === null) continue;
    const changedOn = addDays(FIRST_DAY, CHANGED_AT);
    const after = daysBetween(changedOn, drift.alarmOn);
    if (after >= 0 && after <= 21) found++;
    if (Math.abs(daysBetween(changedOn, drift.since)) <= 4) dated++;
    strictEqual(drift.verdict, "drift");
    ok(drift.percent > 5 && drift.percent < 11, String(drift.percent));
  }
  ok(found >= 0.95 * SEASONS, `found ${found}`);
  ok(dated >= 0.85 * SEASONS, `dated ${dated}`);
});

// @spec signature.drift
Deno.test("the beginning of a drift stays, and its verdict, as the season goes on", () => {
  for (const seed of [4, 5, 6]) {
    const baseline = randomBaseline(seed);
    const days = randomSeason(seed, 0.08);
    const since = new Set<string>();
    for (let count = 1; count <= days.length; count++) {
      const { drift } = findDrift(baseline, days.slice(0, count));
      ok(since.size === 0 || drift?.verdict === "drift", `season ${seed}, day ${count}`);
      if (drift !== null) since.add(`${drift.since} ${drift.alarmOn}`);
    }
    strictEqual(since.size, 1);
  }
});

// @spec signature.fit
Deno.test("of equal balance temperatures fitSignature() takes the lowest", () => {
  const cold = aSeason(21, { noise: 0, meanC: 0 }).filter(({ outdoorC }) => outdoorC < 12);
  const warmest = Math.max(...cold.map(({ outdoorC }) => outdoorC));
  const { signature } = fitSignature(cold);
  strictEqual(signature?.balanceC, Math.ceil(warmest * 10) / 10);
  strictEqual(signature.baseIdentified, false);
});

// @spec signature.hint
Deno.test("the hint tells a base load, a slope and a balance temperature apart", () => {
  const baseline = baselineOf(2, 0.001);
  const { signature } = baseline;
  ok(signature.baseIdentified);
  const extra: Record<string, (day: SignatureDay) => number> = {
    base: () => 150,
    slope: ({ outdoorC }) => 25 * Math.max(0, signature.balanceC - outdoorC),
    balance: ({ outdoorC }) =>
      signature.slopeKwhPerK *
      (Math.max(0, signature.balanceC + 2 - outdoorC) - Math.max(0, signature.balanceC - outdoorC)),
  };
  const hints = Object.values(extra).map((more) => {
    const days = aSeason(2_015, { noise: 0.001 })
      .map((day) => ({ ...day, energyKwh: day.energyKwh + more(day) }));
    return findDrift(baseline, days).drift?.hint;
  });
  deepStrictEqual(hints, Object.keys(extra));
});

const readDays = (seed: number, change = 0): ReadDay[] =>
  aSeason(seed, { change, changeAt: 80 })
    .map((day) => ({ ...day, isWhole: true, isEstimated: false, isDoubtful: false }));

const season = (yearStart: number, seed: number) => ({
  yearStart,
  days: readDays(seed),
  change: null,
});

/** Days compared with the season before them, of the next seed, unless other seasons are given. */
function comparedDays(
  seed: number,
  days: readonly ReadDay[],
  query: Partial<Parameters<typeof comparedSeason>[0]> = {},
) {
  const earlier = [season(2023, seed + 1)];
  return comparedSeason({ days, earlier, chosen: null, closings: [], ...query });
}

const ABOUT = {
  boilerRoomName: "C1",
  yearStart: 2024,
  from: "2024-10-01",
  to: "2025-05-31",
  setBackLost: false,
};

// @spec signature.days
Deno.test("exclusionOf() gives the first reason for which a day is not used", () => {
  const [day] = readDays(1);
  ok(day !== undefined);
  const changes: readonly Partial<ReadDay>[] = [
    {},
    { energyKwh: null, isWhole: false },
    { outdoorC: null },
    { isWhole: false, isEstimated: true },
    { isEstimated: true },
    { isDoubtful: true },
    { energyKwh: 0 },
  ];
  deepStrictEqual(changes.map((change) => exclusionOf({ ...day, ...change })), [
    null,
    "no-energy",
    "no-temperature",
    "incomplete",
    "estimated",
    "doubtful",
    "no-consumption",
  ]);
});

// @spec signature.reference
Deno.test("the reference is the latest season before that can be relied on, or the chosen one", () => {
  const days = readDays(30, 0.1);
  const earlier = [season(2023, 31), season(2022, 32), season(2021, 33)];
  const of = (query: Partial<Parameters<typeof comparedSeason>[0]>) =>
    comparedDays(30, days, { earlier, ...query });
  strictEqual(of({}).reference, 2023);
  strictEqual(of({ chosen: 2021 }).reference, 2021);
  strictEqual(of({ chosen: 1999 }).reference, 2023);
  const change = {
    kind: "works",
    date: "2024-12-03",
    text: "Chaudière",
    author: "a@b.fr",
  } as const;
  const changed = earlier.map((one, at) => ({ ...one, change: at === 0 ? change : null }));
  strictEqual(of({ earlier: changed }).reference, 2022);
  const short = earlier.map((one) => ({ ...one, days: one.days.slice(0, 50) }));
  const none = of({ earlier: short });
  deepStrictEqual([none.reference, none.drift, none.limit], [null, null, null]);
  match(verdictText({ ...ABOUT, ...none }).lines.join(), /2023-2024.: moins de 90 jours/);
  match(verdictText({ ...ABOUT, ...of({}) }).title, /^Dérive depuis le .* décembre 2024, \+\d+.%/);
});

// @spec signature.closing
Deno.test("after a closing the search restarts on its day, and what was found before is kept", () => {
  const days = readDays(30, 0.1);
  const of = (...dates: readonly string[]) =>
    comparedDays(30, days, {
      closings: dates.map((date) => ({ date, text: "Vanne réparée", author: "a@b.fr" })),
    });
  const open = of();
  ok(open.drift !== null);
  const [on, again] = [addDays(open.drift.alarmOn, 20), addDays(open.drift.alarmOn, 21)];
  const closed = of(on);
  strictEqual(closed.closings[0]?.drift?.since, open.drift.since);
  ok(closed.closings[0].drift.lostKwh < open.drift.lostKwh);
  ok(closed.drift !== null && closed.drift.since >= on, "it goes on, and is found again");
  deepStrictEqual(of(on, again).closings.map(({ drift }) => drift !== null), [true, false]);
  match(
    closingText(closed.closings[0]),
    /^Close le .*: Vanne réparée \(a@b\.fr\)\. Dérive depuis le /,
  );
  const cured = readDays(30, 0.1).map((day, at) =>
    at < 120 ? day : { ...day, energyKwh: (day.energyKwh ?? 0) / 1.1 }
  );
  const date = addDays(FIRST_DAY, 120);
  const after = comparedDays(30, cured, { closings: [{ date, text: "Corrigée", author: "" }] });
  strictEqual(after.drift, null);
  match(verdictText({ ...ABOUT, ...after }).title, /^Pas de dérive depuis le 29 janvier 2025$/);
});

// @spec signature.reference, signature.closing
Deno.test("a closing ends the verdict, works take its reference away, and removing them undoes it", () =>
  asLandlord(async (visitor) => {
    const room = "/collect/p01/boilerrooms/p01-c1";
    const open = await visitor.get(`${room}/signature`);
    match(open.text, /Dérive depuis le /);
    const today = open.value("from") ?? "";
    const closing = { form: "closing", from: today, text: "Vanne réparée" };
    await visitor.refused(`${room}/signature`, { ...closing, text: "" });
    strictEqual((await visitor.post(`${room}/signature`, closing)).status, 303);
    const closed = await visitor.get(`${room}/signature`);
    match(closed.text, /Pas de dérive depuis le .* Dérives closes Close le .*: Vanne réparée \(/);
    ok(!closed.text.includes("Clore la dérive"));
    const settings = await visitor.get(`${room}/settings`);
    const works = {
      ...{ grid: "annotations", version: settings.version("annotations"), from: today, to: today },
      ...{ text: "Chaudière remplacée", signature: "changed" },
    };
    strictEqual((await visitor.post(`${room}/settings`, works)).status, 303);
    const changed = await visitor.get(`${room}/signature`);
    match(changed.text, /Dérive non recherchée .*signature changée le .* \(Chaudière remplacée, /);
  }));

// @spec signature.drift
Deno.test("verdictText() says of a drop how much less, also on the days without a reading", () => {
  const days = readDays(50, -0.12).map((day, at) => at > 200 ? { ...day, energyKwh: null } : day);
  const compared = comparedDays(50, days);
  const { title, lines } = verdictText({ ...ABOUT, ...compared });
  match(title, /^Baisse depuis le .*−\d+.%, −/);
  match(lines.join(" "), /Environ .*kWh de moins les jours sans relevé utilisable/);
});

// @spec signature.fit, signature.drift
Deno.test("the charts have the band of the reference, the gaps of the judged days, and the limit", () => {
  const days = readDays(60, 0.1);
  const compared = comparedDays(60, days);
  const { fit } = compared.earlier[0] ?? {};
  ok(fit?.signature);
  const band = bandOf(fit, fit.signature, [-2, 12]);
  deepStrictEqual([band[0]?.x, band.at(-1)?.x], [-2, -2]);
  const width = (band[0]?.y ?? 0) - (band.at(-1)?.y ?? 0);
  ok(Math.abs(width - 2 * bandKwh(fit, fit.signature, -2)) < 1e-9);
  const drawnWith = (isLeftOut: boolean) => {
    const days = compared.days.map((day, at) =>
      isLeftOut && at === 5 ? { ...day, exclusion: "estimated" as const } : day
    );
    const read = { ...ABOUT, ...compared, days, landings: [] };
    return drawn(<SignatureChart read={read} />);
  };
  match(drawnWith(true), /class="chart-dots chart-grey" d="M[\d. ]+h0".*les jours laissés de côté/);
  ok(!drawnWith(false).includes("chart-grey"));
  const charts = driftCharts(compared);
  ok(charts !== null);
  strictEqual(charts.gaps.lines[0]?.values.length, days.length);
  deepStrictEqual(charts.sums.lines.map(({ name }) => name), [
    "Cumul des excès",
    "Cumul des baisses",
    "Limite",
  ]);
  strictEqual(driftCharts({ ...compared, limit: null }), null);
});

// @spec signature.set-back
Deno.test("isSetBackLost() compares the mean power of the nights with that of the days", () => {
  const hours = (night: number) =>
    Array.from({ length: 24 }, (_, hour) => ({
      hour,
      energy: hour >= 23 || hour < 5 ? night : hour >= 7 && hour < 21 ? 10 : 999,
    }));
  strictEqual(nightShare(hours(7)), 0.7);
  strictEqual(nightShare(hours(7).slice(5, 23)), null);
  const lost = (now: number, before: number) =>
    isSetBackLost(nightShare(hours(now)), nightShare(hours(before)));
  deepStrictEqual([lost(9.1, 7.9), lost(9, 7), lost(9.5, 8)], [true, false, false]);
  strictEqual(isSetBackLost(null, 0.7), false);
  const compared = comparedDays(30, readDays(30, 0.1));
  match(verdictText({ ...ABOUT, ...compared, setBackLost: true }).lines.join(), /réduit de nuit/);
});

// @spec signature.days
Deno.test("usedMonths() compares the used days of each month with what is expected of them", () => {
  const days = readDays(40).map((day, at) => at === 3 ? { ...day, energyKwh: null } : day);
  const { days: compared } = comparedDays(40, days);
  const months = usedMonths(compared);
  deepStrictEqual(months.slice(0, 2).map(({ month, dayCount }) => [month, dayCount]), [
    ["2024-10", 30],
    ["2024-11", 30],
  ]);
  for (const { percent } of months) ok(percent !== null && Math.abs(percent) < 5);
});

// @spec signature.days
Deno.test("the page shows the verdict, the signature, the days left out and their file", () =>
  asLandlord(async (visitor) => {
    const path = "/collect/p01/boilerrooms/p01-c1/signature";
    const page = await visitor.get(path);
    strictEqual(page.status, 200);
    match(page.title, /Signature énergétique/);
    match(page.text, /Jours utilisés de la saison/);
    const file = await visitor.get(`${path}?csv=semicolon`);
    match(
      file.html,
      /^\uFEFF?Jour;Extérieur \(°C\);Énergie \(kWh\);Attendu \(kWh\);Laissé de côté\r\n/,
    );
    for (const bad of ["1700", "deux", "2999"]) {
      strictEqual((await visitor.get(`${path}?season=${bad}`)).status, 400, bad);
    }
    strictEqual((await visitor.get(`${path}?reference=deux`)).status, 400);
    strictEqual((await visitor.get("/collect/p01/boilerrooms/none/signature")).status, 404);
  }));

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import {
  comparedSeason,
  exclusionOf,
  type ReadDay,
  usedMonths,
} from "@/lib/energy_signature/season_signature.ts";
import { verdictText } from "@/lib/energy_signature/text.ts";
import { asLandlord } from "@/tests/helpers/a_site.ts";
import { aSeason } from "./seasons.ts";

const readDays = (seed: number, change = 0): ReadDay[] =>
  aSeason(seed, { change, changeAt: 80 })
    .map((day) => ({ ...day, isWhole: true, isEstimated: false, isDoubtful: false }));

const season = (yearStart: number, seed: number) => ({
  yearStart,
  days: readDays(seed),
  meterChanged: false,
});

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
    comparedSeason({ days, earlier, chosen: null, ...query });
  strictEqual(of({}).reference, 2023);
  strictEqual(of({ chosen: 2021 }).reference, 2021);
  strictEqual(of({ chosen: 1999 }).reference, 2023);
  const changed = earlier.map((one, at) => ({ ...one, meterChanged: at === 0 }));
  strictEqual(of({ earlier: changed }).reference, 2022);
  const short = earlier.map((one) => ({ ...one, days: one.days.slice(0, 50) }));
  const none = of({ earlier: short });
  deepStrictEqual([none.reference, none.drift, none.limit], [null, null, null]);
  const about = { boilerRoomName: "C1", yearStart: 2024, from: "2024-10-01", to: "2025-05-31" };
  match(verdictText({ ...about, ...none }).lines.join(), /2023-2024.: moins de 90 jours/);
  match(verdictText({ ...about, ...of({}) }).title, /^Dérive depuis le .* décembre 2024.: \+\d+.%/);
});

// @spec signature.drift
Deno.test("verdictText() says of a drop how much less, also on the days without a reading", () => {
  const days = readDays(50, -0.12).map((day, at) => at > 200 ? { ...day, energyKwh: null } : day);
  const compared = comparedSeason({ days, earlier: [season(2023, 51)], chosen: null });
  const about = { boilerRoomName: "C1", yearStart: 2024, from: "2024-10-01", to: "2025-05-31" };
  const { title, lines } = verdictText({ ...about, ...compared });
  match(title, /^Baisse depuis le .*−\d+.%, −/);
  match(lines.join(" "), /Environ .*kWh de moins les jours sans relevé utilisable/);
});

// @spec signature.days
Deno.test("usedMonths() compares the used days of each month with what is expected of them", () => {
  const days = readDays(40).map((day, at) => at === 3 ? { ...day, energyKwh: null } : day);
  const { days: compared } = comparedSeason({ days, earlier: [season(2023, 41)], chosen: null });
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

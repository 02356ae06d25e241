import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { DEFAULT_DELAYS_MIN } from "@/lib/alarms/alarm_handlers.ts";
import { detect } from "@/lib/alarms/detection.ts";
import { DELAYS_FORM } from "@/lib/alarms/forms.ts";
import { pastNights } from "@/lib/alarms/past_days.ts";
import type { Watch } from "@/lib/alarms/records.ts";
import { subjectsOf } from "@/lib/alarms/residence_subjects.ts";
import { alarmSettingsDraft } from "@/lib/alarms/schema.ts";
import type { Night } from "@/lib/alarms/subjects.ts";
import { alarmMessage } from "@/lib/alarms/text.ts";
import { addDays } from "@/lib/base/civil_dates.ts";
import { clockTimeOf, dayBounds, utcInstant } from "@/lib/base/time_zones.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { RollupSlot } from "@/lib/timeseries/rollups.ts";
import { aHouse, aSeries, watched } from "@/tests/alarms/a_watched.ts";

const ZONE = "Europe/Paris";
const METER = storedSeriesId("water", "a");
const NIGHT_FLOW = { nights: 5, litresPerHour: 10 };
const water = aSeries("water", {
  name: "Eau froide",
  scope: "housing",
  dataUnitId: "EFSV",
  unit: "m³",
});
const own = { houses: [aHouse("a")], series: [water] };
const features = { houseMode: 1 as const, houseHourly: 0 as const };
const SUBJECTS = subjectsOf(watched({ ...own, features, nightFlow: NIGHT_FLOW }))
  .filter(({ handler }) => handler === "water-night-flow");

/** Five nights from 10 March 2026; each hour has the litres given, null when it is unknown. */
function nightsOf(litres: readonly (readonly (number | null)[])[]): Night[] {
  return litres.map((hours, at) => {
    const startS = Date.parse("2026-03-10T01:00:00Z") / 1_000 + at * 86_400;
    return { startS, endS: startS + 10_800, litres: hours, resolution: 1 };
  });
}

function judged(nights: readonly Night[], watches: readonly Watch[] = [], muted = false) {
  const nowS = (nights.at(-1)?.endS ?? 0) + 60;
  const place = { equipmentId: null, houseId: null, handler: "water-night-flow" as const };
  return detect({
    subjects: SUBJECTS,
    watches,
    readings: new Map(),
    newest: new Map(),
    silentAfterS: new Map(),
    past: { atS: nowS, timeZone: ZONE, nights: new Map([[METER, nights]]), drifts: new Map() },
    mutes: muted ? [{ ...place, fromS: 0, toS: nowS + 10 }] : [],
    nowS,
    newId: (startS, key) => `${key}@${startS}`,
  });
}

const FLOWING = [3, 4, 5];

// @spec alarms.night-flow, alarms.subjects
Deno.test("the water meters of detailed dwellings are watched at night where the residence asks for it", () => {
  deepStrictEqual(SUBJECTS.map(({ key }) => key), [`water-night-flow/${METER}`]);
  const keysOf = (changed: Parameters<typeof watched>[0]) =>
    subjectsOf(watched({ ...own, features, nightFlow: NIGHT_FLOW, ...changed }))
      .filter(({ handler }) => handler === "water-night-flow").length;
  strictEqual(keysOf({ nightFlow: null }), 0);
  strictEqual(keysOf({ features: { houseMode: 2, houseHourly: 0 } }), 0);
  strictEqual(keysOf({ series: [{ ...water, manualIndex: true }] }), 0);
  strictEqual(keysOf({ series: [{ ...water, dataUnitId: "TEMP", unit: "°C" }] }), 0);
});

// @spec alarms.night-flow, alarms.messages
Deno.test("five nights that flow at each hour raise an alarm; an unknown or a quiet hour raises none", () => {
  const { raised: [alarm], nextS } = judged(nightsOf(Array(5).fill(FLOWING)));
  strictEqual(alarm?.startS, Date.parse("2026-03-10T01:00:00Z") / 1_000);
  strictEqual(
    alarm && alarmMessage(alarm),
    "Logement a, Eau froide\u00A0: débit au-dessus de zéro toute la nuit (2\u202Fh à 5\u202Fh), " +
      "5\u00A0nuits de suite\u00A0; fuite à chercher (chasse d’eau, robinet)",
  );
  strictEqual(nextS !== null, true);
  const withHour = (hour: number | null) =>
    judged(nightsOf([...Array(4).fill(FLOWING), [3, hour, 5]])).raised.length;
  deepStrictEqual([withHour(null), withHour(0), withHour(1), withHour(2)], [0, 0, 0, 1]);
  strictEqual(judged(nightsOf(Array(4).fill(FLOWING))).raised.length, 0);
  strictEqual(judged(nightsOf(Array(5).fill(FLOWING)), [], true).raised.length, 0);
});

// @spec alarms.night-flow
Deno.test("one night above the bound raises an alarm, which a quiet night ends and an unknown one does not", () => {
  const before: (number | null)[][] = Array(4).fill([0, 0, 0]);
  const { raised: [alarm], watches } = judged(nightsOf([...before, [12, 11, 30]]));
  strictEqual(
    alarm && alarmMessage(alarm),
    "Logement a, Eau froide\u00A0: débit au-dessus du seuil réglé toute la nuit (2\u202Fh à " +
      "5\u202Fh)\u00A0; grosse fuite ou robinet ouvert, à vérifier sans attendre",
  );
  strictEqual(judged(nightsOf([...before, [12, 10, 30]])).raised.length, 0);
  const later = (hours: (number | null)[]) =>
    judged(nightsOf([...before, [12, 11, 30], hours]), watches).closed.length;
  deepStrictEqual([later([null, null, null]), later([5, 5, 5]), later([5, 1, null])], [0, 0, 1]);
  strictEqual(judged(nightsOf([...before, [12, 0, 30]]), watches).closed.length, 1, "corrected");
});

/** The hours of a meter from a day on, each with the given figures, by its clock. */
function aReader(figuresOf: (clock: string, day: string) => Partial<RollupSlot>) {
  return {
    hoursOfDays: (_: string, { from, to }: { from: string; to: string }) => {
      const days = [];
      for (let day = from; day < to; day = addDays(day, 1)) {
        const { from: start, to: end } = dayBounds(day, ZONE);
        days.push(Array.from({ length: (end - start) / 3_600_000 }, (_, at) => {
          const startMs = start + at * 3_600_000;
          return {
            at: utcInstant(startMs / 1_000),
            ...{ sum: 0.012, mean: null, min: null, max: null, last: 5.125, count: 1 },
            ...{ coveredS: 3_600, lengthS: 3_600, estimated: false },
            ...figuresOf(clockTimeOf(startMs, ZONE).slice(0, 5), day),
          };
        }));
      }
      return Promise.resolve(days);
    },
  };
}

async function nightsRead(now: string, reader: ReturnType<typeof aReader>) {
  const at = { timeZone: ZONE, nowS: Date.parse(now) / 1_000 };
  return (await pastNights(reader, SUBJECTS, at)).get(METER) ?? [];
}

// @spec alarms.night-flow
Deno.test("pastNights() reads the true hours of nights with a clock change, and drawn hours as unknown", async () => {
  const reader = aReader((_, day) => ({ estimated: day === "2026-03-28" }));
  const spring = await nightsRead("2026-03-29T03:00:00Z", reader);
  deepStrictEqual(spring.map(({ litres }) => litres.length), [3, 3, 3, 3, 2]);
  deepStrictEqual(spring[3]?.litres, [null, null, null]);
  deepStrictEqual([spring[4]?.litres, spring[4]?.resolution], [[12, 12], 1]);
  const before = await nightsRead("2026-03-29T02:59:59Z", reader);
  deepStrictEqual(before.map(({ litres }) => litres.length), [3, 3, 3, 3, 3]);
  const autumn = await nightsRead("2026-10-25T08:00:00Z", reader);
  deepStrictEqual(autumn.map(({ litres }) => litres.length), [3, 3, 3, 3, 4]);
});

// @spec alarms.night-flow
Deno.test("an hour without a reading of its own is unknown, though its neighbours cover it", async () => {
  const read = async (reader: ReturnType<typeof aReader>) =>
    (await nightsRead("2026-03-12T08:00:00Z", reader)).at(-1)?.litres;
  const ofTwoHours = aReader((clock) => ({ count: clock === "03:00" ? 0 : 1 }));
  deepStrictEqual(await read(ofTwoHours), [12, null, 12]);
});

// @spec alarms.night-flow
Deno.test("the settings of the night flow are off by default and validated", () => {
  const off = DELAYS_FORM.typed(DEFAULT_DELAYS_MIN);
  deepStrictEqual([off.nightFlow, off.nights, off.litresPerHour], ["", "5", "10"]);
  deepStrictEqual(DELAYS_FORM.read(off)?.["water-night-flow"], null);
  const on = DELAYS_FORM.read({ ...off, nightFlow: "on" });
  deepStrictEqual(on?.["water-night-flow"], NIGHT_FLOW);
  const accepts = (nights: number, litresPerHour: number) =>
    alarmSettingsDraft.safeParse({
      ...DEFAULT_DELAYS_MIN,
      "water-night-flow": { nights, litresPerHour },
      version: "",
    }).success;
  deepStrictEqual(
    [accepts(5, 10), accepts(0, 10), accepts(31, 10), accepts(5, 0), accepts(1.5, 10)],
    [true, false, false, false, false],
  );
});

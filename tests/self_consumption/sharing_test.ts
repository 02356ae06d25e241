import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  isAbout,
  isErased,
  isPresent,
  presencesAfter,
  presencesDuring,
  withoutPerson,
} from "@/lib/self_consumption/participation.ts";
import type { ConsumerStatus, Presence, SharingKind } from "@/lib/self_consumption/schema.ts";
import {
  type ConsumerHours,
  type MeterHours,
  type OperationHours,
  sharedParts,
  useOfProduction,
} from "@/lib/self_consumption/sharing.ts";
import { testLaws } from "@/tests/helpers/laws_of_values.ts";
import { SHARING_LAWS } from "./sharing_laws.ts";

/** Consumption, kWh, and share of the production, %, of each consumer. */
type Consumers = readonly (readonly [consumedKWh: number, sharePercent: number | null])[];

const THREE: Consumers = [[2, 50], [6, 30], [4, 20]];
const OVER_100: Consumers = [[9, 90], [9, 60]];
const ONE_WITHOUT_SHARE: Consumers = [[1, 100], [3, null]];

/** Parts in kWh, by the kind of sharing, the production and the consumers. */
const PARTS: readonly [string, SharingKind, number, Consumers, readonly number[]][] = [
  ["offered 5, 3 and 2: the unused part goes to the grid", "static", 10, THREE, [2, 3, 2]],
  // Of the 3 left, the second one still needs 3 and the third 2: 1.8 and 1.2.
  ["the unused part to those who need more", "dynamic", 10, THREE, [2, 4.8, 3.2]],
  // 10/12 of each: 1.666666⅔, 5 and 3.333333⅓.
  ["the last millionth", "full-dynamic", 10, THREE, [1.666667, 5, 3.333333]],
  ["enough for all", "full-dynamic", 12, THREE, [2, 6, 4]],
  ["enough for all, by shares", "dynamic", 50, THREE, [2, 6, 4]],
  ["nothing without a share", "static", 2, ONE_WITHOUT_SHARE, [1, 0]],
  ["what the others do not use", "dynamic", 2, ONE_WITHOUT_SHARE, [1, 1]],
  ["150 % scaled down to 100 %", "static", 5, OVER_100, [3, 2]],
  ["no production", "full-dynamic", 0, THREE, [0, 0, 0]],
  ["no production, by shares", "dynamic", 0, THREE, [0, 0, 0]],
  ["no consumer", "static", 10, [], []],
];

// @spec autoconsumption.sharing
Deno.test("sharedParts() by fixed shares, with or without the sharing of the rest, or in proportion to consumption", () => {
  for (const [name, kind, produced, consumers, parts] of PARTS) {
    const claims = consumers.map(([consumedKWh, sharePercent], rank) => ({
      id: `c${rank}`,
      consumed: consumedKWh * 1e6,
      sharePercent,
    }));
    const shared = sharedParts(kind, produced * 1e6, claims).map((part) => part / 1e6);
    deepStrictEqual(shared, parts, name);
  }
});

testLaws(SHARING_LAWS);

const DAY = "2026-06-01";
const HOUR_S = 3_600;
const ONE_SLOT = [{ segment: DAY, from: 0, to: 2 }];

/** kWh of each of two hours; null where nothing was read. */
function meter(...kWh: (number | null)[]): MeterHours {
  return {
    amounts: kWh.map((one) => one === null ? null : one * 1e6),
    coveredS: kWh.map((one) => one === null ? 0 : HOUR_S),
  };
}

function consumer(counted: MeterHours, over: Partial<ConsumerHours> = {}): ConsumerHours {
  const presences = [{ fromDate: "2026-01-01", toDate: null }];
  return { id: "c", sharePercent: null, presences, telling: "detailed", ...counted, ...over };
}

function operation(over: Partial<OperationHours>): OperationHours {
  return {
    sharing: "full-dynamic",
    startDate: "2026-01-01",
    hours: [{ date: DAY, lengthS: HOUR_S }, { date: DAY, lengthS: HOUR_S }],
    producers: [],
    consumers: [],
    ...over,
  };
}

Deno.test("useOfProduction() shares hour by hour: production at noon does not supply the evening", () => {
  // 10 kWh at noon for 4 consumed, nothing in the evening for 8.
  const asked = operation({ producers: [meter(10, 0)], consumers: [consumer(meter(4, 8))] });
  deepStrictEqual(useOfProduction(asked, ONE_SLOT, "days"), [{
    slot: DAY,
    producedKWh: 10,
    consumedKWh: 12,
    selfConsumedKWh: 4,
    surplusKWh: 6,
    fromGridKWh: 8,
    completeness: 1,
    isWithheld: false,
  }]);
});

// @spec autoconsumption.hours
Deno.test("useOfProduction() of a meter without readings is null, not 0, and less complete", () => {
  // Three of four meter-hours were read; the second hour is not shared.
  const asked = operation({ producers: [meter(10, 5)], consumers: [consumer(meter(4, null))] });
  deepStrictEqual(useOfProduction(asked, ONE_SLOT, "days"), [{
    slot: DAY,
    producedKWh: 15,
    consumedKWh: 4,
    selfConsumedKWh: 4,
    surplusKWh: 6,
    fromGridKWh: 0,
    completeness: 0.75,
    isWithheld: false,
  }]);
  const [unread] = useOfProduction(
    operation({ producers: [meter(null, null)], consumers: [consumer(meter(1, 1))] }),
    ONE_SLOT,
    "days",
  );
  strictEqual(unread?.producedKWh, null);
  strictEqual(unread?.selfConsumedKWh, null);
  strictEqual(unread?.surplusKWh, null);
  strictEqual(unread?.consumedKWh, 2);
  strictEqual(unread?.fromGridKWh, null);
  strictEqual(unread?.completeness, 0.5);
});

Deno.test("useOfProduction() counts a consumer only while it takes part, and nothing before the start", () => {
  const hours = [{ date: "2026-05-31", lengthS: HOUR_S }, { date: DAY, lengthS: HOUR_S }];
  const leaving = consumer(meter(3, 3), { presences: [{ fromDate: "2026-01-01", toDate: DAY }] });
  const staying = consumer(meter(2, 2), { id: "d" });
  const asked = operation({ hours, producers: [meter(9, 9)], consumers: [leaving, staying] });
  const slots = [{ segment: "before", from: 0, to: 1 }, { segment: "after", from: 1, to: 2 }];
  deepStrictEqual(
    useOfProduction(asked, slots, "days").map((
      { consumedKWh, surplusKWh },
    ) => [consumedKWh, surplusKWh]),
    [[5, 4], [2, 7]],
  );
  const [started] = useOfProduction({ ...asked, startDate: DAY }, slots, "days");
  deepStrictEqual([started?.producedKWh, started?.completeness], [null, 0]);
  const [never] = useOfProduction({ ...asked, startDate: null }, slots, "days");
  strictEqual(never?.producedKWh, null);
});

function anonymous(count: number): ConsumerHours[] {
  return Array.from(
    { length: count },
    (_, rank) => consumer(meter(1, null), { id: `a${rank}`, telling: "anonymous" }),
  );
}

// @spec autoconsumption.anonymity
Deno.test("useOfProduction() shows the consumption of eleven anonymous dwellings, not of ten", () => {
  const common = consumer(meter(5, 5));
  const used = (consumers: ConsumerHours[]) =>
    useOfProduction(operation({ producers: [meter(30, 0)], consumers }), ONE_SLOT, "days")[0];
  strictEqual(used([common, ...anonymous(11)])?.consumedKWh, 21);
  deepStrictEqual(used([common, ...anonymous(10)]), {
    slot: DAY,
    producedKWh: 30,
    consumedKWh: null,
    selfConsumedKWh: null,
    surplusKWh: null,
    fromGridKWh: null,
    completeness: 14 / 24,
    isWithheld: true,
  });
});

Deno.test("useOfProduction() withholds all when a single dwelling must be hidden, unless it was not read", () => {
  const hidden = consumer(meter(1, 1), { telling: "hidden" });
  const silent = consumer(meter(null, null), { id: "s", telling: "hidden" });
  const withheld = (consumers: ConsumerHours[]) =>
    useOfProduction(operation({ producers: [meter(1, 1)], consumers }), ONE_SLOT, "days")[0]
      ?.isWithheld;
  strictEqual(withheld([consumer(meter(1, 1), { id: "d" }), hidden]), true);
  strictEqual(withheld([consumer(meter(1, 1), { id: "d" }), silent]), false);
});

/** Eleven anonymous dwellings of 1 kWh an hour, of which the last is not read in the first hour. */
const ELEVEN = [
  ...anonymous(10).map((one) => ({ ...one, ...meter(1, 1, 1) })),
  consumer(meter(null, 1, 1), { id: "a10", telling: "anonymous" }),
];

function ofThreeHours(dates: readonly string[], consumers = ELEVEN): OperationHours {
  const hours = dates.map((date) => ({ date, lengthS: HOUR_S }));
  return operation({ hours, producers: [meter(30, 30, 30)], consumers });
}

const EACH = [0, 1, 2].map((from) => ({ segment: `${from}`, from, to: from + 1 }));

// @spec autoconsumption.anonymity
Deno.test("useOfProduction() withholds a month with a withheld day, which its other days would give", () => {
  const asked = ofThreeHours(["2026-06-01", "2026-06-02", "2026-06-03"]);
  const consumed = (slots: typeof EACH) =>
    useOfProduction(asked, slots, "days").map(({ consumedKWh }) => consumedKWh);
  deepStrictEqual(consumed(EACH), [null, 11, 11]);
  deepStrictEqual(consumed([{ segment: "2026-06", from: 0, to: 3 }]), [null]);
  // Neither does another week or month that has only days of eleven.
  deepStrictEqual(consumed([{ segment: "W23", from: 1, to: 3 }]), [22]);
});

// @spec autoconsumption.anonymity
Deno.test("useOfProduction() withholds one more hour when the withheld ones have fewer than eleven dwellings", () => {
  const hours = (consumers?: typeof ELEVEN) =>
    useOfProduction(ofThreeHours([DAY, DAY, DAY], consumers), EACH, "hours")
      .map(({ consumedKWh }) => consumedKWh);
  // The day (32 kWh) less the third hour is that of eleven dwellings over two hours.
  deepStrictEqual(hours(), [null, null, 11]);
  const [day] = useOfProduction(ofThreeHours([DAY, DAY, DAY]), [{
    segment: DAY,
    from: 0,
    to: 3,
  }], "days");
  strictEqual(day?.consumedKWh, 32);
  const hidden = consumer(meter(null, null, 1), { id: "h", telling: "hidden" });
  deepStrictEqual(hours([...ELEVEN, hidden]), [null, null, null]);
  const lastUnread = consumer(meter(1, 1, null), { id: "b", telling: "hidden" });
  deepStrictEqual(hours([lastUnread]), [null, null, null]);
});

Deno.test("useOfProduction() shows slots finer than the hour only when it shows all of the day", () => {
  const asked = ofThreeHours([DAY, DAY, DAY]);
  const flags = (one: OperationHours) =>
    useOfProduction(one, EACH, "minutes").map(({ isWithheld }) => isWithheld);
  deepStrictEqual(flags(asked), [true, true, true]);
  const full = [...ELEVEN, consumer(meter(1, 1, 1), { id: "a11", telling: "anonymous" })];
  deepStrictEqual(flags(ofThreeHours([DAY, DAY, DAY], full)), [false, false, false]);
});

const WINTER = { fromDate: "2025-10-01", toDate: "2026-02-01" };
const SINCE_MARCH = { fromDate: "2026-03-01", toDate: null };

Deno.test("presencesDuring() intersects the presences of a dwelling with the days of an occupancy", () => {
  const all = [WINTER, SINCE_MARCH];
  deepStrictEqual(presencesDuring(all, { from: "2026-01-01", to: "2026-03-31" }), [
    { fromDate: "2026-01-01", toDate: "2026-02-01" },
    { fromDate: "2026-03-01", toDate: "2026-04-01" },
  ]);
  deepStrictEqual(presencesDuring(all, { from: "2026-02-01", to: null }), [SINCE_MARCH]);
  // 31 January is the last day of presence: the occupant of that day took part for one day.
  deepStrictEqual(presencesDuring(all, { from: "2026-01-31", to: "2026-02-28" }), [
    { fromDate: "2026-01-31", toDate: "2026-02-01" },
  ]);
  deepStrictEqual(presencesDuring(all, { from: "2025-01-01", to: "2025-09-30" }), []);
});

Deno.test("isAbout() matches the last participant, the last occupant if none, or a name", () => {
  const ada = { name: "Ada Morel", from: "2025-09-01", to: "2026-01-31" };
  const bob = { name: "Bob Roy", from: "2026-02-01", to: null };
  const dwelling = { name: "Logement A12", presences: [WINTER] };
  strictEqual(isAbout(dwelling, ada, [bob]), true);
  strictEqual(isAbout(dwelling, bob, [ada]), false);
  const goesOn = { ...dwelling, presences: [{ ...WINTER, toDate: null }] };
  strictEqual(isAbout(goesOn, ada, [bob]), false);
  strictEqual(isAbout(goesOn, bob, [ada]), true);
  strictEqual(isAbout({ ...goesOn, name: "ada MOREL " }, ada, [bob]), true);
  const invited = { ...dwelling, presences: [] };
  strictEqual(isAbout(invited, bob, [ada]), true);
  strictEqual(isAbout(invited, ada, [bob]), false);
});

Deno.test("withoutPerson() retains the data of the figures, without the person", () => {
  const consumer = { name: "Ada Morel", prm: "14000000000001", presences: [WINTER] };
  deepStrictEqual(withoutPerson(consumer), { name: "", prm: "", presences: [WINTER] });
  deepStrictEqual([consumer, withoutPerson(consumer)].map(isErased), [false, true]);
});

const MARCH = "2026-03-01";
const MAY = "2026-05-01";
const JULY = "2026-07-01";
const PRESENT_SINCE_MARCH = [{ fromDate: MARCH, toDate: null }];
const MARCH_TO_MAY = [{ fromDate: MARCH, toDate: MAY }];

/** The presences after a status is declared from a day. */
const DECLARED: readonly [string, Presence[], ConsumerStatus, string, Presence[]][] = [
  ["joins", [], "active", MARCH, PRESENT_SINCE_MARCH],
  ["leaves", PRESENT_SINCE_MARCH, "left", MAY, MARCH_TO_MAY],
  ["returns later", MARCH_TO_MAY, "active", JULY, [...MARCH_TO_MAY, {
    fromDate: JULY,
    toDate: null,
  }]],
  ["returns on the day of leaving", MARCH_TO_MAY, "active", MAY, PRESENT_SINCE_MARCH],
  ["returns before leaving", MARCH_TO_MAY, "active", "2026-04-01", PRESENT_SINCE_MARCH],
  ["leaves before joining", PRESENT_SINCE_MARCH, "left", MARCH, []],
  ["refuses", [], "left", MARCH, []],
  ["is invited again", PRESENT_SINCE_MARCH, "invited", MAY, []],
  ["is invited again after it left", MARCH_TO_MAY, "invited", JULY, MARCH_TO_MAY],
];

// @spec autoconsumption.presences
Deno.test("presencesAfter() starts, ends, continues or cancels the last presence, and keeps the earlier ones", () => {
  for (const [name, before, status, date, after] of DECLARED) {
    deepStrictEqual(presencesAfter(before, status, date), after, name);
  }
});

Deno.test("isPresent() is true from the first day to the day before leaving", () => {
  strictEqual(isPresent(MARCH_TO_MAY, "2026-02-28"), false);
  strictEqual(isPresent(MARCH_TO_MAY, MARCH), true);
  strictEqual(isPresent(MARCH_TO_MAY, "2026-04-30"), true);
  strictEqual(isPresent(MARCH_TO_MAY, MAY), false);
  strictEqual(isPresent(PRESENT_SINCE_MARCH, "2030-01-01"), true);
});

import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  isAbout,
  isErased,
  isPresent,
  presencesAfter,
  presencesDuring,
  withoutPerson,
} from "@/lib/self_consumption/participation.ts";
import {
  type Claim,
  type ConsumerHours,
  type MeterHours,
  type OperationHours,
  sharedParts,
  useOfProduction,
} from "@/lib/self_consumption/sharing.ts";
import { testLaws } from "@/tests/helpers/laws_of_values.ts";
import { SHARING_LAWS } from "./sharing_laws.ts";

/** Three consumers of 2, 6 and 4 kWh, whose shares are half, 30 and 20 % of the production. */
const THREE: readonly Claim[] = [
  { id: "a", consumed: 2_000_000, sharePercent: 50 },
  { id: "b", consumed: 6_000_000, sharePercent: 30 },
  { id: "c", consumed: 4_000_000, sharePercent: 20 },
];
const TEN_KWH = 10_000_000;

Deno.test("sharedParts() by static shares: the unused part of a share goes to the grid", () => {
  // Offered 5, 3 and 2 kWh.
  deepStrictEqual(sharedParts("static", TEN_KWH, THREE), [2_000_000, 3_000_000, 2_000_000]);
});

Deno.test("sharedParts() by dynamic shares: the unused part of a share goes to consumers who need more", () => {
  // Of the 3 kWh left, b still needs 3 and c 2: 1.8 and 1.2 kWh.
  deepStrictEqual(sharedParts("dynamic", TEN_KWH, THREE), [2_000_000, 4_800_000, 3_200_000]);
});

Deno.test("sharedParts() in proportion to consumption gives the last millionth to the largest remainder", () => {
  // 10/12 of 2, 6 and 4 kWh: 1.666666⅔, 5 and 3.333333⅓.
  deepStrictEqual(sharedParts("full-dynamic", TEN_KWH, THREE), [1_666_667, 5_000_000, 3_333_333]);
});

// @spec autoconsumption.sharing
Deno.test("sharedParts() gives every consumer its whole consumption when there is enough", () => {
  const all = THREE.map(({ consumed }) => consumed);
  deepStrictEqual(sharedParts("full-dynamic", 12_000_000, THREE), all);
  deepStrictEqual(sharedParts("dynamic", 50_000_000, THREE), all);
});

Deno.test("sharedParts() gives a consumer without a share nothing, or what the others do not use", () => {
  const claims = [
    { id: "a", consumed: 1_000_000, sharePercent: 100 },
    { id: "b", consumed: 3_000_000, sharePercent: null },
  ];
  deepStrictEqual(sharedParts("static", 2_000_000, claims), [1_000_000, 0]);
  deepStrictEqual(sharedParts("dynamic", 2_000_000, claims), [1_000_000, 1_000_000]);
});

Deno.test("sharedParts() scales shares of more than 100 % together down to 100 %", () => {
  const claims = [
    { id: "a", consumed: 9_000_000, sharePercent: 90 },
    { id: "b", consumed: 9_000_000, sharePercent: 60 },
  ];
  deepStrictEqual(sharedParts("static", 5_000_000, claims), [3_000_000, 2_000_000]);
});

Deno.test("sharedParts() without production, or without consumers", () => {
  deepStrictEqual(sharedParts("full-dynamic", 0, THREE), [0, 0, 0]);
  deepStrictEqual(sharedParts("dynamic", 0, THREE), [0, 0, 0]);
  deepStrictEqual(sharedParts("static", TEN_KWH, []), []);
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

Deno.test("presencesAfter() starts a presence on a day, and ends it on a day", () => {
  deepStrictEqual(presencesAfter([], "active", MARCH), PRESENT_SINCE_MARCH);
  deepStrictEqual(presencesAfter(PRESENT_SINCE_MARCH, "left", MAY), MARCH_TO_MAY);
});

Deno.test("presencesAfter() keeps earlier presences of a consumer who returns", () => {
  deepStrictEqual(presencesAfter(MARCH_TO_MAY, "active", JULY), [
    ...MARCH_TO_MAY,
    { fromDate: JULY, toDate: null },
  ]);
});

// @spec autoconsumption.presences
Deno.test("presencesAfter() continues the presence of a consumer who returns on the day of leaving, or before", () => {
  deepStrictEqual(presencesAfter(MARCH_TO_MAY, "active", MAY), PRESENT_SINCE_MARCH);
  deepStrictEqual(presencesAfter(MARCH_TO_MAY, "active", "2026-04-01"), PRESENT_SINCE_MARCH);
});

Deno.test("presencesAfter() has no presence for a consumer who leaves before joining, or refuses", () => {
  deepStrictEqual(presencesAfter(PRESENT_SINCE_MARCH, "left", MARCH), []);
  deepStrictEqual(presencesAfter([], "left", MARCH), []);
});

Deno.test("presencesAfter() of a new invitation removes the current presence, not the past ones", () => {
  deepStrictEqual(presencesAfter(PRESENT_SINCE_MARCH, "invited", MAY), []);
  deepStrictEqual(presencesAfter(MARCH_TO_MAY, "invited", JULY), MARCH_TO_MAY);
});

Deno.test("isPresent() is true from the first day to the day before leaving", () => {
  strictEqual(isPresent(MARCH_TO_MAY, "2026-02-28"), false);
  strictEqual(isPresent(MARCH_TO_MAY, MARCH), true);
  strictEqual(isPresent(MARCH_TO_MAY, "2026-04-30"), true);
  strictEqual(isPresent(MARCH_TO_MAY, MAY), false);
  strictEqual(isPresent(PRESENT_SINCE_MARCH, "2030-01-01"), true);
});

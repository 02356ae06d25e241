import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  type ConsumerHours,
  type MeterHours,
  type OperationHours,
  useOfProduction,
} from "@/lib/self_consumption/sharing.ts";

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

// @spec autoconsumption.hours
Deno.test("useOfProduction() takes from the grid only in hours when the production is known", () => {
  // 4 of 6 kWh are local at noon; nobody knows who supplied the 8 kWh of the hour without a generator's reading.
  const asked = operation({ producers: [meter(4, null)], consumers: [consumer(meter(6, 8))] });
  const [slot] = useOfProduction(asked, ONE_SLOT, "days");
  deepStrictEqual([slot?.consumedKWh, slot?.selfConsumedKWh, slot?.fromGridKWh], [14, 4, 2]);
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

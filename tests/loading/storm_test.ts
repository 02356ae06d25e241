import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { WEIGHED_PAGES } from "@/tools/weighed_pages.ts";
import { bodyOf, readingsOf, StormCount } from "./storm_batches.ts";
import { pageOf } from "./storm_senders.ts";

const SECOND = 1_764_000_000;

Deno.test("StormCount stores the last second of five minutes, and the last write of a second", () => {
  const count = new StormCount(4);
  const [first, second] = [10, 12].map((n) => {
    const batch = { what: "tick" as const, residence: 0, n, epochS: SECOND + n, status: 204 };
    count.take(batch);
    return readingsOf(batch, 4).filter(({ series }) => series === 0).at(0);
  });
  strictEqual(first?.epochS, SECOND + 10);
  // The tenth also corrects the second before its five minutes.
  const [corrected, kept, ...others] = count.points(0, 0);
  strictEqual(corrected?.epochS, SECOND - 1);
  deepStrictEqual(kept, { epochS: SECOND + 12, value: second?.value });
  deepStrictEqual(others, []);

  const again = { what: "history" as const, residence: 0, n: 0, epochS: SECOND, hours: 2 };
  count.take({ ...again, status: 204 });
  const versions = readingsOf(again, 4).filter(({ series, epochS }) =>
    series === 0 && epochS === SECOND + 3_600
  ).map(({ value }) => value);
  strictEqual(versions.length, 2);
  strictEqual(count.points(0, 0).at(-1)?.value, versions[1]);
});

Deno.test("StormCount leaves out the lines that a 400 names, and stores the others", () => {
  const absurd = { what: "absurd" as const, residence: 0, n: 4, epochS: SECOND };
  const refused = new StormCount(4);
  refused.take({ ...absurd, status: 400 });
  deepStrictEqual(refused.points(0, 0).map(({ epochS }) => epochS), [SECOND - 1]);
  const taken = new StormCount(4);
  taken.take({ ...absurd, status: 204 });
  deepStrictEqual(taken.points(0, 0).map(({ epochS }) => epochS), [0, SECOND - 1]);
});

Deno.test("bodyOf() writes every value of a batch as a line of its module", () => {
  const residence = { projectId: "p02", token: "", houses: [{ id: "p02-l001", serial: "AB" }] };
  const batch = { what: "tick" as const, residence: 0, n: 1, epochS: SECOND };
  const values = readingsOf(batch, 4).map(({ value }) => value);
  deepStrictEqual(bodyOf(batch, residence).split("\n"), [
    `temperature,serial=AB value=${values[0]} ${SECOND}`,
    `humidity,serial=AB value=${values[1]} ${SECOND}`,
    `cold_water,serial=AB value=${values[2]} ${SECOND}`,
    `electricity,serial=AB value=${values[3]} ${SECOND}`,
  ]);
});

Deno.test("pageOf() visits every kind of page in a round", () => {
  const place = { projectIds: ["p02"], today: "2026/11/22" };
  const kinds = Array.from(
    { length: 2 * WEIGHED_PAGES.length },
    (_, n) => pageOf(3, n, place).kind,
  );
  deepStrictEqual(WEIGHED_PAGES.filter(({ name }) => !kinds.includes(name)), []);
});

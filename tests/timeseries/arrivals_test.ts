import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { runsOf } from "@/lib/timeseries/store/arrival_encoding.ts";
import { appendRuns, checkReading } from "@/lib/timeseries/store/arrivals.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

Deno.test("appendRuns() writes a long piece in several commits, with their other changes and stamps", () =>
  withStore(async (store) => {
    // 15 bytes at most for a reading: 60,000 of them take more than one commit of 256 KiB.
    const readings = Array.from({ length: 60_000 }, (_, at) => ({ epochS: at, value: at / 7 }));
    const stamps: string[] = [];
    let includedCount = 0;
    await appendRuns({
      store,
      projectId: "p",
      include: () => includedCount++,
      committed: (stamp) => stamps.push(stamp),
    }, runsOf([{ seriesId: "a", kind: "instant", readings }]));
    const written = await Array.fromAsync(store.list({ prefix: keys.arrival.under("p") }));
    ok(stamps.length > 1, `${stamps.length} commits`);
    strictEqual(includedCount, stamps.length);
    deepStrictEqual([...new Set(written.map(({ versionstamp }) => versionstamp))], stamps);
  }));

Deno.test("checkReading() refuses a time that is no second since 1970, and no value", () => {
  checkReading({ epochS: 0, value: 0 });
  checkReading({ epochS: 0, removed: true });
  for (const epochS of [-1, 0.5, NaN, Infinity, 2 ** 53]) {
    throws(() => checkReading({ epochS, value: 0 }), RangeError, `${epochS}`);
  }
  for (const value of [NaN, Infinity]) {
    throws(() => checkReading({ epochS: 0, value }), RangeError, `${value}`);
  }
});

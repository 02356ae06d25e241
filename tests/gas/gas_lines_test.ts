import { deepStrictEqual } from "node:assert/strict";
import { mergeGasLines, readGasYear } from "@/lib/gas/line_store.ts";
import type { GasLine } from "@/lib/gas/schema.ts";
import { withStore } from "@/lib/store/open_store.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { PCE } from "./a_gas_place.ts";

function aLine(year: number): GasLine {
  return {
    informative: false,
    fromDate: `${year}-01-01`,
    toDate: `${year}-02-01`,
    fromIndex: null,
    toIndex: null,
    volume: 100,
    energy: null,
    factorPta: null,
    factorPcs: null,
    factorConversion: null,
  };
}

Deno.test("mergeGasLines() reads each year once, for several commits too", () =>
  withStore(":memory:", async (store) => {
    const read: number[] = [];
    const counted = aroundStore(store, {
      getMany(keys) {
        read.push(...keys.map((key) => Number(key.at(-1))));
        return store.getMany(keys);
      },
    });
    const years = Array.from({ length: 20 }, (_, rank) => 2001 + rank);
    let commitCount = 0;
    const counts = await mergeGasLines(counted, { orgId: ORG, pce: PCE }, {
      lines: years.map(aLine),
      change: {},
      audit: () => commitCount++,
    });
    deepStrictEqual(counts, { insertedCount: 20, replacedCount: 0 });
    // Eight years a commit.
    deepStrictEqual(commitCount, 3);
    deepStrictEqual(read.toSorted((a, b) => a - b), years);
    deepStrictEqual(await readGasYear(store, { orgId: ORG, pce: PCE }, 2020), [aLine(2020)]);
  }));

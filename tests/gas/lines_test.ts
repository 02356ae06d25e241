import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { gasLineList } from "@/components/gas/line_list.tsx";
import { mergeGasLines, readGasYear } from "@/lib/gas/line_store.ts";
import { gasLineKey, gasTotals, gasYear, inOrder, mergedLines } from "@/lib/gas/lines.ts";
import type { GasLine } from "@/lib/gas/schema.ts";
import { Versions } from "@/lib/store/cache.ts";
import { withStore } from "@/lib/store/open_store.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { PCE } from "./a_gas_place.ts";
import { INFORMATIVE_LINE, PUBLISHED_LINE } from "./adict_lines.ts";
import { aLine, someLine } from "./some_lines.ts";

const SEED = { seed: 20260101 };

Deno.test("gasYear() is that of the last gas day: 31 December ends on 1 January at 06:00", () => {
  strictEqual(gasYear({ fromDate: "2023-12-31", toDate: "2024-01-01" }), 2023);
  strictEqual(gasYear({ fromDate: "2024-01-01", toDate: "2024-01-02" }), 2024);
  strictEqual(gasYear({ fromDate: "2023-10-12", toDate: "2024-04-11" }), 2024);
  strictEqual(gasYear({ fromDate: "2024-01-01", toDate: "2024-01-01" }), 2024);
});

// @spec gas.line-year
Deno.test("mergedLines() replaces a line of the same type and period, and counts the changes", () => {
  const other = aLine({ fromDate: "2021-01-23", toDate: "2021-02-23" });
  const corrected = aLine({ energy: 2050 });
  const sameDays = aLine({ informative: true });
  deepStrictEqual(mergedLines([PUBLISHED_LINE], [corrected, other, sameDays]), {
    lines: [sameDays, corrected, other],
    insertedCount: 2,
    replacedCount: 1,
  });
});

// @spec imports.absent-unchanged
Deno.test("mergedLines() keeps the known figures that a line lacks, and adds those that only it has", () => {
  const bare = {
    fromIndex: null,
    toIndex: null,
    volume: 181,
    energy: null,
    factorPta: null,
    factorPcs: null,
    factorConversion: 11.3,
  };
  deepStrictEqual(mergedLines([PUBLISHED_LINE], [aLine(bare)]), {
    lines: [aLine({ volume: 181, factorConversion: 11.3 })],
    insertedCount: 0,
    replacedCount: 1,
  });
  const nothing = aLine({ ...bare, volume: null, factorConversion: null });
  deepStrictEqual(mergedLines([PUBLISHED_LINE], [nothing]), {
    lines: [PUBLISHED_LINE],
    insertedCount: 0,
    replacedCount: 0,
  });
});

Deno.test("mergedLines() is idempotent, for any order and repetition of lines", () =>
  fc.assert(
    fc.property(fc.array(someLine), fc.array(someLine), (known, coming) => {
      const once = mergedLines(mergedLines([], known).lines, coming);
      const twice = mergedLines(once.lines, coming);
      deepStrictEqual(twice, { lines: once.lines, insertedCount: 0, replacedCount: 0 });
      const keys = once.lines.map(gasLineKey);
      strictEqual(new Set(keys).size, keys.length);
      deepStrictEqual(new Set(keys), new Set([...known, ...coming].map(gasLineKey)));
    }),
    SEED,
  ));

Deno.test("gasTotals() adds each type separately, and is null where no line has a value", () => {
  const lines = [
    aLine({ volume: 180, energy: 2032 }),
    aLine({ volume: 20, energy: null }),
    aLine({ informative: true, volume: null, energy: null }),
  ];
  deepStrictEqual(gasTotals(lines).map(({ hasOverlap: _, ...total }) => total), [
    { type: "published", volume: 200, energy: 2032 },
    { type: "informative", volume: null, energy: null },
  ]);
  deepStrictEqual(gasTotals([]), []);
});

// @spec gas.lines
Deno.test("gasTotals() says when lines of a type overlap: their gas counts twice", () => {
  const january = aLine({ fromDate: "2025-01-01", toDate: "2025-02-01" });
  const february = aLine({ fromDate: "2025-02-01", toDate: "2025-03-01" });
  const day = aLine({ informative: true, fromDate: "2025-01-16", toDate: "2025-01-17" });
  // An index typed on 15 February, before GRDF published the month.
  const half = aLine({ fromDate: "2025-02-01", toDate: "2025-02-15" });
  const overlaps = (...lines: GasLine[]) => gasTotals(lines).map(({ hasOverlap }) => hasOverlap);
  deepStrictEqual(overlaps(february, january, day), [false, false]);
  deepStrictEqual(overlaps(february, day, half, january), [true, false]);
});

function aStoredLine(year: number): GasLine {
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
    const services = { store: counted, versions: new Versions(counted, Date.now) };
    const counts = await mergeGasLines(services, { orgId: ORG, pce: PCE }, {
      lines: years.map(aStoredLine),
      change: {},
      audit: () => commitCount++,
    });
    deepStrictEqual(counts, { insertedCount: 20, replacedCount: 0 });
    // Eight years a commit.
    deepStrictEqual(commitCount, 3);
    deepStrictEqual(read.toSorted((a, b) => a - b), years);
    deepStrictEqual(await readGasYear(store, { orgId: ORG, pce: PCE }, 2020), [aStoredLine(2020)]);
  }));

function kept(lines: readonly GasLine[], query = ""): readonly GasLine[] {
  return keptUnder(gasLineList("01", 2021, "/gas"), inOrder(lines, "desc"), query);
}

// @spec gas.lines, gas.tags
Deno.test("gasLineList() sorts by end date, the latest first, and filters on the type", () => {
  const early = aLine({ fromDate: "2020-12-01", toDate: "2021-01-01" });
  const lines = [early, INFORMATIVE_LINE, PUBLISHED_LINE];
  deepStrictEqual(kept(lines), [INFORMATIVE_LINE, PUBLISHED_LINE, early]);
  deepStrictEqual(kept(lines, "sort=toDate:asc"), [early, PUBLISHED_LINE, INFORMATIVE_LINE]);
  const only = (type: string) => kept(lines, `filter:type=${type}`);
  deepStrictEqual(only("published"), [PUBLISHED_LINE, early]);
  deepStrictEqual(only("informative"), [INFORMATIVE_LINE]);
  deepStrictEqual(only(""), [INFORMATIVE_LINE, PUBLISHED_LINE, early]);
});

Deno.test("gasLineList() never lists an earlier end above a later one, and loses no line", () =>
  fc.assert(
    fc.property(fc.array(someLine), (lines) => {
      const listed = kept(lines);
      strictEqual(listed.length, lines.length);
      listed.forEach((line, rank) => {
        const above = listed[rank - 1];
        strictEqual(above === undefined || above.toDate >= line.toDate, true);
      });
    }),
    { seed: 20260101 },
  ));

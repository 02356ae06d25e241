import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict";
import { shortWhole } from "@/lib/ingest/byte_values.ts";
import { LinesReader, type Precision } from "@/lib/ingest/influx_lines.ts";
import { receive } from "@/lib/ingest/receive.ts";
import { ReadingColumns } from "@/lib/ingest/received_columns.ts";
import { Sources, SourceTable } from "@/lib/ingest/source_table.ts";
import { timeOf } from "@/lib/ingest/value_scanner.ts";
import { claimSource } from "@/lib/series/claims.ts";
import type { Reading } from "@/lib/timeseries/readings.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { pendingArrivals } from "@/tests/timeseries/pending_arrivals.ts";
import { linesAsText, type ReadLines, type TimeUnit } from "./lines_as_text.ts";
import { parseLines } from "./parse_lines.ts";
import { readingsOf } from "./readings_of.ts";

const NOW_S = 1_735_700_000;

/** Devices that are prefixes of one another, or end with an escape that changes the next space. */
const DEVICES = [
  "m",
  "m,a=1",
  "m,a=12",
  "m,a=1\\",
  "m,a=1\\ b",
  "m,a=1\\\\",
  "m,a=1,b=2",
  "é,a=1",
  "m,a=é€😀",
  ",a=1",
  "m,a=",
  "#m",
  `m,a=${"x".repeat(300)}`,
  `m${Array.from({ length: 14 }, (_, at) => `,t${at}=1`).join("")}`,
];
const FIELDS = ["v", "value", "va", "v\\ w", "v\\", "v\\=", "é", "", "v".repeat(300)];
const VALUES = [
  "1",
  "-0",
  "20.5",
  ".5",
  "5.",
  "1e3",
  "12i",
  "-7i",
  "7u",
  "t",
  "False",
  "123456789012345",
  "1234567890123456",
  "0.1234567890123456789",
  "-",
  ".",
  "1.2.3",
  "1é",
  '"a b"',
  '"x\n y"',
  '"é\\"\\\\"',
  '"',
  "",
];
const TIMES = [
  "",
  " ",
  " 5",
  " 1735689600",
  " 1735689607",
  " 1735709600",
  " 1635689600",
  " 17356896x0",
  " 1735689600123",
  " 1735689600123456789",
  " -5",
  " 12345678901234567890",
  " 123456789012345678901",
  " 5x",
  " é",
  " 5 6",
  " 5\r",
  "\t7",
];
const BLANKS = [" ", "  ", " \t", ""];
const ENDS = ["\n", "\r\n", "\n\n", "\n \n", "\n# é\n"];

const UNITS = {
  s: { decimals: 0, unitS: 1 },
  ms: { decimals: 3, unitS: 1 },
  ns: { decimals: 9, unitS: 1 },
  h: { decimals: 0, unitS: 3_600 },
} satisfies Partial<Record<Precision, TimeUnit>>;

const pair = fc.tuple(fc.constantFrom(...FIELDS), fc.constantFrom(...VALUES))
  .map(([field, value]) => `${field}=${value}`);
const line = fc.tuple(
  fc.constantFrom(...DEVICES),
  fc.constantFrom(...BLANKS),
  fc.array(pair, { minLength: 1, maxLength: 3 }),
  fc.constantFrom(...TIMES),
  fc.constantFrom(...ENDS),
).map(([device, blank, fields, time, end]) => `${device}${blank}${fields.join()}${time}${end}`);

/** A device without fields, then one that begins with the same bytes. */
const CUT = ["m v=1\n", "m,a=1\\\n", "m,a=1\\ b v=1\n", "m,a=1\n", "m,a=1 v=1\n"];
const anyLine = fc.oneof({ weight: 3, arbitrary: line }, fc.constantFrom(...CUT));

/** Lines that mostly repeat in the same order, as collectors send them. */
const body = fc.tuple(
  fc.array(anyLine, { minLength: 1, maxLength: 8 }),
  fc.integer({ min: 1, max: 3 }),
)
  .map(([lines, times]) => new TextEncoder().encode(lines.join("").repeat(times)));

/** Bytes that replace others in a body. */
const mutations = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat({ max: 3 }),
    added: fc.array(
      fc.oneof(
        fc.constantFrom(...'\\,= "\n\r\t#1.-imé').map((char) => char.charCodeAt(0)),
        fc.nat(255),
      ),
      { maxLength: 2 },
    ),
  }),
  { maxLength: 4 },
);

Deno.test("LineScanner returns the same as the plain text parser, for any cached names", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(body, mutations), { minLength: 1, maxLength: 4 }),
      fc.constantFrom<keyof typeof UNITS>("s", "ms", "ns", "h"),
      (bodies, precision) => {
        const table = new SourceTable();
        for (const [whole, changes] of bodies) {
          // As a collector goes on: valid, damaged, valid again.
          for (const bytes of [whole, mutated(whole, changes), whole]) {
            const expected = linesAsText(bytes, UNITS[precision], NOW_S);
            deepStrictEqual(read(bytes, precision, table), expected);
          }
        }
      },
    ),
    { seed: 20260101, numRuns: 500 },
  );
});

function mutated(
  bytes: Uint8Array<ArrayBuffer>,
  changes: readonly { at: number; removed: number; added: readonly number[] }[],
): Uint8Array<ArrayBuffer> {
  const list = [...bytes];
  for (const { at, removed, added } of changes) {
    list.splice(Math.floor(at * list.length), removed, ...added);
  }
  // A byte order mark is removed when reading.
  return list[0] === 0xef ? bytes : new Uint8Array(list);
}

function read(bytes: Uint8Array<ArrayBuffer>, precision: Precision, table: SourceTable): ReadLines {
  const reader = new LinesReader({ precision, nowS: NOW_S, tableOf: () => table });
  reader.add({ bytes, isLast: true });
  const readings = [];
  for (let hasMore = true; hasMore;) {
    hasMore = reader.read();
    readings.push(...readingsOf(reader.columns));
    reader.forget();
  }
  return { readings, bad: reader.bad };
}

Deno.test("LineScanner removes a leading byte order mark, and none within the body", () => {
  const bytes = new TextEncoder().encode("\ufeffm v=1 1\n\ufeffm v=2 2");
  const { readings } = read(bytes, "s", new SourceTable());
  deepStrictEqual(readings.map(({ device }) => device.measurement), ["m", "\ufeffm"]);
});

Deno.test("SourceTable stores each source once, in any order of its lines", () => {
  const table = new SourceTable();
  const bytes = new TextEncoder().encode("m v=1 1\nm w=1 1\nm v=1 2\nm w=1 2\nm,a=1 v=1 1\n");
  for (let time = 0; time < 2; time++) read(bytes.slice(), "s", table);
  strictEqual(table.sources.count, 3);
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

const digits = (maxLength: number) =>
  fc.string({ maxLength, unit: fc.constantFrom(..."0123456789") });

Deno.test("LineScanner parses a number exactly, to the last bit", () => {
  const table = new SourceTable();
  const options = { precision: "s", nowS: 0, tableOf: () => table } as const;
  fc.assert(
    fc.property(
      fc.constantFrom("", "-"),
      digits(11),
      fc.constantFrom("", "."),
      digits(9),
      (sign, whole, point, decimals) => {
        const written = `${sign}${whole}${point}${decimals}`;
        const { columns, badCount } = parseLines(bytesOf(`m v=${written} 1`), options);
        if (whole + decimals === "") return strictEqual(badCount, 1);
        strictEqual(columns.value(0), Number(written));
      },
    ),
    { seed: 20260101, numRuns: 5000 },
  );
});

Deno.test("shortWhole() parses whole numbers of up to fifteen digits, and no others", () => {
  for (const text of ["0", "7", "0012", "999999999999999"]) {
    strictEqual(shortWhole(bytesOf(`x${text},`), 1, text.length + 1), Number(text));
  }
  for (const text of ["-1", "1.5", "1e3", " 1", "1234567890123456"]) {
    strictEqual(shortWhole(bytesOf(text), 0, text.length), NaN, text);
  }
  strictEqual(shortWhole(bytesOf("12"), 0, 3), NaN);
});

Deno.test("timeOf() truncates the last digits of a timestamp, and rounds down before 1970", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 20n - 1n }),
      fc.constantFrom(0, 3, 6, 9),
      (time, decimals) => {
        const text = String(time);
        const unit = 10n ** BigInt(decimals);
        // Below zero the quotient is one less, also for a whole second: no reading is dated before
        // 1970.
        const whole = time < 0n && decimals > 0 ? time / unit - 1n : time / unit;
        strictEqual(timeOf(bytesOf(text), { start: 0, end: text.length, decimals }), Number(whole));
      },
    ),
    { seed: 20260101, numRuns: 2000 },
  );
  for (const text of ["x", "-", "1x", "1.5", "123456789012345678901"]) {
    strictEqual(
      timeOf(bytesOf(text), { start: 0, end: text.length, decimals: 3 }),
      undefined,
      text,
    );
  }
});

const DEVICE = { measurement: "temperature", tags: [] };

Deno.test("the arrays of released columns are reused, by one user at a time", () => {
  const first = new ReadingColumns(new Sources(), 100);
  first.add(1, first.sources.add(DEVICE, "value"), 300, "cold");
  const { seconds } = first;
  first.release();
  strictEqual(first.count, 0);
  const [second, third] = [new Sources(), new Sources()].map((one) => new ReadingColumns(one, 100));
  strictEqual(second?.seconds, seconds);
  notStrictEqual(third?.seconds, seconds);
  first.add(1, first.sources.add(DEVICE, "other"), 900, 3);
  second?.add(1, second.sources.add(DEVICE, "value"), 600, 20.5);
  deepStrictEqual(second?.reading(0), {
    device: DEVICE,
    field: "value",
    line: 1,
    value: 20.5,
    epochS: 600,
  });
  strictEqual(first.reading(0).epochS, 900);
});

const SORTED_AT_S = 1_736_900_000;

/** Two sources attached to one series, and one to a state; the fourth is unattached. */
const CLAIMS: Readonly<Record<string, { seriesId: string; kind: DataKind }>> = {
  "m,serial=1 value": { seriesId: "a", kind: "instant" },
  "m,serial=2 value": { seriesId: "a", kind: "instant" },
  "m,serial=3 value": { seriesId: "b", kind: "state" },
};

const sent = fc.record({
  serial: fc.integer({ min: 1, max: 4 }),
  value: fc.oneof(
    fc.integer({ min: -9, max: 9 }),
    fc.constantFrom("on", "true", true, false),
    fc.constant(1e16),
  ),
  ago: fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, fc.constantFrom(-9_999, 400_000_000)),
});

Deno.test("receive() gives each series its readings, in the order of the body", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(sent, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      (bodies) =>
        withStore(async (store) => {
          for (const [key, { seriesId, kind }] of Object.entries(CLAIMS)) {
            const claim = { seriesId, kind, houseId: null, attachedAtMs: 0 };
            await claimSource(store, { projectId: "p", sourceKey: key }, claim);
          }
          const table = new SourceTable();
          const expected: Record<string, Reading[]> = {};
          for (const body of bodies) {
            const text = body.map(({ serial, value, ago }) =>
              `m,serial=${serial} value=${JSON.stringify(value)} ${SORTED_AT_S - ago}`
            );
            const bytes = new TextEncoder().encode(text.join("\n"));
            const options = { precision: "s", nowS: SORTED_AT_S, tableOf: () => table } as const;
            const { columns } = parseLines(bytes, options);
            const place = { store, projectId: "p", nowMs: SORTED_AT_S * 1_000 };
            const { stored, unknown, refusedCount } = await receive(columns, place);
            for (const { serial, value, ago } of body) {
              const series = CLAIMS[`m,serial=${serial} value`];
              if (series === undefined || !isTaken(series.kind, value, ago)) continue;
              const epochS = SORTED_AT_S - ago;
              (expected[series.seriesId] ??= []).push(
                typeof value === "string"
                  ? { epochS, value: 0, text: value }
                  : { epochS, value: Number(value) },
              );
            }
            deepStrictEqual(stored + unknown + refusedCount, body.length);
          }
          deepStrictEqual(await pending(store), expected);
        }),
    ),
    { seed: 20260101, numRuns: 40 },
  ));

Deno.test("SourceTable is full with thousands of unattached sources, and never with attached ones", () =>
  withStore(async (store) => {
    const claim = { seriesId: "a", kind: "instant", houseId: null, attachedAtMs: 0 } as const;
    await claimSource(store, { projectId: "p", sourceKey: "m,serial=1 value" }, claim);
    const place = { store, projectId: "p", nowMs: SORTED_AT_S * 1_000 };
    const table = new SourceTable();
    const receiveLines = async (lines: readonly string[]) => {
      const bytes = new TextEncoder().encode(lines.join("\n"));
      await receive(
        parseLines(bytes, { precision: "s", nowS: SORTED_AT_S, tableOf: () => table }).columns,
        place,
      );
    };
    const unknown = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `m,serial=x${from + at} value=1`);
    await receiveLines(Array.from({ length: 6_000 }, () => "m,serial=1 value=1"));
    await receiveLines(unknown(0, 4_999));
    strictEqual(table.isFull, false);
    await receiveLines([...unknown(0, 4_999), ...unknown(5_000, 1)]);
    strictEqual(table.isFull, true);
  }));

function isTaken(kind: DataKind, value: number | string | boolean, ago: number): boolean {
  const isPlausible = typeof value === "number" ? value < 1e15 : kind === "state";
  return isPlausible && ago >= 0 && ago < 300_000_000;
}

async function pending(
  store: Parameters<typeof pendingArrivals>[0],
): Promise<Record<string, Reading[]>> {
  const readings: Record<string, Reading[]> = {};
  for (const { batches } of await pendingArrivals(store, "p")) {
    for (const one of batches) (readings[one.seriesId] ??= []).push(...one.readings);
  }
  return readings;
}

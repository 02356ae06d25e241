import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { LinesReader, type Precision } from "@/lib/ingest/influx_lines.ts";
import { SourceTable } from "@/lib/ingest/source_table.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { linesAsText, type ReadLines, type TimeUnit } from "./lines_as_text.ts";
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

Deno.test("LineScanner distinguishes devices that begin with the same bytes", () => {
  const table = new SourceTable();
  for (const text of ["m v=1 1\nm,a=1\\\n", "m v=1 1\nm,a=1\\ b v=2 2"]) {
    const bytes = new TextEncoder().encode(text);
    deepStrictEqual(read(bytes, "s", table), linesAsText(bytes, UNITS.s, NOW_S));
  }
});

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

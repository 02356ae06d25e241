import { deepStrictEqual } from "node:assert/strict";
import { parseLines, type Precision } from "../../../lib/backend/ingest/influx_lines.ts";
import { fc } from "../../npm/fast_check.ts";

const NOW_S = 1_735_700_000;

/** Beginnings of lines that are beginnings of one another, or end in what changes the space after them. */
const DEVICES = ["m", "m,a=1", "m,a=12", "m,a=1\\", "m,a=1\\ b", "m,a=1\\\\", "m,a=1,b=2", "é,a=1"];
const FIELDS = ["v", "value", "va", "v\\ w", "v\\", "v\\=", ""];
const VALUES = [
  "1",
  "-0",
  "20.5",
  ".5",
  "5.",
  "1e3",
  "12i",
  "t",
  '"a b"',
  '"x\n y"',
  "",
  "-",
  "1.2.3",
];
const TIMES = ["", " 5", " 1735689600", " 1735689600123456789", " -5", " 5x", " 5 6", " 5\r"];

const line = fc.tuple(
  fc.constantFrom(...DEVICES),
  fc.constantFrom(...FIELDS),
  fc.constantFrom(...VALUES),
  fc.constantFrom(...TIMES),
).map(([device, field, value, time]) => `${device} ${field}=${value}${time}`);

Deno.test("LineScanner reads a line among others, twice, as it reads it alone", () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 2, maxLength: 12 }),
      fc.constantFrom<Precision>("s", "ms", "ns", "h"),
      (lines, precision) => {
        deepStrictEqual(
          read([...lines, ...lines].join("\n"), precision),
          [...lines, ...lines].map((line) => read(line, precision)).flat(),
        );
      },
    ),
    { seed: 20260101, numRuns: 1000 },
  );
});

/** What was read, without the numbers of lines. */
function read(text: string, precision: Precision): unknown[] {
  const { readings, bad } = parseLines(text, precision, NOW_S);
  const all = [...readings, ...bad].toSorted((a, b) => a.line - b.line);
  return all.map((one) => ({ ...one, line: 0 }));
}

import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  BAD_LINES_NAMED,
  LinesReader,
  type LineWindow,
  lineWindows,
  type Precision,
} from "@/lib/ingest/influx_lines.ts";
import { wholeTime } from "@/lib/ingest/sent_values.ts";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { type ParsedLines, parseLines } from "./example_files.ts";

const NOW_S = 1_735_700_000;

function parsed(text: string, precision: Precision = "s"): ParsedLines {
  return parseLines(new TextEncoder().encode(text), { precision, nowS: NOW_S });
}

function readings(text: string, precision: Precision = "s"): readonly SourceReading[] {
  return parsed(text, precision).readings;
}

function messages(text: string): string[] {
  return [...parsed(text).bad].map(({ line, message }) => `${line}: ${message}`);
}

Deno.test("a device sent again is read as it was the first time", () => {
  const long = "x".repeat(300);
  const devices = [
    "m,serial=1",
    "m\\ 2,room=a\\ b",
    "m,a\\,b=c\\=d",
    `m,room=${long}`,
    "\ufeffé,serial=2",
  ];
  const lines = ["first value=0", ...devices.map((device, at) => `${device} value=${at}`)].join(
    "\n",
  );
  const [once, again] = [readings(lines), readings(lines)];
  deepStrictEqual(again, once);
  deepStrictEqual(once.map(({ device: { measurement } }) => measurement), [
    "first",
    "m",
    "m 2",
    "m",
    "m",
    "\ufeffé",
  ]);
  deepStrictEqual(messages("m,serial=1\nm,serial value=1\nm,serial=1 value=1"), [
    "1: missing fields",
    "2: missing tag value",
  ]);
});

Deno.test("parseLines() reads every type of field", () => {
  const line =
    'm f=1.5,g=-2e3,h=.5,i=12i,n=-3i,u=7u,t=T,v=true,x=f,s="say \\"hi\\" \\\\ to, all = us" 1';
  deepStrictEqual(readings(line).map(({ field, value }) => [field, value]), [
    ["f", 1.5],
    ["g", -2000],
    ["h", 0.5],
    ["i", 12],
    ["n", -3],
    ["u", 7],
    ["t", true],
    ["v", true],
    ["x", false],
    ["s", 'say "hi" \\ to, all = us'],
  ]);
});

Deno.test("parseLines() reads every precision to the second, and nanoseconds exactly", () => {
  const cases: [Precision, string, number][] = [
    ["ns", "1735689599999999999", 1_735_689_599],
    ["n", "1735689600000000000", 1_735_689_600],
    ["us", "1735689600123456", 1_735_689_600],
    ["u", "1735689600999999", 1_735_689_600],
    ["ms", "1735689600999", 1_735_689_600],
    ["s", "1735689600", 1_735_689_600],
    ["m", "28928160", 1_735_689_600],
    ["h", "482136", 1_735_689_600],
    ["ns", "12", 0],
    ["ns", "-1", -1],
  ];
  for (const [precision, stamp, epochS] of cases) {
    strictEqual(readings(`m v=1 ${stamp}`, precision)[0]?.epochS, epochS, `${precision} ${stamp}`);
  }
});

Deno.test("parseLines() reads the valid lines and names the invalid ones", () => {
  const text = [
    "good v=1 1",
    "nofields",
    "m v= 1",
    "m v=abc 1",
    "m v=1 tomorrow",
    "m,tag= v=1 1",
    "m,=x v=1 1",
    ",tag=a v=1 1",
    'm s="open 1',
    "m v=1 1 1",
    "m v=12iu 1",
    "m v=-1u 1",
    "m v=1e999 1",
    "m v=constructor 1",
    "good v=2 2",
  ].join("\n");
  deepStrictEqual(readings(text).map(({ line, value }) => [line, value]), [[1, 1], [15, 2]]);
  deepStrictEqual(messages(text), [
    "2: missing fields",
    '3: invalid field value ""',
    '4: invalid field value "abc"',
    '5: invalid timestamp "tomorrow"',
    "6: missing tag value",
    "7: missing tag key",
    "8: missing measurement",
    "9: unbalanced quotes",
    "10: unexpected text after the line",
    '11: invalid field value "12iu"',
    '12: invalid field value "-1u"',
    '13: invalid field value "1e999"',
    '14: invalid field value "constructor"',
  ]);
});

Deno.test("parseLines() limits names, parts of a line and reported lines", () => {
  strictEqual(messages(`${"m".repeat(1025)} v=1 1`)[0], "1: measurement too long");
  strictEqual(messages(`m s="${"x".repeat(1025)}" 1`)[0], "1: field value too long");
  strictEqual(messages(`m s="${"x".repeat(5000)}" 1`)[0], "1: unbalanced quotes");
  strictEqual(messages(`m${",a=b".repeat(257)} v=1 1`)[0], "1: too many tags");
  const many = Array.from({ length: 257 }, (_, at) => `f${at}=1`).join(",");
  strictEqual(messages(`m ${many} 1`)[0], "1: too many fields");
  const { bad, badCount } = parsed("bad\n".repeat(BAD_LINES_NAMED + 5));
  strictEqual(bad.length, BAD_LINES_NAMED);
  strictEqual(badCount, BAD_LINES_NAMED + 5);
});

Deno.test("parseLines() returns the written values, for any names and texts", () => {
  const name = fc.string({ minLength: 1, maxLength: 12, unit: "binary" })
    .filter((text) => !/[\n\r\\#\t]/.test(text) && !/^ *$/.test(text));
  const escaped = (text: string) => text.replaceAll(/[, =]/g, "\\$&");
  fc.assert(
    fc.property(
      name,
      fc.dictionary(name, name, { maxKeys: 4, noNullPrototype: true }),
      fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string({ maxLength: 20 })),
      (measurement, tags, value) => {
        const written = typeof value === "number"
          ? String(value)
          : `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
        const pairs = Object.entries(tags).map(([tag, text]) =>
          `,${escaped(tag)}=${escaped(text)}`
        );
        const line = `${escaped(measurement)}${pairs.join("")} v=${written} 5\nnext v=1 6`;
        deepStrictEqual(messages(line), []);
        deepStrictEqual(readings(line).map(({ device, value }) => [device, value]), [
          [{ measurement, tags: Object.entries(tags) }, Object.is(value, -0) ? 0 : value],
          [{ measurement: "next", tags: [] }, 1],
        ]);
      },
    ),
    { seed: 20260101, numRuns: 1000 },
  );
});

const digits = (maxLength: number) =>
  fc.string({ maxLength, unit: fc.constantFrom(..."0123456789") });

Deno.test("parseLines() reads a number exactly, to the last bit", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("", "-"),
      digits(11),
      fc.constantFrom("", "."),
      digits(9),
      (sign, whole, point, decimals) => {
        const written = `${sign}${whole}${point}${decimals}`;
        const { readings: [first], badCount } = parsed(`m v=${written} 1`);
        if (whole + decimals === "") return strictEqual(badCount, 1);
        strictEqual(first?.value, Number(written));
      },
    ),
    { seed: 20260101, numRuns: 1000 },
  );
});

Deno.test("wholeTime() truncates the last digits of a timestamp, and rounds down before 1970", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 20n - 1n }),
      fc.constantFrom(0, 3, 6, 9),
      (time, decimals) => {
        const unit = 10n ** BigInt(decimals);
        // Below zero the quotient is one less, also for a whole second: no reading is dated before
        // 1970.
        const whole = time < 0n && decimals > 0 ? time / unit - 1n : time / unit;
        strictEqual(wholeTime(String(time), decimals), Number(whole));
      },
    ),
    { seed: 20260101, numRuns: 1000 },
  );
  for (const text of ["x", "-", "1x", "1.5", "123456789012345678901"]) {
    strictEqual(wholeTime(text, 3), undefined, text);
  }
});

Deno.test("parseLines() ignores the texts beside a value, but for its unit", () => {
  const line = 'kWh,entity_id=meter value=5,unit_of_measurement_str="MWh",name="Compteur" 1';
  deepStrictEqual(readings(line).map(({ field, value, unit }) => [field, value, unit]), [
    ["value", 5, "MWh"],
  ]);
  deepStrictEqual(readings('m mode="auto",on=t 1').map(({ field, value }) => [field, value]), [
    ["mode", "auto"],
    ["on", true],
  ]);
});

Deno.test("parseLines() removes a leading byte order mark, and none within the body", () => {
  const measurements = readings("\ufeffm v=1 1\n\ufeffm v=2 2").map(({ device }) =>
    device.measurement
  );
  deepStrictEqual(measurements, ["m", "\ufeffm"]);
});

Deno.test("parseLines() reads any bytes, and refuses a line at a time", () => {
  const piece = fc.constantFrom(
    ..."m,a=1 v=2",
    "\n",
    "\r\n",
    '"',
    "\\",
    "#",
    "\t",
    "é",
    "i",
    "-",
    ".",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(255), (pieces, byte) => {
      const whole = encoder.encode(`good v=1 1\n${pieces.join("")}`);
      const damaged = Uint8Array.from([...whole, byte, ...encoder.encode('"\ngood v=2 2\n')]);
      const { readings: found, bad, badCount } = parseLines(damaged, OPTIONS);
      strictEqual(bad.length, badCount);
      strictEqual(found[0]?.device.measurement, "good");
      for (const { line } of [...found, ...bad]) ok(line >= 1 && line <= pieces.length + 3);
    }),
    { seed: 20260101, numRuns: 1000 },
  );
});

const MIB = 1_024 * 1_024;
const OPTIONS = { precision: "s", nowS: 1_000 } as const;
const encoder = new TextEncoder();

/** The windows of a body, of a given number of characters. */
function windowsOf(text: string, size: number): LineWindow[] {
  const pieces = [...text.matchAll(new RegExp(`.{1,${size}}`, "gsu"))].map(([piece]) => piece);
  return pieces.map((piece, at) => ({
    bytes: encoder.encode(piece),
    isLast: at === pieces.length - 1,
  }));
}

function readOf(windows: readonly LineWindow[]): ParsedLines {
  const reader = new LinesReader(OPTIONS);
  for (const window of windows) {
    reader.add(window);
    while (reader.read());
  }
  return { readings: reader.take(), bad: reader.bad, badCount: reader.badCount };
}

/** Three MiB of lines, some of which contain a text of two lines. */
const LINES = Array.from(
  { length: 40_000 },
  (_, at) =>
    at % 100 === 99
      ? `état,serial=${at} value="a\nb" ${at}`
      : `température,house=A${at % 40},serial=${at} value=${at / 10},other="é € 😀" ${at}`,
);

Deno.test("lineWindows() splits a body into windows of a mebibyte at most, after a line where there is one", () => {
  const lengthsOf = (bytes: Uint8Array) =>
    [...lineWindows(bytes)].map(({ bytes, isLast }) => [bytes.length, isLast]);
  deepStrictEqual(lengthsOf(new Uint8Array(0)), [[0, true]]);
  deepStrictEqual(lengthsOf(new Uint8Array(12)), [[12, true]]);
  deepStrictEqual(lengthsOf(new Uint8Array(MIB)), [[MIB, true]]);
  deepStrictEqual(lengthsOf(new Uint8Array(2 * MIB + 1)), [[MIB, false], [MIB, false], [1, true]]);
  const lines = new Uint8Array(MIB + 10);
  lines[100] = 10;
  deepStrictEqual(lengthsOf(lines), [[101, false], [MIB - 91, true]]);
});

Deno.test("LinesReader reads windows as parseLines() reads the whole text", () => {
  const text = LINES.join("\n");
  const whole = parseLines(encoder.encode(text), OPTIONS);
  for (const windows of [[...lineWindows(encoder.encode(text))], windowsOf(text, 70_000)]) {
    const read = readOf(windows);
    deepStrictEqual(read.readings, whole.readings);
    deepStrictEqual([read.badCount, whole.badCount], [0, 0]);
  }
});

Deno.test("LinesReader refuses a line that is too long, and reads the others", () => {
  const long = `x,tag=${"y".repeat(3 * MIB)} value=1`;
  const text = `a value=1 1\n${long}\nb value=2 2\nbad\nc value=3 3`;
  const reader = readOf(windowsOf(text, 100_000));
  deepStrictEqual(reader.readings.map(({ line, value }) => [line, value]), [[1, 1], [
    3,
    2,
  ], [5, 3]]);
  deepStrictEqual(reader.bad.map(({ line }) => line), [2, 4]);
});

Deno.test("LinesReader names the lines that are not UTF-8, and reads the others", () => {
  const latin1 = Uint8Array.from(
    "a value=1 1\ntempérature value=2 2\nb value=3 3",
    (char) => char.charCodeAt(0),
  );
  const reader = readOf([...lineWindows(latin1)]);
  deepStrictEqual(reader.readings.map(({ line }) => line), [1, 3]);
  deepStrictEqual(reader.bad, [{ line: 2, message: "not UTF-8 text: send it in UTF-8" }]);
});

Deno.test("LinesReader reads a bounded number of characters at once, whatever the lines", () => {
  const longLine = `m,${"a=b,".repeat(250)}c=d v=1 1`;
  const kinds = ["", "#", "a", `${"n".repeat(1_000)},t=1 v=1`, longLine, "m v=1 1"];
  for (const line of kinds) {
    const reader = new LinesReader(OPTIONS);
    const bytes = encoder.encode(`${line}\n`.repeat(Math.ceil(MIB / (line.length + 1))));
    reader.add({ bytes, isLast: true });
    let steps = 0;
    for (let left = bytes.length; reader.read(); left = reader.charsLeft, steps++) {
      ok(left - reader.charsLeft <= 64 * 1_024 + line.length, line);
    }
    ok(steps >= 15, line);
    strictEqual(reader.charsLeft, 0);
  }
});

import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { BYTE_ORDER_MARK, CSV_DIALECTS, type CsvColumn, guardedText } from "@/lib/base/csv.ts";
import { email as schema, pairLines, readPairLines } from "@/lib/base/field_schemas.ts";
import { parsedJson } from "@/lib/base/records.ts";
import { characterCount } from "@/lib/base/strings.ts";
import { countText, formatNumber, formatPercent, formatQuantity } from "@/lib/base/text_format.ts";
import {
  dialledNumber,
  isEmail,
  isPce,
  isPhone,
  isReachableSender,
} from "@/lib/base/typed_formats.ts";
import { email as error } from "@/lib/base/validators.ts";
import { emailOrNone } from "@/lib/web/settings.ts";
import {
  CSV_LAWS,
  csvFile,
  csvText,
  NUMBER_TEXT_LAWS,
  testLaws,
} from "@/tests/helpers/laws_of_values.ts";
import { fc } from "@/tests/npm/fast_check.ts";

Deno.test("countText() uses the singular below two, and never separates the number from its word", () => {
  strictEqual(countText(0, "ligne lue", "lignes lues"), "0\u00A0ligne lue");
  strictEqual(countText(1, "série"), "1\u00A0série");
  strictEqual(countText(2, "série"), "2\u00A0séries");
  strictEqual(countText(1234, "jour ajouté", "jours ajoutés"), "1\u202F234\u00A0jours ajoutés");
});

Deno.test("formatNumber() separates thousands with a narrow no-break space, decimals with a comma", () => {
  strictEqual(formatNumber(1234567.25), "1\u202F234\u202F567,3");
  strictEqual(formatNumber(-1234), "-1\u202F234");
  strictEqual(formatNumber(999), "999");
});

// @spec tables.decimals
Deno.test("formatNumber() shows at most 1 decimal, and no final zero", () => {
  strictEqual(formatNumber(12.34), "12,3");
  strictEqual(formatNumber(12.04), "12");
  strictEqual(formatNumber(12.345, 2), "12,35");
});

Deno.test("formatNumber() of null, or of an infinite number, is empty", () => {
  strictEqual(formatNumber(null), "");
  strictEqual(formatNumber(NaN), "");
  strictEqual(formatNumber(Infinity), "");
});

Deno.test("formatNumber() never writes -0", () => {
  strictEqual(formatNumber(-0.04), "0");
  strictEqual(formatNumber(-0), "0");
});

Deno.test("formatNumber() writes large and tiny numbers without exponent", () => {
  strictEqual(formatNumber(1e21), "1" + "\u202F000".repeat(7));
  strictEqual(formatNumber(1e-7, 7), "0,0000001");
});

Deno.test("formatPercent() puts a no-break space before %", () => {
  strictEqual(formatPercent(-12.55), "-12,6\u00A0%");
  strictEqual(formatPercent(null), "");
});

Deno.test("formatQuantity() never separates a number from its unit", () => {
  strictEqual(formatQuantity(1234.54, "kWh"), "1\u202F234,5\u202FkWh");
  strictEqual(formatQuantity(50, "%"), "50\u00A0%");
  strictEqual(formatQuantity(3, ""), "3");
  strictEqual(formatQuantity(null, "kWh"), "");
});

Deno.test("formatNumber() writes as many decimals as the figures under it", () => {
  strictEqual(formatNumber(20, 1, 1), "20,0");
  strictEqual(formatNumber(20.14, 1, 1), "20,1");
  strictEqual(formatNumber(-1234.5, 2, 2), "-1\u202F234,50");
  strictEqual(formatNumber(null, 1, 1), "");
});

testLaws(NUMBER_TEXT_LAWS);

Deno.test("characterCount() counts an emoji once, as the schemas of calls do", () => {
  deepStrictEqual(["", "é", "😀", "a😀"].map(characterCount), [0, 1, 1, 2]);
});

const ADDRESSES: Readonly<Record<string, boolean>> = {
  "jeanne.martin@bailleur.fr": true,
  "a&b@c.fr": true,
  "o'neill+logement@oph-54.example": true,
  "!#$%&'*+/=?^_`{|}~-@c.fr": true,
  "JEANNE@BAILLEUR.FR": true,
  "a@xn--caf-dma.fr": true,
  [`${"a".repeat(64)}@c.fr`]: true,
  [`a@${"b".repeat(63)}.fr`]: true,
  [`a@${"b.".repeat(125)}fr`]: true,
  "": false,
  "a": false,
  "a@b": false,
  "@c.fr": false,
  "a@.fr": false,
  "a@c..fr": false,
  ".a@c.fr": false,
  "a.@c.fr": false,
  "a..b@c.fr": false,
  "a b@c.fr": false,
  "a@c-.fr": false,
  "a@-c.fr": false,
  "a@c.f": false,
  "a@c.12": false,
  "a@c_d.fr": false,
  "été@c.fr": false,
  "a@café.fr": false,
  '"a b"@c.fr': false,
  "<a@c.fr>": false,
  "a@c.fr, b@c.fr": false,
  "a@c.fr\r\nBcc: b@c.fr": false,
  [`${"a".repeat(65)}@c.fr`]: false,
  [`a@${"b".repeat(64)}.fr`]: false,
  [`a@${"b.".repeat(126)}fr`]: false,
};

for (const [text, isOne] of Object.entries(ADDRESSES)) {
  const shown = text.length > 40 ? `${text.slice(0, 20)}… of ${text.length}` : text;
  // @spec forms.email-addresses
  Deno.test(`isEmail() of ${JSON.stringify(shown)} is ${isOne} in forms, calls and settings`, () => {
    strictEqual(isEmail(text), isOne);
    strictEqual(schema.safeParse(text).success, isOne);
    // An empty field or setting is omitted, not wrong.
    if (text !== "") strictEqual(error(text) === null, isOne);
    if (text !== "") strictEqual(emailOrNone("").schema.safeParse(text).success, isOne);
  });
}

// @spec mail.returned
Deno.test("isReachableSender() is false for names that have no mailbox on any network", () => {
  const senders = [
    "suivi@bailleur.fr",
    "suivi@localhost.fr",
    "ne-pas-repondre@localhost.localdomain",
    "suivi@LOCALHOST",
    "suivi@bailleur.invalid.",
  ];
  deepStrictEqual(senders.filter(isReachableSender), ["suivi@bailleur.fr", "suivi@localhost.fr"]);
});

// @spec gas.pce
Deno.test("isPce() accepts 14 digits, or GI and 6 digits, and nothing around them", () => {
  deepStrictEqual(["01234567890123", "GI123456"].map(isPce), [true, true]);
  const others = [
    "0123456789012",
    "012345678901234",
    "GI12345",
    "GI1234567",
    "gi123456",
    " GI123456",
  ];
  deepStrictEqual(others.filter(isPce), []);
});

// @spec display.messages
Deno.test("isPhone() is true for a text with a telephone number only", () => {
  for (const text of ["15", "17", "18", "112", "114", "119", "3919", "15 (SAMU)", "Police : 17"]) {
    strictEqual(isPhone(text), true, text);
  }
  for (const text of ["", "  ", "115", "03 65 61 10 24", "03 65 61 10 24 (8 h à 12 h)"]) {
    strictEqual(isPhone(text), true, text);
  }
  for (const text of ["appelez-moi", "03", "16", "1", "8 h à 9 h", "<a>12</a>"]) {
    strictEqual(isPhone(text), false, text);
  }
});

// @spec display.occupant
Deno.test("dialledNumber() reads a single number in any spacing, and none from a sentence or from two numbers", () => {
  strictEqual(dialledNumber("03 65 61 10 24"), "0365611024");
  strictEqual(dialledNumber(" 03.65.61.10-24"), "0365611024");
  strictEqual(dialledNumber("+33 (0)3 65 61 10 24"), "+33365611024");
  strictEqual(dialledNumber("(03) 65 61 10 24"), "0365611024");
  for (const text of ["15", "17", "18", "112", "115", "3919"]) {
    strictEqual(dialledNumber(text), text);
  }
  for (
    const text of ["", "appelez-moi", "03 65 61 10 24 ou 06 12 34 56 78", "03 65 61 10 24 (8 h)"]
  ) {
    strictEqual(dialledNumber(text), null, text);
  }
  // The longest number has 15 digits; two numbers side by side have 20.
  strictEqual(dialledNumber("+123 45 67 89 01 23 45"), "+123456789012345");
  strictEqual(dialledNumber("+123 45 67 89 01 23 456"), null);
  strictEqual(dialledNumber("03 65 61 10 24 06 12 34 56 78"), null);
});

interface Line {
  month: string;
  volumeM3: number | null;
}

const columns: CsvColumn<Line>[] = [
  { header: "Mois", value: (line) => line.month },
  { header: "Conso Gaz (m³)", value: (line) => line.volumeM3 },
];
const { comma, semicolon } = CSV_DIALECTS;

function cellsOf(...cells: (string | number | null)[]): CsvColumn<null>[] {
  return cells.map((cell) => ({ header: "", value: () => cell }));
}

/** The one row of a table, without the header line. */
function row(dialect: typeof comma | typeof semicolon, ...cells: (string | number | null)[]) {
  return csvText(cellsOf("", ...cells), [null], dialect).split(dialect.lineBreak).slice(1)
    .join(dialect.lineBreak).slice(1);
}

Deno.test("csvText() in the comma dialect: commas, LF, decimal point", () => {
  const lines = [{ month: "janvier 2023", volumeM3: 5789.5 }, { month: "février", volumeM3: null }];
  strictEqual(csvText(columns, lines, comma), "Mois,Conso Gaz (m³)\njanvier 2023,5789.5\nfévrier,");
});

Deno.test("csvText() in the semicolon dialect: semicolons, CRLF, decimal comma", () => {
  const lines = [{ month: "janvier 2023", volumeM3: 5789.5 }, { month: "février", volumeM3: null }];
  strictEqual(
    csvText(columns, lines, semicolon),
    "Mois;Conso Gaz (m³)\r\njanvier 2023;5789,5\r\nfévrier;",
  );
});

// @spec tables.csv
Deno.test("csvFile() begins with a byte-order mark", () => {
  strictEqual(csvFile(columns, [], comma), `${BYTE_ORDER_MARK}Mois,Conso Gaz (m³)`);
});

Deno.test("csvText() quotes the separator of its dialect only", () => {
  strictEqual(row(comma, "a,b", "a;b"), '"a,b",a;b');
  strictEqual(row(semicolon, "a,b", "a;b"), 'a,b;"a;b"');
});

Deno.test("csvText() quotes and doubles quotes", () => {
  strictEqual(row(comma, 'dit "le Bois"'), '"dit ""le Bois"""');
});

Deno.test("csvText() quotes any CR or LF in either dialect", () => {
  for (const dialect of [comma, semicolon]) {
    for (const text of ["a\nb", "a\rb", "a\r\nb"]) strictEqual(row(dialect, text), `"${text}"`);
  }
});

Deno.test("csvText() never writes -0, nor an infinite number", () => {
  strictEqual(row(comma, -0, NaN, Infinity), "0,,");
});

Deno.test("csvText() writes a negative number as a number", () => {
  strictEqual(row(semicolon, -2.5), "-2,5");
});

// @spec tables.csv-safety
Deno.test("csvText() neutralises text that a spreadsheet would run", () => {
  strictEqual(row(comma, "=1+1", "+33 6", "-", "@x"), "'=1+1,'+33 6,'-,'@x");
  strictEqual(guardedText("\t=1"), "'\t=1");
  strictEqual(guardedText("\r=1"), "'\r=1");
  strictEqual(guardedText("a=1"), "a=1");
});

Deno.test("csvText() quotes a single empty cell, which would be a blank line", () => {
  strictEqual(csvText([{ header: "Note", value: () => null }], [null], comma), 'Note\n""');
});

testLaws(CSV_LAWS);

Deno.test("readPairLines() reads a field a line, with the text after the first colon as its value", () => {
  deepStrictEqual(readPairLines("Gardien : Mme Roux\r\n\n  Cave: 12 : fond\nParking :"), {
    ok: true,
    pairs: { Gardien: "Mme Roux", Cave: "12 : fond", Parking: "" },
  });
  deepStrictEqual(readPairLines("  \n"), { ok: true, pairs: {} });
});

Deno.test("readPairLines() reads fifty fields, and texts of the maximum length", () => {
  const longest = { ["n".repeat(50)]: "v".repeat(500) };
  deepStrictEqual(readPairLines(pairLines(longest)), { ok: true, pairs: longest });
  const most = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`n${index}`, "1"]));
  deepStrictEqual(readPairLines(pairLines(most)), { ok: true, pairs: most });
});

Deno.test("readPairLines() refuses a missing or repeated name, texts that are too long, and too many lines", () => {
  const refused = (text: string) => readPairLines(text);
  deepStrictEqual(refused("sans deux-points"), { ok: false, error: { code: "pairs" } });
  deepStrictEqual(refused(": valeur"), { ok: false, error: { code: "pairs" } });
  deepStrictEqual(refused("a: 1\na : 2"), { ok: false, error: { code: "unique" } });
  deepStrictEqual(refused(`${"n".repeat(51)}: 1`), {
    ok: false,
    error: { code: "maxlength", allowedLength: 50 },
  });
  deepStrictEqual(refused(`a: ${"v".repeat(501)}`), {
    ok: false,
    error: { code: "maxlength", allowedLength: 500 },
  });
  const lines = Array.from({ length: 51 }, (_, index) => `n${index}: 1`).join("\n");
  deepStrictEqual(refused(lines), { ok: false, error: { code: "max", max: 50 } });
});

Deno.test("pairLines() writes what readPairLines() reads back", () => {
  const name = fc.stringMatching(/^[^:\s](?:[^:\r\n]{0,20}[^:\s])?$/);
  const value = fc.stringMatching(/^[^\r\n]{0,40}$/).map((text) => text.trim());
  const pairs = fc.dictionary(name, value, { noNullPrototype: true, maxKeys: 8 });
  fc.assert(
    fc.property(pairs, (written) => {
      deepStrictEqual(readPairLines(pairLines(written)), { ok: true, pairs: written });
    }),
    { seed: 20260101 },
  );
});

Deno.test("parsedJson() returns the value of a JSON text, null included", () => {
  deepStrictEqual(parsedJson('{"a":[1]}'), { a: [1] });
  strictEqual(parsedJson("null"), null);
});

Deno.test("parsedJson() returns undefined for invalid JSON", () => {
  strictEqual(parsedJson("{"), undefined);
  strictEqual(parsedJson(""), undefined);
});

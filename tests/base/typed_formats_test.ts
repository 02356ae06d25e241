import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { email as schema } from "@/lib/base/field_schemas.ts";
import {
  dialledNumber,
  isEmail,
  isPce,
  isPhone,
  isReachableSender,
} from "@/lib/base/typed_formats.ts";
import { email as error } from "@/lib/base/validators.ts";
import { emailOrNone } from "@/lib/web/settings.ts";

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

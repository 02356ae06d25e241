import { strictEqual } from "node:assert/strict";
import { email as schema } from "@/lib/base/field_schemas.ts";
import { isEmail } from "@/lib/base/typed_formats.ts";
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

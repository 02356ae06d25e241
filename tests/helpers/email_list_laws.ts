import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { emailKey, isEmail } from "@/lib/base/typed_formats.ts";
import { addEmail, emailEntryErrors, emailListError, emailsOfText } from "@/lib/ui/email_list.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { law } from "./laws.ts";

const someone = fc.constantFrom("a", "b", "claire", "Claire", "CLAIRE", "oph.nancy");
const somewhere = fc.constantFrom("c.fr", "C.fr", "oph-nancy.fr");
const anAddress = fc.oneof(
  fc.tuple(someone, somewhere).map(([name, domain]) => `${name}@${domain}`),
  fc.emailAddress().filter((text) => !/[;,]/.test(text)),
);
const anEntry = fc.oneof({ weight: 4, arbitrary: anAddress }, {
  weight: 1,
  arbitrary: fc.string(),
});
/** Texts similar to addresses: their pieces, in any order. */
const nearAddress = fc.oneof(
  fc.array(fc.constantFrom("a", "@", ".", "-", " ", "\n", "é", "c.fr", ",", '"')).map((pieces) =>
    pieces.join("")
  ),
  fc.string({ unit: "binary" }),
);

export const EMAIL_LIST_LAWS = [
  law(
    "isEmail() takes every address a generator of addresses makes",
    fc.property(fc.emailAddress(), (text) => ok(isEmail(text) || text.length > 254)),
  ),
  law(
    "isEmail() takes nothing with a blank, or without one @ and a dot after it",
    fc.property(nearAddress, (text) => {
      if (isEmail(text)) ok(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text));
    }),
  ),
  law(
    "addEmail(), called entry after entry, builds a list without error and without twins",
    fc.property(fc.array(anEntry), (entries) => {
      const emails = entries.reduce<readonly string[]>((list, entry) => {
        const addition = addEmail(list, entry);
        return addition.ok ? addition.emails : list;
      }, []);
      strictEqual(new Set(emails.map(emailKey)).size, emails.length);
      ok(emailEntryErrors(emails).every((error) => error === null));
      strictEqual(emailListError(emails)?.code ?? null, emails.length === 0 ? "required" : null);
    }),
  ),
  law(
    "addEmail() refuses an address already there, in any case and with blanks around",
    fc.property(anAddress, (text) => {
      const again = addEmail([text.toUpperCase()], ` ${text.toLowerCase()} `);
      deepStrictEqual(again, { ok: false, error: { code: "unique" } });
    }),
  ),
  law(
    "emailsOfText() finds again the entries of a list written with commas, semicolons or lines",
    fc.property(fc.array(anAddress), fc.constantFrom(",", "; ", "\n"), (emails, separator) => {
      deepStrictEqual(emailsOfText(emails.join(separator)), emails);
    }),
  ),
];

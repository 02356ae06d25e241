import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  addEmail,
  emailEntryErrors,
  emailListError,
  emailsOfText,
  firstWrongEmail,
  removeEmail,
  takeEmails,
} from "@/lib/ui/email_list.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { EMAIL_LIST_LAWS } from "@/tests/helpers/laws_of_values.ts";

// @spec forms.email-lists
Deno.test("emailListError() requires at least one e-mail", () => {
  deepStrictEqual(emailListError([]), { code: "required" });
});

Deno.test("emailListError() is the error of the first wrong entry", () => {
  deepStrictEqual(emailListError(["a@b.fr", "x", "a@b.fr"]), { code: "email" });
  strictEqual(emailListError(["a@b.fr", "c@d.fr"]), null);
});

Deno.test("firstWrongEmail() is the first wrong entry with its error, and null for an empty or a valid list", () => {
  deepStrictEqual(firstWrongEmail(["a@b.fr", "A@b.fr", "x"]), {
    entry: "A@b.fr",
    error: { code: "unique" },
  });
  deepStrictEqual([firstWrongEmail([]), firstWrongEmail(["a@b.fr"])], [null, null]);
});

Deno.test("emailEntryErrors() marks the second of two equal entries, ignoring case", () => {
  deepStrictEqual(emailEntryErrors(["a@b.fr", "A@B.fr ", "", "nobody"]), [
    null,
    { code: "unique" },
    { code: "required" },
    { code: "email" },
  ]);
});

Deno.test("addEmail() trims spaces", () => {
  deepStrictEqual(addEmail(["a@b.fr"], " c@d.fr "), { ok: true, emails: ["a@b.fr", "c@d.fr"] });
});

Deno.test("removeEmail() leaves the others in place", () => {
  deepStrictEqual(removeEmail(["a@b.fr", "c@d.fr", "e@f.fr"], 1), ["a@b.fr", "e@f.fr"]);
});

Deno.test("emailsOfText() reads a pasted list", () => {
  deepStrictEqual(emailsOfText("a@b.fr; c@d.fr,\n e@f.fr "), ["a@b.fr", "c@d.fr", "e@f.fr"]);
});

Deno.test("takeEmails() takes every address of a valid text", () => {
  deepStrictEqual(takeEmails(["a@b.fr"], "c@d.fr, e@f.fr"), {
    emails: ["a@b.fr", "c@d.fr", "e@f.fr"],
    left: "",
    error: null,
  });
});

Deno.test("takeEmails() stops at the first wrong entry, and leaves the rest to correct", () => {
  deepStrictEqual(takeEmails([], "c@d.fr C@d.fr e@f.fr"), {
    emails: ["c@d.fr"],
    left: "C@d.fr e@f.fr",
    error: { code: "unique" },
  });
});

Deno.test("takeEmails() of an empty text requires an address while there is none", () => {
  deepStrictEqual(takeEmails([], " "), { emails: [], left: "", error: { code: "required" } });
  strictEqual(takeEmails(["a@b.fr"], "").error, null);
});

testLaws(EMAIL_LIST_LAWS);

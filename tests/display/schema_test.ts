import { deepStrictEqual } from "node:assert/strict";
import { displayContactDraft, displayMessageDraft } from "@/lib/display/schema.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";

// @spec display.messages
Deno.test("displayMessageDraft refuses a last day before the first, and a priority outside 1 to 99", () => {
  const draft = { priority: 1, from: "2026-02-10", to: "2026-02-10", message: "Coupure d’eau" };
  const wrong = [{ to: "2026-02-09" }, { priority: 0 }, { priority: 100 }, { message: " " }];
  const right = [{ to: null }, { to: "2026-02-11" }, { priority: 99 }];
  deepStrictEqual(refusedChanges(displayMessageDraft, draft, [...wrong, ...right]), wrong);
});

// @spec display.messages
Deno.test("displayContactDraft refuses a telephone without a number, and a wrong address", () => {
  const draft = { priority: 1, name: "Gardien", phone: "03 83 00 00 00", mail: "a@bailleur.fr" };
  const wrong = [{ phone: "appelez-moi" }, { mail: "bailleur.fr" }, { name: "" }];
  deepStrictEqual(
    refusedChanges(displayContactDraft, draft, [...wrong, { phone: "" }, { mail: "" }]),
    wrong,
  );
});

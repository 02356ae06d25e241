import { deepStrictEqual } from "node:assert/strict";
import { housingAlertDraft, occupancyDraft } from "@/lib/housing/schema.ts";
import { refusedChanges } from "@/tests/helpers/schema_examples.ts";

const ONE_DAY = { from: "2026-02-10", to: "2026-02-10" };

// @spec housing.messages
Deno.test("housingAlertDraft refuses a last day before the first, and a dwelling named twice", () => {
  const draft = { ...ONE_DAY, message: "Coupure d’eau", houseIds: ["h1"] };
  const wrong = [{ to: "2026-02-09" }, { houseIds: ["h1", "h1"] }];
  const right = [{ to: null }, { to: "2026-02-11" }, { houseIds: [] }];
  deepStrictEqual(refusedChanges(housingAlertDraft, draft, [...wrong, ...right]), wrong);
});

// @spec housing.hourly-consent
Deno.test("occupancyDraft refuses an end before its start, and a consent withdrawn before it was given", () => {
  const consent = (withdrawnOn: string | null) => ({
    consent: { givenOn: "2026-02-12", source: "Formulaire", withdrawnOn },
  });
  const draft = { name: "Ada Durand", email: "", ...ONE_DAY, consent: null };
  const wrong = [{ to: "2026-02-09" }, consent("2026-02-11"), { email: "ada" }];
  const right = [{ to: null }, consent("2026-02-12"), consent(null), { email: "ada@ici.fr" }];
  deepStrictEqual(refusedChanges(occupancyDraft, draft, [...wrong, ...right]), wrong);
});

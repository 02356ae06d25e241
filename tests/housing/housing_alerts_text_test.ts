import { deepStrictEqual } from "node:assert/strict";
import { recipientChoices } from "@/lib/housing/text.ts";

const A12 = { value: "h1", label: "A12" };

Deno.test("recipientChoices() adds the deleted recipients of the stored message, under distinct names", () => {
  const choices = (...houseIds: string[]) => recipientChoices([A12], { houseIds });
  deepStrictEqual(choices("h1"), [A12]);
  deepStrictEqual(choices("h1", "gone"), [A12, { value: "gone", label: "Logement supprimé" }]);
  deepStrictEqual(choices("g1", "g2"), [
    A12,
    { value: "g1", label: "Logement supprimé 1" },
    { value: "g2", label: "Logement supprimé 2" },
  ]);
  deepStrictEqual(recipientChoices([A12], null), [A12]);
  // A user who may not list the dwellings cannot tell which were deleted.
  deepStrictEqual(recipientChoices([], { houseIds: ["h1"] }), []);
});

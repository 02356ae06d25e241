import { deepStrictEqual } from "node:assert/strict";
import { rateLabel, requestDefaults } from "@/lib/documents/register_rules.ts";

// @spec contracting.rates
Deno.test("rateLabel() says once, years for multiples of twelve, months otherwise", () => {
  deepStrictEqual([0, 1, 2, 6, 12, 13, 18, 24, 36, 60].map(rateLabel), [
    "Ponctuelle",
    "Tous les mois",
    "Tous les 2 mois",
    "Tous les 6 mois",
    "Tous les ans",
    "Tous les 13 mois",
    "Tous les 18 mois",
    "Tous les 2 ans",
    "Tous les 3 ans",
    "Tous les 5 ans",
  ]);
});

// @spec contracting.rates
Deno.test("requestDefaults() reminds 60 days before a yearly due date and 62 before the others", () => {
  const of = (defaultRate: number) => {
    const { reminder, nbDaysForNewDeadline, rate } = requestDefaults({ defaultRate });
    return [reminder, nbDaysForNewDeadline, rate];
  };
  deepStrictEqual([0, 2, 6, 12, 36].map(of), [
    [62, 15, 0],
    [62, 15, 2],
    [62, 15, 6],
    [60, 90, 12],
    [60, 90, 36],
  ]);
});

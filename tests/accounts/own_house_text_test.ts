import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { comparedText, headingText } from "@/lib/accounts/own_dwelling_text.ts";
import { consumptionStatus } from "@/lib/housing/running_month.ts";

/** The end of the sentence about the projection of a month, compared with the year before. */
function beside(projected: number, before: number): string {
  const month = {
    toDate: 100,
    projected,
    yearBefore: { value: before, completeness: 1 },
    percent: null,
    status: consumptionStatus(projected, before),
    progress: null,
    completeness: 1,
  };
  return headingText(month, "kWh").replaceAll(/[\u00A0\u202F]/g, " ").split(
    " à la fin du mois",
  )[1] ??
    "";
}

Deno.test("headingText() is true of the figures it is beside", () => {
  // 161.5 × 1.05 is 169.575: up to there the consumption is good, although more than the year
  // before.
  strictEqual(beside(164.6, 161.5), ", un peu plus que l’an dernier");
  strictEqual(beside(169.6, 161.5), ", plus que l’an dernier");
  strictEqual(beside(161.4, 161.5), ", moins que l’an dernier");
});

Deno.test("headingText() compares the figures as they are shown, to a tenth", () => {
  deepStrictEqual(
    [beside(161.54, 161.5), beside(161.46, 161.5), beside(0.04, 0.02)],
    Array(3).fill(", comme l’an dernier"),
  );
});

Deno.test("comparedText() follows a share, and stands alone where no share is shown", () => {
  const words = { before: "janvier 2026", unit: "m³" };
  const yearBefore = { value: 5.2, completeness: 1 };
  const text = (percent: number | null, before: { value: number | null } = yearBefore) =>
    comparedText({ percent, yearBefore: { ...yearBefore, ...before } }, words)
      .replaceAll(/[\u00A0\u202F]/g, " ");
  strictEqual(text(58), "de 5,2 m³ en janvier 2026");
  // The first day of a month, and a month of zero.
  strictEqual(text(null), "5,2 m³ en janvier 2026");
  strictEqual(text(null, { value: 0 }), "0 m³ en janvier 2026");
  strictEqual(text(null, { value: null }), "Rien à comparer en janvier 2026");
});

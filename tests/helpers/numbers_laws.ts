import { strictEqual } from "node:assert/strict";
import { formatNumber } from "@/lib/base/text_format.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { law } from "./laws.ts";
import { withoutError } from "./round_laws.ts";

const decimalCount = fc.nat(3);
const formatters = [0, 1, 2, 3].map((maximumFractionDigits) =>
  new Intl.NumberFormat("fr-FR", { maximumFractionDigits, signDisplay: "negative" })
);

export const NUMBER_TEXT_LAWS = [
  law(
    "formatNumber() agrees with the French of Intl",
    fc.property(
      fc.oneof(fc.integer(), fc.double({ min: -1e15, max: 1e15, noNaN: true })),
      decimalCount,
      (value, decimals) => {
        strictEqual(
          formatNumber(value, decimals),
          formatters[decimals]?.format(withoutError(value, decimals)),
        );
      },
    ),
  ),
];

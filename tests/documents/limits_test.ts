import { deepStrictEqual, ok } from "node:assert/strict";
import { DEPOSIT_PART_BYTES, MOST_DEPOSIT_VALUES } from "@/lib/base/errors.ts";
import { MOST_CONTRACT_PROVIDERS, MOST_IN_REGISTER } from "@/lib/documents/registers.ts";
import {
  FILTER_MAX_LENGTH,
  MOST_TYPEDOC_VALUES,
  VALUE_MAX_LENGTH,
} from "@/lib/documents/schema.ts";
import { MOST_WAITING_BYTES, MOST_WAITING_FILES, mostSets } from "@/lib/documents/upload_rules.ts";

Deno.test("mostSets() returns 20 sets, or as many as a deposit accepts", () => {
  // At most 1,000 values: 20 sets of 50, 19 of 51, 10 of 100.
  deepStrictEqual([0, 1, 50, 51, 100].map(mostSets), [20, 20, 20, 19, 10]);
  for (let count = 1; count <= MOST_TYPEDOC_VALUES; count++) {
    ok(mostSets(count) >= 1 && mostSets(count) * count <= MOST_DEPOSIT_VALUES);
  }
});

// @spec deposits.many
Deno.test("limits of contracting: registers, waiting files, values, filters and parts of a file", () => {
  deepStrictEqual([MOST_IN_REGISTER, MOST_CONTRACT_PROVIDERS, FILTER_MAX_LENGTH], [
    5_000,
    200,
    500,
  ]);
  deepStrictEqual([MOST_WAITING_FILES, MOST_WAITING_BYTES], [40, 104_857_600]);
  deepStrictEqual([MOST_TYPEDOC_VALUES, MOST_DEPOSIT_VALUES, VALUE_MAX_LENGTH], [100, 1_000, 500]);
  // Eight chunks of 61,440 bytes.
  deepStrictEqual(DEPOSIT_PART_BYTES, 491_520);
});

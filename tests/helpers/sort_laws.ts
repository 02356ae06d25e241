import { deepStrictEqual, ok } from "node:assert/strict";
import { compareValues, sortedRows, type SortValue } from "@/lib/ui/tables.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { law } from "./laws.ts";

const { value } = fc.letrec<{ value: SortValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("e", "é", "E", "É", "Bât. 2", "Bât. 10", "bat 2", ""),
    fc.integer({ min: -3, max: 3 }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
}));
const direction = fc.constantFrom("asc", "desc");
const rows = fc.array(value).map((values) => values.map((key, rank) => ({ key, rank })));

export const SORT_LAWS = [
  law(
    "compareValues() is an order: opposite the other way, and without cycle",
    fc.property(value, value, value, (a, b, c) => {
      ok(Math.sign(compareValues(a, b)) === -Math.sign(compareValues(b, a)));
      if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) ok(compareValues(a, c) <= 0);
    }),
  ),
  law(
    "sortedRows() keeps every row, in order, empties last, and equals as they came",
    fc.property(rows, direction, (rows, direction) => {
      const before = structuredClone(rows);
      const sorted = sortedRows(rows, (row) => row.key, direction);
      deepStrictEqual(rows, before);
      deepStrictEqual(sorted.map((row) => row.rank).sort((a, b) => a - b), rows.map((r) => r.rank));
      for (const [index, row] of sorted.entries()) {
        const next = sorted[index + 1];
        if (next !== undefined) ok(comesBefore(row, next, direction));
      }
    }),
  ),
];

interface Row {
  key: SortValue;
  rank: number;
}

function comesBefore(row: Row, next: Row, direction: "asc" | "desc"): boolean {
  const [isLast, isNextLast] = [row.key, next.key].map((key) => key === null || Number.isNaN(key));
  if (isLast !== isNextLast) return isLast === false;
  const order = compareValues(row.key, next.key) * (direction === "asc" ? 1 : -1);
  return order < 0 || (order === 0 && row.rank < next.rank);
}

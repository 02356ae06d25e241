import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  readTableState,
  type TableState,
  withFilter,
  withPage,
  withSort,
  writeTableState,
} from "@/lib/ui/tables.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { law } from "./laws.ts";

const field = fc.oneof(
  fc.constantFrom("name", "city", "a:b", "filter:x", "__proto__", "toString"),
  fc.string({ unit: "grapheme", minLength: 1 }),
);
const state: fc.Arbitrary<TableState> = fc.record({
  sort: fc.option(
    fc.record({ field, direction: fc.constantFrom("asc", "desc") }, { noNullPrototype: true }),
  ),
  page: fc.integer({ min: 1, max: 999_999_999 }),
  filters: fc.array(fc.tuple(field, fc.string({ unit: "grapheme", minLength: 1 })))
    .map((pairs) => Object.fromEntries(pairs)),
}, { noNullPrototype: true });

export const TABLE_STATE_LAWS = [
  law(
    "readTableState() reads what writeTableState() wrote",
    fc.property(state, (state) => {
      const read = readTableState(new URLSearchParams(writeTableState(state)));
      deepStrictEqual(read, state);
    }),
  ),
  law(
    "readTableState() makes a state of any query, which it writes and reads again",
    fc.property(fc.string({ unit: "binary" }), (query) => {
      const state = readTableState(new URLSearchParams(query));
      ok(Number.isInteger(state.page) && state.page >= 1);
      deepStrictEqual(readTableState(new URLSearchParams(writeTableState(state))), state);
    }),
  ),
  law(
    "withSort() and withFilter() go back to page 1, withPage() changes nothing else",
    fc.property(state, field, fc.string(), fc.nat(), (state, field, value, page) => {
      strictEqual(withSort(state, field).page, 1);
      strictEqual(withFilter(state, { field, value }).page, 1);
      deepStrictEqual(withPage(state, page), { ...state, page });
    }),
  ),
  law(
    "withSort() twice more on the same field comes back to the same sort",
    fc.property(state, field, (state, field) => {
      const once = withSort(state, field);
      deepStrictEqual(withSort(withSort(once, field), field), once);
    }),
  ),
];

import { deepStrictEqual } from "node:assert/strict";
import { pceList } from "@/components/gas/pce_list.tsx";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { PCES } from "./some_pces.ts";

function kept(query: string): string {
  return keptUnder(pceList("2026-03-10"), PCES, query).map(({ pce }) => pce).join("");
}

Deno.test("pceList() finds words in the number, the boiler room and the residence, ignoring accents", () => {
  const found = (search: string) => kept(`filter:search=${search}`);
  deepStrictEqual(["", "chaufferie", "erables sud", "3", "rien"].map(found), [
    "12345",
    "12",
    "1",
    "3",
    "",
  ]);
});

Deno.test("pceList() sorts by each column, empty cells last both ways", () => {
  const sorts = {
    "name:asc": "21345",
    "residence:desc": "21345",
    "lastDate:asc": "43125",
    "lastIndex:desc": "43125",
    "consent:asc": "31524",
    "pce:desc": "54321",
    // A column it does not have.
    "nonsense:desc": "12345",
  };
  deepStrictEqual(Object.keys(sorts).map((sort) => kept(`sort=${sort}`)), Object.values(sorts));
});

import { deepStrictEqual } from "node:assert/strict";
import { pceList } from "@/components/gas/pce_list.tsx";
import { keptUnder } from "@/tests/components/tables/a_list.ts";
import { PCES } from "@/tests/domain/gas/some_pces.ts";

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
  deepStrictEqual(kept("sort=name:asc"), "21345");
  deepStrictEqual(kept("sort=residence:desc"), "21345");
  deepStrictEqual(kept("sort=lastDate:asc"), "43125");
  deepStrictEqual(kept("sort=lastIndex:desc"), "43125");
  deepStrictEqual(kept("sort=consent:asc"), "31524");
  deepStrictEqual(kept("sort=pce:desc"), "54321");
  // A column it does not have.
  deepStrictEqual(kept("sort=nonsense:desc"), "12345");
});

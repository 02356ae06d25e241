import { deepStrictEqual } from "node:assert/strict";
import { pceList } from "@/components/gas/pce_list.tsx";
import type { GasConsent, GasPce } from "@/lib/domain/gas/types.ts";
import { keptUnder } from "@/tests/components/tables/a_list.ts";

function aPce(pce: string, over: Partial<GasPce> = {}): GasPce {
  return {
    pce,
    name: "",
    projectId: null,
    boilerRoomId: null,
    projectName: null,
    last: null,
    consent: null,
    askedAt: null,
    fault: null,
    ...over,
  };
}

const ends = (endDate: string | null, isUsable = true): GasConsent => ({
  state: isUsable ? "active" : "revoked",
  isUsable,
  endDate,
});

const PCES = [
  aPce("1", { name: "Chaufferie sud", projectName: "Les Érables", consent: ends("2027-01-01") }),
  aPce("2", { name: "Chaufferie nord", projectName: "Les Tilleuls", consent: ends(null) }),
  aPce("3", {
    projectName: "Cité",
    last: { date: "2026-01-01", index: 12 },
    consent: ends("2026-03-01"),
  }),
  aPce("4", { last: { date: "2025-01-01", index: 900 } }),
  aPce("5", { consent: ends("2028-01-01", false) }),
];

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

import { deepStrictEqual } from "node:assert/strict";
import { byUrgency } from "@/lib/domain/gas/consents.ts";
import { filteredPces } from "@/lib/domain/gas/pce_list.ts";
import type { GasConsent, GasPce } from "@/lib/domain/gas/types.ts";
import { UNTOUCHED_TABLE } from "@/lib/domain/tables/table_state.ts";

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

const numbers = (pces: readonly GasPce[]) => pces.map(({ pce }) => pce).join("");
const sorted = (field: string, direction: "asc" | "desc") =>
  numbers(filteredPces(PCES, { ...UNTOUCHED_TABLE, sort: { field, direction } }));

Deno.test("filteredPces() finds words in the number, the boiler room and the residence, ignoring accents", () => {
  const found = (search: string) =>
    numbers(filteredPces(PCES, { ...UNTOUCHED_TABLE, filters: { search } }));
  deepStrictEqual(["", "chaufferie", "erables sud", "3", "rien"].map(found), [
    "12345",
    "12",
    "1",
    "3",
    "",
  ]);
});

Deno.test("filteredPces() sorts by each column, empty cells last both ways", () => {
  deepStrictEqual(sorted("name", "asc"), "21345");
  deepStrictEqual(sorted("residence", "desc"), "21345");
  deepStrictEqual(sorted("lastDate", "asc"), "43125");
  deepStrictEqual(sorted("lastIndex", "desc"), "43125");
  deepStrictEqual(sorted("consent", "asc"), "31524");
  deepStrictEqual(sorted("pce", "desc"), "54321");
  // A column it does not have.
  deepStrictEqual(sorted("nonsense", "desc"), "12345");
});

Deno.test("byUrgency() lists unusable consents first, then the soonest to end, then points without consent", () => {
  // 1 March has passed on 10 March: 3 has ended, 5 is revoked; 1 ends next, 2 never does.
  deepStrictEqual(numbers(byUrgency(PCES, "2026-03-10")), "35124");
});

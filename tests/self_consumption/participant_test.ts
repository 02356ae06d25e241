import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  isAbout,
  isErased,
  presencesDuring,
  withoutPerson,
} from "@/lib/self_consumption/participation.ts";

const WINTER = { fromDate: "2025-10-01", toDate: "2026-02-01" };
const SINCE_MARCH = { fromDate: "2026-03-01", toDate: null };

Deno.test("presencesDuring() intersects the presences of a dwelling with the days of an occupancy", () => {
  const all = [WINTER, SINCE_MARCH];
  deepStrictEqual(presencesDuring(all, { from: "2026-01-01", to: "2026-03-31" }), [
    { fromDate: "2026-01-01", toDate: "2026-02-01" },
    { fromDate: "2026-03-01", toDate: "2026-04-01" },
  ]);
  deepStrictEqual(presencesDuring(all, { from: "2026-02-01", to: null }), [SINCE_MARCH]);
  // 31 January is the last day of presence: the occupant of that day took part for one day.
  deepStrictEqual(presencesDuring(all, { from: "2026-01-31", to: "2026-02-28" }), [
    { fromDate: "2026-01-31", toDate: "2026-02-01" },
  ]);
  deepStrictEqual(presencesDuring(all, { from: "2025-01-01", to: "2025-09-30" }), []);
});

Deno.test("isAbout() matches the last participant, the last occupant if none, or a name", () => {
  const ada = { name: "Ada Morel", from: "2025-09-01", to: "2026-01-31" };
  const bob = { name: "Bob Roy", from: "2026-02-01", to: null };
  const dwelling = { name: "Logement A12", presences: [WINTER] };
  strictEqual(isAbout(dwelling, ada, [bob]), true);
  strictEqual(isAbout(dwelling, bob, [ada]), false);
  const goesOn = { ...dwelling, presences: [{ ...WINTER, toDate: null }] };
  strictEqual(isAbout(goesOn, ada, [bob]), false);
  strictEqual(isAbout(goesOn, bob, [ada]), true);
  strictEqual(isAbout({ ...goesOn, name: "ada MOREL " }, ada, [bob]), true);
  const invited = { ...dwelling, presences: [] };
  strictEqual(isAbout(invited, bob, [ada]), true);
  strictEqual(isAbout(invited, ada, [bob]), false);
});

// @spec housing.personal-data
Deno.test("isAbout() matches a name however its accents are composed and its words spaced", () => {
  const named = (name: string) => ({ name, presences: [{ ...WINTER, toDate: null }] });
  const left = { name: "Zoé Lévêque", from: "2025-09-01", to: "2026-01-31" };
  const next = { from: "2026-02-01", to: null };
  const written = ["Zoé Lévêque".normalize("NFD"), "Zoe  Leveque", "ZOÉ\u00A0LÉVÊQUE"];
  for (const name of written) strictEqual(isAbout(named(name), left, [next]), true, name);
  strictEqual(isAbout(named("Zoé Lévesque"), left, [next]), false);
});

Deno.test("withoutPerson() retains the data of the figures, without the person", () => {
  const consumer = { name: "Ada Morel", prm: "14000000000001", presences: [WINTER] };
  deepStrictEqual(withoutPerson(consumer), { name: "", prm: "", presences: [WINTER] });
  deepStrictEqual([consumer, withoutPerson(consumer)].map(isErased), [false, true]);
});

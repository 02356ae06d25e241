import { deepStrictEqual } from "node:assert/strict";
import { residenceList } from "@/components/portfolio/residence_list.tsx";
import type { Residence } from "@/lib/portfolio/residence_list.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";

function aResidence(over: Partial<Residence> = {}): Residence {
  return {
    id: "p1",
    name: "Les Tilleuls",
    code: "0301",
    street: "3 rue des Lilas",
    zipCode: "54000",
    city: "Nancy",
    latitude: null,
    longitude: null,
    alarmCount: 0,
    tags: {},
    ...over,
  };
}

const LINES = [
  aResidence({ id: "a", name: "Été", code: "", city: "Metz", tags: { g: "Nord" } }),
  aResidence({ id: "b", name: "Bât. 10", code: "2", alarmCount: 2, tags: { g: "Sud" } }),
  aResidence({ id: "c", name: "Bât. 2", code: "10" }),
];

const LIST = residenceList([{ id: "g", name: "Agence", sortOrder: 0, version: "1", values: [] }]);

function ids(query: string): string[] {
  return keptUnder(LIST, LINES, query).map(({ id }) => id);
}

Deno.test("residenceList() sorts by name by default, digits as numbers and accents with their letter", () => {
  deepStrictEqual(ids(""), ["c", "b", "a"]);
});

Deno.test("residenceList() sorts by a column, empty cells last both ways", () => {
  deepStrictEqual(ids("sort=code:asc"), ["b", "c", "a"]);
  deepStrictEqual(ids("sort=code:desc").at(-1), "a");
  deepStrictEqual(ids("sort=tag-g:asc"), ["a", "b", "c"]);
  deepStrictEqual(ids("sort=alarms:desc"), ["b", "c", "a"]);
});

Deno.test("residenceList() sorts by name for a field the table does not have", () => {
  deepStrictEqual(ids("sort=toString:asc"), ["c", "b", "a"]);
});

Deno.test("residenceList() keeps rows that match every filter; an unknown one keeps all", () => {
  deepStrictEqual(ids("filter:city=Nancy&filter:tag-g=Sud"), ["b"]);
  deepStrictEqual(ids("filter:nothing=x").length, 3);
});

Deno.test("residenceList() finds every word anywhere in a line, ignoring accents and case", () => {
  deepStrictEqual(ids("filter:search=ETE metz"), ["a"]);
  deepStrictEqual(ids("filter:search=lilas 54000").length, 3);
  deepStrictEqual(ids("filter:search=lilas lyon"), []);
});

import { deepStrictEqual } from "node:assert/strict";
import { userLines } from "@/lib/organisations/member_rules.ts";

Deno.test("userLines() names teams and residences, without deleted ones", () => {
  const member = {
    email: "ada@b.fr",
    forename: "Ada",
    surname: "Durand",
    isAdmin: false,
    projects: [{ projectId: "p2", roles: [] }, { projectId: "p1", roles: [] }, {
      projectId: "gone",
      roles: [],
    }],
    teams: ["t2", "gone"],
  };
  const residences = [{ id: "p2", name: "Les Lilas" }, { id: "p1", name: "Les Acacias" }];
  const teams = [{ id: "t1", name: "Nord" }, { id: "t2", name: "Sud" }];
  const [line] = userLines([member], teams, residences);
  deepStrictEqual([line?.teams, line?.residences.map(({ name }) => name)], [
    ["Sud"],
    ["Les Acacias", "Les Lilas"],
  ]);
});

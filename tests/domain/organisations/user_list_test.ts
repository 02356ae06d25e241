import { deepStrictEqual } from "node:assert/strict";
import { filteredUsers, type UserLine, userLines } from "@/lib/domain/organisations/user_list.ts";
import { type TableState, UNTOUCHED_TABLE } from "@/lib/domain/tables/table_state.ts";

function aLine(over: Partial<UserLine> & { email: string }): UserLine {
  return {
    forename: "",
    surname: "",
    isAdmin: false,
    isInvited: false,
    teams: [],
    residences: [],
    ...over,
  };
}

const ZOE = aLine({ email: "zoe@b.fr", forename: "Zoé", surname: "Élan", teams: ["Nord"] });
const ADA = aLine({
  email: "ada@b.fr",
  forename: "Ada",
  surname: "Durand",
  isAdmin: true,
  residences: [{ id: "p1", name: "Les Lilas", roles: ["pilot"] }],
});
const IDA = aLine({
  email: "ida@b.fr",
  forename: "Ida",
  surname: "Durand",
  teams: ["Nord", "Sud"],
});

function emails(state: Partial<TableState>): string[] {
  return filteredUsers([ZOE, IDA, ADA], { ...UNTOUCHED_TABLE, ...state }).map(({ email }) => email);
}

// @spec organisations.fields
Deno.test("filteredUsers() of an untouched table are all users, by surname then forename", () => {
  deepStrictEqual(emails({}), ["ada@b.fr", "ida@b.fr", "zoe@b.fr"]);
});

Deno.test("filteredUsers() filters by administration, team, residence and words without accents", () => {
  deepStrictEqual(emails({ filters: { admin: "yes" } }), ["ada@b.fr"]);
  deepStrictEqual(emails({ filters: { team: "Nord" } }), ["ida@b.fr", "zoe@b.fr"]);
  deepStrictEqual(emails({ filters: { residence: "Les Lilas" } }), ["ada@b.fr"]);
  deepStrictEqual(emails({ filters: { search: "elan ZOE" } }), ["zoe@b.fr"]);
  deepStrictEqual(emails({ filters: { search: "nul" } }), []);
});

Deno.test("filteredUsers() sorts by each column, administrators first and empty cells last", () => {
  const sortedBy = (field: string, direction: "asc" | "desc" = "asc") =>
    emails({ sort: { field, direction } });
  deepStrictEqual(sortedBy("email", "desc"), ["zoe@b.fr", "ida@b.fr", "ada@b.fr"]);
  deepStrictEqual(sortedBy("admin"), ["ada@b.fr", "ida@b.fr", "zoe@b.fr"]);
  deepStrictEqual(sortedBy("teams", "desc"), ["ida@b.fr", "zoe@b.fr", "ada@b.fr"]);
  deepStrictEqual(sortedBy("residences", "desc"), ["ada@b.fr", "ida@b.fr", "zoe@b.fr"]);
});

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

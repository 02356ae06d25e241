import { deepStrictEqual } from "node:assert/strict";
import { USERS } from "@/components/organisations/user_list.tsx";
import type { UserLine } from "@/lib/organisations/member_rules.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";

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

function emails(query: string): string[] {
  return keptUnder(USERS, [ZOE, IDA, ADA], query).map(({ email }) => email);
}

// @spec organisations.fields
Deno.test("USERS are listed by surname then forename", () => {
  deepStrictEqual(emails(""), ["ada@b.fr", "ida@b.fr", "zoe@b.fr"]);
});

Deno.test("USERS filter by administration, team, residence and words without accents", () => {
  deepStrictEqual(emails("filter:admin=yes"), ["ada@b.fr"]);
  deepStrictEqual(emails("filter:team=Nord"), ["ida@b.fr", "zoe@b.fr"]);
  deepStrictEqual(emails("filter:residence=Les Lilas"), ["ada@b.fr"]);
  deepStrictEqual(emails("filter:search=elan ZOE"), ["zoe@b.fr"]);
  deepStrictEqual(emails("filter:search=nul"), []);
});

Deno.test("USERS sort by each column, administrators first and empty cells last", () => {
  const sortedBy = (field: string, direction: "asc" | "desc" = "asc") =>
    emails(`sort=${field}:${direction}`);
  deepStrictEqual(sortedBy("email", "desc"), ["zoe@b.fr", "ida@b.fr", "ada@b.fr"]);
  deepStrictEqual(sortedBy("admin"), ["ada@b.fr", "ida@b.fr", "zoe@b.fr"]);
  deepStrictEqual(sortedBy("teams", "desc"), ["ida@b.fr", "zoe@b.fr", "ada@b.fr"]);
  deepStrictEqual(sortedBy("residences", "desc"), ["ada@b.fr", "ida@b.fr", "zoe@b.fr"]);
});

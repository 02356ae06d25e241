import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  NEW_TEAM,
  reachCount,
  readTeam,
  rolesOf,
  teamErrors,
  typedTeam,
} from "@/lib/domain/organisations/team_form.ts";

Deno.test("teamErrors() wants a name, and addresses that are addresses, none twice", () => {
  deepStrictEqual(teamErrors(NEW_TEAM), { name: { code: "required" } });
  const named = { ...NEW_TEAM, name: "Nord" };
  deepStrictEqual(teamErrors(named), {});
  deepStrictEqual(teamErrors({ ...named, others: "a@b.fr c@d.fr" }), {});
  deepStrictEqual(teamErrors({ ...named, others: "a@b.fr pas-un-email" }), {
    others: { code: "email" },
  });
  deepStrictEqual(teamErrors({ ...named, others: "a@b.fr, A@b.fr" }), {
    others: { code: "unique" },
  });
});

Deno.test("readTeam() counts once who is ticked and typed, and leaves out implied roles", () => {
  deepStrictEqual(
    readTeam({
      name: " Nord ",
      roles: ["collect", "collect:read"],
      users: ["a@b.fr"],
      others: "A@B.fr c@d.fr",
      tags: ["t1"],
    }, "7"),
    { name: "Nord", roles: ["collect"], users: ["a@b.fr", "c@d.fr"], tags: ["t1"], version: "7" },
  );
});

Deno.test("typedTeam() then readTeam() changes nothing", () => {
  const team = { id: "t", name: "Nord", roles: [], users: ["a@b.fr"], tags: ["x"], version: "3" };
  const { id: _, ...draft } = team;
  deepStrictEqual(readTeam(typedTeam(team), "3"), draft);
});

Deno.test("rolesOf() keeps the names of roles, in their order", () => {
  deepStrictEqual(rolesOf(["collect", "nothing", "pilot"]), ["pilot", "collect"]);
});

Deno.test("reachCount() counts every residence without tags, else those that share one", () => {
  const residences = [{ tags: ["a"] }, { tags: ["a", "b"] }, { tags: [] }];
  strictEqual(reachCount({ roles: [], tags: [] }, residences), 3);
  strictEqual(reachCount({ roles: [], tags: ["b", "c"] }, residences), 1);
});

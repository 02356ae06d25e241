import { deepStrictEqual } from "node:assert/strict";
import { visibleProjects } from "@/lib/residences/residences.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import {
  type Belonging,
  ORG,
  PROJECT,
  someone,
  withResidence,
} from "@/tests/helpers/a_residence.ts";

// @spec alarms.choices
Deno.test("visibleProjects() are all for an administrator, for others those on which they have a role", () =>
  withResidence(async (built) => {
    const seenBy = async (belonging: Belonging & { readonly email: string }) => {
      await someone(built, belonging);
      const { caller } = await signedIn(built, belonging.email);
      return await visibleProjects(built.platform.own.services, ORG, caller);
    };
    deepStrictEqual(await seenBy({ email: "chef@bailleur.fr", isAdmin: true }), [PROJECT]);
    const member = { email: "ada@bailleur.fr", roles: ["collect:building:read"] as const };
    deepStrictEqual(await seenBy(member), [PROJECT]);
    deepStrictEqual(await seenBy({ email: "nouveau@bailleur.fr" }), []);
  }));

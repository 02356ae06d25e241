import { strictEqual } from "node:assert/strict";
import { reachCount } from "@/lib/organisations/member_rules.ts";

Deno.test("reachCount() counts every residence without tags, else those that share one", () => {
  const residences = [{ tags: ["a"] }, { tags: ["a", "b"] }, { tags: [] }];
  strictEqual(reachCount({ roles: [], tags: [] }, residences), 3);
  strictEqual(reachCount({ roles: [], tags: ["b", "c"] }, residences), 1);
});

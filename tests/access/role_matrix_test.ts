import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { AREAS, type CallName, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import { ROLE_NAMES } from "@/lib/identity/roles.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { DispatcherProbe, expected, SUBJECTS, targetsOf, writeSubjects } from "./role_matrix.ts";
import { ROLE_TABLE } from "./role_table.ts";

const NAMES = Object.keys(CALLS).filter(isCallName);

Deno.test("the role table names every call once", () => {
  deepStrictEqual(ROLE_TABLE.flatMap(({ calls }) => calls).toSorted(), NAMES.toSorted());
});

Deno.test("the matrix calls with each of the 38 roles, on three residences, and without any", () => {
  strictEqual(ROLE_NAMES.length, 38);
  strictEqual(SUBJECTS.length, 38 * 3 + 18);
  strictEqual(new Set(SUBJECTS.map(({ name }) => name)).size, SUBJECTS.length);
});

for (const [area, calls] of Object.entries(AREAS)) {
  // @spec roles.no-role, roles.administrators, platform.scope
  Deno.test(`access to the calls of ${area}: refused exactly where the specification says`, () =>
    withPlatform(async (built) => {
      await writeSubjects(built);
      const probe = new DispatcherProbe(built);
      const wrong: string[] = [];
      let pairCount = 0;
      for (const name of Object.keys(calls).filter(isCallName)) {
        for (const line of await wrongPairs(probe, name)) wrong.push(line);
        pairCount += SUBJECTS.length * targetsOf(name).length;
      }
      deepStrictEqual(wrong.slice(0, 20), [], `${wrong.length} of ${pairCount}`);
    }));
}

async function wrongPairs(probe: DispatcherProbe, name: CallName): Promise<string[]> {
  const row = ROLE_TABLE.find(({ calls }) => calls.includes(name));
  if (row === undefined) return [`${name} stands in no row of the role table`];
  const wrong: string[] = [];
  for (const target of targetsOf(name)) {
    for (const subject of SUBJECTS) {
      const should = expected(row, name, subject, target);
      const heard = await probe.heard(name, subject, target);
      if (heard === should) continue;
      wrong.push(`${name}, ${target.name}, ${subject.name}: ${heard}, not ${should}`);
    }
  }
  return wrong;
}

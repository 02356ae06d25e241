import { deepStrictEqual, ok } from "node:assert/strict";
import { parameterNames } from "@/lib/api/routing.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { LIFE } from "@/tests/helpers/a_life_of_calls.ts";
import { anAdministrator, taken } from "@/tests/helpers/a_made_life.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { inputOf } from "@/tests/helpers/isolation.ts";

const UNKNOWN = "unknown-id";

/** A queued mail may have been sent meanwhile: forgetting it again is no fault. */
const REPEATABLE = ["forgetMail"];

/** The parameters of a path that name an entity of a residence or an organisation. */
function entitiesOf(path: string): string[] {
  return parameterNames(path).filter((name) =>
    /Id$|^series$/.test(name) && name !== "orgId" && name !== "projectId"
  );
}

// @spec calls.errors
Deno.test("every call refuses an entity that does not exist, without an internal error, and stores nothing under its id", () =>
  withPlatform(async (built) => {
    const { ask, made } = await anAdministrator(built, "ada@bailleur.fr");
    const found: string[] = [];
    let count = 0;
    for (const step of LIFE) {
      const { name } = step;
      const input = await inputOf(step, made);
      await taken(step, ask, made);
      for (const entity of entitiesOf(CALLS[name].path)) {
        count++;
        const refused = await ask(name, { ...Object(input), [entity]: UNKNOWN });
        if (refused.ok && !REPEATABLE.includes(name)) found.push(`${name} ${entity}`);
      }
    }
    ok(count > 100, `${count} calls`);
    deepStrictEqual(found, []);
    const entries = await Array.fromAsync(built.store.list({ prefix: [] }));
    deepStrictEqual(entries.map(({ key }) => key).filter((key) => key.includes(UNKNOWN)), []);
  }));

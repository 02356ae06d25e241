import { LIFE } from "@/tests/helpers/a_life_of_calls.ts";
import { anAdministrator, taken } from "@/tests/helpers/a_made_life.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  anIntruder,
  type Attempt,
  attemptsOn,
  breachOf,
  fieldText,
  inputOf,
  type Intruder,
  type Other,
} from "@/tests/helpers/isolation.ts";

/** Results of the attempts during a life of calls. */
export interface Attempted {
  readonly breaches: readonly string[];
  /** The fields that named an entity of the other residence. */
  readonly tried: ReadonlySet<string>;
  /** Attempts refused for their form, which prove nothing. */
  readonly formless: readonly string[];
  /** Calls of the life itself that were refused: their attempts prove nothing either. */
  readonly refused: readonly string[];
}

/**
 * Makes the calls of a residence's life; before each call, a user with every role there makes the
 * same call with ids of another residence.
 * @param orgId the organisation of both; one of its own when left out
 */
export async function attemptedBeside(
  built: TestPlatform,
  other: Other,
  orgId?: string,
): Promise<Attempted> {
  const { ask, made } = await anAdministrator(built, "bob@ailleurs.fr", orgId);
  const breaches: string[] = [];
  const formless: string[] = [];
  const tried = new Set<string>();
  const refused: string[] = [];
  let intruder: Intruder | null = null;
  const attempt = async (attempts: readonly Attempt[]) => {
    if (intruder === null) return;
    const before = await other.stamps();
    for (const one of attempts) {
      tried.add(fieldText(one));
      const { breach, code } = await breachOf(one, { ask: intruder.ask, other, before });
      if (breach !== null) breaches.push(breach);
      if (code === "invalid-input") formless.push(fieldText(one));
    }
  };
  for (const step of LIFE.filter(({ name }) => name !== "createOrg" || orgId === undefined)) {
    const { name, asked } = step;
    const { org } = made;
    if (org !== undefined) intruder ??= await anIntruder(built, org, { isAdmin: org !== orgId });
    const attempts = attemptsOn(name, await inputOf(step, made), other.made);
    await attempt(attempts.filter(({ isKey }) => !isKey));
    if (!(await taken(step, ask, made)).ok) refused.push(name);
    if (name === "createProject") await intruder?.takeEveryRole(made.project ?? "");
    // Names that may be used would conflict with those that the life creates.
    await attempt(attempts.filter(({ isKey }) => isKey));
    // The same residence goes on with its own users.
    if (name.startsWith("put")) await asked(ask, made);
  }
  return { breaches, tried, formless, refused };
}

import { fc } from "@/tests/npm/fast_check.ts";
import { type CreatedIds, LIFE } from "./a_life_of_calls.ts";
import { anAdministrator, lived } from "./a_made_life.ts";
import {
  type AnyInput,
  type Attempt,
  attemptsOn,
  breachOf,
  inputOf,
  namingLeaves,
  withNamed,
} from "./isolation.ts";
import {
  anIntruder,
  type AskAny,
  KEYS_OF_A,
  type Other,
  residenceA,
  withinOrganisation,
  withWatchedPlatform,
} from "./isolation_world.ts";
import { REFERENCES } from "./references.ts";

/** A user, the calls about their own residence, and residence A as that user sees it. */
interface Asker {
  readonly ask: AskAny;
  readonly calls: readonly Pick<Attempt, "name" | "input">[];
  readonly other: Other;
}

/** Tries random pairs of a call and an entity of residence A, and returns those that succeed. */
export async function triedPairs(
  { count, seed }: { count: number; seed: number },
): Promise<{ triedCount: number; breaches: string[] }> {
  const breaches: string[] = [];
  let triedCount = 0;
  await withWatchedPlatform(async (built) => {
    const other = await residenceA(built);
    const askers: Asker[] = [];
    for (const orgId of [other.made.org, undefined]) {
      // Ids are random, and not all are valid in an address.
      const domain = orgId === undefined ? "ailleurs.fr" : "voisin.fr";
      const { ask, made } = await anAdministrator(built, `bob@${domain}`, orgId);
      await lived(ask, made);
      const email = `eve@${domain}`;
      const isAdmin = orgId === undefined;
      const intruder = await anIntruder(built, made.org ?? "", { email, isAdmin });
      await intruder.takeEveryRole(made.project ?? "");
      const calls = await Promise.all(
        LIFE.map(async (step) => ({ name: step.name, input: await inputOf(step, made) })),
      );
      const seen = isAdmin ? other : withinOrganisation(other);
      askers.push({ ask: intruder.ask, calls: calls.filter(isNaming), other: seen });
    }
    const before = await other.stamps();
    const choices = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat(), fc.boolean());
    for (const [who, ...choice] of fc.sample(choices, { numRuns: count, seed })) {
      const asker = pick(askers, who);
      const attempt = attemptOf(asker, choice);
      const { breach } = await breachOf(attempt, { ask: asker.ask, other: asker.other, before });
      if (breach !== null) breaches.push(breach);
      triedCount++;
    }
    breaches.push(...built.faults.map(String));
  });
  return { triedCount, breaches };
}

const isNaming = ({ name }: { name: string }) => namingLeaves(name).length > 0;

function pick<One>(list: readonly One[], rank: number): One {
  const one = list[rank % list.length];
  if (one === undefined) throw new RangeError("Nothing to pick from");
  return one;
}

/**
 * A field of a call names any entity of residence A; the rest of the path names its parents, or
 * not.
 */
function attemptOf(
  { calls, other }: Asker,
  [ofCalls, ofLeaves, ofThings, isWhole]: readonly [number, number, number, boolean],
): Attempt {
  const { name, input } = pick(calls, ofCalls);
  const leaf = pick(namingLeaves(name), ofLeaves);
  const fitting = attemptsOn(name, input, other.made).filter((one) => one.leaf === leaf);
  const isKey = !(leaf.name in REFERENCES) || fitting.some((one) => one.isKey);
  // An id is just a text where several residences may have the same.
  const things = Object.values(isKey ? KEYS_OF_A : other.made);
  const isFitting = ofThings % 2 === 0 && fitting.length > 0;
  const named = isFitting ? pick(fitting, ofThings).named : pick(things, ofThings);
  const around = isWhole ? wholePath(name, input, other.made) : input;
  return { name, leaf, named, isKey, input: withNamed(around, leaf.path, named) };
}

function wholePath(name: string, input: AnyInput, made: CreatedIds): AnyInput {
  const inPath = namingLeaves(name).filter(({ path }) => path.length === 1);
  return inPath.reduce((changed, leaf) => {
    const named = REFERENCES[leaf.name]?.flatMap((kind) => made[kind] ?? [])[0];
    return named === undefined ? changed : withNamed(changed, leaf.path, named);
  }, input);
}

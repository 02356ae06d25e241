import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { LIFE } from "@/tests/helpers/a_life_of_calls.ts";
import { anAdministrator, taken } from "@/tests/helpers/a_made_life.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import {
  anIntruder,
  type Attempt,
  attemptsOn,
  breachOf,
  fieldText,
  inputOf,
  type Intruder,
  namesOrganisation,
  namingFields,
  type Other,
  residenceA,
  SECRETS,
  withinOrganisation,
  withWatchedPlatform,
} from "@/tests/helpers/isolation.ts";
import {
  leavesOf,
  NAMELESS,
  NATURAL_KEYS,
  OPERATIONS,
  REFERENCES,
  UNSERVED,
} from "@/tests/helpers/references.ts";

/** Calls of the life about entities outside a residence, which this world does not have. */
const ABSENT_HERE = ["retryMail", "searchAddress", "reverseAddress", "forgetUnknownSource"];

/** Calls made before any organisation exists. */
const TOO_EARLY = [
  "askResetCode: body.email",
  "askNewLinkProvider: body.email",
  "createOrg: body.adminEmail",
];

Deno.test("references: every text of every call's input is in one of the tables", () => {
  const tables = [Object.keys(REFERENCES), Object.keys(NATURAL_KEYS), UNSERVED, NAMELESS];
  const leaves = OPERATIONS.flatMap((operation) =>
    leavesOf(operation).map(({ name }) => ({ name, call: operation.name }))
  );
  const unknown = leaves.filter(({ name }) => !tables.flat().includes(name));
  deepStrictEqual(unknown, []);
  const names = new Set(leaves.map(({ name }) => name));
  deepStrictEqual(tables.flat().filter((name) => !names.has(name)), []);
  deepStrictEqual(tables.flat().length, new Set(tables.flat()).size);
});

Deno.test("residence A contains data that no other user may read", () =>
  withWatchedPlatform(async (built) => {
    const { stamps } = await residenceA(built);
    ok((await stamps()).length > 60);
    const kept: string[] = [];
    for await (const { key, value } of built.store.list({ prefix: [] })) {
      kept.push(JSON.stringify([key, value], (_, one) => typeof one === "bigint" ? `${one}` : one));
    }
    for (const secret of SECRETS) ok(kept.some((text) => text.includes(secret)), secret);
  }));

Deno.test("stamps() of residence A are listed again after a write, and change", () =>
  withWatchedPlatform(async (built) => {
    const { made, stamps } = await residenceA(built);
    const before = await stamps();
    strictEqual(await stamps(), before);
    const { ask } = await anAdministrator(built, "bob@bailleur.fr", made.org);
    const { project: projectId = "" } = made;
    const read = await answerOf(ask("getProjectFeatures", { projectId }));
    deepStrictEqual(await stamps(), before);
    ok((await ask("putProjectFeatures", { projectId, body: read })).ok);
    notStrictEqual((await stamps()).join(), before.join());
  }));

Deno.test("user who may write on one residence of an organisation has no access to another", () =>
  withWatchedPlatform(async (built) => {
    const whole = await residenceA(built);
    const other = withinOrganisation(whole);
    const { breaches, tried, formless, refused } = await attemptedBeside(
      built,
      other,
      whole.made.org,
    );
    deepStrictEqual(breaches, []);
    const named = namingFields().filter(({ leaf }) => !namesOrganisation(leaf));
    deepStrictEqual(named.map(fieldText).filter((field) => !tried.has(field)), [
      "createOrg: body.adminEmail",
    ]);
    deepStrictEqual(formless, []);
    deepStrictEqual(refused, ABSENT_HERE);
  }));

Deno.test("user who administers an organisation has no access to another", () =>
  withWatchedPlatform(async (built) => {
    const other = await residenceA(built);
    const { breaches, tried, formless, refused } = await attemptedBeside(built, other);
    deepStrictEqual(breaches, []);
    const untried = namingFields().map(fieldText).filter((field) => !tried.has(field));
    deepStrictEqual(untried, TOO_EARLY);
    deepStrictEqual(formless, []);
    deepStrictEqual(refused, ABSENT_HERE);
  }));

/** Results of the attempts during a life of calls. */
interface Attempted {
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
async function attemptedBeside(
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

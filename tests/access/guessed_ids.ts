/** A user who guesses an id gets the same answer for a hidden and for a missing one. @module */

import type { Call } from "@/lib/api/call.ts";
import { fillPath, parameterNames } from "@/lib/api/routing.ts";
import { type CallName, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import {
  anAccount,
  PLATFORM_ADMIN,
  signedIn,
  type TestPlatform,
} from "@/tests/helpers/a_platform.ts";
import { type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import { LOCATION } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { EXAMPLES } from "@/tests/helpers/schema_examples.ts";

/** Ids of an organisation that the guesser does not belong to. */
type Hidden = Readonly<Record<string, string>>;

/** Calls whose path names an organisation or a residence, but for those that a secret in their body opens to anyone. */
const GUESSABLE: readonly CallName[] = Object.keys(CALLS).filter(isCallName).filter(
  (name) => {
    const { path, access }: Call = CALLS[name];
    const isNamed = parameterNames(path).some((key) => key === "orgId" || key === "projectId");
    return isNamed && !access.any.includes("public");
  },
);

/**
 * Calls one after the other with a hidden id and with an invented one, and compares the answers.
 *
 * @returns the calls that answered a hidden id differently from a missing one, or with success
 */
export async function guessIds(count = GUESSABLE.length): Promise<string[]> {
  const leaks: string[] = [];
  await withApp(async (ask, built) => {
    await anAccount(built, { email: PLATFORM_ADMIN, platformAdmin: true });
    const hidden = await aPlace(built, "eve@ailleurs.fr");
    await aPlace(built, "ada@bailleur.fr");
    const { token } = await signedIn(built, "ada@bailleur.fr");
    for (let done = 0; done < count; done++) {
      const name = GUESSABLE[done % GUESSABLE.length];
      if (name === undefined) break;
      const absent = Object.fromEntries(
        Object.entries(hidden).map(([key, id]) => [key, guessedLike(id)]),
      );
      const heardHidden = await heard(ask, token, { name, ids: hidden });
      const heardAbsent = await heard(ask, token, { name, ids: absent });
      if (heardHidden !== heardAbsent) leaks.push(`${name}: ${heardHidden}, not ${heardAbsent}`);
      if (!/^40[34] /.test(heardHidden)) leaks.push(`${name}: ${heardHidden}`);
    }
  });
  return leaks;
}

/** An organisation of a new user, and its residence. */
async function aPlace(built: TestPlatform, email: string): Promise<Hidden> {
  await anAccount(built, { email });
  const { ask: asAdmin } = await signedIn(built, PLATFORM_ADMIN);
  const body = { name: `OPH of ${email}`, adminEmail: email };
  const { id: orgId } = await answerOf(asAdmin("createOrg", { body }));
  const { ask } = await signedIn(built, email);
  const { id: projectId } = await answerOf(ask("createProject", { orgId, body: LILAS }));
  return { orgId, projectId };
}

const LILAS = { name: "Les Lilas", code: "", location: LOCATION, tags: [] };

/** Status, body and the headers that could reveal more. */
async function heard(
  ask: AskApp,
  token: string,
  { name, ids }: { name: CallName; ids: Hidden },
): Promise<string> {
  const { method, path }: Call = CALLS[name];
  const url = `/api${fillPath(path, { ...EXAMPLES, ...ids })}`;
  const answer = await ask(url, { method, headers: { "x-authtoken": token } });
  const headers = ["content-type", "etag", "x-created-id", "allow"].map((key) =>
    answer.headers.get(key)
  );
  return `${answer.status} ${await answer.text()} ${headers.join(" ")}`;
}

function guessedLike(id: string): string {
  const letters = crypto.randomUUID().replaceAll("-", "");
  return letters.repeat(Math.ceil(id.length / letters.length)).slice(0, id.length);
}

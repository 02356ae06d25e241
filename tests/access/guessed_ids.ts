/** A user who guesses an id gets the same answer for a hidden and for a missing one. @module */

import type { Call } from "@/lib/api/call.ts";
import { fillPath, parameterNames } from "@/lib/api/routing.ts";
import { type CallName, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import type { AskApp } from "@/tests/helpers/an_app.ts";
import { EXAMPLES } from "@/tests/helpers/schema_examples.ts";

/** Ids of an organisation that the guesser does not belong to. */
export type Hidden = Readonly<Record<string, string>>;

/** Results of the guesses. */
export interface Guesses {
  readonly askedCount: number;
  /** Calls that answered a hidden id differently from a missing one, or with success. */
  readonly leaks: readonly string[];
}

/** Calls whose path names an organisation or a residence. */
const GUESSABLE: readonly CallName[] = Object.keys(CALLS).filter(isCallName).filter((name) =>
  parameterNames(CALLS[name].path).some((key) => key === "orgId" || key === "projectId")
);

/**
 * Calls one after the other with a hidden id and with an invented one, and compares the answers.
 */
export async function guessIds(
  ask: AskApp,
  token: string,
  { count, hidden }: { count: number; hidden: Hidden },
): Promise<Guesses> {
  const leaks: string[] = [];
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
  return { askedCount: count, leaks };
}

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

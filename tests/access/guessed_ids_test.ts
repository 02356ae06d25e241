import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallName, Result } from "@/lib/app/catalogue.ts";
import type { Store } from "@/lib/store/store.ts";
import { type CreatedIds, LIFE, type Step } from "@/tests/helpers/a_life_of_calls.ts";
import { anOwner } from "@/tests/helpers/a_made_life.ts";
import { withApp } from "@/tests/helpers/an_app.ts";
import { guessIds } from "./guessed_ids.ts";

Deno.test("guessed id of another organisation is answered like a missing one", async () => {
  deepStrictEqual(await guessIds(), []);
});

Deno.test("entities of another organisation are not found under the caller's residence, and are unchanged", () =>
  withApp(async (_, built) => {
    const { made: theirs } = await anOwner(built, "eve@ailleurs.fr");
    const { ask, made: mine } = await anOwner(built, "ada@bailleur.fr");
    const { org = "", project = "", email = "", other = "" } = mine;
    const own: CreatedIds = { org, project, email, other };
    const borrowed: CreatedIds = { ...theirs, ...own };
    const absent: CreatedIds = {
      ...Object.fromEntries(Object.keys(theirs).map((name) => [name, `absent-${name}`])),
      ...own,
    };
    const ids = Object.entries(theirs).filter(([name]) => name !== "source").map(([, id]) => id);
    const before = await stampsOf(built.store, ids);
    let comparedCount = 0;
    for (const { name, asked } of LIFE) {
      if (!await namesMore(asked, own)) continue;
      const [theirsHeard, absentHeard] = [await asked(ask, borrowed), await asked(ask, absent)];
      strictEqual(said(theirsHeard), said(absentHeard), name);
      if (theirsHeard.ok) deepStrictEqual(shown(theirsHeard.answer, ids), [], name);
      comparedCount++;
    }
    ok(comparedCount > 30, `${comparedCount} calls compared`);
    strictEqual((await ask("getProject", { projectId: mine.project ?? "" })).ok, true);
    deepStrictEqual(await stampsOf(built.store, ids), before);
  }));

/** Whether a step has other ids than those of the organisation, the residence and a user. */
async function namesMore(asked: Step["asked"], own: CreatedIds): Promise<boolean> {
  let isMore = false;
  const watched = new Proxy<CreatedIds>({}, {
    get: (_, name) => {
      isMore ||= !Object.hasOwn(own, name);
      return "any";
    },
  });
  const nobodyAnswers = () => Promise.reject(new Error("not asked"));
  await asked(nobodyAnswers, watched).catch(() => {});
  return isMore;
}

function said(result: Result<CallName>): string {
  return result.ok ? "ok" : `${result.status} ${result.code} ${result.message}`;
}

/** Ids of others in an answer. */
function shown(answer: unknown, ids: readonly string[]): string[] {
  const text = JSON.stringify(answer);
  return ids.filter((id) => text.includes(`"${id}"`));
}

/** Every key that contains one of the ids, with its versionstamp. */
async function stampsOf(store: Store, ids: readonly string[]): Promise<string[]> {
  const stamps: string[] = [];
  for await (const { key, versionstamp } of store.list({ prefix: [] })) {
    const parts = key.map(String);
    if (ids.some((id) => parts.includes(id))) stamps.push(`${parts.join("/")} ${versionstamp}`);
  }
  return stamps;
}

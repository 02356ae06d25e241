import { deepStrictEqual, ok } from "node:assert/strict";
import type { CallFunction, CallName } from "@/lib/app/catalogue.ts";
import { effectiveRoles, isProjectVisible } from "@/lib/identity/effective_roles.ts";
import { type Role, ROLE_NAMES } from "@/lib/identity/roles.ts";
import { memberRecord, rolesRecord, teamRecord } from "@/lib/organisations/records.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { SEEN_FOR_MS } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored, readEntry, type Store } from "@/lib/store/store.ts";
import {
  anAccount,
  callAs,
  elsewhere,
  signedIn,
  type TestPlatform,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import { FED_ORG, fedResidences } from "@/tests/helpers/some_series.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const EMAIL = "bob@bailleur.fr";
const IDS = ["p01", "p02", "p03"];
const TAG = "branch";
const inOrg = { orgId: FED_ORG };

/** One process, called by an administrator and by a colleague. */
interface Process {
  readonly admin: CallFunction;
  readonly colleague: CallFunction;
}

const at = fc.constantFrom(...IDS);
const roles: fc.Arbitrary<Role[]> = fc.constantFrom<Role[]>(
  [],
  ["collect"],
  ["collect", "collect:boilerroom:read"],
);
const isTagged = fc.boolean();
const act = fc.oneof(
  fc.record({ do: fc.constant("role" as const), at, roles }),
  fc.record({ do: fc.constant("team" as const), roles, isTagged, isIn: fc.boolean() }),
  fc.record({ do: fc.constant("tag" as const), at, isTagged }),
  fc.record({ do: fc.constant("untag all" as const) }),
  fc.record({ do: fc.constant("leave" as const) }),
  fc.record({ do: fc.constant("rename" as const), at }),
  fc.record({ do: fc.constant("alarm" as const), at, day: fc.integer({ min: 10, max: 28 }) }),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;
/**
 * A write or a read of a process, some time after the previous step: processes read versions at
 * different moments.
 */
const step = fc.record({
  waitMs: fc.nat(SEEN_FOR_MS * 0.6),
  by: fc.nat(1),
  act: fc.option(act, { freq: 1, nil: null }),
  looksAt: fc.constantFrom<"tags" | "residence" | "lists">("tags", "residence", "lists"),
  at,
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Id of a value of the tag shared by residences and teams; a new one when none is left. */
async function tagOf(ask: CallFunction): Promise<string> {
  const [known] = await answerOf(ask("listTagValues", { ...inOrg, tagId: TAG }));
  if (known !== undefined) return known.id;
  const body = { label: "Nord", sortOrder: 1 };
  return (await answerOf(ask("createTagValue", { ...inOrg, tagId: TAG, body }))).id;
}

async function retag(
  ask: CallFunction,
  projectId: string,
  change: { name?: string; tags?: string[] },
) {
  const { version: _, ...settings } = await answerOf(ask("getProjectSettings", { projectId }));
  ok((await ask("putProjectSettings", { projectId, body: { ...settings, ...change } })).ok);
}

async function setTeam(
  ask: CallFunction,
  { roles, isTagged, isIn }: Act & { do: "team" },
): Promise<void> {
  const teams = await answerOf(ask("listTeams", inOrg));
  const team = teams.find(({ name }) => name === "Relève");
  const body = {
    name: "Relève",
    roles: roles.length === 0 ? ["collect" as const] : roles,
    users: isIn ? [EMAIL] : [],
    tags: isTagged ? [await tagOf(ask)] : [],
  };
  const done = team === undefined
    ? await ask("createTeam", { ...inOrg, body })
    : await ask("putTeam", { ...inOrg, teamId: team.id, body });
  ok(done.ok, JSON.stringify(done));
}

/** Each new name differs from the previous one. */
let renamedCount = 0;

async function perform(store: Store, admin: CallFunction, one: Act): Promise<void> {
  if (one.do === "alarm") {
    const start = `2026-01-${one.day}T08:00:00.000Z`;
    await storeAlarm(store, { ...inOrg, projectId: one.at, start });
  } else if (one.do === "role") {
    const body = { roles: one.roles };
    await answerOf(admin("putProjectUserRoles", { projectId: one.at, email: EMAIL, body }));
  } else if (one.do === "team") await setTeam(admin, one);
  else if (one.do === "tag") {
    await retag(admin, one.at, { tags: one.isTagged ? [await tagOf(admin)] : [] });
  } else if (one.do === "rename") {
    await retag(admin, one.at, { name: `${one.at} ${++renamedCount}` });
  } else if (one.do === "leave") await admin("removeOrgUser", { ...inOrg, email: EMAIL });
  else await admin("deleteTagValue", { ...inOrg, tagId: TAG, valueId: await tagOf(admin) });
}

/** The residences that the colleague may read, from the store without any cache. */
async function openIn(store: Store, accountId: string): Promise<Record<string, readonly Role[]>> {
  const member = await readEntry(store, keys.member(FED_ORG, accountId), memberRecord);
  if (member.value === null) return {};
  const teams = (await listStored(store, keys.team.under(FED_ORG), teamRecord))
    .map(({ record }) => record).filter(({ accountIds }) => accountIds.includes(accountId));
  const open: Record<string, readonly Role[]> = {};
  for (const id of await listIds(store, keys.projectOfOrg.under(FED_ORG))) {
    const { value: project } = await readEntry(store, keys.project(id), projectRecord);
    const { value } = await readEntry(store, keys.roles(id, accountId), rolesRecord);
    const held = effectiveRoles({ direct: value ?? [], teams, projectTags: project?.tags ?? [] });
    if (isProjectVisible(held)) open[id] = ROLE_NAMES.filter((role) => held.has(role));
  }
  return open;
}

async function openTo(ask: CallFunction): Promise<Record<string, readonly Role[]>> {
  const listed = await ask("listProjects", inOrg);
  return listed.ok ? Object.fromEntries(listed.answer.map((one) => [one.id, one.allRoles])) : {};
}

const SHOWN = [
  "listProjects",
  "listResidenceFigures",
  "listOrgAlarms",
  "listGasPces",
  "listTags",
] as const;

async function shown({ admin, colleague }: Process): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const ask of [admin, colleague]) {
    for (const name of SHOWN satisfies readonly CallName[]) answers.push(await ask(name, inOrg));
  }
  return answers;
}

async function look(
  { admin, colleague }: Process,
  { looksAt, at }: Pick<Step, "looksAt" | "at">,
): Promise<void> {
  for (const ask of [admin, colleague]) {
    if (looksAt === "tags") await ask("listTags", inOrg);
    else if (looksAt === "residence") {
      await ask("getProject", { projectId: at });
      await ask("listAlarms", { projectId: at });
    } else {
      await ask("listProjects", inOrg);
      await ask("listOrgAlarms", inOrg);
    }
  }
}

async function another(built: TestPlatform): Promise<Process> {
  const { platform, ask: admin } = await elsewhere(built);
  const { caller } = await signedIn(built, EMAIL);
  return { admin, colleague: callAs({ ...built, platform }, caller) };
}

Deno.test("after any writes of an organisation by two processes, both show the content of the store", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 20 }),
      (steps) =>
        withPlatform(async (built) => {
          await fedResidences(built, 1);
          const accountId = await anAccount(built, { email: EMAIL });
          const processes = [await another(built), await another(built)];
          for (const one of processes) await shown(one);
          for (const one of steps) {
            built.clock.advance(one.waitMs);
            const process = processes[one.by];
            ok(process);
            if (one.act === null) {
              await look(process, one);
              continue;
            }
            await perform(built.store, process.admin, one.act);
            // A process sees its own writes at once; an alarm is written by neither.
            if (one.act.do === "alarm") continue;
            deepStrictEqual(await openTo(process.colleague), await openIn(built.store, accountId));
          }
          built.clock.advance(SEEN_FOR_MS);
          const expected = await shown(await another(built));
          for (const one of processes) {
            deepStrictEqual(await shown(one), expected);
            deepStrictEqual(await openTo(one.colleague), await openIn(built.store, accountId));
          }
        }),
    ),
    { numRuns: 4 },
  ));

Deno.test("value cached by the version of the organisation contains no residence read before it", () =>
  withPlatform(async (built) => {
    const { ask } = await fedResidences(built, 1);
    const accountId = await anAccount(built, { email: EMAIL });
    await setTeam(ask, { do: "team", roles: ["collect"], isTagged: true, isIn: true });
    const other = await another(built);
    await shown(other);
    const meanwhile = async (one: Act) => {
      built.clock.advance(SEEN_FOR_MS);
      await look(other, { looksAt: "tags", at: "p01" });
      built.clock.advance(SEEN_FOR_MS / 2);
      // By somebody who is not refused: a refusal reads the organisation again, too.
      await answerOf(other.admin("getProject", { projectId: "p01" }));
      await answerOf(other.admin("listAlarms", { projectId: "p01" }));
      await perform(built.store, ask, one);
      // The organisation is read again; the residence was read less than a second ago.
      built.clock.advance(SEEN_FOR_MS / 2);
    };
    const isOpen = "p01" in await openIn(built.store, accountId);
    await meanwhile({ do: "tag", at: "p01", isTagged: !isOpen });
    deepStrictEqual(await openTo(other.colleague), await openIn(built.store, accountId));
    await meanwhile({ do: "alarm", at: "p01", day: 20 });
    const alarms = await answerOf(other.admin("listOrgAlarms", inOrg));
    ok(alarms.some(({ projectId }) => projectId === "p01"));
  }));

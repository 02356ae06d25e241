import { deepStrictEqual } from "node:assert/strict";
import { auditRecord } from "@/lib/api/audit.ts";
import type { Call } from "@/lib/api/call.ts";
import { type CallFunction, type CallName, CALLS } from "@/lib/app/catalogue.ts";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries } from "@/lib/store/store.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { type CreatedIds, LIFE } from "@/tests/helpers/a_life_of_calls.ts";
import { idOf } from "@/tests/helpers/a_made_life.ts";
import { anAccount, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import {
  askedWithRoom,
  contentOf,
  familiesChanged,
  LEASE_MS,
  shapeOf,
  withFillingDisk,
} from "@/tests/helpers/interrupted_calls.ts";
import { GIVEN_UP, writeGivenUpMail } from "@/tests/helpers/mails.ts";
import { sendLines } from "@/tests/helpers/some_series.ts";
import { withAddressServer } from "@/tests/tools/map_services.ts";
import { type Act, ACTS } from "./interrupted_acts.ts";

const ADA = "ada@bailleur.fr";
const ZOE = "zoe@bailleur.fr";

/**
 * Calls of the life that continue where a refused one stopped: the parts of an import or of a mass action are unreferenced
 * before it exists, and each of its lines is an act.
 */
const CONTINUED: readonly CallName[] = [
  "createStockImport",
  "runStockImport",
  "createDocumentAction",
  "runDocumentAction",
];

// @spec organisations.audit, calls.one-commit
Deno.test("every call of the life: one that is refused for a full disk has changed nothing, one that is accepted has its audit line", () =>
  withAddressServer(({ url: addressApi }) =>
    withFillingDisk(async (built) => {
      await anAccount(built, { email: ADA, platformAdmin: true });
      await anAccount(built, { email: ZOE });
      await writeGivenUpMail(built, ZOE);
      const { ask } = await signedIn(built, ADA);
      const made: Record<string, string> = { email: ADA, other: ZOE, mail: GIVEN_UP };
      const [wrong, continued]: [string[], CallName[]] = [[], []];
      for (const { name, asked, keep } of LIFE) {
        if (name === "forgetUnknownSource") made.source = await unknownSource(ask, made);
        const linesBefore = await auditLines(built, name);
        const { result, changed } = await askedWithRoom(built, () => asked(ask, made));
        if (changed.length > 0 && CONTINUED.includes(name)) continued.push(name);
        else wrong.push(...changed.map((families) => `${name} after ${families}`));
        if (!result.ok) wrong.push(`${name} ${result.code}`);
        const isNoted = await auditLines(built, name) > linesBefore;
        // What an accepted request leaves to its job.
        if (name.endsWith("Request")) await makeAllDocuments(built.platform.own.services);
        if (isAudited(name) && !isNoted) wrong.push(`${name} has no line`);
        if (result.ok && keep !== null) made[keep] = idOf(result.answer);
        if (name === "createIngestToken") await sendOne(built, result);
      }
      deepStrictEqual(wrong, []);
      deepStrictEqual(continued, CONTINUED);
    }, { addressApi })
  ));

async function auditLines({ store }: TestPlatform, name: CallName): Promise<number> {
  const lines = await listEntries(store, { prefix: keys.audit.under() }, auditRecord);
  return lines.filter(({ value: { action } }) => action === name).length;
}

/** Whether each call that is accepted has a line: not to make an administrator of one. */
function isAudited(name: CallName): boolean {
  const { audit }: Call = CALLS[name];
  return Boolean(audit) && name !== "addPlatformOrgAdmin";
}

/** Sends a reading of an unattached source, with the token just created. */
async function sendOne({ platform, clock }: TestPlatform, created: object): Promise<void> {
  const token = String(Reflect.get(Object(Reflect.get(created, "answer")), "token"));
  await sendLines(platform, token, `meter,serial=9 value=12 ${clock.now() / 1_000}`);
}

async function unknownSource(
  ask: CallFunction,
  { project: projectId = "" }: CreatedIds,
): Promise<string> {
  const [source] = await answerOf(ask("listUnknownSources", { projectId }));
  return source?.source ?? "";
}

for (const [name, act] of Object.entries<Act>(ACTS)) {
  // @spec organisations.audit, calls.one-commit
  Deno.test(`${name}: when a commit is refused, all of the act is written in the end, or nothing`, async () => {
    const whole = await madeWith(act, Infinity);
    const wrong: unknown[] = [];
    for (let room = 0;; room++) {
      const { refusedCount, answer, changed, shape } = await madeWith(act, room);
      if (refusedCount === 0) break;
      const seen = changed.filter((family) => !SWEPT.includes(family));
      const isRefusedWhole = act.isRepeated || seen.length === 0;
      const isKept = answer === "ok" || (isRefusedWhole && answer.endsWith(", then ok"));
      const differs = differences(whole.shape, shape, act);
      if (!isKept || differs.length > 0) wrong.push({ room, answer, seen, differs });
    }
    deepStrictEqual(wrong, []);
  });
}

/** Parts of files that no one can read: a job removes them. */
const SWEPT = ["blob_part"];

/** What an act made on a store with room for some commits only, repeated if it was refused, and completed by its job. */
async function madeWith(act: Act, room: number) {
  let made = { refusedCount: 0, answer: "", changed: noNames(), shape: noCounts() };
  await withFillingDisk(async (built) => {
    const ask = await act.arrange(built);
    const before = await contentOf(built.store);
    const { result, refusedCount } = await built.withRoomFor(room, ask);
    const changed = familiesChanged(before, await contentOf(built.store));
    built.clock.advance(LEASE_MS);
    const answer = result.ok ? "ok" : `${result.code}, then ${codeOf(await ask())}`;
    if (refusedCount === 0) deepStrictEqual(answer, "ok");
    await compact(built.store, PROJECT, built.clock.now);
    await act.job?.(built);
    made = { refusedCount, answer, changed, shape: await shapeOf(built.store) };
  }, act.choices);
  return made;
}

const noNames = (): readonly string[] => [];
const noCounts = (): ReadonlyMap<string, number> => new Map();

/** The values stored another number of times; each call that continues an act has its own audit line. */
function differences(
  whole: ReadonlyMap<string, number>,
  part: ReadonlyMap<string, number>,
  { isRepeated }: Act,
): string[] {
  return [...new Set([...whole.keys(), ...part.keys()])].flatMap((value) => {
    const [expected, found] = [whole.get(value) ?? 0, part.get(value) ?? 0];
    const isSame = found === expected ||
      (isRepeated && value.startsWith("audit ") && found > expected);
    return isSame ? [] : [`${value}: ${expected}, then ${found}`];
  });
}

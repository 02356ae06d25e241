/** Finds everything that an account wrote or uploaded, and erases its name there. @module */

import type { ZodType } from "zod";
import { alarmCommentRecord, alarmMuteRecord } from "@/lib/alarms/records.ts";
import type { Services } from "@/lib/api/services.ts";
import { commitShown } from "@/lib/api/writes.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { documentActionRecord, documentRecord, requestRecord } from "@/lib/documents/records.ts";
import { annotationRecords } from "@/lib/facilities/annotations.ts";
import {
  pilotConfigRecord,
  pilotFeaturesRecord,
  pilotModuleRecord,
} from "@/lib/heating_control/records.ts";
import type { ModuleRequests, PilotChange } from "@/lib/heating_control/setpoints.ts";
import { handedOut, PROJECT_TOKEN_KINDS } from "@/lib/identity/records.ts";
import { followUpRecord } from "@/lib/residences/records.ts";
import { deletedReadingsRecord, manualIndexRecord } from "@/lib/series/records.ts";
import {
  priceIndexesRecord,
  type SettlementRecord,
  settlementRecord,
} from "@/lib/settlement/records.ts";
import type { Scope } from "@/lib/store/cache.ts";
import { expiring } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  CHECKS_PER_COMMIT,
  type Entry,
  type Key,
  parsedEntry,
  type Store,
  unchanged,
} from "@/lib/store/store.ts";

/** A user, by the id of the account and by every address that it has had. */
export interface Author {
  readonly accountId: string;
  readonly emails: ReadonlySet<string>;
}

export interface Family<Value> {
  /** Of every residence and organisation: an author may have left some. */
  readonly prefix: Key;
  readonly schema: ZodType<Value>;
  isOwn(value: NoInfer<Value>, author: Author): boolean;
  /**
   * The value without the author's address. Absent where the id of the account is stored: it names nobody once the
   * account is removed.
   */
  erased?(value: Value, author: Author): Value;
  /** When the store may delete the entry, epoch ms. Absent where entries do not expire. */
  expiresAtMs?(value: NoInfer<Value>): number;
}

const isBy = ({ accountId }: { readonly accountId: string }, author: Author) =>
  accountId === author.accountId;

const isChangedBy = ({ change }: { readonly change: PilotChange }, author: Author) =>
  change.accountId === author.accountId;

/** Whether an act on a statement is the author's; those of earlier versions have an address. */
export function isActOf(
  { accountId, by = "" }: SettlementRecord["acts"][number],
  author: Author,
): boolean {
  return accountId === author.accountId || author.emails.has(by);
}

/** Every family of keys whose values name their author. @spec accounts.contributions */
export const CONTRIBUTIONS = {
  alarmComment: family({
    prefix: keys.alarmComment.under(),
    schema: alarmCommentRecord,
    isOwn: isBy,
  }),
  alarmMute: family({ prefix: keys.alarmMute.under(), schema: alarmMuteRecord, isOwn: isBy }),
  followUp: family({
    prefix: keys.followUp.under(),
    schema: followUpRecord,
    isOwn: ({ taken, postponed }, { accountId }) =>
      [taken, postponed].some((act) => act?.accountId === accountId),
  }),
  settlement: family({
    prefix: keys.settlement.under(),
    schema: settlementRecord,
    isOwn: ({ acts }, author) => acts.some((act) => isActOf(act, author)),
    erased: ({ acts, ...statement }, author) => ({
      ...statement,
      acts: acts.map((act) => {
        if (!isActOf(act, author)) return act;
        const { by: _, ...rest } = act;
        return { ...rest, accountId: "" };
      }),
    }),
  }),
  priceIndexes: family({
    prefix: keys.priceIndexes.under(),
    schema: priceIndexesRecord,
    isOwn: ({ values }, author) => values.some(({ accountId }) => accountId === author.accountId),
  }),
  annotations: family({
    prefix: keys.annotations.under(),
    schema: annotationRecords,
    isOwn: (all, { emails }) => all.some(({ author }) => emails.has(author)),
    erased: (all, { emails }) =>
      all.map((one) => emails.has(one.author) ? { ...one, author: "" } : one),
  }),
  manualIndex: family({
    prefix: keys.manualIndex.under(),
    schema: manualIndexRecord,
    isOwn: ({ email }, { emails }) => emails.has(email),
    erased: (index) => ({ ...index, email: "" }),
  }),
  deletedReadings: family({
    prefix: keys.deletedReadings.under(),
    schema: expiring(deletedReadingsRecord),
    isOwn: ({ value: { indexes } }, { emails }) =>
      indexes.some(({ record }) => emails.has(record.email)),
    erased: ({ value, expiresAtMs }, { emails }) => ({
      value: {
        ...value,
        indexes: value.indexes.map(({ id, record }) => ({
          id,
          record: emails.has(record.email) ? { ...record, email: "" } : record,
        })),
      },
      expiresAtMs,
    }),
    expiresAtMs: ({ expiresAtMs }) => expiresAtMs,
  }),
  documentRequest: family({
    prefix: keys.documentRequest.under(),
    schema: requestRecord,
    isOwn: ({ askedBy }, { accountId }) => askedBy === accountId,
  }),
  document: family({
    prefix: keys.document.under(),
    schema: documentRecord,
    isOwn: ({ validatorUser }, { emails }) => validatorUser !== null && emails.has(validatorUser),
    erased: (document) => ({ ...document, validatorUser: null }),
  }),
  documentAction: family({
    prefix: keys.documentAction.under(),
    schema: documentActionRecord,
    isOwn: isBy,
  }),
  /** Tokens of collectors and of information screens. */
  tokenOf: family({
    prefix: keys.tokenOf.under(),
    schema: handedOut,
    isOwn: ({ kind, createdBy }, { emails }) =>
      PROJECT_TOKEN_KINDS.some((one) => one === kind) && emails.has(createdBy),
    erased: (token) => ({ ...token, createdBy: "" }),
  }),
  pilotFeatures: family({
    prefix: keys.pilotFeatures.under(),
    schema: pilotFeaturesRecord,
    isOwn: isChangedBy,
  }),
  pilotConfig: family({
    prefix: keys.pilotConfig.under(),
    schema: pilotConfigRecord,
    isOwn: isChangedBy,
  }),
  pilotModule: family({
    prefix: keys.pilotModule.under(),
    schema: pilotModuleRecord,
    isOwn: (request, author) =>
      changesOf(request).some((change) => isChangedBy({ change }, author)),
  }),
};

function family<Value>(declared: Family<Value>): Family<Value> {
  return declared;
}

/** The last changes of a module. */
export function changesOf({ own, presence, occupant }: ModuleRequests): PilotChange[] {
  return [own, presence, occupant].flatMap((request) => request === null ? [] : [request.change]);
}

/** The entries of a family by an author, in the order of their keys. */
export async function entriesBy<Value>(
  store: Store,
  { prefix, schema, isOwn }: Family<Value>,
  author: Author,
): Promise<Entry<Value>[]> {
  const own: Entry<Value>[] = [];
  for await (const entry of store.list({ prefix }, { batchSize: READ_AT_ONCE })) {
    const parsed = parsedEntry(entry, schema);
    if (isOwn(parsed.value, author)) own.push(parsed);
  }
  return own;
}

const READ_AT_ONCE = 500;

/** Entries of one commit: a visit of the demo checks more. */
const ERASED_PER_COMMIT = CHECKS_PER_COMMIT - 3;

/**
 * Erases the address of an author from what they wrote in residences and documents, which stays. Repeated after a
 * failure, it continues.
 *
 * @spec accounts.contributions
 */
export async function eraseContributions(services: Services, author: Author): Promise<void> {
  const { annotations, manualIndex, deletedReadings, settlement, tokenOf, document } =
    CONTRIBUTIONS;
  await eraseFrom(services, annotations, { author, scopeOf: residenceOf });
  await eraseFrom(services, manualIndex, { author, scopeOf: residenceOf });
  await eraseFrom(services, deletedReadings, { author, scopeOf: residenceOf });
  await eraseFrom(services, settlement, { author, scopeOf: residenceOf });
  await eraseFrom(services, tokenOf, { author, scopeOf: residenceOf });
  await eraseFrom(services, document, { author, scopeOf: organisationOf });
}

/** Residence or organisation of a key: the part after the name of its family. */
const residenceOf = ([, id]: Key): Scope => ({ kind: "project", id: String(id) });
const organisationOf = ([, id]: Key): Scope => ({ kind: "org", id: String(id) });

async function eraseFrom<Value>(
  services: Services,
  family: Family<Value>,
  of: { readonly author: Author; readonly scopeOf: (key: Key) => Scope },
): Promise<void> {
  const { erased, expiresAtMs } = family;
  if (erased === undefined) return;
  const optionsOf = (value: Value) =>
    expiresAtMs && { expireIn: Math.max(1, expiresAtMs(value) - services.now()) };
  // Entries changed meanwhile are found again.
  for (;;) {
    const own = await entriesBy(services.store, family, of.author);
    if (own.length === 0) return;
    for (const some of chunk(own, ERASED_PER_COMMIT)) {
      await commitShown(services, scopesOf(some, of.scopeOf), (atomic) => {
        for (const entry of some) {
          const { key, value } = entry;
          atomic.check(unchanged(entry)).set(key, erased(value, of.author), optionsOf(value));
        }
      });
    }
  }
}

function scopesOf(entries: readonly Entry[], scopeOf: (key: Key) => Scope): Scope[] {
  const scopes = entries.map(({ key }) => scopeOf(key));
  return [...new Map(scopes.map((scope) => [scope.id, scope])).values()];
}

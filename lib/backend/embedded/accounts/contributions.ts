/** What users write under their name in residences and documents: exported with an account, and erased with it. @module */
import type { ZodType } from "zod";
import { handedOut, PROJECT_TOKEN_KINDS } from "@/lib/backend/accounts/records.ts";
import { Slices } from "@/lib/backend/core/slices.ts";
import { annotationRecords } from "@/lib/backend/embedded/series/annotations.ts";
import { expiring } from "@/lib/backend/kv/expiry.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Entry, type Key, parsedEntry, type Store } from "@/lib/backend/kv/store.ts";
import { alarmCommentRecord, alarmMuteRecord } from "@/lib/backend/records/alarms.ts";
import {
  documentActionRecord,
  documentRecord,
  requestRecord,
} from "@/lib/backend/records/contracting.ts";
import { deletedReadingsRecord } from "@/lib/backend/records/deleted_readings.ts";
import {
  pilotConfigRecord,
  pilotFeaturesRecord,
  pilotModuleRecord,
} from "@/lib/backend/records/pilot.ts";
import { manualIndexRecord } from "@/lib/backend/records/projects.ts";
import type { ModuleRequests, PilotChange } from "@/lib/domain/pilot/wishes.ts";

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

/** Every family of keys whose values name their author. @spec accounts.contributions */
export const CONTRIBUTIONS = {
  alarmComment: family({
    prefix: keys.alarmComment.under(),
    schema: alarmCommentRecord,
    isOwn: isBy,
  }),
  alarmMute: family({ prefix: keys.alarmMute.under(), schema: alarmMuteRecord, isOwn: isBy }),
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
    isOwn: (asked, author) => changesOf(asked).some((change) => isChangedBy({ change }, author)),
  }),
};

function family<Value>(declared: Family<Value>): Family<Value> {
  return declared;
}

/** The last changes of a module. */
export function changesOf({ own, presence, occupant }: ModuleRequests): PilotChange[] {
  return [own, presence, occupant].flatMap((asked) => asked === null ? [] : [asked.change]);
}

/** The entries of a family by an author, in the order of their keys. */
export async function entriesBy<Value>(
  store: Store,
  { prefix, schema, isOwn }: Family<Value>,
  author: Author,
): Promise<Entry<Value>[]> {
  const slices = new Slices();
  const own: Entry<Value>[] = [];
  for await (const entry of store.list({ prefix }, { batchSize: READ_AT_ONCE })) {
    const parsed = parsedEntry(entry, schema);
    if (isOwn(parsed.value, author)) own.push(parsed);
    if (slices.isOver()) await slices.pause();
  }
  return own;
}

const READ_AT_ONCE = 500;

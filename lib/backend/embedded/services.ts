import type { ByteTurns } from "@/lib/backend/core/byte_turns.ts";
import type { OAuthTokens } from "@/lib/backend/accounts/oauth.ts";
import type { PasswordCost } from "@/lib/backend/accounts/passwords.ts";
import type { ProviderLinks } from "@/lib/backend/accounts/provider_links.ts";
import type { Sessions } from "@/lib/backend/accounts/sessions.ts";
import type { Tokens } from "@/lib/backend/accounts/tokens.ts";
import type { Versions } from "@/lib/backend/cache/versions.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { Outbox } from "@/lib/backend/mail/outbox.ts";
import type { AddressService } from "@/lib/backend/outside/address_service.ts";
import type { DocumentFiles } from "@/lib/backend/outside/document_files.ts";
import type { CallerRolesCache } from "@/lib/backend/records/caller_roles.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import {
  type Backend,
  type CallName,
  type Input,
  isCallName,
  type Outcome,
} from "@/lib/contract/catalogue.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import type { Operations } from "./operations.ts";
import type { ProjectMemory } from "./project_memory.ts";

/** What deposits need. */
export interface DocumentServices {
  readonly files: DocumentFiles;
  /** Largest file that is taken. */
  readonly maxBytes: number;
  /** Asks a virus scanner; null without one. */
  readonly isInfected: ((bytes: Uint8Array) => Promise<boolean>) | null;
  /** What deposits hold at once while they are checked and stored. */
  readonly room: ByteTurns;
}

export interface Services {
  store: Store;
  versions: Versions;
  memory: ProjectMemory;
  callerRoles: CallerRolesCache;
  /** How deposited documents are checked and where their files are. */
  documents: DocumentServices;
  /** Asked for everybody, those of the demo too. */
  addresses: AddressService;
  /** Sessions and tokens live in the real store, those of the demo too. */
  sessions: Sessions;
  tokens: Tokens;
  providerLinks: ProviderLinks;
  seriesOf(projectId: string, timeZone: string): SeriesReader;
  /** Epoch ms. */
  now(): number;
  /** Writes into the log a fault that the answer survives. */
  reportFault(part: string, fault: unknown): void;
  /** On the simulated store a sign-in begins a visit, of this id; null on the real store. */
  newVisit: (() => string) | null;
  /** Whether simulated accounts may sign in here. */
  offersDemo: boolean;
  passwordCost: PasswordCost;
  /** Tokens of OAuth mode; null outside it. */
  oauth: OAuthTokens | null;
  /** Where mails wait until they leave; those of a visit of the demo never do. */
  outbox: Outbox;
  /** Makes the reports that were just ordered, without waiting for the job. */
  reportsOrdered(): void;
  /** Where this program's pages are; null as long as it does not know. */
  ownOrigin(): string | null;
  /** Calls of the platform's administrators alone; null in the demo. */
  operations: Operations | null;
  /** Maximum age of a reading without confirmation, years. */
  readingYears: number;
  /** Whether a code can be mailed to a user who forgot the password. */
  offersReset: boolean;
}

/** Answers a call, with what its area works with. */
export type Handler<Name extends CallName, Means = Services> = (
  means: Means,
  input: Input<Name>,
  caller: Caller,
) => Promise<Outcome<Name>>;

/** What modules of an area export: under the name of a call its handler, under other names what others use. */
type Exports<All, Means> = {
  readonly [Name in keyof All]: Name extends CallName ? Handler<Name, Means> : unknown;
};

/** The handlers among what modules export, as a backend has them. @spec decision 112 */
export function bound<Means, All extends Exports<All, Means>>(
  means: Means,
  exports: All,
): Pick<Backend, Extract<keyof All, CallName>>;
export function bound(
  means: unknown,
  exports: Readonly<Record<string, (means: unknown, input: unknown, caller: Caller) => unknown>>,
) {
  return Object.fromEntries(
    Object.entries(exports).filter(([name]) => isCallName(name)).map(([name, handle]) => [
      name,
      (input: unknown, caller: Caller) => handle(means, input, caller),
    ]),
  );
}

/** The services of handlers, and how handlers are typed and bound to them. @module */

import type { Turns } from "@/lib/base/concurrency.ts";
import type { DocumentFiles } from "@/lib/files/document_files.ts";
import type { Caller, RolesReader } from "@/lib/identity/caller.ts";
import type { OAuthTokens } from "@/lib/identity/oauth_tokens.ts";
import type { PasswordCost } from "@/lib/identity/passwords.ts";
import type { ProviderLinks } from "@/lib/identity/provider_links.ts";
import type { Sessions } from "@/lib/identity/sessions.ts";
import type { Tokens } from "@/lib/identity/tokens.ts";
import type { Outbox } from "@/lib/mail/outbox.ts";
import type { Versions } from "@/lib/store/cache.ts";
import type { Store } from "@/lib/store/store.ts";
import type { StoreFile } from "@/lib/store/store_file.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { Catalogue, InputOf, OutcomeOf } from "./call.ts";
import type { Referrer } from "./entity.ts";
import type { Attempts } from "./rate_counters.ts";
import type { Rates } from "./rate_limits.ts";
import type { ResidenceCache } from "./residence_cache.ts";

/** Services of deposits. */
export interface DocumentServices {
  readonly files: DocumentFiles;
  /** Maximum size of a file. */
  readonly maxBytes: number;
  /** Calls a virus scanner; null without one. */
  readonly isInfected: ((bytes: Uint8Array) => Promise<boolean>) | null;
  /** Memory limit of deposits while they are checked and stored. */
  readonly room: Turns;
}

/** Data and actions of the platform's administrator besides the store itself. */
export interface Operations {
  attempts: Attempts;
  rates: Rates;
  hasMailServer: boolean;
  storeFile(): Promise<StoreFile>;
}

/** An address found for a text or a position; null when there is none. */
export type AddressOutcome =
  | {
    readonly ok: true;
    readonly answer: {
      street: string | null;
      zipCode: string | null;
      city: string | null;
      /** Degrees. */
      latitude: number;
      longitude: number;
      /** 0 to 1. */
      score: number;
    } | null;
  }
  | { readonly ok: false; readonly code: "address-unreachable" };

/** Search of an address by a text or a position. */
export interface AddressSearch {
  /** The best address for a text. @throws CallError 429 with the instant of the next possible request */
  search(text: string): Promise<AddressOutcome>;
  /** The address at a position in degrees. @throws CallError 429, as {@link search} */
  reverse(
    position: { readonly longitude: number; readonly latitude: number },
  ): Promise<AddressOutcome>;
}

export interface Services {
  store: Store;
  versions: Versions;
  memory: ResidenceCache;
  callerRoles: RolesReader;
  /** Every kind of record that refers to others, of all areas. */
  readonly referrers: readonly Referrer<unknown>[];
  /** Checks and files of deposited documents. */
  documents: DocumentServices;
  /** Shared by all callers, including those of the demo. */
  addresses: AddressSearch;
  /** Sessions and tokens are in the real store, including those of the demo. */
  sessions: Sessions;
  tokens: Tokens;
  providerLinks: ProviderLinks;
  seriesOf(projectId: string, timeZone: string): SeriesReader;
  /** Epoch ms. */
  now(): number;
  /** Logs a fault that does not fail the answer. */
  logFault(part: string, fault: unknown): void;
  /** Id of the visit that starts at a sign-in on the simulated store; null on the real store. */
  newVisit: (() => string) | null;
  /** True when simulated accounts may sign in here. */
  offersDemo: boolean;
  passwordCost: PasswordCost;
  /** Tokens of OAuth mode; null outside it. */
  oauth: OAuthTokens | null;
  /** Queue of mails; those of a demo visit are never sent. */
  outbox: Outbox;
  /** Creates the reports just ordered, without waiting for the job. */
  reportsOrdered(): void;
  /** Origin of this program's pages; null while unknown. */
  ownOrigin(): string | null;
  /** Calls for the platform's administrators only; null in the demo. */
  operations: Operations | null;
  /** Maximum age of a reading without confirmation, years. */
  readingYears: number;
  /** True when a code can be mailed to a user who forgot the password. */
  offersReset: boolean;
  readonly auditActions: AuditActions;
}

/** The actions of the audit log. */
export interface AuditActions {
  /** French text of an action; its own name when this version does not know it. */
  textOf(action: string): string;
  /** Whether an action is a call of an area of the API. */
  isOf(area: string, action: string): boolean;
}

/** Implementation of a call, with the services of its area. */
export type HandlerOf<C, Means = Services> = (
  means: Means,
  input: InputOf<C>,
  caller: Caller,
) => Promise<OutcomeOf<C>>;

/** A responder that implements every call of a catalogue. */
export type BackendOf<Calls> = {
  readonly [Name in keyof Calls]: (
    input: InputOf<Calls[Name]>,
    caller: Caller,
  ) => Promise<OutcomeOf<Calls[Name]>>;
};

/** Exports of an area's modules: a handler under the name of its call, anything under other names. */
type Exports<Calls, All, Means> = {
  readonly [Name in keyof All]: Name extends keyof Calls ? HandlerOf<Calls[Name], Means> : unknown;
};

/** The handlers of calls among the exports of modules, bound to their services. */
export function bound<Calls extends Catalogue, Means, All extends Exports<Calls, All, Means>>(
  calls: Calls,
  means: Means,
  exports: All,
): Pick<BackendOf<Calls>, Extract<keyof All, keyof Calls>>;
export function bound(calls: Catalogue, means: unknown, exports: object): object {
  return Object.fromEntries(
    Object.entries(exports).filter(([name]) => Object.hasOwn(calls, name)).map((
      [name, handle],
    ) => [name, (input: unknown, caller: Caller) => handle(means, input, caller)]),
  );
}

/** Makes the services and the backend of a store. @module */

import { AnswerCache } from "@/lib/api/answer_cache.ts";
import type { OwnResponder } from "@/lib/api/dispatch.ts";
import { type MemoryRoom, ResidenceCache } from "@/lib/api/residence_cache.ts";
import type { DocumentServices, Services } from "@/lib/api/services.ts";
import { Turns } from "@/lib/base/concurrency.ts";
import { civilDayOf } from "@/lib/base/time_zones.ts";
import { providersOf } from "@/lib/documents/records.ts";
import { DocumentFiles } from "@/lib/files/document_files.ts";
import type { S3 } from "@/lib/files/s3.ts";
import { Outbox } from "@/lib/mail/outbox.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { Versions } from "@/lib/store/cache.ts";
import type { Store } from "@/lib/store/store.ts";
import type { SeriesReader } from "@/lib/timeseries/series_reader.ts";
import { PresentSeries } from "@/lib/timeseries/store/stored_series.ts";
import { embeddedBackend } from "./backend.ts";
import { CallerRolesCache } from "./caller_roles.ts";
import { AUDIT_ACTIONS } from "./catalogue.ts";
import { REFERRERS } from "./entity_registry.ts";
import { LETTERS } from "./letters.ts";

/** Services of the real store, which every visit of the demo uses too. */
export interface SharedServices extends
  Pick<
    Services,
    | "sessions"
    | "tokens"
    | "providerLinks"
    | "oauth"
    | "addresses"
    | "now"
    | "logFault"
    | "ownOrigin"
    | "passwordCost"
    | "readingYears"
  > {
  /** Creates the reports ordered in a store. */
  makeReports(services: Services): void;
}

interface OwnStoreOptions
  extends
    SharedServices,
    Pick<Services, "store" | "offersDemo">,
    Partial<Pick<Services, "outbox" | "offersReset" | "operations">> {
  /** How deposited documents are stored and checked; defaults when absent. */
  documents?: DocumentOptions;
  /** Settings of a demo store: absent for the real one. */
  demo?: {
    newVisit(): string;
    seriesOf(projectId: string): SeriesReader;
  };
}

export interface DocumentOptions {
  /** The bucket of new files; the store when absent. */
  s3?: S3;
  maxBytes?: number;
  isInfected?: (bytes: Uint8Array) => Promise<boolean>;
  /** Memory limit of concurrent deposits; that of the process when absent. */
  room?: Turns;
}

const MIB = 1_024 * 1_024;
const DOCUMENT_BYTES = 20 * MIB;

/** What is kept in memory of a store, bytes (decision 011). */
interface Room extends MemoryRoom {
  readonly answers: number;
}

/** The first page of an organisation uses six settings of each residence, and two values of its readings; the search uses the words of each. */
export const OWN_ROOM: Room = { settings: 96 * MIB, readings: 24 * MIB, answers: 24 * MIB };
/** Of a visit of the demo: there are many, of 22 residences at most. */
const VISIT_ROOM: Room = { settings: 3 * MIB, readings: 2 * MIB, answers: 5 * MIB };

/** One document of the largest size, and small ones. */
const DEPOSIT_ROOM = new Turns(32 * MIB);

export type OwnStore = ReturnType<typeof ownStore>;

export function ownStore({ documents, makeReports, demo, ...rest }: OwnStoreOptions) {
  const { store, now } = rest;
  const versions = new Versions(store, now);
  const callerRoles = new CallerRolesCache(store, versions, now);
  const { answers: mostBytes, ...room } = demo === undefined ? OWN_ROOM : VISIT_ROOM;
  const services: Services = {
    outbox: new Outbox(store, now, LETTERS),
    offersReset: false,
    operations: null,
    ...rest,
    auditActions: AUDIT_ACTIONS,
    versions,
    memory: new ResidenceCache(versions, now, room),
    callerRoles,
    referrers: REFERRERS,
    documents: documentServices(store, now, documents),
    seriesOf: demo?.seriesOf ?? ((projectId) => new PresentSeries(store, projectId, now)),
    newVisit: demo?.newVisit ?? null,
    reportsOrdered: () => makeReports(services),
  };
  const dayOf = async (projectId: string) =>
    civilDayOf(now(), (await cachedProject(services, projectId)).timeZone);
  const answerer: OwnResponder = {
    kind: "own",
    backend: embeddedBackend(services),
    rolesOf: (caller) => callerRoles.of(caller),
    providersOf: (email) => providersOf(store, email),
    cache: new AnswerCache(versions, callerRoles, { now, dayOf, mostBytes }),
    isDemo: demo !== undefined,
  };
  return { store, versions, services, answerer };
}

function documentServices(
  store: Store,
  now: () => number,
  { s3, maxBytes = DOCUMENT_BYTES, isInfected, room = DEPOSIT_ROOM }: DocumentOptions = {},
): DocumentServices {
  const files = new DocumentFiles(store, now, s3);
  return { files, maxBytes, isInfected: isInfected ?? null, room };
}

/** Caches answers by call, input, account and versions of their data. @module */

import type { InstantBounds } from "@/lib/base/time_zones.ts";
import type { Caller, RolesReader } from "@/lib/identity/caller.ts";
import { ORG_NAMES, type Scope, VersionedCache, type Versions } from "@/lib/store/cache.ts";
import {
  type AnswerData,
  answersFile,
  type Call,
  type InputOf,
  type NamedCall,
  type OutcomeOf,
} from "./call.ts";
import { frozenAndMeasured, frozenBytes } from "./deep_freeze.ts";

interface AnswerOf {
  readonly reader: string;
  /** Organisation of the residence in the input; null without one. */
  readonly orgId: string | null;
}

/** Scopes of an answer; null when no version covers it. */
function scopesOf(
  { name, dependsOn }: NamedCall,
  input: object,
  { reader, orgId }: AnswerOf,
): Scope[] | null {
  const account: Scope = { kind: "account", id: reader };
  if ("projectId" in input) {
    const id = String(input.projectId);
    const settings: Scope[] = [{ kind: "project", id }, { kind: "org", id: orgId ?? "" }];
    return [account, ...settings, ...dataScope(dependsOn ?? "readings", id)];
  }
  if ("orgId" in input && dependsOn !== undefined) {
    const id = String(input.orgId);
    return [account, { kind: "org", id }, ...dataScope(dependsOn, id)];
  }
  // The names of the reader's organisations.
  if (name === "listOrgs") return [account, ORG_NAMES];
  return name === "getMe" ? [account] : null;
}

function dataScope(kind: AnswerData, id: string): Scope[] {
  return kind === "settings" ? [] : [{ kind, id }];
}

interface CacheableCall<C extends NamedCall> {
  caller: Caller;
  ask(): Promise<OutcomeOf<C>>;
}

/** Lifetime of an answer that changes only with writes, s. */
const KEPT_S = 60;

interface AnswerCacheOptions {
  now(): number;
  /** Start and end of the civil day of a residence, epoch ms. */
  dayOf(projectId: string): Promise<InstantBounds>;
  /** Bytes of the answers used last that are kept. */
  readonly mostBytes: number;
}

/**
 * Answers cached in memory by call, input, account and versions: a write to the residence, the organisation or the
 * account invalidates them.
 *
 * @spec calls.freshness
 */
export class AnswerCache {
  #answers: VersionedCache;

  constructor(
    private readonly versions: Versions,
    private readonly callerRoles: RolesReader,
    private readonly options: AnswerCacheOptions,
  ) {
    const { now, mostBytes } = options;
    this.#answers = new VersionedCache({ now, limit: mostBytes, sizeOf: frozenBytes });
  }

  /** Makes the next answers depend on what is stored now, not on what this process saw lately. */
  forgetSeen(): void {
    this.versions.forgetAll();
  }

  async answer<C extends NamedCall>(
    call: C,
    input: InputOf<C> & object,
    { caller, ask }: CacheableCall<C>,
  ): Promise<OutcomeOf<C>> {
    const reader = readerOf(caller);
    if (reader === null || !isCacheable(call)) return await ask();
    const projectId = "projectId" in input ? String(input.projectId) : null;
    const orgId = projectId && await this.callerRoles.organisationOf(projectId);
    const scopes = scopesOf(call, input, { reader, orgId });
    if (scopes === null) return await ask();
    const versions = await this.versions.of(scopes);
    const day = projectId === null ? ALWAYS : await this.options.dayOf(projectId);
    const freshness = {
      freshForMs: (call.freshForSeconds ?? KEPT_S) * 1_000,
      staleForMs: 0,
      // Running, late and projected values change at midnight, without a write.
      version: `${versions} ${day.from}`,
      keep: isAnswer,
    };
    const name = `${call.name} ${reader} ${JSON.stringify(input)}`;
    const make = async () => frozenAndMeasured(await ask());
    return (await this.#answers.get(name, freshness, make)).value;
  }
}

const ALWAYS: InstantBounds = { from: -Infinity, to: Infinity };

/**
 * Whether the answers of a call are cached, and name what they are given without: files are large and seldom requested
 * twice, and cannot name it.
 */
export function isCacheable(call: Call): boolean {
  return call.method === "GET" && !answersFile(call);
}

/** Callers with the same answers: an account, or the screens of a residence; null for the others. */
function readerOf(caller: Caller): string | null {
  if (caller.kind === "account") return caller.accountId;
  return caller.kind === "display" ? `screens ${caller.projectId}` : null;
}

/** Whether an outcome is an answer, which may be cached, and no refusal. */
export function isAnswer(outcome: unknown): boolean {
  return typeof outcome === "object" && outcome !== null && "ok" in outcome && outcome.ok === true;
}

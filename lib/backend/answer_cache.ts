import type { Call } from "../contract/call.ts";
import type { Caller } from "../contract/caller.ts";
import { type CallName, CALLS, type Input, type Outcome } from "../contract/catalogue.ts";
import { FreshCache } from "./cache/fresh_cache.ts";
import type { Scope, Versions } from "./cache/versions.ts";

/** What is asked when nothing fresh is kept. */
interface Question<Name extends CallName> {
  caller: Caller;
  ask(): Promise<Outcome<Name>>;
}

/** How many answers one process keeps. */
const LIMIT = 1_000;

/**
 * Answers kept in memory for `freshForSeconds`, by call, input, account and versions: after a write that touches
 * the residence or the account, nobody is given the old answer.
 *
 * @spec B §9 "Caches and timing"
 */
export class AnswerCache {
  #answers: FreshCache;

  constructor(private readonly versions: Versions, now: () => number) {
    this.#answers = new FreshCache({ now, limit: LIMIT });
  }

  /** The kept outcome, or a new one. */
  async answer<Name extends CallName>(
    name: Name,
    input: Input<Name>,
    { caller, ask }: Question<Name>,
  ): Promise<Outcome<Name>> {
    const call: Call = CALLS[name];
    if (call.freshForSeconds === undefined || caller.kind !== "account") return await ask();
    // An answer about a whole organisation shows many residences: no version stands for them all.
    if (!("projectId" in input)) return await ask();
    const scopes = scopesOf(String(input.projectId), caller.accountId);
    const version = this.versions.known(scopes) ?? await this.versions.of(scopes);
    const key = `${name} ${caller.accountId} ${version} ${JSON.stringify(input)}`;
    const freshness = {
      freshForMs: call.freshForSeconds * 1_000,
      staleForMs: 0,
      keep: isAnswer,
    };
    return (await this.#answers.get(key, freshness, ask)).value;
  }
}

function isAnswer(outcome: unknown): boolean {
  return typeof outcome === "object" && outcome !== null && "ok" in outcome && outcome.ok === true;
}

function scopesOf(projectId: string, accountId: string): Scope[] {
  return [{ kind: "account", id: accountId }, { kind: "project", id: projectId }];
}

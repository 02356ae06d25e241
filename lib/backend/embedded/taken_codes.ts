import { z } from "zod";
import { type Atomic, idOf, type Key, listEntries } from "@/lib/backend/kv/store.ts";
import { comparableName } from "@/lib/domain/forms/visible_text.ts";
import type { Services } from "./services.ts";
import { PlanLists } from "./writes.ts";

/** A code that something has, as one compares it. */
interface TakenCode {
  readonly id: string;
  readonly comparable: string;
}

interface CodeKeys {
  (place: string, code: string): Key;
  under(place: string): Key;
}

interface Taking {
  readonly place: string;
  /** Of the place, as the plan knows it. */
  readonly version: string | null;
  readonly id: string;
  /** "" never clashes. */
  readonly code: string;
  /** The one it had until now. */
  readonly before?: string;
}

/** Codes of which two that read alike are never given in one place. @spec decision 097 */
export class TakenCodes {
  readonly #lists = new PlanLists<TakenCode>();

  constructor(readonly keys: CodeKeys) {}

  /**
   * Puts a code into the commit of a plan.
   *
   * @returns what to call once committed: an import takes code after code; null when another has it
   */
  async take(
    services: Services,
    atomic: Atomic,
    { place, version, id, code, before = "" }: Taking,
  ): Promise<((version: string) => void) | null> {
    const all = await this.#lists.of(
      services,
      { id: place, version },
      () => this.#read(services, place),
    );
    // An import adds code after code: what had none is not in the list, which is then not copied to leave it out.
    const others = before === "" ? all : all.filter((one) => one.id !== id);
    const comparable = comparableName(code);
    if (code !== "" && others.some((one) => one.comparable === comparable)) return null;
    if (before !== "") atomic.delete(this.keys(place, before));
    if (code !== "") atomic.set(this.keys(place, code), id);
    const left = code === "" ? others : [...others, { id, comparable }];
    return (stamp) => this.#lists.set(services, place, stamp, left);
  }

  async #read({ store }: Services, place: string): Promise<readonly TakenCode[]> {
    const entries = await listEntries(store, { prefix: this.keys.under(place) }, z.string());
    return entries.map(({ key, value }) => ({ id: value, comparable: comparableName(idOf(key)) }));
  }
}

import { z } from "zod";
import { type Atomic, idOf, type Key, listEntries } from "@/lib/backend/kv/store.ts";
import { comparableName } from "@/lib/domain/forms/visible_text.ts";
import type { Services } from "./services.ts";
import { PlanLists } from "./writes.ts";

/** The code of a record, in a comparable form. */
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
  /** Version of the place, from the plan. */
  readonly version: string | null;
  readonly id: string;
  /** "" never clashes. */
  readonly code: string;
  /** Its previous code. */
  readonly before?: string;
}

/** Ensures that the codes of a place are distinct once normalised. @spec decision 097 */
export class TakenCodes {
  readonly #lists = new PlanLists<TakenCode>();

  constructor(readonly keys: CodeKeys) {}

  /**
   * Reserves a code in the commit of a plan.
   *
   * @returns a function to call after the commit, for imports that add many codes; null when the code is taken
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
    // A record without a previous code is not in the list, which then needs no filtered copy.
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

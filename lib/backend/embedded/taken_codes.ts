import * as z from "zod";
import { type Atomic, idOf, type Key, listEntries } from "@/lib/backend/kv/store.ts";
import { comparableName } from "@/lib/domain/forms/visible_text.ts";
import type { Services } from "./services.ts";
import { PlanLists } from "./writes.ts";

/** The code of a record, as it is stored and in a comparable form. */
interface TakenCode {
  readonly id: string;
  readonly code: string;
  readonly comparable: string;
}

/** A place, and its version in which codes are read. */
interface PlaceRead {
  readonly place: string;
  readonly version: string | null;
}

interface CodeKeys {
  (place: string, code: string): Key;
  under(place: string): Key;
}

/** A code to take, in the version of the place that the plan read. */
interface CodeToTake extends PlaceRead {
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

  /** The codes of a place, which this process remembers for its version. */
  all(services: Services, { place, version }: PlaceRead): Promise<readonly TakenCode[]> {
    return this.#lists.of(services, { id: place, version }, () => this.#read(services, place));
  }

  /** Remembers the codes of a place over a commit that changes none; to call after it. */
  kept(services: Services, { place, version }: PlaceRead): (version: string) => void {
    return (stamp) => this.#lists.renew(services, place, { from: version, to: stamp });
  }

  /**
   * Reserves a code in the commit of a plan.
   *
   * @returns a function to call after the commit, for imports that add many codes; null when the code is taken
   */
  async take(
    services: Services,
    atomic: Atomic,
    { place, version, id, code, before = "" }: CodeToTake,
  ): Promise<((version: string) => void) | null> {
    const all = await this.all(services, { place, version });
    // A record without a previous code is not in the list, which then needs no filtered copy.
    const others = before === "" ? all : all.filter((one) => one.id !== id);
    const comparable = comparableName(code);
    if (code !== "" && others.some((one) => one.comparable === comparable)) return null;
    if (before !== "") atomic.delete(this.keys(place, before));
    if (code !== "") atomic.set(this.keys(place, code), id);
    const left = code === "" ? others : [...others, { id, code, comparable }];
    return (stamp) => this.#lists.set(services, place, stamp, left);
  }

  async #read({ store }: Services, place: string): Promise<readonly TakenCode[]> {
    const entries = await listEntries(store, { prefix: this.keys.under(place) }, z.string());
    return entries.map(({ key, value: id }) => {
      const code = idOf(key);
      return { id, code, comparable: comparableName(code) };
    });
  }
}

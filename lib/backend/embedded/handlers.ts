import type { Caller } from "@/lib/contract/caller.ts";
import {
  type Backend,
  type CallName,
  type Input,
  isCallName,
  type Outcome,
} from "@/lib/contract/catalogue.ts";
import type { Services } from "./services.ts";

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

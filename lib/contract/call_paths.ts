import type { Method } from "./call.ts";
import { type CallName, CALLS } from "./catalogue.ts";

/** Where a call is: all that an island needs to ask. */
export interface CallPath {
  readonly method: Method;
  /** Under `/api`. */
  readonly path: string;
}

/** Where some calls are, for an island that asks them: it carries neither their schemas nor the other calls. */
export function callPaths<const Name extends CallName>(
  ...names: readonly Name[]
): Readonly<Record<Name, CallPath>> {
  const paths = names.map((name): [Name, CallPath] => {
    const { method, path } = CALLS[name];
    return [name, { method, path }];
  });
  // Every name has just been given its path.
  return Object.fromEntries(paths) as Record<Name, CallPath>;
}

import type { Method } from "./call.ts";
import { type CallName, CALLS } from "./catalogue.ts";

/** Method and path of a call: all that an island needs to call it. */
export interface CallPath {
  readonly method: Method;
  /** Under `/api`. */
  readonly path: string;
}

/** Methods and paths of some calls, for an island: it loads neither their schemas nor the other calls. */
export function callPaths<const Name extends CallName>(
  ...names: readonly Name[]
): Readonly<Record<Name, CallPath>> {
  const paths = names.map((name): [Name, CallPath] => {
    const { method, path } = CALLS[name];
    return [name, { method, path }];
  });
  // Every name has a path.
  return Object.fromEntries(paths) as Record<Name, CallPath>;
}

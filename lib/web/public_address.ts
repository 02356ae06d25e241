import type { Context } from "fresh";
import type { State } from "./state.ts";

/** Absolute URL of a path, for paper or another device. */
export function publicAddress({ state, url }: Context<State>, path: string): string {
  // A proxy may terminate https.
  const origin = state.config.publicUrl ?? (state.https ? `https://${url.host}` : url.origin);
  return new URL(path, origin).href;
}

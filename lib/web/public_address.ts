import type { Context } from "fresh";
import type { State } from "./state.ts";

/** An address of this program in full, to give out on paper or to another device. */
export function publicAddress({ state, url }: Context<State>, path: string): string {
  // A proxy in front speaks https for this server.
  const origin = state.config.publicUrl ?? (state.https ? `https://${url.host}` : url.origin);
  return new URL(path, origin).href;
}

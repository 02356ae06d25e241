import type { State } from "@/lib/web/state.ts";

/** True when mails stay on this machine, where `deno task mail` displays them: no mail server is configured. */
export function mailsWait({ platform: { options } }: Pick<State, "platform">): boolean {
  return options.upstream === null && (options.mail?.carrier ?? null) === null;
}
